/** Comparisons of the GPU with the CPU. */
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../../src/ccd/batch.ts';
import { isHit } from '../../src/ccd/decision-stage.ts';
import type { MeshCheck } from '../../src/ccd/mesh-check.ts';
import { CONTACT_KINDS } from '../../src/ccd/packed-contacts.ts';
import type { GpuMeshStep } from '../../src/gpu/gpu-mesh-step.ts';
import { type CullBound, WIDE_BOUND } from '../../src/gpu/step-scale.ts';
import { createGpuPairCheck, queryMotion } from './pair-check.ts';

/** What differs between a packed result and `checkMesh`, in order of time; empty if nothing does. */
export function differences(packed: GpuMeshStep, check: MeshCheck): string[] {
  const found: string[] = [];
  if (packed.nodeFacePairs !== check.nodeFacePairs)
    found.push(`${packed.nodeFacePairs} node-face pairs, not ${check.nodeFacePairs}`);
  if (packed.edgePairs !== check.edgePairs) found.push(`${packed.edgePairs} edge pairs, not ${check.edgePairs}`);
  if (packed.count !== check.contacts.length) found.push(`${packed.count} contacts, not ${check.contacts.length}`);
  const { edges } = packed;
  for (let i = 0; i < Math.min(packed.count, check.contacts.length) && found.length < 5; i++) {
    const { kind, time, nodes, face } = check.contacts[i];
    const [first, second] = [packed.first[i], packed.second[i]];
    const isSame =
      CONTACT_KINDS[packed.kinds[i]] === kind &&
      Object.is(packed.times[i], time) &&
      (kind === 'edge-edge'
        ? [edges[2 * first], edges[2 * first + 1], edges[2 * second], edges[2 * second + 1]].every(
            (n, k) => n === nodes[k],
          )
        : first === nodes[0] && second === face);
    if (!isSame)
      found.push(
        `contact ${i}: ${packed.kinds[i]} ${first} ${second} at ${packed.times[i]}, not ${kind} ${nodes} at ${time}`,
      );
  }
  return found;
}

export interface QueryComparison {
  queries: number;
  /** Decided by the CPU's exact code: colliding. */
  hits: number;
  /** Culled or decided as misses by the GPU. */
  misses: number;
  open: number;
  falseNegatives: number;
  falsePositives: number;
  /** Hits of the GPU with other bits of the time. */
  otherTimes: number;
}

/** Queries of 24 numbers each, on the GPU and on the CPU; in chunks. */
export async function compareQueries(
  kind: 'vf' | 'ee',
  numbers: Float64Array,
  bound: CullBound = WIDE_BOUND,
  chunk = 65_536,
): Promise<QueryComparison> {
  const total: QueryComparison = {
    queries: 0,
    hits: 0,
    misses: 0,
    open: 0,
    falseNegatives: 0,
    falsePositives: 0,
    otherTimes: 0,
  };
  const pairKind = kind === 'vf' ? 'node-triangle' : 'edge-edge';
  const all = numbers.length / 24;
  const size = Math.min(chunk, all);
  const full = await createGpuPairCheck(pairKind, size, bound);
  try {
    for (let from = 0; from < all; from += size) {
      // the last chunk overlaps the one before it
      const at = Math.min(from, all - size);
      const motion = queryMotion(numbers.subarray(24 * at, 24 * (at + size)));
      const { verdicts, times } = await full.check(motion);
      const batch = createContactBatch(size);
      const pairs = Int32Array.from({ length: 2 * size }, (_, k) => (kind === 'ee' ? k : k % 2 === 0 ? 2 * k : k >> 1));
      if (kind === 'ee')
        edgeEdgeBatch(
          batch,
          motion,
          pairs,
          Int32Array.from({ length: 4 * size }, (_, k) => k),
        );
      else
        nodeTriangleBatch(
          batch,
          motion,
          pairs,
          Int32Array.from({ length: 3 * size }, (_, k) => 4 * Math.floor(k / 3) + 1 + (k % 3)),
        );
      for (let i = from - at; i < size; i++) {
        const hit = isHit(batch.flags[i]);
        total.queries++;
        if (hit) total.hits++;
        if (verdicts[i] === 'open') total.open++;
        else if (verdicts[i] === 'miss') {
          total.misses++;
          if (hit) total.falseNegatives++;
        } else if (!hit) total.falsePositives++;
        else if (!Object.is(times[i], batch.times[i])) total.otherTimes++;
      }
    }
  } finally {
    full.close();
  }
  return total;
}
