import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { wantsStillness } from '../page/theme.ts';
import { seek, stepFrames } from '../session/actions.ts';
import { frameAt, frameCount, timeSpan } from '../session/frames.ts';
import { firstLaterThan, firstNotBefore } from './event-marks.ts';
import { fittingSpeed, nextSpeed, SPEEDS, startPlayer } from './player.ts';
import { createTrack } from './track.ts';
import { transportIcon } from './transport-icons.ts';
import './timeline.css';

/** Play, pause, step and scrub. */
export const timelinePanel: Panel = (studio, signal) => {
  const { session } = studio;
  const play = iconButton('play', 'Play', () => togglePlaying(studio));
  const loop = iconButton('loop', 'Loop playback', () => session.set({ loop: !session.get().loop }));
  const speed = speedChoice(studio, signal);
  const rate = element('span', { className: 'timeline-rate muted mono' });
  const clock = element('output', { className: 'timeline-clock mono' });
  const buttons = element(
    'div',
    { className: 'timeline-buttons', role: 'group', 'aria-label': 'Time' },
    iconButton('restart', 'To the start', () => goTo(studio, 'start')),
    iconButton('back-10', 'Back ten frames', () => stepFrames(session, -10)),
    iconButton('back', 'Back one frame', () => stepFrames(session, -1)),
    play,
    iconButton('forward', 'Forward one frame', () => stepFrames(session, 1)),
    iconButton('forward-10', 'Forward ten frames', () => stepFrames(session, 10)),
    iconButton('end', 'To the end', () => goTo(studio, 'end')),
    loop,
    element(
      'label',
      { className: 'timeline-speed' },
      element('span', { className: 'visually-hidden' }, 'Speed'),
      speed,
    ),
    rate,
  );
  const row = element('div', { className: 'timeline-row' }, buttons, clock);
  const panel = element(
    'section',
    { className: 'timeline', 'aria-label': 'Timeline' },
    row,
    createTrack(studio, signal),
  );

  session.follow(
    ['playing'],
    ({ playing }) => {
      play.replaceChildren(transportIcon(playing ? 'pause' : 'play'));
      play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
      play.title = playing ? 'Pause' : 'Play';
    },
    signal,
  );
  session.follow(['loop'], ({ loop: on }) => loop.setAttribute('aria-pressed', String(on)), signal);
  session.follow(['time', 'recorded'], () => showClock(studio, clock), signal);
  startPlayer(session, signal, (reached) => {
    rate.textContent = reached === undefined ? '' : `actual ${formatNumber(Number(reached.toPrecision(2)))}×`;
  });
  followScene(studio, signal);
  addKeys(studio, signal);
  return panel;
};

/** A new scene gets a suitable playback speed, and plays automatically unless reduced motion is set. */
function followScene({ session }: Studio, signal: AbortSignal): void {
  let shown: string | undefined;
  session.follow(
    ['recorded'],
    ({ recorded, origin, time }) => {
      if (recorded === undefined) return;
      const name = `${origin?.kind} ${origin?.name}`;
      if (name === shown) return;
      shown = name;
      session.set({ speed: fittingSpeed(timeSpan(recorded.recording)), playing: time === 0 && !wantsStillness() });
    },
    signal,
  );
}

function iconButton(icon: Parameters<typeof transportIcon>[0], label: string, onclick: () => void): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', className: 'icon-button', title: label, 'aria-label': label, onclick },
    transportIcon(icon),
  );
}

function togglePlaying({ session }: Studio): void {
  session.set({ playing: !session.get().playing });
}

function goTo({ session }: Studio, where: 'start' | 'end'): void {
  const { recorded } = session.get();
  if (recorded === undefined) return;
  const [start, end] = timeSpan(recorded.recording);
  session.set({ playing: false });
  seek(session, where === 'start' ? start : end);
}

/** Moves to the previous or next event. */
function goToEvent({ session }: Studio, direction: 1 | -1): void {
  const { recorded, time } = session.get();
  if (recorded === undefined) return;
  const { events } = recorded.recording;
  const event = direction > 0 ? firstLaterThan(events, time) : firstNotBefore(events, time) - 1;
  if (event < 0 || event >= events.length) return;
  session.set({ playing: false, selection: { kind: 'event', event } });
  seek(session, events[event].time);
}

function speedChoice({ session }: Studio, signal: AbortSignal): HTMLSelectElement {
  const options = SPEEDS.map((speed) => element('option', { value: String(speed) }, `${formatNumber(speed)}×`));
  const choice = element('select', { className: 'field', title: 'Playback speed' }, ...options);
  choice.addEventListener('change', () => session.set({ speed: Number(choice.value) }), { signal });
  session.follow(
    ['speed'],
    ({ speed }) => {
      choice.value = String(speed);
    },
    signal,
  );
  return choice;
}

function showClock({ session }: Studio, clock: HTMLElement): void {
  const { recorded, time } = session.get();
  if (recorded === undefined) {
    clock.textContent = '';
    return;
  }
  const { recording } = recorded;
  const [start, end] = timeSpan(recording);
  const digits = decimals(end - start);
  clock.textContent = `${time.toFixed(digits)} of ${end.toFixed(digits)} s · frame ${frameAt(recording, time)} of ${frameCount(recording) - 1}`;
}

/** Enough digits to show a thousandth of the run. */
export function decimals(span: number): number {
  return span > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(span)), 0), 12) : 0;
}

function addKeys(studio: Studio, signal: AbortSignal): void {
  const { session, keys } = studio;
  const group = 'Time';
  const frames = (key: string, label: string, count: number) =>
    ({ key, label, group, run: () => stepFrames(session, count) }) as const;
  const speed = (direction: 1 | -1) => session.set({ speed: nextSpeed(session.get().speed, direction) });
  keys.add(
    [
      { key: ' ', label: 'Play or pause', group, run: () => togglePlaying(studio) },
      frames('ArrowLeft', 'Back one frame', -1),
      frames('ArrowRight', 'Forward one frame', 1),
      frames('Shift+ArrowLeft', 'Back ten frames', -10),
      frames('Shift+ArrowRight', 'Forward ten frames', 10),
      { key: 'Home', label: 'To the start', group, run: () => goTo(studio, 'start') },
      { key: 'End', label: 'To the end', group, run: () => goTo(studio, 'end') },
      { key: ',', label: 'Previous event', group, run: () => goToEvent(studio, -1) },
      { key: '.', label: 'Next event', group, run: () => goToEvent(studio, 1) },
      { key: '[', label: 'Slower', group, run: () => speed(-1) },
      { key: ']', label: 'Faster', group, run: () => speed(1) },
      { key: 'l', label: 'Loop', group, run: () => session.set({ loop: !session.get().loop }) },
    ],
    signal,
  );
}
