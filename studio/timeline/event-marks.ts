import type { SimEvent } from '../../src/index.ts';

/** Events of one kind have a common lane, colour and shape: colour alone is not accessible. */
export interface MarkKind {
  /** Singular and plural. */
  readonly words: readonly [string, string];
  readonly color: `--${string}`;
  readonly shape: 'line' | 'diamond' | 'triangle' | 'dot' | 'cross';
  readonly types: readonly SimEvent['type'][];
}

/** In the order of the lanes, from the top. The last one has all other events. */
export const MARK_KINDS: readonly MarkKind[] = [
  { words: ['collision', 'collisions'], color: '--impulse', shape: 'line', types: ['collision'] },
  {
    words: ['docking or release', 'dockings and releases'],
    color: '--good',
    shape: 'diamond',
    types: ['docking', 'docking-rejected', 'release', 'soft-capture', 'retraction', 'hook-closed', 'capture-lost'],
  },
  {
    words: ['contact begins or ends', 'contacts begin or end'],
    color: '--accent',
    shape: 'triangle',
    types: ['contact-begin', 'contact-end', 'ellipsoid-overlap'],
  },
  { words: ['transition', 'transitions'], color: '--gap', shape: 'dot', types: ['transition'] },
  { words: ['other', 'others'], color: '--warn', shape: 'cross', types: [] },
];

const byType = new Map(MARK_KINDS.flatMap((kind) => kind.types.map((type) => [type, kind] as const)));

export function kindOf(event: SimEvent): MarkKind {
  return byType.get(event.type) ?? MARK_KINDS[MARK_KINDS.length - 1];
}

/** How many events of each kind there are; kinds without events are omitted. */
export function countKinds(events: readonly SimEvent[]): Map<MarkKind, number> {
  const counts = new Map<MarkKind, number>();
  for (const event of events) {
    const kind = kindOf(event);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return new Map(MARK_KINDS.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind) ?? 0] as const] : [])));
}

/** An event in a few words. */
export function describeEvent(event: SimEvent): string {
  const between = event.bodies.join(' and ');
  if (event.type === 'transition') return `${event.body}: ${event.from} → ${event.to}`;
  const criteria = 'violations' in event ? ` (${event.violations.map(({ criterion }) => criterion).join(', ')})` : '';
  return `${event.type.replaceAll('-', ' ')}: ${between}${criteria}`;
}

/** Index in `events` (ascending times) of the one nearest to `time`, if within `tolerance` [s]; else -1. */
export function nearestEvent(events: readonly SimEvent[], time: number, tolerance: number): number {
  let best = -1;
  let bestGap = tolerance;
  for (let i = firstNotBefore(events, time - tolerance); i < events.length && events[i].time <= time + tolerance; i++) {
    const gap = Math.abs(events[i].time - time);
    if (best < 0 ? gap <= bestGap : gap < bestGap) {
      best = i;
      bestGap = gap;
    }
  }
  return best;
}

/** Index of the first event at `time` or later; their number when there is none. */
export function firstNotBefore(events: readonly SimEvent[], time: number): number {
  return firstWhere(events, (event) => event.time >= time);
}

/** Index of the first event later than `time`; their number when there is none. */
export function firstLaterThan(events: readonly SimEvent[], time: number): number {
  return firstWhere(events, (event) => event.time > time);
}

/** Binary search: once `holds` is true, it is true for all later events. */
function firstWhere(events: readonly SimEvent[], holds: (event: SimEvent) => boolean): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    if (holds(events[midpoint])) high = midpoint;
    else low = midpoint + 1;
  }
  return low;
}
