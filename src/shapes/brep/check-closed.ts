import { CURVE_JET } from '../nurbs/curve.ts';
import { evaluateBezierCurve } from '../nurbs/evaluate-bezier.ts';
import { NODES, WEIGHTS } from '../tiled/moments.ts';
import type { Brep } from './brep.ts';
import { AREA, AREA_VECTOR, brepMoments, loopSigns } from './brep-moments.ts';

/** Largest |∫ n dA| of a closed surface as a fraction of its area, and |∮ f dr| of its rims: gaps between the faces of files. */
const MAX_OPEN = 1e-4;

/**
 * Throws a RangeError unless the faces enclose a volume with outward normals. Their vector areas must add up to zero, and so must the integrals
 * ∮ x_i x_j dx_k along the rims of the faces, where every edge is run through once in each direction: a tube without its ends has the first, not
 * the second.
 */
export function checkClosed(brep: Brep): void {
  const moments = brepMoments(brep, 1);
  const [x, y, z] = moments.subarray(AREA_VECTOR, AREA_VECTOR + 3);
  const open = Math.sqrt(x * x + y * y + z * z) / moments[AREA];
  if (!(open <= MAX_OPEN)) {
    throw new RangeError(
      `brep: the faces must enclose a volume with normals to one side, but their vector areas add up to ${open.toPrecision(3)} of the area; expected 0`,
    );
  }
  const rims = rimIntegral(brep) / (moments[AREA] * brep.radius);
  if (!(rims <= MAX_OPEN)) {
    throw new RangeError(
      `brep: the faces must enclose a volume, but they have free edges: integrals along their edges add up to ${rims.toPrecision(3)} of area times radius; expected 0`,
    );
  }
  if (!(moments[0] > 0)) {
    throw new RangeError(
      `brep: the normals must point outward, but the enclosed volume is ${moments[0].toPrecision(3)} m³; reverse all faces`,
    );
  }
}

const jet = new Float64Array(CURVE_JET);
const parameter = new Float64Array(1);

/** Largest |∮ x_i x_j dx_k| along the edges of all faces, each with its face on the left, relative to the centre [m³]. */
function rimIntegral({ edges, faces, center }: Brep): number {
  const signs = faces.map(loopSigns);
  const sums = new Float64Array(27);
  for (const { face, loop, curve } of edges) {
    const sign = faces[face].reversed ? -signs[face][loop] : signs[face][loop];
    for (let node = 0; node < NODES.length; node++) {
      parameter[0] = NODES[node];
      evaluateBezierCurve(jet, curve, parameter);
      const point = [jet[0] - center.x, jet[1] - center.y, jet[2] - center.z];
      for (let term = 0; term < 27; term++) {
        const product = point[Math.floor(term / 9)] * point[Math.floor(term / 3) % 3];
        sums[term] += sign * WEIGHTS[node] * product * jet[3 + (term % 3)];
      }
    }
  }
  return sums.reduce((largest, sum) => Math.max(largest, Math.abs(sum)), 0);
}
