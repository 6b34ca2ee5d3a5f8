import { atan2 } from '../../../math/inverse-trig.ts';
import { lengthVec3, scaleVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import { CURVE_JET, evaluateCurve } from '../../../shapes/nurbs/curve.ts';
import { evaluatePatch, PATCH_JET } from '../../../shapes/nurbs/patch.ts';
import { runsAlongU, sideOrientation } from '../../../shapes/tiled/patch-side.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { runningParameter } from '../../../shapes/tiled/tiled-parts.ts';
import { inwardDerivative, sideU, sideV, unitTangent } from './conormal.ts';
import { dotAt, faceNormal } from './projection-error.ts';
import { type DegenerateSide, setWitness, type Witness } from './witness.ts';
import { offsetInBody, ROTATION_B, type WitnessPair } from './witness-pair.ts';

/**
 * Side of a closed body, convex or not, on which a point with a known closest boundary point lies: by the normal inside a face; by the sum
 * of both normals on an edge; by their angle-weighted sum at a vertex (Baerentzen and Aanaes 2005).
 */

const r = new Float64Array(3);
const outward = new Float64Array(3);

/** Is the other witness, of which this one is the closest boundary point, inside this one's body? */
export function isBehindSurface(pair: WitnessPair, side: 'a' | 'b'): boolean {
  const witness = pair[side];
  if (witness.shape.kind === 'point' || !witness.shape.closed) return false;
  outwardAt(outward, witness, witness.shape);
  offsetInBody(r, pair, side);
  return dotAt(r, 0, outward, 0) < 0;
}

/** Writes the unit vector from A to B for coinciding witnesses, world axes: out of the one body, or into the other. */
export function normalOfCoincident(out: Vec3, { a, b, frame }: WitnessPair): void {
  const [{ shape }, at, sign] = b.shape.kind === 'tiled' ? [b, ROTATION_B, -1] : [a, 0, 1];
  if (shape.kind === 'point') return;
  outwardAt(outward, at === 0 ? a : b, shape);
  setVec3(out, dotAt(frame, at, outward, 0), dotAt(frame, at + 3, outward, 0), dotAt(frame, at + 6, outward, 0));
  const length = sign * lengthVec3(out);
  if (length !== 0) scaleVec3(out, out, 1 / length);
  else setVec3(out, 1, 0, 0);
}

/** Offsets after the unit normal written by `nearestNormal`: distance from the target, and rate of change along its face [1/m]. */
export const NORMAL_MISS = 3;
export const NORMAL_CHANGE = 4;

/**
 * Writes the outward normal nearest to the unit vector `target` (body axes) among those of the faces (in the plane: curves) adjacent to a
 * witness, and their mean. The mean has no face: its rate of change is that of a face as curved as the body.
 */
export function nearestNormal(out: Float64Array, witness: Witness, body: TiledBody, target: Float64Array): void {
  const { feature, dimension, x } = witness;
  const { faces, edges, vertices } = body;
  out[NORMAL_MISS] = Number.POSITIVE_INFINITY;
  outwardAt(outward, witness, body);
  const within = dimension === body.dimension - 1;
  storeNearest(
    out,
    outward,
    target,
    within ? changeAlong(outward, witness, body, feature) : MAX_DIFFERENCE / body.radius,
  );
  if (within) return;
  const last = dimension === 1 ? 1 : vertices[feature - faces.length - edges.length].edges.length;
  for (let i = 0; i < last; i++) {
    const end = dimension === 1 ? null : vertices[feature - faces.length - edges.length].edges[i];
    const edge = end === null ? feature - faces.length : end.edge;
    const t = end === null ? x[0] : end.end;
    if (body.dimension === 2) {
      outward.fill(0);
      addCurveNormal(outward, body, edge, t);
      storeNearest(out, outward, target, changeAlong(outward, witness, body, faces.length + edge));
      continue;
    }
    for (const along of edges[edge].faces) {
      const s = runningParameter(along, t);
      outward.fill(0);
      addFaceNormal(outward, body, along.face, sideU(along.side, s), sideV(along.side, s), 1);
      storeNearest(out, outward, target, changeAlong(outward, witness, body, along.face));
    }
  }
}

/** Maximum difference of two normals of a body. */
const MAX_DIFFERENCE = 2;
const unit = new Float64Array(3);
const midpoint = new Float64Array(3);

/** Stores the direction of `v` if it is nearer to `target` than that in `out`. */
function storeNearest(out: Float64Array, v: Float64Array, target: Float64Array, change: number): void {
  if (!normalized(unit, v)) return;
  const miss = distanceOf(unit, target);
  if (!(miss < out[NORMAL_MISS])) return;
  out.set(unit);
  out[NORMAL_MISS] = miss;
  out[NORMAL_CHANGE] = change;
}

/** Difference of the normal `v` and that at the midpoint of its face (in the plane: curve), over the diameter: 0 if flat. */
function changeAlong(v: Float64Array, { diameters }: Witness, body: TiledBody, feature: number): number {
  midpoint.fill(0);
  if (body.dimension === 2) addCurveNormal(midpoint, body, feature - body.faces.length, 0.5);
  else addFaceNormal(midpoint, body, feature, 0.5, 0.5, 1);
  return (normalized(unit, v) ? distanceOf(unit, midpoint) : MAX_DIFFERENCE) / diameters[feature];
}

function normalized(out: Float64Array, v: Float64Array): boolean {
  const length = Math.sqrt(dotAt(v, 0, v, 0));
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) out[k] = v[k] / length;
  return true;
}

