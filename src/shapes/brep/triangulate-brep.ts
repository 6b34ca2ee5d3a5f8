import { atan2 } from '../../math/inverse-trig.ts';
import { CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { evaluatePatch, PATCH_JET } from '../nurbs/patch.ts';
import type { Brep, BrepEdge, BrepFace } from './brep.ts';
import { triangulateLoops } from './ear-clipping.ts';
import { pieceOf } from './face-normal.ts';
import { windingNumber } from './winding-number.ts';

/** Triangles of a body of trimmed faces. */
export interface BrepTriangles {
  /** xyz each [m]; two faces have no nodes in common. */
  readonly positions: Float64Array;
  /** Parameters u v of each node on its face. */
  readonly parameters: Float64Array;
  /** Three nodes each, counter-clockwise seen from outside. */
  readonly triangles: Int32Array;
  /** First triangle of each face, and the end. */
  readonly faceStarts: readonly number[];
  /** Sides of triangles on the edges of the faces. */
  readonly rims: readonly RimSide[];
}

/** A side of a triangle on an edge: its nodes in the direction of the edge, and the parameters of the edge there. */
export interface RimSide {
  readonly from: number;
  readonly to: number;
  readonly edge: number;
  readonly start: number;
  readonly end: number;
}

/** Segments per edge: at least one, at most 2 to this power. */
const MAX_HALVINGS = 7;
/** Rounds of halving the sides of triangles. */
const MAX_ROUNDS = 9;
/** A body has at most about this many triangles. */
const MAX_TRIANGLES = 400_000;

const jet = new Float64Array(PATCH_JET);
const curveJet = new Float64Array(CURVE_JET);

/**
 * The faces as triangles whose edges deviate from them by about `chordError` [m]: for drawing and for meshes. The sides of two faces that meet
 * at an edge have their own nodes.
 */
export function triangulateBrep(brep: Brep, chordError: number): BrepTriangles {
  const positions: number[] = [];
  const parameters: number[] = [];
  const triangles: number[] = [];
  const faceStarts = [0];
  const rims: RimSide[] = [];
  brep.faces.forEach((face, index) => {
    const edges = brep.edges.flatMap((edge, number) => (edge.face === index ? [{ edge, number }] : []));
    addFace(positions, parameters, triangles, rims, face, edges, chordError);
    faceStarts.push(triangles.length / 3);
  });
  return {
    positions: Float64Array.from(positions),
    parameters: Float64Array.from(parameters),
    triangles: Int32Array.from(triangles),
    faceStarts,
    rims,
  };
}

interface NumberedEdge {
  readonly edge: BrepEdge;
  /** Index in the body. */
  readonly number: number;
}

interface FaceNodes {
  readonly face: BrepFace;
  readonly u: number[];
  readonly v: number[];
  readonly points: number[];
}

function addNode({ face, u, v, points }: FaceNodes, atU: number, atV: number): number {
  const piece = pieceOf(face, atU, atV);
  const { fromU, toU, fromV, toV } = piece;
  evaluatePatch(jet, piece.patch, (atU - fromU) / (toU - fromU), (atV - fromV) / (toV - fromV));
  u.push(atU);
  v.push(atV);
  points.push(jet[0], jet[1], jet[2]);
  return u.length - 1;
}

function addFace(
  positions: number[],
  parameters: number[],
  triangles: number[],
  rims: RimSide[],
  face: BrepFace,
  edges: readonly NumberedEdge[],
  chordError: number,
): void {
  const nodes: FaceNodes = { face, u: [], v: [], points: [] };
  const first = positions.length / 3;
  const loops = face.loops.map((_, l) => {
    const parts = edges.filter(({ edge }) => edge.loop === l);
    const nodesOf = parts.map(({ edge }) => edgeNodes(nodes, edge, chordError));
    addRims(rims, first, parts, nodesOf);
    return nodesOf.flat();
  });
  let made = polygons(nodes, loops).flatMap(([outer, holes]) => triangulateLoops(nodes.u, nodes.v, outer, holes));
  const rim = new Set(loops.flatMap((loop) => loop.map((p, i) => key(p, loop[(i + 1) % loop.length]))));
  const metric = metricOf(nodes, made);
  flipSides(nodes, made, rim, metric);
  for (let round = 0; round < MAX_ROUNDS && triangles.length + made.length < 3 * MAX_TRIANGLES; round++) {
    const refined = refine(nodes, made, rim, chordError);
    if (refined.length === made.length) break;
    made = refined;
    flipSides(nodes, made, rim, metric);
  }
  for (const x of nodes.points) positions.push(x);
  nodes.u.forEach((u, k) => {
    parameters.push(u, nodes.v[k]);
  });
  for (let k = 0; k < made.length; k += 3) {
    const [a, b, c] = [made[k], made[k + 1], made[k + 2]];
    if (isDegenerate(nodes.points, a, b, c)) continue;
    triangles.push(first + a, first + (face.reversed ? c : b), first + (face.reversed ? b : c));
  }
}

/** The sides on the edges of a loop, whose nodes are given without their ends. */
function addRims(rims: RimSide[], first: number, edges: readonly NumberedEdge[], nodesOf: readonly number[][]): void {
  edges.forEach(({ number }, k) => {
    const nodes = nodesOf[k];
    const [next] = nodesOf[(k + 1) % edges.length];
    nodes.forEach((node, i) => {
      const to = first + (nodes[i + 1] ?? next);
      rims.push({ from: first + node, to, edge: number, start: i / nodes.length, end: (i + 1) / nodes.length });
    });
  });
}

/** Triangles at a pole have no area. */
function isDegenerate(p: readonly number[], a: number, b: number, c: number): boolean {
  const same = (i: number, j: number) =>
    p[3 * i] === p[3 * j] && p[3 * i + 1] === p[3 * j + 1] && p[3 * i + 2] === p[3 * j + 2];
  return same(a, b) || same(b, c) || same(c, a);
}

/** One number for two nodes in any order. */
function key(a: number, b: number): number {
  return a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a;
}

/** The nodes of an edge without its end: equal steps, as many as the chord error needs. */
function edgeNodes(nodes: FaceNodes, { trim, curve }: BrepEdge, chordError: number): number[] {
  let count = 1;
  for (let k = 0; k < MAX_HALVINGS && chordOf(curve, count) > chordError; k++) count *= 2;
  // a line in the parameter plane of a curved face is divided by the triangles
  return Array.from({ length: count }, (_, k) => {
    evaluateCurve(curveJet, trim, k / count);
    return addNode(nodes, curveJet[0], curveJet[1]);
  });
}

/** Largest distance between the midpoints of the segments and of their chords [m]. */
function chordOf(curve: BrepEdge['curve'], count: number): number {
  let most = 0;
  const at = (t: number) => [...evaluateCurve(curveJet, curve, t).subarray(0, 3)];
  for (let k = 0; k < count; k++) {
    const [a, b] = [at(k / count), at((k + 1) / count)];
    for (const s of [0.25, 0.5, 0.75]) {
      const midpoint = at((k + s) / count);
      most = Math.max(most, Math.hypot(...midpoint.map((x, i) => x - (1 - s) * a[i] - s * b[i])));
    }
  }
  return most;
}

/** Outer loops, counter-clockwise, with their holes, clockwise. */
function polygons({ u, v, face }: FaceNodes, loops: readonly number[][]): [number[], number[][]][] {
  const isWithin = (l: number, k: number) => {
    const [p, q] = [loops[l][0], loops[l][1]];
    return windingNumber([face.loops[k]], 0.5 * (u[p] + u[q]), 0.5 * (v[p] + v[q])) % 2 !== 0;
  };
  const depths = loops.map((_, l) => loops.filter((_, k) => k !== l && isWithin(l, k)).length);
  const area = (loop: readonly number[]) =>
    loop.reduce((sum, p, i) => {
      const q = loop[(i + 1) % loop.length];
      return sum + u[p] * v[q] - u[q] * v[p];
    }, 0);
  const reordered = loops.map((loop, l) => (area(loop) > 0 === (depths[l] % 2 === 0) ? loop : loop.toReversed()));
  return reordered.flatMap((outer, l) => {
    if (depths[l] % 2 !== 0 || outer.length < 3) return [];
    const holes = reordered.filter((hole, k) => depths[k] === depths[l] + 1 && hole.length > 2 && isWithin(k, l));
    return [[outer, holes]] as [number[], number[][]][];
  });
}

/** Lengths in space per parameter along u and v: means over the sides of the triangles. */
function metricOf({ u, v, points: p }: FaceNodes, triangles: readonly number[]): readonly [number, number] {
  let [alongU, alongV, lengthU, lengthV] = [0, 0, 0, 0];
  triangles.forEach((a, k) => {
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1];
    const length = Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
    const [du, dv] = [Math.abs(u[a] - u[b]), Math.abs(v[a] - v[b])];
    const fraction = du + dv > 0 ? du / (du + dv) : 0.5;
    alongU += fraction * du;
    alongV += (1 - fraction) * dv;
    lengthU += fraction * length;
    lengthV += (1 - fraction) * length;
  });
  return [alongU > 0 && lengthU > 0 ? lengthU / alongU : 1, alongV > 0 && lengthV > 0 ? lengthV / alongV : 1];
}

