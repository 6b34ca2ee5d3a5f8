import type { Pose, ReadonlyPose } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { icon } from '../page/icons.ts';
import { type Flight, flightPose } from './flight.ts';
import type { Answers } from './play-answers.ts';
import { formatTime } from './play-format.ts';
import { isAtRest, type PlayState, type Side } from './play-state.ts';
import type { SweptPoses } from './sweep-drawing.ts';

/** Outlines between now and the impact, and points of the path of a centre before and after it. */
const OUTLINES = 9;
const PATH_POINTS = 32;
/** Width of the thumb of a slider [CSS px]. */
const THUMB = 16;
/** Steps of the scrubber. */
const STEPS = 1000;

/** When things happen [s]: the impact, if any, and the end of what is drawn. */
export interface MotionTimes {
  readonly impact: number | undefined;
  readonly end: number;
}

/** Undefined if nothing moves. */
export function motionTimes(state: PlayState, { impact }: Answers): MotionTimes | undefined {
  if (isAtRest(state.A) && isAtRest(state.B)) return undefined;
  const found = impact?.impact;
  if (found?.status !== 'hit') return { impact: undefined, end: state.duration };
  return { impact: found.time, end: found.time + Math.max(0.6 * found.time, Math.min(1, state.duration)) };
}

/** The time that is shown: that of the scrubber, or of the impact. */
export function shownTime({ time }: PlayState, times: MotionTimes): number {
  return Math.min(time ?? times.impact ?? times.end, times.end);
}

export function flightOf({ impact, masses }: Answers): Flight | undefined {
  if (impact?.response === undefined || masses === undefined) return undefined;
  const centroids = { A: masses.A.centroid, B: masses.B.centroid };
  return { time: impact.impact.time, response: impact.response, centroids };
}

/** The motion of a body for the drawing; undefined if it stays where it is. */
export function sweptPoses(state: PlayState, side: Side, answers: Answers, times: MotionTimes): SweptPoses | undefined {
  const flight = flightOf(answers);
  const now = shownTime(state, times);
  const isHit = flight !== undefined && flight.response.immovable[side === 'A' ? 0 : 1] === undefined;
  const isStill = isAtRest(state[side]);
  if (isStill && !(isHit && now > flight.time)) return undefined;
  const poseAt = (time: number): Pose => flightPose(state[side], side, flight, time);
  const turn = times.impact ?? times.end;
  const between = isStill ? [] : Array.from({ length: OUTLINES }, (_, k) => poseAt(((k + 1) * turn) / (OUTLINES + 1)));
  const before = Array.from({ length: PATH_POINTS }, (_, k) => (k * turn) / (PATH_POINTS - 1));
  const after = isHit ? before.map((_, k) => turn + (k * (times.end - turn)) / (PATH_POINTS - 1)) : [];
  const centre = (pose: ReadonlyPose) => {
    const c = answers.masses?.[side].centroid ?? { x: 0, y: 0, z: 0 };
    const { position: p, rotation: r } = pose;
    return [
      p.x + r.xx * c.x + r.xy * c.y + r.xz * c.z,
      p.y + r.yx * c.x + r.yy * c.y + r.yz * c.z,
      p.z + r.zx * c.x + r.zy * c.y + r.zz * c.z,
    ];
  };
  const path = [...before, ...after].flatMap((time) => centre(poseAt(time)));
  return { between, now: poseAt(now), path, bend: before.length - 1 };
}

export interface MotionTimeline {
  readonly element: HTMLElement;
  show(state: PlayState, times: MotionTimes | undefined): void;
  /** Plays or stops. */
  toggle(): void;
}

/** Scrubber over the motion, with the moment of impact. `set` gets null for that moment. */
export function createMotionTimeline(set: (time: number | null) => void, signal: AbortSignal): MotionTimeline {
  const track = element('input', {
    type: 'range',
    min: '0',
    max: String(STEPS),
    step: '1',
    className: 'play-scrub',
    'aria-label': 'Time',
  });
  const mark = element('span', { className: 'play-mark', 'aria-hidden': 'true' });
  const clock = element('span', { className: 'play-clock mono' });
  const play = element(
    'button',
    { type: 'button', className: 'icon-button', 'aria-label': 'Play the motion' },
    icon('play'),
  );
  const start = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => leave(() => set(0)) },
    'Now',
  );
  const hit = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => leave(() => set(null)) },
    'Impact',
  );
  const box = element(
    'div',
    { className: 'play-timeline', role: 'group', 'aria-label': 'Motion' },
    play,
    start,
    element('div', { className: 'play-track' }, track, mark),
    hit,
    clock,
  );
  let times: MotionTimes | undefined;
  let time = 0;
  let request = 0;
  let last = 0;
  const isPlaying = () => request !== 0;
  const stop = () => {
    cancelAnimationFrame(request);
    request = 0;
    play.setAttribute('aria-pressed', 'false');
  };
  function leave(then: () => void): void {
    stop();
    then();
  }
  const step = (now: number) => {
    if (times === undefined) return stop();
    const next = time + (now - last) / 1000;
    last = now;
    if (next >= times.end) {
      stop();
      set(times.end);
      return;
    }
    request = requestAnimationFrame(step);
    set(next);
  };
  const toggle = () => {
    if (isPlaying()) return stop();
    if (times === undefined) return;
    if (time >= times.end * (1 - 1e-9) || time === times.impact) time = 0;
    last = performance.now();
    play.setAttribute('aria-pressed', 'true');
    request = requestAnimationFrame(step);
  };
  play.addEventListener('click', toggle, { signal });
  track.addEventListener(
    'input',
    () => {
      stop();
      if (times) set((times.end * track.valueAsNumber) / STEPS);
    },
    { signal },
  );
  signal.addEventListener('abort', stop, { once: true });
  return {
    element: box,
    toggle,
    show(state, next) {
      times = next;
      box.hidden = next === undefined;
      if (next === undefined) return stop();
      time = shownTime(state, next);
      if (Math.round((STEPS * time) / next.end) !== track.valueAsNumber)
        track.value = String(Math.round((STEPS * time) / next.end));
      const text = formatTime(time);
      clock.textContent = text;
      track.setAttribute('aria-valuetext', text);
      mark.hidden = hit.hidden = next.impact === undefined;
      if (next.impact !== undefined)
        mark.style.left = `calc(${THUMB / 2}px + ${next.impact / next.end} * (100% - ${THUMB}px))`;
    },
  };
}
