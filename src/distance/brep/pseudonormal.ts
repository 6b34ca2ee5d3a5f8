import { atan2 } from '../../math/inverse-trig.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { Brep, BrepEdge, BrepFace } from '../../shapes/brep/brep.ts';
import { faceNormal, pieceOf } from '../../shapes/brep/face-normal.ts';
import { isInsideLoops } from '../../shapes/brep/trimmed-cell.ts';
import type { BezierCurve } from '../../shapes/nurbs/bezier.ts';
import { CURVE_JET, evaluateCurve } from '../../shapes/nurbs/curve.ts';
import { cachedTree, edgeCell, vertexCell } from './boundary.ts';
import { closestBoundaries, createBoundarySearch } from './closest-boundaries.ts';
import { addCreaseNormal, isOnCrease } from './crease-normal.ts';
import type { SearchCell } from './search-cell.ts';

/**
 * Angle-weighted pseudonormal of a closed boundary at a point of its edges or vertices: the sum of the outward normals of all faces there, each
 * times the angle that the face covers around the point. A point whose closest boundary point this is lies outside exactly if it is on the
 * side of the pseudonormal (Baerentzen and Aanaes).
 */

/** Faces whose edges pass the point at less than this fraction of the size meet there: gaps in files. */
const JOINED = 1e-6;
/** Samples along a degenerate edge, such as the apex of a cone. */
const SAMPLES = 8;

const search = createBoundarySearch();
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
const jet = new Float64Array(CURVE_JET);
const trimJet = new Float64Array(CURVE_JET);
const normal = createVec3();
const incoming = createVec3();
const outgoing = createVec3();
const cross = createVec3();

interface EdgeData {
  /** Is it a point in space, such as the pole of a sphere? */
  readonly degenerate: boolean;
  /** Index of the edge before it in its loop. */
  readonly before: number;
}

const edgeTree = ({ curve }: BrepEdge): SearchCell => edgeCell(curve, 0);
const known = new WeakMap<Brep, readonly EdgeData[]>();

function edgeData(brep: Brep): readonly EdgeData[] {
  let data = known.get(brep);
  if (data === undefined) {
    const { edges, radius } = brep;
    data = edges.map((edge, k) => {
      const first = edges.findIndex(({ face, loop }) => face === edge.face && loop === edge.loop);
      const last = edges.findLastIndex(({ face, loop }) => face === edge.face && loop === edge.loop);
      return { degenerate: edgeTree(edge).size < JOINED * radius, before: k === first ? last : k - 1 };
    });
    known.set(brep, data);
  }
  return data;
}

/** Writes the pseudonormal at `point` (body axes), not normalised. */
export function pseudonormal(out: Vec3, brep: Brep, point: Float64Array): Vec3 {
  setVec3(out, 0, 0, 0);
  const tolerance = JOINED * brep.radius;
  const data = edgeData(brep);
  const target = vertexCell(point, 0, 0);
  brep.edges.forEach((edge, k) => {
    const { degenerate } = data[k];
    const cell = cachedTree(edge, edgeTree);
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(point[axis] - cell.center[axis]) > cell.half[axis] + tolerance) return;
    }
    if (degenerate) {
      addApex(out, brep, edge);
      return;
    }
    // all points of an arc may be equally far: only near edges matter
    closestBoundaries(search, target, cell, IDENTITY, 0.1 * tolerance, tolerance);
    if (search.distance > tolerance) {
      // an edge of a vertex ends farther away than its nearest point; compare its ends, which have no cells here
      if (endDistance(edge.curve, 0, point) > tolerance) return;
      addCorner(out, brep, k, data);
      return;
    }
    const t = search.x[2];
    if (endDistance(edge.curve, 0, point) <= tolerance) addCorner(out, brep, k, data);
    else if (endDistance(edge.curve, 1, point) > tolerance) addNormal(out, brep, edge, t, Math.PI);
  });
  return out;
}

