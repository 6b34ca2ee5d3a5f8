import type { PatchSide } from '../../../shapes/nurbs/curve.ts';
import { PATCH_SIDES } from '../../../shapes/tiled/patch-side.ts';
import type { EdgeFace, TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { inwardConormal, inwardDerivative, sideU, sideV, steepestOnFan, unitTangent } from './conormal.ts';
import { dotAt } from './projection-error.ts';
import { setWitnessAt, type Witness } from './witness.ts';
import { evaluatePair, offsetInBody, type WitnessPair } from './witness-pair.ts';

/**
 * The discrete part of the tracker: when does a witness switch to a neighbouring feature? [PG05-6.2]
 *
 * With r from the own witness to the other one: an edge switches to the face whose inward conormal r points along, and to an end vertex if
 * the witness is there and r points beyond it; a vertex to the edge that r points along (at the apex of a cone also to a face between its
 * edges); a face to the edge (or vertex) of a side at which the witness is, if r points out over that side. The largest trigger wins. The
 * guards ("is there") handle the cases that the paper's state-free tests miss where a curve bends by more than 90 degrees (P12); a switch
 * does not move the witness point, so it does not change the distance.
 */

/** The other witness relative to this one, body axes; and a direction to compare it with. */
const r = new Float64Array(3);
const direction = new Float64Array(3);

/** Parameter along the current side or edge; in an array, as all doubles here, so that it is not boxed in calls. */
const along = new Float64Array(1);
/** Target of the largest trigger so far, a row as `setWitnessAt` reads it; feature -1 for none. */
const target = new Float64Array(3);
/** The current trigger, the largest so far, and the minimum. */
const trigger = new Float64Array(3);
const LARGEST = 1;
const THRESHOLD = 2;

/**
 * Switches both witnesses, A first, until no trigger fires or for at most `rounds`; the pair stays evaluated. Returns the
 * number of switches.
 */
export function switchFeatures(pair: WitnessPair, rounds: number): number {
  let switches = 0;
  for (let round = 0; round < rounds; round++) {
    const before = switches;
    if (switchSide(pair, pair.a, 'a')) switches++;
    if (switchSide(pair, pair.b, 'b')) switches++;
    if (switches === before) break;
  }
  return switches;
}

function switchSide(pair: WitnessPair, witness: Witness, side: 'a' | 'b'): boolean {
  if (!hasNeighbours(witness)) return false;
  offsetInBody(r, pair, side);
  if (!switchToLargest(witness)) return false;
  evaluatePair(pair);
  return true;
}

/**
 * Switches one witness with `outward` (body axes, any length) instead of r: the rules of overlap, where directions decide and offsets have
 * the wrong sign. The witness is not evaluated. [PG05-7]
 */
export function switchByDirection(witness: Witness, outward: Float64Array): boolean {
  if (!hasNeighbours(witness)) return false;
  r.set(outward);
  return switchToLargest(witness);
}

/** The inside of a face or planar curve has no neighbours, nor has an open patch or a point. */
function hasNeighbours({ shape, x, dimension, open }: Witness): boolean {
  if (shape.kind === 'point' || open) return false;
  const touches = dimension === 2 ? isBound(x[0]) || isBound(x[1]) : dimension === 0 || isBound(x[0]);
  return touches || (dimension === 1 && shape.dimension === 3);
}

/** Moves the witness to the feature of the largest trigger, if one fires. */
function switchToLargest(witness: Witness): boolean {
  const { shape, dimension } = witness;
  if (shape.kind === 'point') return false;
  trigger[THRESHOLD] = witness.switchTolerance * Math.sqrt(dotAt(r, 0, r, 0));
  trigger[LARGEST] = trigger[THRESHOLD];
  target[0] = -1;
  if (dimension === 2) leaveFace(witness, shape);
  else if (dimension === 1) leaveEdge(witness, shape);
  else leaveVertex(witness, shape);
  if (target[0] < 0) return false;
  setWitnessAt(witness, target, 0);
  return true;
}

function isBound(x: number): boolean {
  return x === 0 || x === 1;
}

/** trigger := ± r·direction */
function setTrigger(sign: 1 | -1): void {
  trigger[0] = sign * (r[0] * direction[0] + r[1] * direction[1] + r[2] * direction[2]);
}

/** Is the trigger the largest so far? Then the target is `feature`, at the parameter `along` of an edge. */
function offer(feature: number): boolean {
  if (!(trigger[0] > trigger[LARGEST])) return false;
  trigger[LARGEST] = trigger[0];
  target[0] = feature;
  target[1] = along[0];
  target[2] = 0;
  return true;
}

function leaveFace({ feature, x, diameters }: Witness, body: TiledBody): void {
  const { patch, sides } = body.faces[feature];
  for (let k = 0; k < 4; k++) {
    const fixed = k >> 1;
    if (x[fixed] !== (k & 1)) continue;
    const side = PATCH_SIDES[k];
    const owner = sides[side];
    along[0] = x[1 - fixed];
    if (owner.kind === 'edge') {
      inwardConormal(direction, patch, side, along, diameters, feature);
      setTrigger(-1);
      offerEdge(body, feature, owner.index, side);
    } else if (owner.kind === 'vertex') {
      inwardDerivative(direction, patch, side, along);
      setTrigger(-1);
      // on a degenerate edge r need not point outward: the parameter along it has no effect, and only the vertex tests all directions
      if (trigger[0] >= -trigger[THRESHOLD]) trigger[0] = Math.max(trigger[0], 2 * trigger[THRESHOLD]);
      offer(body.faces.length + body.edges.length + owner.index);
    }
  }
}

/** From a face to the edge on its side, or across a smooth edge to the next face. */
function offerEdge(body: TiledBody, face: number, edge: number, side: PatchSide): void {
  const { faces, smooth } = body.edges[edge];
  const own = faces[0].face === face && faces[0].side === side ? 0 : 1;
  if (faces[own].reversed) along[0] = 1 - along[0];
  if (smooth) offerFace(faces[1 - own]);
  else offer(body.faces.length + edge);
}

/** From the parameter `along` of an edge to an adjacent face. */
function offerFace({ face, side, reversed }: EdgeFace): void {
  if (offer(face)) setTargetOnSide(side, reversed);
}

/** u and v of the target, on a side of a face at parameter `along`. */
function setTargetOnSide(side: PatchSide, reversed: boolean): void {
  const s = reversed ? 1 - along[0] : along[0];
  target[1] = sideU(side, s);
  target[2] = sideV(side, s);
}

const running = new Float64Array(1);

function leaveEdge({ feature, x, diameters }: Witness, body: TiledBody): void {
  const edge = body.edges[feature - body.faces.length];
  along[0] = x[0];
  if (isBound(x[0])) {
    unitTangent(direction, edge, along, diameters, feature);
    setTrigger(x[0] === 1 ? 1 : -1);
    offer(body.faces.length + body.edges.length + (x[0] === 1 ? edge.to : edge.from));
  }
  for (let k = 0; k < edge.faces.length; k++) {
    const at = edge.faces[k];
    running[0] = at.reversed ? 1 - x[0] : x[0];
    inwardConormal(direction, body.faces[at.face].patch, at.side, running, diameters, at.face);
    setTrigger(1);
    offerFace(at);
  }
}

function leaveVertex({ feature, diameters, degenerate }: Witness, body: TiledBody): void {
  const { faces, edges, vertices } = body;
  const vertex = feature - faces.length - edges.length;
  const { edges: ends } = vertices[vertex];
  for (let k = 0; k < ends.length; k++) {
    const { edge, end } = ends[k];
    along[0] = end;
    unitTangent(direction, edges[edge], along, diameters, faces.length + edge);
    setTrigger(end === 0 ? 1 : -1);
    offer(faces.length + edge);
  }
  if (target[0] >= 0) return;
  // no edge fires: a face that ends in a point here may, if it is curved like a cone at its apex
  for (let k = 0; k < degenerate[vertex].length; k++) {
    const { face, side } = degenerate[vertex][k];
    steepestOnFan(direction, along, faces[face].patch, side, r);
    setTrigger(1);
    if (offer(face)) setTargetOnSide(side, false);
  }
}
