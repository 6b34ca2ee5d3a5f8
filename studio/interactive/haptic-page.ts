import { element } from '../page/element.ts';
import type { Page, Studio } from '../page/studio.ts';
import { followTheme, themeColor } from '../page/theme.ts';
import type { OverlayName } from '../session/session.ts';
import { createView } from '../view/create-view.ts';
import type { Mark, Point, View } from '../view/view.ts';
import { openWorker } from '../worker/open-worker.ts';
import type { TouchReply, TouchRequest } from './haptic-protocol.ts';
import { FRICTION, TOUCH_BODIES, touchSceneText } from './haptic-scene.ts';
import { createStepTimesPanel } from './step-times-panel.ts';
import '../view/view.css';
import './haptic.css';

/** Initial position of the hand, and its step per key [m]. */
const START: Point = [0, 0, 0.09];
const NUDGE = 0.002;
/** Length of the arrow per newton [m/N]. */
const PER_NEWTON = 0.004;

/** Haptics page: the pointer moves the handle of a tool on a virtual coupler, with steps of one millisecond. */
export const touchPage: Page = (studio, link, signal) => {
  const wanted = link.route.page === 'touch' ? link.route.name : undefined;
  const choice = element(
    'select',
    { className: 'field' },
    ...TOUCH_BODIES.map(({ name, label }) => element('option', { value: name }, label)),
    element('option', { value: 'own' }, 'Custom shape …'),
  );
  const own = element('textarea', {
    className: 'field mono touch-own',
    rows: 4,
    hidden: true,
    'aria-label': 'Shape, as in scenes of the world smooth',
    spellcheck: false,
  });
  const friction = element('input', { type: 'checkbox' });
  const facts = element('dl', { className: 'touch-facts', 'aria-live': 'off' });
  const times = createStepTimesPanel();
  const place = element('div', { className: 'touch-view' });
  const failure = element('p', { className: 'touch-failure', role: 'alert' });
  const page = element(
    'main',
    { className: 'touch' },
    element(
      'div',
      { className: 'touch-side' },
      element('h1', {}, 'Haptics'),
      element(
        'p',
        {},
        'Drag over the body to move a handle; a spring and damper pull the tool. The tool stays outside. The red arrow is the contact force.',
      ),
      element(
        'p',
        { className: 'touch-mouse' },
        'Another button rotates the camera, the wheel zooms; arrow keys, Page Up and Page Down move the handle too.',
      ),
      element('label', { className: 'touch-choice' }, 'Body', choice),
      element('label', { className: 'touch-choice' }, friction, `Friction, coefficient ${FRICTION}`),
      own,
      failure,
    ),
    place,
    element('div', { className: 'touch-results' }, facts, times.element),
  );
  let view: View;
  try {
    view = createView();
  } catch (error) {
    failure.textContent = `This browser cannot draw: ${error instanceof Error ? error.message : String(error)}`;
    return page;
  }
  place.append(view.element);
  const loop = createTouchLoop(studio, view, { facts, failure, times });
  signal.addEventListener('abort', () => {
    loop.close();
    view.dispose();
  });
  const start = () => {
    own.hidden = choice.value !== 'own';
    if (!own.hidden && own.value === '') own.value = JSON.stringify(TOUCH_BODIES[0].shape);
    const shapeOf = () =>
      own.hidden ? TOUCH_BODIES.find(({ name }) => name === choice.value)?.shape : JSON.parse(own.value);
    void loop.start(shapeOf, friction.checked);
  };
  choice.addEventListener('change', start, { signal });
  own.addEventListener('change', start, { signal });
  friction.addEventListener('change', start, { signal });
  if (TOUCH_BODIES.some(({ name }) => name === wanted)) choice.value = wanted ?? '';
  listenToHand(view, loop.moveHand, signal);
  followTheme(loop.redraw, signal);
  start();
  return page;
};

/** The first button moves the hand, in the plane through it that faces the camera. */
function listenToHand(view: View, moveHand: (change: (at: Point) => Point) => void, signal: AbortSignal): void {
  let leading = false;
  const lead = ({ clientX, clientY }: PointerEvent) => moveHand((at) => view.pointAt(clientX, clientY, at));
  const { element: box } = view;
  box.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      leading = true;
      // the camera does not move
      event.stopPropagation();
      box.setPointerCapture(event.pointerId);
      lead(event);
    },
    { capture: true, signal },
  );
  box.addEventListener('pointermove', (event) => leading && lead(event), { capture: true, signal });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    box.addEventListener(
      end,
      () => {
        leading = false;
      },
      { capture: true, signal },
    );
  }
  box.addEventListener(
    'keydown',
    (event) => {
      const step = {
        ArrowLeft: [-1, 0, 0],
        ArrowRight: [1, 0, 0],
        ArrowDown: [0, 0, -1],
        ArrowUp: [0, 0, 1],
        PageUp: [0, 1, 0],
        PageDown: [0, -1, 0],
      }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveHand(([x, y, z]) => [x + NUDGE * step[0], y + NUDGE * step[1], z + NUDGE * step[2]]);
    },
    { signal },
  );
}

