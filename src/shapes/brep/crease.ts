import type { Direction } from '../nurbs/control-rows.ts';
import { evaluatePatch, PATCH_JET } from '../nurbs/patch.ts';
import type { SurfacePiece } from '../nurbs/refine-nurbs.ts';

const below = new Float64Array(PATCH_JET);
const above = new Float64Array(PATCH_JET);

/** Sine of the angle between tangents that count as parallel: knots of arcs are smooth to machine precision. */
const PARALLEL = 1e-9;
const SAMPLES = 7;

/** Do the tangents across the common side of two neighbouring patches differ in direction? False at the rim of a surface. */
export function isCrease(
  lower: SurfacePiece | undefined,
  upper: SurfacePiece | undefined,
  direction: Direction,
): boolean {
  if (lower === undefined || upper === undefined) return false;
  const first = direction === 'u' ? 3 : 6;
  for (let k = 0; k <= SAMPLES; k++) {
    const t = k / SAMPLES;
    evaluatePatch(below, lower.patch, direction === 'u' ? 1 : t, direction === 'u' ? t : 1);
    evaluatePatch(above, upper.patch, direction === 'u' ? 0 : t, direction === 'u' ? t : 0);
    const [ax, ay, az] = below.subarray(first, first + 3);
    const [bx, by, bz] = above.subarray(first, first + 3);
    const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
    const cross = Math.sqrt((ay * bz - az * by) ** 2 + (az * bx - ax * bz) ** 2 + (ax * by - ay * bx) ** 2);
    if (cross > PARALLEL * lengths || ax * bx + ay * by + az * bz < 0) return true;
  }
  return false;
}
