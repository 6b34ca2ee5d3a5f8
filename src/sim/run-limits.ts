import type { RunObserver } from './observer.ts';

/** Limits at which a run is stopped with an error: an input with a wrong unit must not run for months or exhaust the memory. */
export interface RunLimits {
  /** Number of advances: by a step, or to the next event or frame. */
  readonly steps: number;
  /** Number of events reported. */
  readonly events: number;
  /** Rows of a recording of the run: one per body, node, tracked pair, recorded distance or vehicle and frame, and one per contact. */
  readonly rows: number;
}

/** A row takes about 150 bytes, and half of that in a file: about 15 GB on a disk. */
export const DEFAULT_LIMITS: RunLimits = { steps: 1e9, events: 1e7, rows: 2e8 };

/** Limit for a recording held in memory: 3 GB. */
export const MEMORY_LIMITS: Pick<RunLimits, 'rows'> = { rows: 2e7 };

/** A run that was stopped at one of its limits; `limit` names it. */
export class RunLimitError extends Error {
  override readonly name = 'RunLimitError';
  /** The limit that was reached. */
  readonly limit: keyof RunLimits;
  constructor(limit: keyof RunLimits, count: number, time: number) {
    super(`stopped at ${time} s: the run has reached its limit of ${count} ${limit}`);
    this.limit = limit;
  }
}

/** Passes all records on, and throws a RunLimitError beyond the limits of events and rows. */
export function limitedObserver(observer: RunObserver, limits: RunLimits): RunObserver {
  const { nodes, tracking, distances, couplers, vehicles, pairs } = observer;
  let events = 0;
  let rows = 0;
  const addRows = (count: number, time: number) => {
    rows += count;
    if (rows > limits.rows) throw new RunLimitError('rows', limits.rows, time);
  };
  return {
    ...observer,
    frame(time, bodies, ledger) {
      addRows(bodies.length + 1, time);
      observer.frame(time, bodies, ledger);
    },
    ...(nodes && {
      nodes(time, bodies) {
        addRows(
          bodies.reduce((sum, { positions }) => sum + positions.length / 3, 0),
          time,
        );
        observer.nodes?.(time, bodies);
      },
    }),
    ...(tracking && {
      tracking(row) {
        addRows(1, row.time);
        observer.tracking?.(row);
      },
    }),
    ...(couplers && {
      couplers(row) {
        addRows(1, row.time);
        observer.couplers?.(row);
      },
    }),
    ...(distances && {
      distances(row) {
        addRows(1, row.time);
        observer.distances?.(row);
      },
    }),
    ...(vehicles && {
      vehicles(time, list) {
        addRows(list.length, time);
        observer.vehicles?.(time, list);
      },
    }),
    ...(pairs && {
      pairs(row) {
        addRows(1, row.time);
        observer.pairs?.(row);
      },
    }),
    contact(row) {
      addRows(1, row.time);
      observer.contact(row);
    },
    event(event) {
      if (++events > limits.events) throw new RunLimitError('events', limits.events, event.time);
      observer.event(event);
    },
  };
}
