/** A mesh check in two packed arrays: they change threads without a copy, objects would be taken apart and built anew. */
import type { MeshCheck, MeshContact } from '../narrow/deforming/mesh-check.ts';

export interface PackedCheck {
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
  /** Of each contact: time, gap rate, point xyz, normal xyz, four weights. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Of each contact: place of its kind in KINDS, face, five nodes. */
  readonly places: Int32Array<ArrayBuffer>;
}

const KINDS = ['node-triangle', 'node-quad', 'edge-edge'] as const;
const NODE_COUNTS = { 'node-triangle': 4, 'node-quad': 5, 'edge-edge': 4 } as const;
const WEIGHT_COUNTS = { 'node-triangle': 3, 'node-quad': 4, 'edge-edge': 4 } as const;
const NUMBERS = 12;
const PLACES = 7;

export function packCheck({ contacts, nodeFacePairs, edgePairs }: MeshCheck): PackedCheck {
  const numbers = new Float64Array(NUMBERS * contacts.length);
  const places = new Int32Array(PLACES * contacts.length);
  contacts.forEach(({ kind, time, gapRate, point, normal, weights, face, nodes }, i) => {
    numbers.set([time, gapRate, ...point, ...normal, ...weights], NUMBERS * i);
    places.set([KINDS.indexOf(kind), face, ...nodes], PLACES * i);
  });
  return { nodeFacePairs, edgePairs, numbers, places };
}

export function unpackContacts({ numbers, places }: PackedCheck): MeshContact[] {
  return Array.from({ length: places.length / PLACES }, (_, i) => {
    const [n, p] = [NUMBERS * i, PLACES * i];
    const kind = KINDS[places[p]];
    return {
      kind,
      time: numbers[n],
      nodes: Array.from(places.subarray(p + 2, p + 2 + NODE_COUNTS[kind])),
      face: places[p + 1],
      weights: Array.from(numbers.subarray(n + 8, n + 8 + WEIGHT_COUNTS[kind])),
      point: [numbers[n + 2], numbers[n + 3], numbers[n + 4]],
      normal: [numbers[n + 5], numbers[n + 6], numbers[n + 7]],
      gapRate: numbers[n + 1],
    };
  });
}
