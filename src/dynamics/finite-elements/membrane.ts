import {
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
} from '../../math/vec3.ts';
import { checkAboveZero } from '../../shapes/checks.ts';
import { type ElasticMaterial, planeStressConstants } from './elastic-material.ts';
import { checkNodeNumbers, type ElementSet, elementCorners } from './elements.ts';

const CORNERS = 3;

/**
 * Constant-strain triangles of a sheet that resists stretching but not bending, in plane stress. [VBC24-4].
 * `positions` are undeformed [m], anywhere in space; `thickness` is undeformed [m]. A triangle without area is
 * rejected by its number.
 */
export function createMembrane(
  positions: Float64Array,
  nodes: Int32Array,
  thickness: number,
  material: ElasticMaterial,
): ElementSet {
  checkAboveZero('membrane: thickness', thickness);
  checkNodeNumbers('membrane', nodes, CORNERS, positions.length / 3);
  const elementCount = nodes.length / CORNERS;
  const gradients = new Float64Array(elementCount * 3 * (CORNERS - 1));
  const volumes = new Float64Array(elementCount);
  const normals = new Float64Array(3 * elementCount);
  const masses = new Float64Array(elementCount * CORNERS);
  let smallestHeight = Number.POSITIVE_INFINITY;
  for (let e = 0; e < elementCount; e++) {
    const [, p, q] = elementCorners(positions, nodes.subarray(CORNERS * e, CORNERS * (e + 1)));
    const perpendicular = crossVec3(createVec3(), p, q);
    const twiceArea = lengthVec3(perpendicular);
    if (!(twiceArea > 0 && twiceArea < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`membrane[${e}]: must have an area, its corners give ${0.5 * twiceArea}`);
    }
    const normal = normalizeVec3(createVec3(), perpendicular);
    // N_p rises from 0 on the edge through the first corner and q to 1 at p: ∇N_p = q × n / |p × q|, ∇N_q = n × p / |p × q|
    writeVector(gradients, 6 * e, scaleVec3(createVec3(), crossVec3(createVec3(), q, normal), 1 / twiceArea));
    writeVector(gradients, 6 * e + 3, scaleVec3(createVec3(), crossVec3(createVec3(), normal, p), 1 / twiceArea));
    writeVector(normals, 3 * e, normal);
    volumes[e] = 0.5 * twiceArea * thickness;
    masses.fill((material.density * volumes[e]) / 3, CORNERS * e, CORNERS * (e + 1));
    const r = subVec3(createVec3(), q, p);
    const longestSq = Math.max(dotVec3(p, p), dotVec3(q, q), dotVec3(r, r));
    smallestHeight = Math.min(smallestHeight, twiceArea / Math.sqrt(longestSq));
  }
  return {
    kind: 'membrane',
    material,
    ...planeStressConstants(material),
    elementCount,
    nodesPerElement: CORNERS,
    pointsPerElement: 1,
    nodes,
    gradients,
    volumes,
    normals,
    masses,
    smallestHeight,
  };
}

function writeVector(out: Float64Array, at: number, v: ReadonlyVec3): void {
  out[at] = v.x;
  out[at + 1] = v.y;
  out[at + 2] = v.z;
}
