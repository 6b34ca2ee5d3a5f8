/** A mesh check in two packed arrays: they change threads without a copy, objects would be taken apart and built anew. */
import type { MeshCheck, MeshContact } from '../ccd/mesh-check.ts';

export interface PackedCheck {
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
  /** Of each contact: time, gap rate, point xyz, normal xyz, up to four weights. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Of each contact: place of its kind in KINDS, face, up to five nodes. */
  readonly places: Int32Array<ArrayBuffer>;
}

const KINDS = ['node-triangle', 'node-quad', 'edge-edge'] as const;
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

export function unpackCheck({ nodeFacePairs, edgePairs, numbers, places }: PackedCheck): MeshCheck {
  const contacts: MeshContact[] = [];
  for (let n = 0, p = 0; p < places.length; n += NUMBERS, p += PLACES) {
    const kind = KINDS[places[p]];
    const nodes = [places[p + 2], places[p + 3], places[p + 4], places[p + 5]];
    if (kind === 'node-quad') nodes.push(places[p + 6]);
    const weights = [numbers[n + 8], numbers[n + 9], numbers[n + 10]];
    if (kind !== 'node-triangle') weights.push(numbers[n + 11]);
    contacts.push({
      kind,
      time: numbers[n],
      nodes,
      face: places[p + 1],
      weights,
      point: [numbers[n + 2], numbers[n + 3], numbers[n + 4]],
      normal: [numbers[n + 5], numbers[n + 6], numbers[n + 7]],
      gapRate: numbers[n + 1],
    });
  }
  return { contacts, nodeFacePairs, edgePairs };
}