interface TouchOutputs {
  readonly facts: HTMLElement;
  readonly failure: HTMLElement;
  readonly times: ReturnType<typeof createStepTimesPanel>;
}

function createTouchLoop(studio: Studio, view: View, { facts, failure, times }: TouchOutputs) {
  let worker: Worker | undefined;
  let hand: Point = START;
  /** Number of the last start: what an earlier one still computes is not shown. */
  let starts = 0;
  const send = (request: TouchRequest) => worker?.postMessage(request);
  const draw = createStateDrawing(view, { facts, times });
  let request = 0;
  const receive = ({ data }: MessageEvent<TouchReply>) => {
    if (data.run !== starts) return;
    if (data.kind === 'failed') {
      failure.textContent = data.message;
      return;
    }
    request = requestAnimationFrame(() => {
      if (data.run !== starts) return;
      draw.show(data, hand);
      send({ kind: 'next' });
    });
  };
  return {
    async start(shapeOf: () => unknown, friction: boolean): Promise<void> {
      const own = ++starts;
      failure.textContent = '';
      send({ kind: 'stop' });
      // the force of the last body is not that of the next
      draw.clear();
      view.setMarks([]);
      facts.replaceChildren();
      times.clear();
      try {
        const shape = shapeOf();
        const text = touchSceneText(shape, friction, 0.001);
        const recorded = await studio.runner.start('run', { text, source: 'touch' }).result;
        if (own !== starts) return;
        view.setRecorded(recorded);
        view.setOverlays(new Set<OverlayName>());
        view.fit();
        hand = START;
        worker ??= openWorker('haptic');
        worker.onmessage = receive;
        send({ kind: 'start', run: own, text: touchSceneText(shape, friction) });
      } catch (error) {
        if (own === starts) failure.textContent = error instanceof Error ? error.message : String(error);
      }
    },
    /** The next state is drawn, whether or not something moved. */
    redraw: () => draw.clear(),
    moveHand(change: (at: Point) => Point): void {
      hand = change(hand);
      send({ kind: 'hand', at: hand });
    },
    close() {
      cancelAnimationFrame(request);
      worker?.terminate();
    },
  };
}

type TouchState = Extract<TouchReply, { kind: 'state' }>;

/** Interval between updates of the numbers [ms]: faster ones cannot be read. */
const CALM = 100;
/** Displacements [m] and forces as lengths of arrows [m] below this cannot be seen. */
const VISIBLE = 1e-6;

/** Shows a state: the bodies where they moved, the numbers a few times per second. */
function createStateDrawing(view: View, { facts, times }: Pick<TouchOutputs, 'facts' | 'times'>) {
  let drawn: readonly number[] = [];
  let shownAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    drawn = [];
  };
  const show = (state: TouchState, hand: Point): void => {
    const places = [
      ...state.poses,
      ...hand,
      ...state.pointA,
      ...state.pointB,
      ...state.force.map((value) => PER_NEWTON * value),
    ];
    if (places.some((value, k) => !(Math.abs(value - drawn[k]) < VISIBLE))) {
      view.setPoses(state.poses);
      view.setMarks(marksOf(state, hand));
      drawn = places;
    }
    const now = performance.now();
    if (facts.hasChildNodes() && now - shownAt < CALM) return;
    shownAt = now;
    times.show(state.times);
    facts.replaceChildren(
      ...rowsOf(state).flatMap(([name, value]) => [
        element('dt', {}, name),
        element('dd', { className: 'mono' }, value),
      ]),
    );
  };
  return { show, clear };
}

/** With fixed places: noise of the last digits would only flicker. */
function rowsOf({ force, handForce, handTorque, distance, excess, rate }: TouchState): [string, string][] {
  return [
    ['Force on the tool', `${Math.hypot(...force).toFixed(2)} N`],
    ['Force on the hand', `${handForce.toFixed(2)} N`],
    ['Torque on the hand', `${(1000 * handTorque).toFixed(2)} mN m`],
    ['Gap', Number.isFinite(distance) ? `${(1000 * distance).toFixed(3)} mm` : 'none'],
    ['Energy returned in excess', `${(1000 * excess).toFixed(2)} mJ`],
    ['Loop', `${Math.round(rate)} steps per second`],
  ];
}

/** The hand, the spring of the tool, the closest points and the force. */
function marksOf({ poses, force, pointA, pointB }: TouchState, hand: Point): Mark[] {
  const tool: Point = [poses[7], poses[8], poses[9]];
  const tip: Point = [
    tool[0] + PER_NEWTON * force[0],
    tool[1] + PER_NEWTON * force[1],
    tool[2] + PER_NEWTON * force[2],
  ];
  const gap = themeColor('--gap');
  return [
    { kind: 'point', at: hand, color: themeColor('--accent'), label: 'hand' },
    { kind: 'line', from: hand, to: tool, color: themeColor('--accent') },
    { kind: 'point', at: pointA, color: gap },
    { kind: 'point', at: pointB, color: gap },
    { kind: 'line', from: pointA, to: pointB, color: gap },
    ...(Math.hypot(...force) > 1e-6
      ? [{ kind: 'arrow', from: tool, to: tip, color: themeColor('--impulse') } as const]
      : []),
  ];
}