/** Passes over all sides; a Delaunay triangulation needs few. */
const MAX_PASSES = 6;

/** Exchanges the sides between two triangles by the other diagonal where the angles opposite to it add up to more than a half turn (Lawson). */
function flipSides({ u, v }: FaceNodes, t: number[], rim: Set<number>, [su, sv]: readonly [number, number]): void {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const owners = new Map<number, number>();
    const touched = new Set<number>();
    let flipped = 0;
    for (let k = 0; k < t.length; k++) {
      const first = 3 * Math.floor(k / 3);
      const [a, b, c] = [t[k], t[first + ((k + 1) % 3)], t[first + ((k + 2) % 3)]];
      const side = key(a, b);
      const other = owners.get(side);
      if (other === undefined) {
        owners.set(side, k);
        continue;
      }
      const second = 3 * Math.floor(other / 3);
      if (rim.has(side) || touched.has(first) || touched.has(second)) continue;
      const d = t[second + ((other + 2) % 3)];
      if (t[other] !== b || !isOpposed(u, v, su, sv, a, b, c, d)) continue;
      [t[first], t[first + 1], t[first + 2]] = [c, a, d];
      [t[second], t[second + 1], t[second + 2]] = [d, b, c];
      touched.add(first);
      touched.add(second);
      flipped++;
    }
    if (flipped === 0) return;
  }
}

