import { createSurfaceMesh } from '../mesh.ts';
import type { BezierCurve } from '../nurbs/bezier.ts';
import { createTrimesh, type Trimesh } from '../trimesh.ts';
import { packedVertices, weldVertices } from '../weld-vertices.ts';
import type { Brep, BrepFace } from './brep.ts';
import { type BrepTriangles, triangulateBrep } from './triangulate-brep.ts';

/** The triangles of a body of trimmed faces from which contact points start, with the face and the edges that each belongs to. */
export interface BrepContactMesh {
  readonly mesh: Trimesh;
  /** Largest distance of the triangles from the faces and edges [m]; 0 if all faces are planes and all edges are lines. */
  readonly chordError: number;
  /** Face of each triangle. */
  readonly faces: Int32Array;
  /** Parameters u v of the three corners of each triangle on its face. */
  readonly parameters: Float64Array;
  /** The curved edge at each side, three per triangle; -1: none. */
  readonly edges: Int32Array;
  /** Parameters of that edge at the first and second corner of each side. */
  readonly edgeParameters: Float64Array;
  /** 1 for each face that is not a plane. */
  readonly curved: Uint8Array;
}

/** Chord error as a fraction of the radius: contact points on curved faces are refined from there. */
const CHORD_ERROR = 0.01;
/** Nodes closer than this fraction of the radius are one: edges of two faces agree to the tolerance of the file. */
const SAME_NODE = 1e-6;
/** Triangles lower than this fraction of their longest side are left out. */
const SLIVER = 1e-7;
/** Control points this near to a plane or line, relative to the radius, are on it. */
const STRAIGHT = 1e-12;

const meshes = new WeakMap<Brep, BrepContactMesh>();

/** Created at the first use of a body. */
export function contactMeshOf(brep: Brep): BrepContactMesh {
  let found = meshes.get(brep);
  if (found === undefined) {
    found = createContactMesh(brep);
    meshes.set(brep, found);
  }
  return found;
}

function createContactMesh(brep: Brep): BrepContactMesh {
  const { radius } = brep;
  const made = triangulateBrep(brep, CHORD_ERROR * radius);
  const { positions, nodeOf } = weldVertices(packedVertices(made.positions), made.triangles, SAME_NODE * radius);
  const used = usableTriangles(positions, nodeOf, made.triangles);
  const corners = used.flatMap((t) => [...made.triangles.subarray(3 * t, 3 * t + 3)]);
  const curved = Uint8Array.from(brep.faces, (face) => (isPlane(face, STRAIGHT * radius) ? 0 : 1));
  const isCurvedEdge = brep.edges.map(({ curve }) => !isLine(curve, STRAIGHT * radius));
  const faceOf = (t: number) => made.faceStarts.findLastIndex((start) => start <= t);
  const mesh = createTrimesh(createSurfaceMesh({ positions, triangles: corners.map((vertex) => nodeOf[vertex]) }));
  return {
    // the triangles of a closed body may have gaps within the tolerance of the file
    mesh: { ...mesh, closed: brep.closed },
    chordError: curved.includes(1) || isCurvedEdge.includes(true) ? CHORD_ERROR * radius : 0,
    faces: Int32Array.from(used, faceOf),
    parameters: Float64Array.from(
      corners.flatMap((vertex) => [...made.parameters.subarray(2 * vertex, 2 * vertex + 2)]),
    ),
    ...sideEdges(made, corners, isCurvedEdge),
    curved,
  };
}

/** Triangles with three different nodes and an area. */
function usableTriangles(positions: Float64Array, nodeOf: Int32Array, triangles: Int32Array): number[] {
  const used: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => nodeOf[triangles[3 * t + k]]);
    if (a === b || b === c || c === a) continue;
    const side = (i: number, j: number) => [0, 1, 2].map((k) => positions[3 * j + k] - positions[3 * i + k]);
    const [p, q, r] = [side(a, b), side(a, c), side(b, c)];
    const area = Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]);
    if (area > SLIVER * Math.max(...[p, q, r].map((e) => e[0] ** 2 + e[1] ** 2 + e[2] ** 2))) used.push(t);
  }
  return used;
}

function sideEdges(
  { rims }: BrepTriangles,
  corners: readonly number[],
  isCurved: readonly boolean[],
): Pick<BrepContactMesh, 'edges' | 'edgeParameters'> {
  const sides = new Map(rims.flatMap((rim) => [[`${rim.from} ${rim.to}`, rim], [`${rim.to} ${rim.from}`, rim]] as const)); // biome-ignore format: both directions
  const edges = new Int32Array(corners.length).fill(-1);
  const edgeParameters = new Float64Array(2 * corners.length);
  corners.forEach((vertex, k) => {
    const next = corners[k % 3 === 2 ? k - 2 : k + 1];
    const rim = sides.get(`${vertex} ${next}`);
    if (rim === undefined || !isCurved[rim.edge]) return;
    edges[k] = rim.edge;
    edgeParameters.set(rim.from === vertex ? [rim.start, rim.end] : [rim.end, rim.start], 2 * k);
  });
  return { edges, edgeParameters };
}

/** Do all control points of a face lie in one plane? */
function isPlane({ pieces }: BrepFace, tolerance: number): boolean {
  const points = pieces.flatMap(({ patch }) => controlPoints(patch.control));
  const origin = points[0];
  const from = (p: readonly number[]) => p.map((x, k) => x - origin[k]);
  const length = (p: readonly number[]) => Math.hypot(...p);
  const cross = (p: readonly number[], q: readonly number[]) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const offsets = points.map(from);
  const farthest = offsets.reduce((best, p) => (length(p) > length(best) ? p : best));
  const normals = offsets.map((p) => cross(farthest, p));
  const normal = normals.reduce((best, p) => (length(p) > length(best) ? p : best));
  const size = length(normal);
  return offsets.every((p) => Math.abs(p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2]) <= tolerance * size);
}

function isLine({ control }: BezierCurve, tolerance: number): boolean {
  const points = controlPoints(control);
  const [origin, end] = [points[0], points[points.length - 1]];
  const along = end.map((x, k) => x - origin[k]);
  const length = Math.hypot(...along);
  return points.every((p) => {
    const [x, y, z] = p.map((value, k) => value - origin[k]);
    const off = Math.hypot(y * along[2] - z * along[1], z * along[0] - x * along[2], x * along[1] - y * along[0]);
    return length > 0 ? off <= tolerance * length : Math.hypot(x, y, z) <= tolerance;
  });
}

function controlPoints(control: Float64Array): number[][] {
  return Array.from({ length: control.length / 4 }, (_, i) =>
    [0, 1, 2].map((k) => control[4 * i + k] / control[4 * i + 3]),
  );
}
