/** Is the minimum translation that separates two overlapping bodies unique? Concentric bodies have several. */
import { BOUNDING_RADIUS, BOX, CONE, type Core, CYLINDER, ELLIPSOID, isPolytope, RADIUS } from './core.ts';
import { EXTREME_LENGTH, HEIGHT, supportMinkowski } from './minkowski-difference.ts';

/** Depths that differ by less than this fraction of the size are equal. */
const EQUAL = 4e-15;
/** Directions with a smaller cosine between them are different. */
const DIFFERENT = 1 - 1e-6;

/** Offsets in a minimum translation: a unit vector n from A to B in A's frame, the depth along it, and its error bound [m]. */
export const TRANSLATION_LENGTH = 5;
export const DEPTH = 3;
export const DEPTH_BOUND = 4;

const extreme = new Float64Array(EXTREME_LENGTH);
const other = new Float64Array(3);

/**
 * Is the given minimum translation the only one? Tests the opposite direction, and for round bodies the images of n under their symmetries: rotated by 180 degrees about an
 * axis of a body, and mirrored. If the depth is the same along one of these, the minimum translation is not unique.
 */
export function isUniquePenetration(
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  minimumTranslation: Float64Array,
): boolean {
  const radii = coreA.numbers[RADIUS] + coreB.numbers[RADIUS];
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS] + radii;
  if (coreA.kind === BOX && coreB.kind === BOX) {
    // these are symmetric about their centres: same extent along n and -n
    const along =
      minimumTranslation[0] * relative[9] + minimumTranslation[1] * relative[10] + minimumTranslation[2] * relative[11];
    return 2 * along > minimumTranslation[DEPTH_BOUND] + EQUAL * size;
  }
  return hasNoOther(
    coreA,
    coreB,
    relative,
    minimumTranslation[DEPTH] - radii + minimumTranslation[DEPTH_BOUND] + EQUAL * size,
    minimumTranslation,
  );
}

function hasNoOther(
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  limit: number,
  minimumTranslation: Float64Array,
): boolean {
  for (let k = 0; k < 3; k++) other[k] = -minimumTranslation[k];
  if (isAsDeep(coreA, coreB, relative, limit, minimumTranslation)) return false;
  if (isPolytope(coreA) && isPolytope(coreB)) return true;
  for (let axis = 0; axis < 6; axis++) {
    if (!isSymmetric(axis < 3 ? coreA.kind : coreB.kind, axis % 3)) continue;
    for (let sign = -1; sign <= 1; sign += 2) {
      setMirrored(relative, axis, sign, minimumTranslation);
      if (isAsDeep(coreA, coreB, relative, limit, minimumTranslation)) return false;
    }
  }
  return true;
}

/** Is this a symmetry axis of the core? For bodies of revolution, other directions are equivalent. */
function isSymmetric(kind: number, axis: number): boolean {
  return kind === BOX || kind === ELLIPSOID || (axis === 2 && (kind === CYLINDER || kind === CONE));
}

/** n rotated by 180 degrees about, or with `sign` -1 mirrored along, axis x, y or z of A, then of B, whose axes are the columns of the rotation. */
// biome-ignore format: one vector per line
function setMirrored(r: Float64Array, axis: number, sign: number, minimumTranslation: Float64Array): void {
  const k = axis % 3, isB = axis > 2;
  const x = isB ? r[k] : +(k === 0), y = isB ? r[3 + k] : +(k === 1), z = isB ? r[6 + k] : +(k === 2);
  const along = 2 * (x * minimumTranslation[0] + y * minimumTranslation[1] + z * minimumTranslation[2]);
  other[0] = sign * (along * x - minimumTranslation[0]); other[1] = sign * (along * y - minimumTranslation[1]); other[2] = sign * (along * z - minimumTranslation[2]);
}

function isAsDeep(
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  limit: number,
  minimumTranslation: Float64Array,
): boolean {
  if (
    other[0] * minimumTranslation[0] + other[1] * minimumTranslation[1] + other[2] * minimumTranslation[2] >
    DIFFERENT
  )
    return false;
  supportMinkowski(extreme, coreA, coreB, relative, other, 0);
  return extreme[HEIGHT] <= limit;
}