function endDistance(curve: BezierCurve, t: 0 | 1, point: Float64Array): number {
  const at = t === 0 ? 0 : 4 * curve.degree;
  const w = curve.control[at + 3];
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (curve.control[at + k] / w - point[k]) ** 2;
  return Math.sqrt(sum);
}

function addNormal(out: Vec3, { faces }: Brep, { face, trim }: BrepEdge, t: number, weight: number): void {
  evaluateCurve(trimJet, trim, t);
  faceNormal(normal, faces[face], trimJet[0], trimJet[1]);
  addScaledVec3(out, out, normal, weight);
}

/** Adds the face at the start of edge k with its interior angle between the edge before and this one. */
function addCorner(out: Vec3, brep: Brep, k: number, data: readonly EdgeData[]): void {
  const edge = brep.edges[k];
  const { before } = data[k];
  // at a pole the degenerate edge stands for the face
  if (data[before].degenerate) return;
  tangent(outgoing, edge.curve, 0);
  tangent(incoming, brep.edges[before].curve, 1);
  evaluateCurve(trimJet, edge.trim, 0);
  const face = brep.faces[edge.face];
  if (isCreased(face, trimJet[0], trimJet[1])) {
    addCreaseNormal(out, face, trimJet[0], trimJet[1]);
    return;
  }
  faceNormal(normal, face, trimJet[0], trimJet[1]);
  // from the outgoing direction to the reversed incoming one, about the normal that has the face on the left
  const side = isLeft(brep, edge) ? 1 : -1;
  const sign = side * (face.reversed ? -1 : 1);
  const sine = -sign * dotVec3(crossVec3(cross, outgoing, incoming), normal);
  let angle = atan2(sine, -dotVec3(outgoing, incoming));
  if (angle <= 0) angle += 2 * Math.PI;
  addScaledVec3(out, out, normal, angle);
}

/** Does a crease inside the face end at (u, v)? */
function isCreased(face: BrepFace, u: number, v: number): boolean {
  const piece = pieceOf(face, u, v);
  const { fromU, toU, fromV, toV } = piece;
  return isOnCrease(piece, (u - fromU) / (toU - fromU), (v - fromV) / (toV - fromV));
}

function tangent(out: Vec3, curve: BezierCurve, t: 0 | 1): void {
  evaluateCurve(jet, curve, t);
  const length = Math.sqrt(jet[3] ** 2 + jet[4] ** 2 + jet[5] ** 2);
  if (length > 0) setVec3(out, jet[3] / length, jet[4] / length, jet[5] / length);
  else setVec3(out, 0, 0, 0);
}

/** Offset in the parameter plane from a trimming curve, as a fraction of its tangent. */
const NEXT_TO = 1e-4;

/** Is the face on the left of a trimming curve in the parameter plane? */
function isLeft({ faces }: Brep, { face, trim }: BrepEdge): boolean {
  evaluateCurve(trimJet, trim, 0.5);
  const [u, v, du, dv] = [trimJet[0], trimJet[1], trimJet[3], trimJet[4]];
  return isInsideLoops(faces[face], u - NEXT_TO * dv, v + NEXT_TO * du);
}

/** The face around a degenerate edge: normals at points next to its trimming curve, together a full turn. */
function addApex(out: Vec3, brep: Brep, edge: BrepEdge): void {
  const face = brep.faces[edge.face];
  const side = isLeft(brep, edge) ? 1 : -1;
  for (let k = 0; k < SAMPLES; k++) {
    evaluateCurve(trimJet, edge.trim, (k + 0.5) / SAMPLES);
    const [u, v, du, dv] = [trimJet[0], trimJet[1], trimJet[3], trimJet[4]];
    faceNormal(normal, face, u - side * NEXT_TO * dv, v + side * NEXT_TO * du);
    addScaledVec3(out, out, normal, (2 * Math.PI) / SAMPLES);
  }
}
