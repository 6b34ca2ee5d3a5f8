/** The last part of a step, on the CPU: decides open pairs, puts all contacts into packed arrays, in order of time where asked. */
import { decideEdgeEdge, decideNodeTriangle } from '../ccd/decide-contact.ts';
import { HIT_LENGTH, isHit } from '../ccd/decision-stage.ts';
import { createNodeQuadContact, nodeQuadContact } from '../ccd/node-quad.ts';
import type { PairTask } from '../ccd/pair-visitors.ts';
import type { PointMotion } from '../ccd/point-motion.ts';
import type { ContactArrays } from './gpu-mesh-step.ts';
import type { StepOutput } from './gpu-step.ts';
import type { MeshLayout } from './mesh-layout.ts';
import { PAIR_KINDS } from './pair-kinds.ts';

const EDGES = 0;
const QUAD = 1;
/** Number of a kind in results, from that in the shaders, and back: `CONTACT_KINDS` and `PAIR_KINDS` have opposite orders. */
const outputKind = (kind: number) => PAIR_KINDS.length - 1 - kind;

const found = new Float64Array(HIT_LENGTH);
const quadContact = createNodeQuadContact();

/** A task of nodes on straight lines: the GPU decides no others. */
export interface StraightTask extends PairTask {
  readonly motion: PointMotion;
}

export function finishStep(output: StepOutput, task: StraightTask, layout: MeshLayout, sorted: boolean): ContactArrays {
  const extra = decideOpen(output, task, layout);
  if (sorted) extra.sort((p, q) => p.time - q.time || p.kind - q.kind || p.first - q.first || p.number - q.number);
  const { hitCount, hits } = output;
  const count = hitCount + extra.length;
  const out: ContactArrays = {
    times: new Float64Array(count),
    kinds: new Uint8Array(count),
    first: new Int32Array(count),
    second: new Int32Array(count),
  };
  const taus = new Float64Array(hits.buffer, hits.byteOffset, 2 * hitCount);
  const { duration } = task.motion;
  const faces = facesByNumber(task, layout);
  let at = 0;
  let next = 0;
  const addExtra = ({ time, kind, first, number }: OpenHit) => {
    out.times[at] = time;
    out.kinds[at] = outputKind(kind);
    out.first[at] = first;
    out.second[at++] = kind === EDGES ? number : faces[kind][number];
  };
  for (let i = 0; i < hitCount; i++) {
    const time = taus[2 * i] * duration;
    if (sorted) while (next < extra.length && extra[next].time < time) addExtra(extra[next++]);
    const word = hits[4 * i + 2];
    const kind = word >>> 30;
    out.times[at] = time;
    out.kinds[at] = outputKind(kind);
    out.first[at] = word & 0x3fffffff;
    out.second[at++] = kind === EDGES ? hits[4 * i + 3] : faces[kind][hits[4 * i + 3]];
  }
  while (next < extra.length) addExtra(extra[next++]);
  if (sorted) sortTies(out, layout, task);
  return out;
}

interface OpenHit {
  readonly time: number;
  readonly kind: number;
  readonly first: number;
  /** Second edge, or number of the face by its corners. */
  readonly number: number;
}

/** Element index of the faces of each kind, by their number. */
function facesByNumber({ triangles }: PairTask, { trianglesByNumber, quadsByNumber }: MeshLayout): Int32Array[] {
  const firstQuad = triangles.length / 3;
  return [new Int32Array(), quadsByNumber.map((quad) => firstQuad + quad), trianglesByNumber];
}

function decideOpen({ openCount, open }: StepOutput, task: StraightTask, layout: MeshLayout): OpenHit[] {
  const { motion, triangles, quads, edges } = task;
  const hits: OpenHit[] = [];
  for (let i = 0; i < openCount; i++) {
    const [word, number] = [open[2 * i], open[2 * i + 1]];
    const kind = word >>> 30;
    const first = word & 0x3fffffff;
    if (kind === QUAD) {
      const quad = 4 * layout.quadsByNumber[number];
      const { hit, time } = nodeQuadContact(quadContact, motion, first, quads.subarray(quad, quad + 4));
      if (hit) hits.push({ time, kind, first, number });
      continue;
    }
    const [p, q] = [2 * first, 2 * number];
    const t = kind === EDGES ? 0 : 3 * layout.trianglesByNumber[number];
    const verdict =
      kind === EDGES
        ? decideEdgeEdge(found, motion, edges[p], edges[p + 1], edges[q], edges[q + 1])
        : decideNodeTriangle(found, motion, first, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (isHit(verdict)) hits.push({ time: found[0] * motion.duration, kind, first, number });
  }
  return hits;
}

/**
 * Contacts at the same time in the order of `checkMesh`. The GPU has sorted by τ, and the product with the duration may make different τ the same time; pairs
 * of the CPU come after all others.
 */
function sortTies(out: ContactArrays, layout: MeshLayout, task: PairTask): void {
  const { times, kinds, first, second } = out;
  let numbers: Int32Array[] | undefined;
  for (let from = 0; from < times.length; ) {
    let to = from + 1;
    while (to < times.length && times[to] === times[from]) to++;
    if (to - from > 1) {
      numbers ??= numbersOfFaces(task, layout);
      const kind = (i: number) => outputKind(kinds[i]);
      const rank = (i: number) => (kind(i) === EDGES ? second[i] : (numbers as Int32Array[])[kind(i)][second[i]]);
      const order = Array.from({ length: to - from }, (_, k) => from + k);
      order.sort((i, j) => kind(i) - kind(j) || first[i] - first[j] || rank(i) - rank(j));
      if (order.some((i, k) => i !== from + k)) {
        for (const list of [kinds, first, second])
          list.set(
            order.map((i) => list[i]),
            from,
          );
      }
    }
    from = to;
  }
}

function numbersOfFaces(task: PairTask, layout: MeshLayout): Int32Array[] {
  const count = (task.triangles.length / 3 + task.quads.length / 4) | 0;
  return facesByNumber(task, layout).map((faces) => {
    const numbers = new Int32Array(count);
    faces.forEach((face, number) => {
      numbers[face] = number;
    });
    return numbers;
  });
}
