import type { Direction } from '../nurbs/control-rows.ts';
import type { BezierCurve } from '../nurbs/curve.ts';
import { normalCone, splitByTurning, widestDirection } from '../nurbs/gauss-map.ts';
import type { Patch } from '../nurbs/patch.ts';
import { splitPatch } from '../nurbs/subdivide.ts';
import { outlineFromCurves } from './outline-from-curves.ts';
import { runsAlongU } from './patch-side.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/** Rounds of halving: a face that turns by 180 degrees needs one or two. */
const MAX_ROUNDS = 6;

interface Named<Piece> {
  readonly name: string;
  readonly piece: Piece;
}

/**
 * The same body with faces cut until the normals of each fit into a cone of a half-angle below that of `cosine`: 0 asks
 * for open hemispheres. A cut goes on through the neighbours, so that sides still match; pieces of face S are called
 * S.1 and S.2. [PG05] spec 6.3
 */
export function splitTurningFaces(body: TiledBody, cosine = 0): TiledBody {
  let current = body;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cuts = cutsThrough(current, cosine);
    if (cuts.every(({ u, v }) => !u && !v)) return current;
    const pieces = current.faces.flatMap(({ name, patch }, face) => cutFace({ name, piece: patch }, cuts[face]));
    current = tileFromPatches(
      pieces.map(({ piece }) => piece),
      { names: pieces.map(({ name }) => name) },
    );
  }
  return current;
}

/**
 * A body of the plane with curves cut until none turns by more than `limit` [rad]; pieces of C are called C.1, C.2 ...
 */
export function splitTurningCurves(body: TiledBody, limit: number): TiledBody {
  const pieces = body.edges.flatMap(({ name, curve }): Named<BezierCurve>[] => {
    if (curve.kind !== 'bezier') return [];
    const parts = splitByTurning(curve, limit);
    return parts.map(({ curve: piece }, i) => ({ name: parts.length === 1 ? name : `${name}.${i + 1}`, piece }));
  });
  return outlineFromCurves(
    pieces.map(({ piece }) => piece),
    { names: pieces.map(({ name }) => name) },
  );
}

/** In which directions each face is to be halved: where it turns too far, and where a neighbour's cut comes in. */
function cutsThrough(body: TiledBody, cosine: number): { u: boolean; v: boolean }[] {
  const cuts = body.faces.map(() => ({ u: false, v: false }));
  const queue: { face: number; direction: Direction }[] = [];
  body.faces.forEach(({ patch }, face) => {
    if (patch.kind === 'bezier' && !(normalCone(patch).cosine > cosine))
      queue.push({ face, direction: widestDirection(patch) });
  });
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { face, direction } = next;
    if (cuts[face][direction]) continue;
    cuts[face][direction] = true;
    // a cut across u ends on the sides that u runs along
    for (const side of direction === 'u' ? (['v0', 'v1'] as const) : (['u0', 'u1'] as const)) {
      const owner = body.faces[face].sides[side];
      if (owner.kind !== 'edge') continue;
      for (const on of body.edges[owner.index].faces) {
        queue.push({ face: on.face, direction: runsAlongU(on.side) ? 'u' : 'v' });
      }
    }
  }
  return cuts;
}

function cutFace(face: Named<Patch>, { u, v }: { u: boolean; v: boolean }): Named<Patch>[] {
  const once = u ? halves(face, 'u') : [face];
  return v ? once.flatMap((part) => halves(part, 'v')) : once;
}

function halves({ name, piece }: Named<Patch>, direction: Direction): Named<Patch>[] {
  if (piece.kind !== 'bezier')
    throw new RangeError(`face "${name}": only Bezier patches can be cut, got a ${piece.kind}`);
  return splitPatch(piece, direction, 0.5).map((half, i) => ({ name: `${name}.${i + 1}`, piece: half }));
}
