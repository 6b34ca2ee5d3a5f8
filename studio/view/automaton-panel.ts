import { featureName } from '../../src/entries/nurbs.ts';
import { bodyAutomaton, signedAutomaton, takenTransitions } from '../../src/entries/tracking.ts';
import { automatonSvg } from '../../src/picture/automaton-svg.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { frameAt } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import { activeFeatures } from './overlays/region-layer.ts';

/** Larger automata are not readable at this size. */
const MAX_STATES = 40;

/** The hybrid automata of tracked bodies next to the view, with the active state; shown with the regions. [PG05-6] */
export function createAutomatonPanel(studio: Studio, signal: AbortSignal): HTMLElement {
  const { session } = studio;
  const box = element('div', { className: 'automata', hidden: true });
  let drawn: Recorded | undefined;
  session.follow(
    ['recorded', 'time', 'overlays'],
    ({ recorded, time, overlays }) => {
      box.hidden = !overlays.has('regions') || recorded?.recording.tracking === undefined;
      if (box.hidden || recorded === undefined) return;
      if (drawn !== recorded) {
        drawn = recorded;
        box.replaceChildren(...drawings(recorded));
        box.hidden = box.children.length === 0;
      }
      const frame = frameAt(recorded.recording, time);
      const active = activeFeatures({ recorded, frame, time, size: 1, selected: -1 });
      for (const mark of box.querySelectorAll<SVGElement>('[data-state]')) {
        const body = Number(mark.closest<HTMLElement>('[data-body]')?.dataset['body']);
        const isActive = active.some(
          (one) => one.body === body && featureName(one.shape, one.feature) === mark.dataset['state'],
        );
        mark.classList.toggle('active', isActive);
      }
    },
    signal,
  );
  return box;
}

/** One automaton for each tracked smooth body. */
function drawings({ recording, scene }: Recorded): HTMLElement[] {
  if (scene.world !== 'smooth') return [];
  const tracked = new Set(scene.tracking.pairs.flatMap(({ bodies }) => bodies));
  return [...tracked].flatMap((body) => {
    const { shape, name } = scene.bodies[body];
    if (shape.kind !== 'tiled') return [];
    const hasInside = scene.tracking.settings.signed && shape.closed && shape.convex;
    const automaton = hasInside ? signedAutomaton(shape) : bodyAutomaton(shape);
    if (automaton.states.length > MAX_STATES) return [];
    const transitions = recording.events.flatMap((event) =>
      event.type === 'transition' && event.body === name ? [{ ...event, body: 'A' as const }] : [],
    );
    const svg = automatonSvg({ title: name, automaton, taken: takenTransitions(transitions, 'A') });
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    return [
      element('figure', { className: 'automaton', 'data-body': String(body) }, document.importNode(parsed, true)),
    ];
  });
}
