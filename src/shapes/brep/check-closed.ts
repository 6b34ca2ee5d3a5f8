import type { Brep } from './brep.ts';
import { AREA, AREA_VECTOR, brepMoments, VOLUMES } from './brep-moments.ts';

/** Largest |∫ n dA| of a closed surface as a fraction of its area: gaps between the faces of files. */
const MAX_OPEN = 1e-4;

/** Throws a RangeError unless the faces enclose a volume with outward normals. */
export function checkClosed(brep: Brep): void {
  const moments = brepMoments(brep, 1);
  const [x, y, z] = moments.subarray(AREA_VECTOR, AREA_VECTOR + 3);
  const open = Math.sqrt(x * x + y * y + z * z) / moments[AREA];
  if (!(open <= MAX_OPEN)) {
    throw new RangeError(
      `brep: the faces must enclose a volume with normals to one side, but their vector areas add up to ${open.toPrecision(3)} of the area; expected 0`,
    );
  }
  // opposite faces may be missing together: then the three integrals for the volume differ
  const volumes = moments.subarray(VOLUMES, VOLUMES + 3);
  const spread = (Math.max(...volumes) - Math.min(...volumes)) / (moments[AREA] * brep.radius);
  if (!(spread <= MAX_OPEN)) {
    throw new RangeError(
      `brep: the faces must enclose a volume, but its integrals along x, y and z differ by ${spread.toPrecision(3)} of area times radius; expected 0`,
    );
  }
  if (!(moments[0] > 0)) {
    throw new RangeError(
      `brep: the normals must point outward, but the enclosed volume is ${moments[0].toPrecision(3)} m³; reverse all faces`,
    );
  }
}