function distanceOf(a: Float64Array, b: Float64Array): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Moves a witness at the bounds of a face or planar curve to the edge or vertex there. */
export function moveToBoundaryFeature(witness: Witness): void {
  const { shape, feature, dimension, x } = witness;
  if (shape.kind === 'point' || dimension === 0) return;
  if (dimension === 2) {
    const { sides } = shape.faces[feature];
    const side = x[0] === 0 ? 'u0' : x[0] === 1 ? 'u1' : x[1] === 0 ? 'v0' : x[1] === 1 ? 'v1' : null;
    if (side === null) return;
    const owner = sides[side];
    if (owner.kind === 'none') return;
    if (owner.kind === 'vertex') {
      setWitness(witness, shape.faces.length + shape.edges.length + owner.index);
      return;
    }
    const along = shape.edges[owner.index].faces.find((other) => other.face === feature && other.side === side);
    const s = runsAlongU(side) ? x[0] : x[1];
    setWitness(witness, shape.faces.length + owner.index, along?.reversed ? 1 - s : s);
  }
  const t = witness.x[0];
  if (t !== 0 && t !== 1) return;
  const { from, to } = shape.edges[witness.feature - shape.faces.length];
  setWitness(witness, shape.faces.length + shape.edges.length + (t === 0 ? from : to));
}

/** Writes a vector with a positive dot product with the offset to every outside point whose closest point this is. */
function outwardAt(out: Float64Array, witness: Witness, body: TiledBody): void {
  const { feature, dimension, x } = witness;
  const { faces, edges } = body;
  out.fill(0);
  if (dimension === 2) {
    const vertex = degenerateVertexNear(witness, body);
    if (vertex < 0) addFaceNormal(out, body, feature, x[0], x[1], 1);
    else addCornerNormals(out, body, vertex, witness.degenerate[vertex]);
  } else if (dimension === 1) {
    const edge = feature - faces.length;
    if (body.dimension === 2) addCurveNormal(out, body, edge, x[0]);
    for (const along of edges[edge].faces) {
      const s = runningParameter(along, x[0]);
      addFaceNormal(out, body, along.face, sideU(along.side, s), sideV(along.side, s), 1);
    }
  } else {
    const vertex = feature - faces.length - edges.length;
    if (body.dimension === 2)
      for (const { edge, end } of body.vertices[vertex].edges) addCurveNormal(out, body, edge, end);
    else addCornerNormals(out, body, vertex, witness.degenerate[vertex]);
  }
}

/** Nearer to a degenerate edge than this, the tangents of a face are too short to give its normal to 1e-8. */
const NEAR_DEGENERATE = 1e-8;

/** The vertex of a degenerate edge of the witness's face, if the witness is next to it; else -1. */
function degenerateVertexNear({ feature, x }: Witness, { faces }: TiledBody): number {
  const { sides } = faces[feature];
  const ownerU = x[0] < NEAR_DEGENERATE ? sides.u0 : x[0] > 1 - NEAR_DEGENERATE ? sides.u1 : null;
  if (ownerU !== null && ownerU.kind === 'vertex') return ownerU.index;
  const ownerV = x[1] < NEAR_DEGENERATE ? sides.v0 : x[1] > 1 - NEAR_DEGENERATE ? sides.v1 : null;
  return ownerV !== null && ownerV.kind === 'vertex' ? ownerV.index : -1;
}

