import type { PatchSide } from '../../shapes/parametric/curve.ts';
import { PATCH_SIDES } from '../../shapes/tiled/patch-side.ts';
import type { EdgeFace, TiledBody } from '../../shapes/tiled/tiled-body.ts';
import { inwardConormal, inwardDerivative, sideU, sideV, steepestOnFan, unitTangent } from './conormal.ts';
import { dotAt } from './projection-error.ts';
import { placeWitness, type Witness } from './witness.ts';
import { evaluatePair, offsetInBody, type WitnessPair } from './witness-pair.ts';

/**
 * The discrete part of the tracker: when does a witness go to a neighbouring feature? [PG05] spec 6.2
 *
 * With r from the own witness to the other's: an edge is left for the face whose inward conormal r points along, and for an
 * end vertex when the witness sits there and r points beyond it; a vertex is left for the edge that r points along (at the
 * apex of a cone also for a face between its edges); a face for the edge (or vertex) of a side the witness sits at, when r points out over that side. The largest trigger wins. The
 * guards ("sits there") keep what the paper's state-free tests lose beyond 90 degrees of turning (P12); the witness point
 * does not move at a switch, so neither does the distance.
 */

/** A direction counts when it exceeds this share of |r|: any value from 1e-12 to 1e-6 works, opposite arrows never both fire. */
const TOLERANCE = 1e-9;

/** The other witness as seen from this one, body axes; and a direction to compare it with. */
const r = new Float64Array(3);
const direction = new Float64Array(3);

/** The largest trigger so far and where it leads; nothing below `least` counts. */
const best = { least: 0, value: 0, feature: -1, u: 0, v: 0 };

/**
 * Lets both witnesses switch, A first, until nothing fires or `rounds` are over; the pair stays evaluated. Returns the
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
  if (!followDirection(witness)) return false;
  evaluatePair(pair);
  return true;
}

/**
 * Lets one witness switch where `along` (body axes, any length) takes the place of r: the rules of overlap, where directions
 * decide and offsets have the wrong sign. The witness is not evaluated. [PG05] spec 7
 */
export function switchByDirection(witness: Witness, along: Float64Array): boolean {
  if (!hasNeighbours(witness)) return false;
  r.set(along);
  return followDirection(witness);
}

/** The inside of a face or of a planar curve has no neighbours, nor has an open patch or a point. */
function hasNeighbours({ shape, x, dimension, open }: Witness): boolean {
  if (shape.kind === 'point' || open) return false;
  const touches = dimension === 2 ? isBound(x[0]) || isBound(x[1]) : dimension === 0 || isBound(x[0]);
  return touches || (dimension === 1 && shape.dimension === 3);
}

/** Moves the witness to the feature that the largest trigger leads to, if one fires. */
function followDirection(witness: Witness): boolean {
  const { shape, dimension } = witness;
  if (shape.kind === 'point') return false;
  best.least = TOLERANCE * Math.sqrt(dotAt(r, 0, r, 0));
  best.value = best.least;
  best.feature = -1;
  if (dimension === 2) leaveFace(witness, shape);
  else if (dimension === 1) leaveEdge(witness, shape);
  else leaveVertex(witness, shape);
  if (best.feature < 0) return false;
  placeWitness(witness, best.feature, best.u, best.v);
  return true;
}

function isBound(x: number): boolean {
  return x === 0 || x === 1;
}

function offer(value: number, feature: number, u: number, v: number): void {
  if (!(value > best.value)) return;
  best.value = value;
  best.feature = feature;
  best.u = u;
  best.v = v;
}

function leaveFace({ feature, x, diameters }: Witness, body: TiledBody): void {
  const { patch, sides } = body.faces[feature];
  for (let k = 0; k < 4; k++) {
    const across = k >> 1;
    if (x[across] !== (k & 1)) continue;
    const side = PATCH_SIDES[k];
    const owner = sides[side];
    const s = x[1 - across];
    if (owner.kind === 'edge') {
      inwardConormal(direction, patch, side, s, diameters[feature]);
      offerEdge(-dotAt(r, 0, direction, 0), body, feature, owner.index, side, s);
    } else if (owner.kind === 'vertex') {
      inwardDerivative(direction, patch, side, s);
      // across is not out: the parameter along a collapsed side leads nowhere, and only the vertex sees all directions
      const outward = -dotAt(r, 0, direction, 0);
      const level = outward >= -best.least ? Math.max(outward, 2 * best.least) : outward;
      offer(level, body.faces.length + body.edges.length + owner.index, 0, 0);
    }
  }
}

/** From a face to the edge on its side, or over a seam straight to the face beyond. */
function offerEdge(value: number, body: TiledBody, face: number, edge: number, side: PatchSide, s: number): void {
  const { faces, seam } = body.edges[edge];
  const own = faces[0].face === face && faces[0].side === side ? 0 : 1;
  const t = faces[own].reversed ? 1 - s : s;
  if (seam) offerFace(value, faces[1 - own], t);
  else offer(value, body.faces.length + edge, t, 0);
}

function offerFace(value: number, { face, side, reversed }: EdgeFace, t: number): void {
  const s = reversed ? 1 - t : t;
  offer(value, face, sideU(side, s), sideV(side, s));
}

function leaveEdge({ feature, x, diameters }: Witness, body: TiledBody): void {
  const edge = body.edges[feature - body.faces.length];
  const t = x[0];
  if (isBound(t)) {
    unitTangent(direction, edge, t, diameters[feature]);
    const beyond = (t === 1 ? 1 : -1) * dotAt(r, 0, direction, 0);
    offer(beyond, body.faces.length + body.edges.length + (t === 1 ? edge.to : edge.from), 0, 0);
  }
  for (let k = 0; k < edge.faces.length; k++) {
    const at = edge.faces[k];
    const s = at.reversed ? 1 - t : t;
    inwardConormal(direction, body.faces[at.face].patch, at.side, s, diameters[at.face]);
    offerFace(dotAt(r, 0, direction, 0), at, t);
  }
}

function leaveVertex({ feature, diameters, collapsed }: Witness, body: TiledBody): void {
  const { faces, edges, vertices } = body;
  const vertex = feature - faces.length - edges.length;
  const { edges: ends } = vertices[vertex];
  for (let k = 0; k < ends.length; k++) {
    const { edge, end } = ends[k];
    unitTangent(direction, edges[edge], end, diameters[faces.length + edge]);
    offer((end === 0 ? 1 : -1) * dotAt(r, 0, direction, 0), faces.length + edge, end, 0);
  }
  if (best.feature >= 0) return;
  // no edge fires: a face that ends in a point here may, if it is as curved as a cone at its apex
  for (let k = 0; k < collapsed[vertex].length; k++) {
    const { face, side } = collapsed[vertex][k];
    const s = steepestOnFan(direction, faces[face].patch, side, r);
    offer(dotAt(r, 0, direction, 0), face, sideU(side, s), sideV(side, s));
  }
}
