import { createVec3, type Vec3 } from '../../math/vec3.ts';
import { describeValue, finiteNumbers } from '../checks.ts';
import type { BezierCurve, BezierPatch } from '../nurbs/bezier.ts';
import { createBezierCurve, createBezierPatch } from '../nurbs/create-bezier.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import { PATCH_SIDES } from './patch-side.ts';
import { rejectTrims } from './reject-trims.ts';
import type { SideOwner, TiledBody } from './tiled-body.ts';
import type {
  CurveInput,
  FaceInput,
  OpenPatchInput,
  PlanarBodyInput,
  PointInput,
  SpatialBodyInput,
  TiledBodyInput,
  VertexInput,
} from './tiled-input.ts';
import type { TiledEdgePart, TiledFacePart, TiledParts, TiledVertexPart } from './tiled-parts.ts';

const OPEN = { kind: 'none' } as const;

/**
 * Builds a tiled body from its plain form and checks it: RangeErrors name the part, its value and what was expected.
 * `tolerance` [m] is the maximum gap at joints, by default a billionth of the body's size.
 *
 * @example
 * ```ts
 * import { tiledBody } from 'appulse/nurbs';
 *
 * const body = tiledBody({
 *   kind: 'planar', // a segment of a disc: an arc and its chord, counter-clockwise
 *   curves: [
 *     { id: 'arc', points: [[1, 0], [1, 1], [0, 1]], weights: [1, Math.SQRT1_2, 1], from: 'P', to: 'Q' },
 *     { id: 'line', points: [[0, 1], [1, 0]], from: 'Q', to: 'P' },
 *   ],
 *   vertices: [{ id: 'P', point: [1, 0] }, { id: 'Q', point: [0, 1] }],
 * });
 * console.log(body.dimension, body.edges.length, body.convex); // 2 2 true
 * ```
 */
export function createTiledBody(input: TiledBodyInput, tolerance?: number): TiledBody {
  switch (input?.kind) {
    case 'planar':
      return assembleTiledBody(planarParts(input), tolerance);
    case 'spatial':
      return assembleTiledBody(spatialParts(input), tolerance);
    case 'patch':
      return assembleTiledBody(openPatchParts(input), tolerance);
    default:
      throw new RangeError(
        `tiled body: kind must be "planar", "spatial" or "patch", got ${describeValue((input as TiledBodyInput | null)?.kind)}`,
      );
  }
}

function planarParts(input: PlanarBodyInput): TiledParts {
  const { curves, vertices } = input;
  const vertexOf = indexNames('vertex', vertices, [indexNames('curve', curves)]);
  const edges = curves.map((curve) => ({
    name: curve.id,
    curve: readCurve(`curve "${curve.id}"`, curve),
    from: find(`curve "${curve.id}": from`, 'vertex', vertexOf, curve.from),
    to: find(`curve "${curve.id}": to`, 'vertex', vertexOf, curve.to),
    faces: [],
  }));
  return { dimension: 2, faces: [], edges, vertices: vertices.map(readVertex) };
}

function spatialParts(input: SpatialBodyInput): TiledParts {
  const faceOf = indexNames('face', input.faces);
  const edgeOf = indexNames('edge', input.edges, [faceOf]);
  const vertexOf = indexNames('vertex', input.vertices, [faceOf, edgeOf]);
  const ownerOf = new Map([...edgeOf, ...vertexOf]);
  const owner = (where: string, name: string): SideOwner => ({
    kind: edgeOf.has(name) ? 'edge' : 'vertex',
    index: find(where, 'edge or vertex', ownerOf, name),
  });
  const faces = input.faces.map((face): TiledFacePart => {
    const [u0, u1, v0, v1] = PATCH_SIDES.map((side) => owner(`face "${face.id}": side ${side}`, face.sides?.[side]));
    return { name: face.id, patch: readPatch(face), sides: { u0, u1, v0, v1 } };
  });
  const edges = input.edges.map((edge): TiledEdgePart => {
    const where = `edge "${edge.id}"`;
    return {
      name: edge.id,
      curve: readCurve(where, edge),
      from: find(`${where}: from`, 'vertex', vertexOf, edge.from),
      to: find(`${where}: to`, 'vertex', vertexOf, edge.to),
      faces: (edge.faces ?? []).map(({ face, side, reversed }) => {
        if (!PATCH_SIDES.includes(side)) {
          throw new RangeError(`${where}: a side is "u0", "u1", "v0" or "v1", got ${describeValue(side)}`);
        }
        return { face: find(`${where}: faces`, 'face', faceOf, face), side, reversed: reversed ?? false };
      }),
    };
  });
  return { dimension: 3, faces, edges, vertices: input.vertices.map(readVertex) };
}

function openPatchParts(input: OpenPatchInput): TiledParts {
  const { size } = indexNames('face', input.faces);
  if (size !== 1) throw new RangeError(`tiled body: an open patch has one face, got ${size}`);
  const [face] = input.faces;
  const sides = { u0: OPEN, u1: OPEN, v0: OPEN, v1: OPEN };
  return { dimension: 3, faces: [{ name: face.id, patch: readPatch(face), sides }], edges: [], vertices: [] };
}

/** The index of every item by its name. No name may be `taken` already. */
function indexNames(
  what: string,
  items: readonly { readonly id: string }[],
  taken: ReadonlyMap<string, number>[] = [],
): Map<string, number> {
  if (!Array.isArray(items))
    throw new RangeError(`tiled body: needs a list of its ${what} parts, got ${describeValue(items)}`);
  const indices = new Map<string, number>();
  items.forEach(({ id }, i) => {
    if (typeof id !== 'string' || id === '') {
      throw new RangeError(`tiled body: ${what} ${i} needs a name as its id, got ${describeValue(id)}`);
    }
    if ([indices, ...taken].some((names) => names.has(id))) {
      throw new RangeError(`${what} "${id}": another part of the body has this name; names must differ`);
    }
    indices.set(id, i);
  });
  return indices;
}

/** More names than this are not listed. */
const MAX_LISTED = 20;

function find(where: string, what: string, indices: ReadonlyMap<string, number>, name: string): number {
  const index = indices.get(name);
  if (index !== undefined) return index;
  const known = [...indices.keys()].slice(0, MAX_LISTED).map(describeValue).join(', ');
  throw new RangeError(`${where}: there is no ${what} ${describeValue(name)}; known are ${known}`);
}

function readPoint(where: string, point: PointInput): Vec3 {
  if (!((point?.length === 2 || point?.length === 3) && finiteNumbers(point))) {
    throw new RangeError(`${where}: a point is 2 or 3 finite numbers, got ${describeValue(point)}`);
  }
  return createVec3(point[0], point[1], point[2] ?? 0);
}

function readVertex(vertex: VertexInput): TiledVertexPart {
  return { name: vertex.id, point: readPoint(`vertex "${vertex.id}"`, vertex.point) };
}

function readCurve(where: string, { points, weights }: CurveInput): BezierCurve {
  return createBezierCurve(points, weights, where);
}

function readPatch(face: FaceInput): BezierPatch {
  const { id, points, weights } = face;
  rejectTrims(`face "${id}"`, face);
  return createBezierPatch(points, weights, `face "${id}"`);
}
