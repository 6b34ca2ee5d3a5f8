import { type Capacities, HIT_BYTES, LIST_BYTES, OPEN_BYTES } from './gpu-buffers.ts';
import type { MeshLayout } from './mesh-layout.ts';
import { COUNTERS } from './parameters.ts';

/**
 * Capacities for a step whose lists had the lengths in `counters`; nothing if they were sufficient, a string if no list of at most `maxBytes` is. A
 * list that would be too long is processed in parts.
 */
export function grownCapacities(
  { lists, hits, open, parts }: Capacities,
  counters: Uint32Array,
  { pairings }: MeshLayout,
  maxBytes: number,
): Capacities | string | undefined {
  const maxList = Math.floor(maxBytes / LIST_BYTES);
  let needsGrowth = false;
  let needsParts = false;
  const sizes = lists.map((capacities, slot) => {
    const needed = capacities.map((_, list) => counters[COUNTERS.lists + slot * COUNTERS.listStride + 3 + list]);
    return capacities.map((capacity, list) => {
      if (needed[list] <= capacity) return capacity;
      needsGrowth = true;
      if (needed[list] > maxList) needsParts = true;
      return Math.min(maxList, Math.ceil(1.25 * needed[list]));
    }) as unknown as Capacities['lists'][number];
  });
  const [hitCount, openCount] = [counters[COUNTERS.hits], counters[COUNTERS.open]];
  if (hitCount * HIT_BYTES > maxBytes || openCount * OPEN_BYTES > maxBytes) {
    return `${hitCount} contacts need more memory than a buffer of this GPU has (${maxBytes} bytes)`;
  }
  const mostBlocks = Math.max(...pairings.map(({ a }) => a.blocks));
  if (needsParts && 2 * parts > mostBlocks) return `the lists of one block need more than ${maxBytes} bytes`;
  if (!needsGrowth && hitCount <= hits && openCount <= open) return undefined;
  return {
    lists: sizes,
    hits: hitCount <= hits ? hits : 2 ** Math.ceil(Math.log2(1.1 * hitCount)),
    open: openCount <= open ? open : 2 * openCount,
    parts: needsParts ? 2 * parts : parts,
  };
}