/** Is the diagonal c d of the quadrilateral a d b c inside it and better than a b? */
// biome-ignore format: one group per line
function isOpposed(
  u: readonly number[], v: readonly number[], su: number, sv: number, a: number, b: number, c: number, d: number,
): boolean {
  const angle = (at: number, from: number, to: number) => {
    const [x, y, p, q] = [su * (u[from] - u[at]), sv * (v[from] - v[at]), su * (u[to] - u[at]), sv * (v[to] - v[at])];
    return atan2(x * q - y * p, x * p + y * q);
  };
  const [atC, atD] = [angle(c, a, b), angle(d, b, a)];
  if (!(atC > 0 && atD > 0 && atC + atD > Math.PI + 1e-9)) return false;
  // both new triangles must be counter-clockwise
  return angle(c, a, d) > 1e-9 && angle(c, d, b) > 1e-9 && angle(a, d, c) > 1e-9 && angle(b, c, d) > 1e-9;
}

/** Halves the sides that are too far from the surface; a triangle whose midpoint is too far gets a node there. */
function refine(nodes: FaceNodes, triangles: readonly number[], rim: Set<number>, chordError: number): number[] {
  const midpoints = new Map<number, number>();
  const midpointOf = (a: number, b: number): number => {
    const side = key(a, b);
    if (rim.has(side)) return -1;
    let midpoint = midpoints.get(side);
    if (midpoint === undefined) {
      const { u, v, points: p } = nodes;
      midpoint = addNode(nodes, 0.5 * (u[a] + u[b]), 0.5 * (v[a] + v[b]));
      let off = 0;
      for (let k = 0; k < 3; k++) off += (p[3 * midpoint + k] - 0.5 * (p[3 * a + k] + p[3 * b + k])) ** 2;
      if (Math.sqrt(off) <= chordError) {
        u.pop();
        v.pop();
        p.length -= 3;
        midpoint = -1;
      }
      midpoints.set(side, midpoint);
    }
    return midpoint;
  };
  const out: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.slice(k, k + 3);
    divide(out, a, b, c, midpointOf(a, b), midpointOf(b, c), midpointOf(c, a));
  }
  return out;
}

function divide(out: number[], a: number, b: number, c: number, ab: number, bc: number, ca: number): void {
  if (ab < 0 && bc < 0 && ca < 0) {
    out.push(a, b, c);
  } else if (ab >= 0 && bc >= 0 && ca >= 0) {
    out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  } else if (ab < 0) {
    // until the first side is divided
    divide(out, b, c, a, bc, ca, ab);
  } else if (bc >= 0) {
    out.push(ab, b, bc, a, ab, bc, a, bc, c);
  } else if (ca >= 0) {
    out.push(a, ab, ca, ab, b, c, ab, c, ca);
  } else {
    out.push(a, ab, c, ab, b, c);
  }
}
