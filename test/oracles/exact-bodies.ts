import { toBigInt } from '../../src/math/exact-integer.ts';
import type { ReadonlyPose } from '../../src/math/pose.ts';
import { convexDecomposition } from '../../src/shapes/convex-decomposition.ts';
import type { Hull } from '../../src/shapes/hull.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Placed } from '../contract/draw-pair.ts';
import type { ExactSimplex } from './exact-distance.ts';
import { commonExponent, difference, type ExactVector, exactVector, toDouble } from './exact-points.ts';

/** A polyhedral part of a body inflated by a radius, in its own axes. */
interface LocalPiece {
  readonly pose: ReadonlyPose;
  /** xyz xyz ... [m] */
  readonly vertices: readonly number[];
  /** Points, segments or triangles by their vertices. */
  readonly simplices: readonly (readonly number[])[];
  /** Do the triangles enclose a volume? */
  readonly closed: boolean;
  /** [m] */
  readonly radius: number;
}

export interface ExactPiece {
  readonly simplices: readonly ExactSimplex[];
  /** The same relative to a common origin, in doubles [m]: for estimates. */
  readonly estimates: readonly (readonly (readonly number[])[])[];
  readonly closed: boolean;
  readonly radius: number;
}

export interface ExactPair {
  readonly a: readonly ExactPiece[];
  readonly b: readonly ExactPiece[];
  /** Coordinates are in units of 2^exponent metres. */
  readonly exponent: number;
}

const IDENTITY: ReadonlyPose = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { xx: 1, xy: 0, xz: 0, yx: 0, yy: 1, yz: 0, zx: 0, zy: 0, zz: 1 },
};

/** Both bodies in exact world coordinates; undefined if one of them is not polyhedral up to a radius. */
export function exactBodies(a: Placed, b: Placed): ExactPair | undefined {
  const [piecesA, piecesB] = [localPieces(a.shape, IDENTITY), localPieces(b.shape, IDENTITY)];
  if (!piecesA || !piecesB) return undefined;
  const pieces = [...piecesA, ...piecesB];
  const inner = {
    vertices: commonExponent(pieces.flatMap(({ vertices }) => [...vertices])),
    rotation: commonExponent(pieces.flatMap(({ pose }) => Object.values(pose.rotation))),
    position: commonExponent(pieces.flatMap(({ pose }) => Object.values(pose.position))),
  };
  const body = Math.min(inner.vertices + inner.rotation, inner.position);
  const rotation = commonExponent([a, b].flatMap(({ pose }) => Object.values(pose.rotation)));
  const position = commonExponent([a, b].flatMap(({ pose }) => Object.values(pose.position)));
  const exponent = Math.min(body + rotation, position);
  const toWorld = (placed: Placed, piece: LocalPiece) => (i: number) => {
    const [x, y, z] = piece.vertices.slice(3 * i, 3 * i + 3);
    const local = exactVector(x, y, z, inner.vertices);
    const inBody = moved(piece.pose, local, inner.vertices, inner.rotation, body);
    return moved(placed.pose, inBody, body, rotation, exponent);
  };
  const { x, y, z } = a.pose.position;
  const origin = exactVector(x, y, z, exponent);
  const place = (placed: Placed, list: readonly LocalPiece[]) =>
    list.map((piece) => placePiece(piece, toWorld(placed, piece), origin, exponent));
  return { a: place(a, piecesA), b: place(b, piecesB), exponent };
}

function placePiece(
  { vertices, simplices, closed, radius }: LocalPiece,
  toWorld: (vertex: number) => ExactVector,
  origin: ExactVector,
  exponent: number,
): ExactPiece {
  const world = Array.from({ length: vertices.length / 3 }, (_, i) => toWorld(i));
  const estimates = world.map((p) => difference(p, origin).map((value) => toDouble(value, exponent)));
  return {
    simplices: simplices.map((simplex) => simplex.map((i) => world[i])),
    estimates: simplices.map((simplex) => simplex.map((i) => estimates[i])),
    closed,
    radius,
  };
}

