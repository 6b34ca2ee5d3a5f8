import type { RunObserver, WorkPart } from '../../src/index.ts';

/** Measures the wall-clock time of the parts of a run. */
export interface WorkClock {
  /** The given `observer`, with timing. */
  readonly observer: RunObserver;
  /** Pauses and resumes the measurement. */
  pause(): void;
  goOn(): void;
  /** Time spent on each part between each frame and the one before [ms]. */
  finish(): Record<string, Float64Array>;
}

const PARTS: readonly WorkPart[] = ['moving', 'searching', 'responding'];

export function createWorkClock(observer: RunObserver): WorkClock {
  const spent = new Map<WorkPart, number>(PARTS.map((part) => [part, 0]));
  const frames = new Map<WorkPart, number[]>(PARTS.map((part) => [part, []]));
  let part: WorkPart = 'moving';
  let since = performance.now();
  const count = () => {
    const now = performance.now();
    spent.set(part, (spent.get(part) ?? 0) + now - since);
    since = now;
  };
  return {
    observer: {
      ...observer,
      working(next) {
        count();
        part = next;
      },
      frame(...args) {
        count();
        for (const [name, list] of frames) list.push(spent.get(name) ?? 0);
        for (const name of PARTS) spent.set(name, 0);
        observer.frame(...args);
        // recording does not count as part of the run
        since = performance.now();
      },
    },
    pause: count,
    goOn() {
      since = performance.now();
    },
    finish: () => Object.fromEntries(Array.from(frames, ([name, list]) => [name, Float64Array.from(list)])),
  };
}
