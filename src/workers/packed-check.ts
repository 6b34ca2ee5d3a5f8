/** A mesh check in two packed arrays: they are transferred between threads without a copy, unlike objects. */
import type { MeshCheck, MeshContact } from '../ccd/mesh-check.ts';

export interface PackedCheck {
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
  /** Of each contact: time, gap rate, point xyz, normal xyz, up to four weights. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Of each contact: index of its kind in KINDS, face, up to five nodes. */
  readonly indices: Int32Array<ArrayBuffer>;
}

const KINDS = ['node-triangle', 'node-quad', 'edge-edge'] as const;
const NUMBERS = 12;
const INDICES = 7;

export function packCheck({ contacts, nodeFacePairs, edgePairs }: MeshCheck): PackedCheck {
  const numbers = new Float64Array(NUMBERS * contacts.length);
  const indices = new Int32Array(INDICES * contacts.length);
  contacts.forEach(({ kind, time, gapRate, point, normal, weights, face, nodes }, i) => {
    numbers.set([time, gapRate, ...point, ...normal, ...weights], NUMBERS * i);
    indices.set([KINDS.indexOf(kind), face, ...nodes], INDICES * i);
  });
  return { nodeFacePairs, edgePairs, numbers, indices };
}

export function unpackCheck({ nodeFacePairs, edgePairs, numbers, indices }: PackedCheck): MeshCheck {
  const contacts: MeshContact[] = [];
  for (let n = 0, p = 0; p < indices.length; n += NUMBERS, p += INDICES) {
    const kind = KINDS[indices[p]];
    const nodes = [indices[p + 2], indices[p + 3], indices[p + 4], indices[p + 5]];
    if (kind === 'node-quad') nodes.push(indices[p + 6]);
    const weights = [numbers[n + 8], numbers[n + 9], numbers[n + 10]];
    if (kind !== 'node-triangle') weights.push(numbers[n + 11]);
    contacts.push({
      kind,
      time: numbers[n],
      nodes,
      face: indices[p + 1],
      weights,
      point: [numbers[n + 2], numbers[n + 3], numbers[n + 4]],
      normal: [numbers[n + 5], numbers[n + 6], numbers[n + 7]],
      gapRate: numbers[n + 1],
    });
  }
  return { contacts, nodeFacePairs, edgePairs };
}
