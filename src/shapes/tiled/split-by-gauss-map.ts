import type { BezierCurve } from '../nurbs/bezier.ts';
import type { Direction } from '../nurbs/control-rows.ts';
import { normalCone, splitByTurningAngle, widestDirection } from '../nurbs/gauss-map.ts';
import type { Patch } from '../nurbs/patch.ts';
import { splitPatch } from '../nurbs/subdivide.ts';
import { outlineFromCurves } from './outline-from-curves.ts';
import { runsAlongU } from './patch-side.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/** Rounds of halving: a face whose normals span 180 degrees needs one or two. */
const MAX_ROUNDS = 6;

interface Named<Piece> {
  readonly name: string;
  readonly piece: Piece;
}

/**
 * The same body with faces split until the normals of each fit into a cone of a half-angle below that of `cosine`: 0 for
 * open hemispheres. A split continues through the neighbours, so that sides still match; the parts of face S are named
 * S.1 and S.2. [PG05-6.3]
 */
export function splitFacesByNormals(body: TiledBody, cosine = 0): TiledBody {
  let current = body;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const splits = findSplits(current, cosine);
    if (splits.every(({ u, v }) => !u && !v)) return current;
    const pieces = current.faces.flatMap(({ name, patch }, face) => splitFace({ name, piece: patch }, splits[face]));
    current = tileFromPatches(
      pieces.map(({ piece }) => piece),
      { names: pieces.map(({ name }) => name) },
    );
  }
  return current;
}

/**
 * A planar body with curves split until no turning angle exceeds `limit` [rad]; the parts of C are named C.1, C.2 ...
 */
export function splitCurvesByTurningAngle(body: TiledBody, limit: number): TiledBody {
  const pieces = body.edges.flatMap(({ name, curve }): Named<BezierCurve>[] => {
    if (curve.kind !== 'bezier') return [];
    const parts = splitByTurningAngle(curve, limit);
    return parts.map(({ curve: piece }, i) => ({ name: parts.length === 1 ? name : `${name}.${i + 1}`, piece }));
  });
  return outlineFromCurves(
    pieces.map(({ piece }) => piece),
    { names: pieces.map(({ name }) => name) },
  );
}

/** The directions in which each face is halved: where its normal cone is too wide, and where a neighbour's split arrives. */
function findSplits(body: TiledBody, cosine: number): { u: boolean; v: boolean }[] {
  const splits = body.faces.map(() => ({ u: false, v: false }));
  const queue: { face: number; direction: Direction }[] = [];
  body.faces.forEach(({ patch }, face) => {
    if (patch.kind === 'bezier' && !(normalCone(patch).cosine > cosine))
      queue.push({ face, direction: widestDirection(patch) });
  });
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { face, direction } = next;
    if (splits[face][direction]) continue;
    splits[face][direction] = true;
    // a split in u ends on the sides whose running parameter is u
    for (const side of direction === 'u' ? (['v0', 'v1'] as const) : (['u0', 'u1'] as const)) {
      const owner = body.faces[face].sides[side];
      if (owner.kind !== 'edge') continue;
      for (const on of body.edges[owner.index].faces) {
        queue.push({ face: on.face, direction: runsAlongU(on.side) ? 'u' : 'v' });
      }
    }
  }
  return splits;
}

function splitFace(face: Named<Patch>, { u, v }: { u: boolean; v: boolean }): Named<Patch>[] {
  const once = u ? halves(face, 'u') : [face];
  return v ? once.flatMap((part) => halves(part, 'v')) : once;
}

function halves({ name, piece }: Named<Patch>, direction: Direction): Named<Patch>[] {
  if (piece.kind !== 'bezier')
    throw new RangeError(`face "${name}": only Bezier patches can be cut, got a ${piece.kind}`);
  return splitPatch(piece, direction, 0.5).map((half, i) => ({ name: `${name}.${i + 1}`, piece: half }));
}
