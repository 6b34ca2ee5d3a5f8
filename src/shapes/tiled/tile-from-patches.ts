import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import type { Curve, PatchSide } from '../nurbs/curve.ts';
import { PATCH_JET, type Patch } from '../nurbs/patch.ts';
import { patchSideCurve } from '../nurbs/subdivide.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import { roughSize } from './bounding-sphere.ts';
import { evaluateSide, jetVector, PATCH_SIDES } from './patch-side.ts';
import type { EdgeFace, SideOwner, TiledBody } from './tiled-body.ts';
import { JOINT_SAMPLES, type TiledEdgePart, type TiledVertexPart } from './tiled-parts.ts';

export interface TilingOptions {
  /** Maximum gap between joined sides [m]; default: a billionth of the body's size. */
  readonly tolerance?: number;
  /** Names of the faces; default S1, S2 ... Edges are named after their two faces if names are given. */
  readonly names?: readonly string[];
}

/** A side of a face, with points along it and the vertices at the ends of its running parameter. */
interface FreeSide {
  readonly face: number;
  readonly side: PatchSide;
  readonly points: readonly ReadonlyVec3[];
  readonly from: number;
  readonly to: number;
}

const OPEN: SideOwner = { kind: 'none' };
const DEFAULT_TOLERANCE = 1e-9;
const jet = new Float64Array(PATCH_JET);

/**
 * Joins patches that enclose a body: finds the coincident sides, the degenerate sides and the corners. Vertices are
 * named V1, V2 ..., edges E1, E2 ... or, if the faces have names, after their two faces. Throws a RangeError for a side
 * without a partner within `options.tolerance` [m].
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { ellipsoidPatch, tileFromPatches } from 'appulse/nurbs';
 *
 * const quarter = Math.PI / 2;
 * const patches = [0, 1, 2, 3].flatMap((k) =>
 *   [-quarter, 0].map((v) => ellipsoidPatch(vec3(2, 1, 1), [k * quarter, (k + 1) * quarter], [v, v + quarter])),
 * );
 * const body = tileFromPatches(patches);
 * console.log(body.faces.length, body.edges.length, body.vertices.length, body.convex); // 8 12 6 true
 * ```
 */
export function tileFromPatches(patches: readonly Patch[], options: TilingOptions = {}): TiledBody {
  const { names } = options;
  const faces = patches.map((patch, i) => ({
    name: names?.[i] ?? `S${i + 1}`,
    patch,
    sides: { u0: OPEN, u1: OPEN, v0: OPEN, v1: OPEN },
  }));
  const tolerance =
    options.tolerance ?? DEFAULT_TOLERANCE * roughSize({ dimension: 3, faces, edges: [], vertices: [] });
  const vertices: TiledVertexPart[] = [];
  const edges: TiledEdgePart[] = [];
  const free: FreeSide[] = [];
  faces.forEach(({ patch, sides }, face) => {
    for (const side of PATCH_SIDES) {
      const points = JOINT_SAMPLES.map((t) => jetVector(evaluateSide(jet, patch, side, t), 0));
      const from = vertexAt(vertices, points[0], tolerance);
      if (largestDistance(points, () => points[0]) <= tolerance) {
        sides[side] = { kind: 'vertex', index: from };
        continue;
      }
      const here = { face, side, points, from, to: vertexAt(vertices, points[points.length - 1], tolerance) };
      const partner = free.findIndex((other) => joinDirection(here, other, tolerance) !== undefined);
      if (partner < 0) {
        free.push(here);
        continue;
      }
      const [other] = free.splice(partner, 1);
      const owner: SideOwner = { kind: 'edge', index: edges.length };
      sides[side] = owner;
      faces[other.face].sides[other.side] = owner;
      const on: EdgeFace[] = [
        { face: other.face, side: other.side, reversed: false },
        { face, side, reversed: joinDirection(here, other, tolerance) === 'reversed' },
      ];
      const name =
        names === undefined ? `E${edges.length + 1}` : edgeName(edges, [faces[other.face].name, faces[face].name]);
      edges.push({
        name,
        curve: sideCurve(faces[other.face].patch, other.side),
        from: other.from,
        to: other.to,
        faces: on,
      });
    }
  });
  if (free.length > 0) throw unmatchedSide(faces[free[0].face].name, free[0], free.slice(1), tolerance);
  return assembleTiledBody({ dimension: 3, faces, edges, vertices }, tolerance);
}

/** The vertex at a point, existing or new. */
function vertexAt(vertices: TiledVertexPart[], point: ReadonlyVec3, tolerance: number): number {
  const known = vertices.findIndex((vertex) => distance(vertex.point, point) <= tolerance);
  if (known >= 0) return known;
  vertices.push({ name: `V${vertices.length + 1}`, point });
  return vertices.length - 1;
}

/** Do two sides coincide, point by point, and with which direction? */
function joinDirection(a: FreeSide, b: FreeSide, tolerance: number): 'along' | 'reversed' | undefined {
  const last = JOINT_SAMPLES.length - 1;
  if (a.from === b.from && a.to === b.to && largestDistance(a.points, (i) => b.points[i]) <= tolerance) return 'along';
  if (a.from === b.to && a.to === b.from && largestDistance(a.points, (i) => b.points[last - i]) <= tolerance) {
    return 'reversed';
  }
  return undefined;
}

function distance(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return lengthVec3(subVec3(createVec3(), a, b));
}

function largestDistance(points: readonly ReadonlyVec3[], other: (i: number) => ReadonlyVec3): number {
  return points.reduce((largest, point, i) => Math.max(largest, distance(point, other(i))), 0);
}

function sideCurve(patch: Patch, side: PatchSide): Curve {
  return patch.kind === 'bezier' ? patchSideCurve(patch, side) : { kind: 'side', patch, side };
}

/** "a | b", and "a | b (2)" for the second edge between the same two faces. */
function edgeName(edges: readonly TiledEdgePart[], [a, b]: readonly [string, string]): string {
  const alike = edges.filter(({ name }) => name === `${a} | ${b}` || name.startsWith(`${a} | ${b} (`)).length;
  return alike === 0 ? `${a} | ${b}` : `${a} | ${b} (${alike + 1})`;
}

function unmatchedSide(name: string, free: FreeSide, others: readonly FreeSide[], tolerance: number): RangeError {
  const last = JOINT_SAMPLES.length - 1;
  const gap = others.reduce((min, { points }) => {
    const along = largestDistance(free.points, (i) => points[i]);
    const reversed = largestDistance(free.points, (i) => points[last - i]);
    return Math.min(min, along, reversed);
  }, Infinity);
  const nearest =
    others.length === 0 ? 'no other is free' : `the nearest free one has a gap of ${gap.toPrecision(3)} m`;
  const allowed = `${tolerance.toPrecision(3)} m`;
  return new RangeError(`face "${name}": side ${free.side} must lie on another side, ${nearest}, allowed ${allowed}`);
}
