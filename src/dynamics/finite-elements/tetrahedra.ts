import { createVec3, crossVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { type ElasticMaterial, lameConstants } from './elastic-material.ts';
import { checkNodeNumbers, type ElementSet, elementCorners } from './elements.ts';

const CORNERS = 4;

/**
 * Constant-strain tetrahedra. `positions` are undeformed [m]; the first three corners are counter-clockwise seen from the fourth. They are
 * stiffer than hexahedra of the same size, above all in bending and near ν = ½. An element that is inverted or flat is rejected by its number.
 */
export function createTetrahedra(positions: Float64Array, nodes: Int32Array, material: ElasticMaterial): ElementSet {
  checkNodeNumbers('tetrahedra', nodes, CORNERS, positions.length / 3);
  const elementCount = nodes.length / CORNERS;
  const gradients = new Float64Array(elementCount * 3 * (CORNERS - 1));
  const volumes = new Float64Array(elementCount);
  const masses = new Float64Array(elementCount * CORNERS);
  let smallestHeight = Number.POSITIVE_INFINITY;
  for (let e = 0; e < elementCount; e++) {
    const [, p, q, r] = elementCorners(positions, nodes.subarray(CORNERS * e, CORNERS * (e + 1)));
    const edges = [p, q, r];
    const sixfold = dotVec3(p, crossVec3(createVec3(), q, r));
    if (!(sixfold > 0 && sixfold < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`tetrahedra[${e}]: must not be flat or inverted, its volume is ${sixfold / 6}`);
    }
    // ∇N_p = q × r / (p · q × r), and so on: N_p is 1 at p and 0 on the face of the others
    edges.forEach((_, a) => {
      const { x, y, z } = crossVec3(createVec3(), edges[(a + 1) % 3], edges[(a + 2) % 3]);
      gradients.set([x / sixfold, y / sixfold, z / sixfold], 9 * e + 3 * a);
    });
    volumes[e] = sixfold / 6;
    masses.fill((material.density * volumes[e]) / CORNERS, CORNERS * e, CORNERS * (e + 1));
    smallestHeight = Math.min(smallestHeight, sixfold / largestFace(p, q, r));
  }
  return {
    kind: 'tetrahedra',
    material,
    ...lameConstants(material),
    elementCount,
    nodesPerElement: CORNERS,
    pointsPerElement: 1,
    nodes,
    gradients,
    volumes,
    normals: new Float64Array(3 * elementCount),
    masses,
    smallestHeight,
  };
}

/** Twice the area of the largest face [m²]. */
function largestFace(p: Vec3, q: Vec3, r: Vec3): number {
  const twice = (a: Vec3, b: Vec3) => lengthVec3(crossVec3(createVec3(), a, b));
  const opposite = twice(subVec3(createVec3(), q, p), subVec3(createVec3(), r, p));
  return Math.max(twice(p, q), twice(q, r), twice(r, p), opposite);
}
