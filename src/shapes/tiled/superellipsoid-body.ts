import { createVec3 } from '../../math/vec3.ts';
import { createSuperquadric } from '../nurbs/superquadric.ts';
import { tileFromPatches } from './tile-from-patches.ts';
import type { TiledBody } from './tiled-body.ts';

/**
 * A superellipsoid of eight octants: an ellipsoid with semi-axes along x, y, z [m] whose profile and cross-section range
 * from round (exponent 1) towards a box (0) or a double pyramid (2). See `createSuperquadric`.
 */
export function tiledSuperellipsoid(
  semiAxes: readonly [number, number, number],
  exponent1: number,
  exponent2: number,
): TiledBody {
  const names = ['south', 'north'].flatMap((half) => [1, 2, 3, 4].map((quarter) => `${half} ${quarter}`));
  return tileFromPatches(createSuperquadric(createVec3(...semiAxes), exponent1, exponent2), { names });
}
