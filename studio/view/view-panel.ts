import { element } from '../page/element.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { frameCount, timeSpan } from '../session/frames.ts';
import { createAutomatonPanel } from './automaton-panel.ts';
import { createView } from './create-view.ts';
import { createMeasureTool, type MeasureTool } from './measure-tool.ts';
import { createSectionControls } from './section-tool.ts';
import type { View } from './view.ts';
import { addViewKeys, createViewBar } from './view-bar.ts';
import './view.css';

/** A press that moves less than this is a click [CSS px]. */
const STILL = 4;

/** The bodies of the session, with a bar of what can be shown and how. */
export const viewPanel: Panel = (studio, signal) => {
  const { session } = studio;
  const place = element('div', { className: 'view-place' });
  const panel = element('section', { className: 'view', 'aria-label': 'View' }, place);
  let view: View;
  try {
    view = createView();
  } catch (error) {
    place.append(
      element(
        'p',
        { className: 'view-failure' },
        `This browser cannot draw the scene: ${error instanceof Error ? error.message : String(error)}. Values, plots and export still work.`,
      ),
    );
    return panel;
  }
  place.append(view.element, createAutomatonPanel(studio, signal), waitingNote(studio, signal));
  const measure = createMeasureTool(studio, view, signal);
  const tools = [measure, createSectionControls(studio, view, signal)];
  const bar = createViewBar(studio, view, tools, signal);
  panel.append(bar);
  const covered = new ResizeObserver(() => view.setInset(bar.offsetTop + bar.offsetHeight - place.offsetTop));
  covered.observe(bar);
  panel.append(element('div', { className: 'view-tools' }, ...tools.map((tool) => tool.panel)));
  listenForClicks(studio, view, measure, signal);
  followBodies(studio, view, signal);
  session.follow(['overlays'], ({ overlays }) => view.setOverlays(overlays), signal);
  session.follow(['selection', 'recorded'], ({ selection }) => view.setSelection(selection), signal);
  session.follow(['followed'], ({ followed }) => view.follow(followed), signal);
  let own: unknown;
  session.follow(
    ['camera', 'recorded'],
    ({ camera }) => {
      if (camera && camera !== own) view.setCamera(camera);
      own = camera;
    },
    signal,
  );
  view.onCamera((camera) => {
    own = camera;
    session.set({ camera });
  });
  studio.stage.set({ view });
  signal.addEventListener('abort', () => {
    studio.stage.set({ view: undefined });
    covered.disconnect();
    view.dispose();
  });
  addViewKeys(studio, view, tools, signal);
  return panel;
};

/** The page draws frames of a run in progress for at most this fraction of the time. */
const PREVIEW_FRACTION = 0.2;

/** Shows the recording at the time cursor; while the first run is computed, its last frame so far. */
function followBodies({ session }: Studio, view: View, signal: AbortSignal): void {
  let next = 0;
  session.follow(
    ['recorded', 'preview'],
    ({ recorded, preview }) => {
      const start = performance.now();
      if (recorded === undefined && preview) {
        if (start < next) return;
        next = Number.POSITIVE_INFINITY;
        view.setRecorded(preview);
        view.setTime(timeSpan(preview.recording)[1]);
        // after it is drawn: how long it took
        requestAnimationFrame(() =>
          setTimeout(() => {
            const now = performance.now();
            next = now + (now - start) / PREVIEW_FRACTION;
          }),
        );
        return;
      }
      next = 0;
      view.setRecorded(recorded);
    },
    signal,
  );
  session.follow(
    ['time', 'recorded'],
    ({ time, recorded }) => {
      if (recorded) view.setTime(time);
    },
    signal,
  );
}

/** A note while the first run is computed. */
function waitingNote({ session }: Studio, signal: AbortSignal): HTMLElement {
  const note = element('p', { className: 'view-note muted' }, 'Computing …');
  session.follow(
    ['run', 'recorded', 'preview'],
    ({ run, recorded, preview }) => {
      note.hidden = recorded !== undefined || run.kind !== 'running';
      note.textContent = preview ? `Computing: frame ${frameCount(preview.recording) - 1}` : 'Computing …';
      note.classList.toggle('low', preview !== undefined);
    },
    signal,
  );
  return note;
}

function listenForClicks({ session }: Studio, view: View, measure: MeasureTool, signal: AbortSignal): void {
  let pressed: readonly [number, number] | undefined;
  view.element.addEventListener(
    'pointerdown',
    ({ clientX, clientY, button }) => {
      pressed = button === 0 ? [clientX, clientY] : undefined;
    },
    { capture: true, signal },
  );
  view.element.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const isClick = pressed && Math.hypot(clientX - pressed[0], clientY - pressed[1]) < STILL;
      if (isClick && !measure.press(clientX, clientY)) session.set({ selection: view.pick(clientX, clientY) });
      pressed = undefined;
    },
    { signal },
  );
}
