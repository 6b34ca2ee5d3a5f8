import { timeSpan } from '../session/frames.ts';
import type { Session } from '../session/session.ts';

/** After a longer pause in drawing, playback resumes without a jump [s]. */
const LONGEST_GAP = 0.1;
/** Interval over which the rate is measured [s]. */
const RATE_WINDOW = 0.5;

/**
 * Moves the time cursor during playback, once per animation frame. `onRate` receives the actual playback speed at intervals,
 * and undefined when paused.
 */
export function startPlayer(session: Session, signal: AbortSignal, onRate: (rate: number | undefined) => void): void {
  let request = 0;
  let last = 0;
  let windowStart = 0;
  let shown = 0;

  const tick = (now: number) => {
    const { playing, recorded, speed } = session.get();
    if (!playing || recorded === undefined) return;
    const step = Math.min((now - last) / 1000, LONGEST_GAP) * speed;
    last = now;
    shown += step;
    if (now - windowStart > 1000 * RATE_WINDOW) {
      onRate((1000 * shown) / (now - windowStart));
      windowStart = now;
      shown = 0;
    }
    advance(session, step);
    if (session.get().playing) request = requestAnimationFrame(tick);
  };
  const start = () => {
    cancelAnimationFrame(request);
    const { playing, recorded } = session.get();
    onRate(undefined);
    if (!playing || recorded === undefined) return;
    last = performance.now();
    windowStart = last;
    shown = 0;
    const [begin, end] = timeSpan(recorded.recording);
    if (session.get().time >= end) session.set({ time: begin });
    request = requestAnimationFrame(tick);
  };
  session.follow(['playing', 'recorded'], start, signal);
  signal.addEventListener('abort', () => cancelAnimationFrame(request), { once: true });
}

/** Advances by `seconds`; at the end it restarts or stops. */
function advance(session: Session, step: number): void {
  const { recorded, time, loop } = session.get();
  if (recorded === undefined) return;
  const [start, end] = timeSpan(recorded.recording);
  const next = time + step;
  if (next < end) session.set({ time: next });
  else if (loop && end > start) session.set({ time: start });
  else session.set({ time: end, playing: false });
}

/** Available playback speeds [simulated seconds per second]. */
export const SPEEDS = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** A run shorter than a second or longer than half a minute is played slower or faster. */
export function fittingSpeed([start, end]: readonly [number, number]): number {
  const duration = end - start;
  if (!(duration > 0) || (duration >= 1 && duration <= 30)) return 1;
  const wanted = duration / (duration < 1 ? 5 : 20);
  return SPEEDS.reduce(
    (best, speed) => (Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best),
    1,
  );
}

/** The next higher or lower speed. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const above = direction > 0 ? SPEEDS.find((offer) => offer > speed) : SPEEDS.findLast((offer) => offer < speed);
  return above ?? speed;
}