const jet = new Float64Array(PATCH_JET);
const curveJet = new Float64Array(CURVE_JET);
const normal = new Float64Array(3);

function addScaled(out: Float64Array, v: Float64Array, factor: number): void {
  for (let k = 0; k < 3; k++) out[k] += factor * v[k];
}

function addCurveNormal(out: Float64Array, { edges }: TiledBody, edge: number, t: number): void {
  const [, , , x, y] = evaluateCurve(curveJet, edges[edge].curve, t);
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return;
  out[0] += y / length;
  out[1] -= x / length;
}

function addFaceNormal(
  out: Float64Array,
  { faces }: TiledBody,
  face: number,
  u: number,
  v: number,
  weight: number,
): void {
  evaluatePatch(jet, faces[face].patch, u, v);
  const lengthSq = faceNormal(normal, jet);
  if (lengthSq > 0) addScaled(out, normal, weight / Math.sqrt(lengthSq));
}

/** Angle between two unit vectors [rad]. */
function angleBetween(a: Float64Array, b: Float64Array): number {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  return atan2(Math.sqrt(x * x + y * y + z * z), dotAt(a, 0, b, 0));
}

const firstTangent = new Float64Array(3);
const secondTangent = new Float64Array(3);

/** Every face has two of the edges that end at a vertex: the angle between them is its weight. */
function addCornerNormals(
  out: Float64Array,
  body: TiledBody,
  vertex: number,
  degenerate: readonly DegenerateSide[],
): void {
  const ends = body.vertices[vertex].edges;
  for (let i = 0; i < ends.length; i++) {
    for (let j = 0; j < i; j++) {
      for (const one of body.edges[ends[i].edge].faces) {
        for (const other of body.edges[ends[j].edge].faces) {
          if (one.face !== other.face || degenerate.some(({ face }) => face === one.face)) continue;
          leavingTangent(firstTangent, body, ends[i].edge, ends[i].end);
          leavingTangent(secondTangent, body, ends[j].edge, ends[j].end);
          const s = runningParameter(one, ends[i].end);
          const weight = angleBetween(firstTangent, secondTangent);
          addFaceNormal(out, body, one.face, sideU(one.side, s), sideV(one.side, s), weight);
        }
      }
    }
  }
  for (const side of degenerate) addFanNormals(out, body, side);
}

/** Parameter along an edge or side, and size of the body. */
const parameter = new Float64Array(1);
const size = new Float64Array(1);

/** Unit tangent of an edge, away from its end. */
function leavingTangent(out: Float64Array, { edges, radius }: TiledBody, edge: number, end: 0 | 1): void {
  parameter[0] = end;
  size[0] = radius;
  unitTangent(out, edges[edge], parameter, size, 0);
  if (end === 1) for (let k = 0; k < 3; k++) out[k] = -out[k];
}

/** Slices of the fan of directions in which a face leaves the vertex of a degenerate edge. */
const SLICES = 16;

/** Adds the normals of the fan of directions d(s) in which a face leaves its degenerate edge: outward is d'×d, weighted by the angle. */
function addFanNormals(out: Float64Array, { faces }: TiledBody, { face, side }: DegenerateSide): void {
  const { patch } = faces[face];
  parameter[0] = 0;
  inwardDerivative(secondTangent, patch, side, parameter);
  for (let k = 1; k <= SLICES; k++) {
    firstTangent.set(secondTangent);
    parameter[0] = k / SLICES;
    inwardDerivative(secondTangent, patch, side, parameter);
    const [a, b] = [firstTangent, secondTangent];
    normal[0] = b[1] * a[2] - b[2] * a[1];
    normal[1] = b[2] * a[0] - b[0] * a[2];
    normal[2] = b[0] * a[1] - b[1] * a[0];
    const sine = Math.sqrt(dotAt(normal, 0, normal, 0));
    if (sine > 0) addScaled(out, normal, (sideOrientation(side) * angleBetween(a, b)) / sine);
  }
}
