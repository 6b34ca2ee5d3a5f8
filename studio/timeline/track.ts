import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { followTheme } from '../page/theme.ts';
import { seek, stepFrames } from '../session/actions.ts';
import { timeSpan } from '../session/frames.ts';
import { countKinds, describeEvent, type MarkKind, nearestEvent } from './event-marks.ts';
import { drawMarks } from './mark-canvas.ts';

/** A press this close to a mark selects it [CSS px]. */
const BOUNDING_RADIUS = 5;

/** The timeline: event marks, the cursor, and a legend that toggles the marks. */
export function createTrack(studio: Studio, signal: AbortSignal): HTMLElement {
  const { session } = studio;
  const hidden = new Set<MarkKind>();
  const canvas = element('canvas', { className: 'track-marks' });
  const cursor = element('div', { className: 'track-cursor' });
  const hint = element('div', { className: 'track-hint', hidden: true });
  const slider = element(
    'div',
    { className: 'track', role: 'slider', tabIndex: 0, 'aria-label': 'Time', 'aria-valuemin': 0 },
    canvas,
    cursor,
    hint,
  );
  const legend = element('div', { className: 'track-legend', role: 'group', 'aria-label': 'Marks' });
  const redraw = () => drawMarks(canvas, session.get().recorded?.recording, hidden);

  session.follow(
    ['recorded'],
    () => {
      showLegend(studio, legend, hidden, redraw);
      redraw();
    },
    signal,
  );
  session.follow(['recorded', 'time'], () => showCursor(studio, slider, cursor), signal);
  followTheme(redraw, signal);
  const sized = new ResizeObserver(redraw);
  sized.observe(canvas);
  signal.addEventListener('abort', () => sized.disconnect(), { once: true });
  listen(studio, slider, hint, signal);
  return element('div', { className: 'track-box' }, slider, legend);
}

function showCursor({ session }: Studio, slider: HTMLElement, cursor: HTMLElement): void {
  const { recorded, time } = session.get();
  const [start, end] = recorded ? timeSpan(recorded.recording) : [0, 0];
  cursor.style.left = `${end > start ? (100 * (time - start)) / (end - start) : 0}%`;
  slider.setAttribute('aria-valuemin', String(start));
  slider.setAttribute('aria-valuemax', String(end));
  slider.setAttribute('aria-valuenow', String(time));
  slider.setAttribute('aria-valuetext', `${formatNumber(time)} s`);
}

function showLegend({ session }: Studio, legend: HTMLElement, hidden: Set<MarkKind>, redraw: () => void): void {
  const counts = countKinds(session.get().recorded?.recording.events ?? []);
  legend.hidden = counts.size === 0;
  legend.replaceChildren(
    ...Array.from(counts, ([kind, count]) => {
      const box = element('input', { type: 'checkbox', checked: !hidden.has(kind) });
      box.onchange = () => {
        if (box.checked) hidden.delete(kind);
        else hidden.add(kind);
        redraw();
      };
      const sample = element('span', { className: `track-sample track-${kind.shape}`, 'aria-hidden': 'true' });
      sample.style.color = `var(${kind.color})`;
      return element(
        'label',
        { className: 'track-kind' },
        box,
        sample,
        `${count.toLocaleString('en')} ${kind.words[count === 1 ? 0 : 1]}`,
      );
    }),
  );
}

/** Press and drag to scrub, arrow keys to step; a mark near the pointer shows a hint, and a press on it selects it. */
function listen(studio: Studio, slider: HTMLElement, hint: HTMLElement, signal: AbortSignal): void {
  const { session } = studio;
  const timeAt = (event: PointerEvent): { time: number; reach: number } => {
    const { left, width } = slider.getBoundingClientRect();
    const { recorded } = session.get();
    const [start, end] = recorded ? timeSpan(recorded.recording) : [0, 0];
    const scale = (end - start) / width;
    return { time: start + (event.clientX - left) * scale, reach: BOUNDING_RADIUS * scale };
  };
  const eventNear = (pointer: PointerEvent): number => {
    const { time, reach } = timeAt(pointer);
    return nearestEvent(session.get().recorded?.recording.events ?? [], time, reach);
  };
  slider.addEventListener(
    'pointerdown',
    (pointer) => {
      slider.setPointerCapture(pointer.pointerId);
      session.set({ playing: false });
      const event = eventNear(pointer);
      if (event >= 0) session.set({ selection: { kind: 'event', event } });
      seek(session, event >= 0 ? (session.get().recorded?.recording.events[event].time ?? 0) : timeAt(pointer).time);
    },
    { signal },
  );
  slider.addEventListener(
    'pointermove',
    (pointer) => {
      if (slider.hasPointerCapture(pointer.pointerId)) seek(session, timeAt(pointer).time);
      showHint(
        studio,
        hint,
        eventNear(pointer),
        pointer.clientX - slider.getBoundingClientRect().left,
        slider.clientWidth,
      );
    },
    { signal },
  );
  slider.addEventListener('pointerleave', () => showHint(studio, hint, -1, 0, 1), { signal });
  slider.addEventListener('keydown', (event) => stepByKey(studio, event), { signal });
}

function stepByKey({ session }: Studio, event: KeyboardEvent): void {
  const { recorded } = session.get();
  if (recorded === undefined) return;
  const [start, end] = timeSpan(recorded.recording);
  const ten = event.shiftKey ? 10 : 1;
  const frames = { ArrowLeft: -ten, ArrowDown: -ten, ArrowRight: ten, ArrowUp: ten, PageDown: -10, PageUp: 10 }[
    event.key
  ];
  const place = { Home: start, End: end }[event.key];
  if (frames !== undefined) stepFrames(session, frames);
  else if (place !== undefined) seek(session, place);
  else return;
  event.preventDefault();
}

function showHint({ session }: Studio, hint: HTMLElement, event: number, x: number, width: number): void {
  const found = session.get().recorded?.recording.events[event];
  hint.hidden = found === undefined;
  if (found === undefined) return;
  hint.textContent = `${formatNumber(found.time)} s, ${describeEvent(found)}`;
  hint.style.left = `${x}px`;
  hint.classList.toggle('track-hint-left', x > width / 2);
}
