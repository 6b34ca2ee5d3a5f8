import type { Brep } from '../../shapes/brep/brep.ts';
import { loopSigns } from '../../shapes/brep/brep-moments.ts';
import { type BrepFaceInput, createBrep } from '../../shapes/brep/create-brep.ts';
import type { CadFace, CadSpaceEdge, Vector } from './cad-geometry.ts';
import { curveJet } from './surface-parameters.ts';

/** Faces of a file without solids that enclose volumes: their edges meet in pairs, which also orients them. */

/** Points of an edge that are compared, at equal parts of its parameter. */
const PARTS = 4;

interface FaceEdge {
  readonly face: number;
  /** In the direction that has the face on its left, seen against f_u × f_v. */
  readonly points: readonly Vector[];
  readonly tolerance: number;
}

interface Joint {
  readonly face: number;
  /** Do the normals of the two faces point to the same side if neither is reversed? */
  readonly agrees: boolean;
}

/**
 * The closed body of faces whose edges meet in pairs, or null: faces are missing, an edge belongs to more than two, or the boxes of
 * several bodies overlap, so that one may be a hole of another. `open` is the body of the same faces, in the same order.
 */
export function sewFaces(faces: readonly CadFace[], inputs: readonly BrepFaceInput[], open: Brep): Brep | null {
  const edges = faces.flatMap((face, k) => faceEdges(face, k, loopSigns(open.faces[k])));
  const joints = joinEdges(edges, faces.length);
  if (joints === null) return null;
  const reversed: (boolean | undefined)[] = faces.map(() => undefined);
  const bodies: Brep[] = [];
  for (let k = 0; k < faces.length; k++) {
    if (reversed[k] !== undefined) continue;
    const members = orient(joints, reversed, k);
    const body = members && closedBody(members.map((m) => ({ ...inputs[m], reversed: reversed[m] ?? false })));
    if (!body || bodies.some((other) => boxesOverlap(body, other))) return null;
    for (const [i, m] of members.entries()) reversed[m] = body.faces[i].reversed;
    bodies.push(body);
  }
  return bodies.length === 1
    ? bodies[0]
    : createBrep(
        inputs.map((input, k) => ({ ...input, reversed: reversed[k] ?? false })),
        { closed: true },
      );
}

function faceEdges({ edges }: CadFace, face: number, signs: readonly number[]): FaceEdge[] {
  const { loops, tolerance } = edges ?? { loops: [], tolerance: 0 };
  return loops.flatMap((loop, l) => loop.map((edge) => ({ face, points: edgePoints(edge, signs[l] < 0), tolerance })));
}

function edgePoints({ curve, from, to, reversed }: CadSpaceEdge, backward: boolean): readonly Vector[] {
  const jet = curveJet(curve);
  const points = Array.from(
    { length: PARTS + 1 },
    (_, k) => jet?.(from + (k / PARTS) * (to - from))[0] ?? ([0, 0, 0] as const),
  );
  return reversed === backward ? points : points.toReversed();
}

function isNear(a: readonly Vector[], b: readonly Vector[], tolerance: number): boolean {
  return a.every((p, k) => p.every((x, axis) => Math.abs(x - b[k][axis]) <= tolerance));
}

/** The neighbours of every face; null unless every edge meets exactly one other. */
function joinEdges(edges: readonly FaceEdge[], count: number): readonly Joint[][] | null {
  const joints: Joint[][] = Array.from({ length: count }, () => []);
  const midpoint = PARTS / 2;
  const sorted = edges.toSorted((a, b) => a.points[midpoint][0] - b.points[midpoint][0]);
  for (const [k, edge] of sorted.entries()) {
    const { points, tolerance, face } = edge;
    const partners: Joint[] = [];
    const visit = (other: FaceEdge): boolean => {
      if (Math.abs(other.points[midpoint][0] - points[midpoint][0]) > tolerance) return false;
      const same = isNear(points, other.points, tolerance);
      const opposite = isNear(points, other.points.toReversed(), tolerance);
      if (same || opposite) partners.push({ face: other.face, agrees: opposite });
      return true;
    };
    for (let i = k + 1; i < sorted.length && visit(sorted[i]); i++);
    for (let i = k - 1; i >= 0 && visit(sorted[i]); i--);
    if (partners.length !== 1) return null;
    joints[face].push(partners[0]);
  }
  return joints;
}

/** Sets which faces of a connected part are reversed, from one that is not; null if that is impossible. */
function orient(joints: readonly Joint[][], reversed: (boolean | undefined)[], first: number): number[] | null {
  const members = [first];
  reversed[first] = false;
  for (let k = 0; k < members.length; k++) {
    const own = reversed[members[k]];
    for (const { face, agrees } of joints[members[k]]) {
      const wanted = agrees ? own : !own;
      if (reversed[face] === undefined) {
        reversed[face] = wanted;
        members.push(face);
      } else if (reversed[face] !== wanted) return null;
    }
  }
  return members;
}

/** The faces with their normals outward. */
function closedBody(inputs: readonly BrepFaceInput[]): Brep | null {
  for (const flip of [false, true]) {
    try {
      return createBrep(
        inputs.map((input) => ({ ...input, reversed: input.reversed !== flip })),
        { closed: true },
      );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

function boxesOverlap(a: Brep, b: Brep): boolean {
  return (['x', 'y', 'z'] as const).every(
    (axis) => Math.abs(a.center[axis] - b.center[axis]) <= a.halfExtents[axis] + b.halfExtents[axis],
  );
}