/** position + rotation · v exactly: `v` in units of 2^unit, the result in units of 2^to. */
function moved(pose: ReadonlyPose, v: ExactVector, unit: number, rotationUnit: number, to: number): ExactVector {
  const { rotation: r, position: p } = pose;
  const shift = BigInt(unit + rotationUnit - to);
  const row = (x: number, y: number, z: number, offset: number) => {
    const [i, j, k] = exactVector(x, y, z, rotationUnit);
    return ((i * v[0] + j * v[1] + k * v[2]) << shift) + toBigInt(offset, to);
  };
  return [row(r.xx, r.xy, r.xz, p.x), row(r.yx, r.yy, r.yz, p.y), row(r.zx, r.zy, r.zz, p.z)];
}

const SIGNS = [-1, 1];
/** Two triangles a side, outward, of the corners that `SIGNS` gives. */
const BOX_TRIANGLES = [
  [0, 1, 3],
  [0, 3, 2],
  [4, 6, 7],
  [4, 7, 5],
  [0, 4, 5],
  [0, 5, 1],
  [2, 3, 7],
  [2, 7, 6],
  [0, 2, 6],
  [0, 6, 4],
  [1, 5, 7],
  [1, 7, 3],
];

function localPieces(shape: Shape, pose: ReadonlyPose): LocalPiece[] | undefined {
  const piece = (
    vertices: readonly number[],
    simplices: readonly (readonly number[])[],
    closed = false,
    radius = 0,
  ) => [{ pose, vertices, simplices, closed, radius }];
  switch (shape.kind) {
    case 'point':
      return piece([0, 0, 0], [[0]]);
    case 'sphere':
      return piece([0, 0, 0], [[0]], false, shape.radius);
    case 'segment': {
      const { start, end } = shape;
      return piece([start.x, start.y, start.z, end.x, end.y, end.z], [[0, 1]]);
    }
    case 'capsule':
      return piece([0, 0, -shape.halfHeight, 0, 0, shape.halfHeight], [[0, 1]], false, shape.radius);
    case 'box': {
      const { halfExtents: h, radius } = shape;
      const [x, y, z] = [h.x - radius, h.y - radius, h.z - radius];
      const corners = SIGNS.flatMap((i) => SIGNS.flatMap((j) => SIGNS.flatMap((k) => [i * x, j * y, k * z])));
      return piece(corners, BOX_TRIANGLES, true, radius);
    }
    case 'hull':
      return piece([...shape.vertices], hullTriangles(shape), true);
    case 'polygon':
      return convexDecomposition(shape).flatMap(({ polygon: { vertices: v } }) => {
        const count = v.length / 2;
        const corners = Array.from({ length: count }, (_, i) => [v[2 * i], v[2 * i + 1], 0]).flat();
        return piece(
          corners,
          Array.from({ length: count - 2 }, (_, i) => [0, i + 1, i + 2]),
        );
      });
    case 'trimesh': {
      const { positions, triangles, closed } = shape;
      const corners = Array.from({ length: triangles.length / 3 }, (_, t) => [...triangles.slice(3 * t, 3 * t + 3)]);
      return piece([...positions], corners, closed);
    }
    case 'compound': {
      const each = shape.pieces.map((part) => localPieces(part.shape, part.pose));
      return each.some((part) => part === undefined) ? undefined : each.flatMap((part) => part ?? []);
    }
    default:
      return undefined;
  }
}

function hullTriangles({ faceStarts, faceVertices }: Hull): number[][] {
  return Array.from({ length: faceStarts.length - 1 }, (_, k) => {
    const face = faceVertices.slice(faceStarts[k], faceStarts[k + 1]);
    return Array.from({ length: face.length - 2 }, (__, i) => [face[0], face[i + 1], face[i + 2]]);
  }).flat();
}
