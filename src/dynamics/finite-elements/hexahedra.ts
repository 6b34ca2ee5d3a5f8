import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { type ElasticMaterial, lameConstants } from './elastic-material.ts';
import { HEXAHEDRON_FACES } from './element-mesh.ts';
import { checkNodeNumbers, type ElementSet, elementCorners } from './elements.ts';

const CORNERS = 8;
/** Signs of the corners' natural coordinates ξ, η, ζ. */
// biome-ignore format: one corner per line
const SIGNS = [
  [-1, -1, -1],
  [1, -1, -1],
  [1, 1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
  [1, -1, 1],
  [1, 1, 1],
  [-1, 1, 1],
] as const;
/** The 2 x 2 x 2 Gauss points lie at this fraction of the corners' coordinates; each has weight 1. */
const GAUSS = 1 / Math.sqrt(3);
const AXES = [0, 1, 2] as const;

/**
 * Eight-node hexahedra with 2 x 2 x 2 Gauss points. [VBC24-4]. `positions` are undeformed [m]; corners in the
 * order of `SolidMesh`. An element that is inverted or flat at a Gauss point is rejected by its number.
 */
export function createHexahedra(positions: Float64Array, nodes: Int32Array, material: ElasticMaterial): ElementSet {
  checkNodeNumbers('hexahedra', nodes, CORNERS, positions.length / 3);
  const elementCount = nodes.length / CORNERS;
  const gradients = new Float64Array(elementCount * CORNERS * 3 * (CORNERS - 1));
  const volumes = new Float64Array(elementCount * CORNERS);
  const masses = new Float64Array(elementCount * CORNERS);
  let smallestHeight = Number.POSITIVE_INFINITY;
  for (let e = 0; e < elementCount; e++) {
    const corners = elementCorners(positions, nodes.subarray(CORNERS * e, CORNERS * (e + 1)));
    for (let p = 0; p < CORNERS; p++) {
      const point = CORNERS * e + p;
      const jacobian = writeGradients(gradients, 3 * (CORNERS - 1) * point, corners, p);
      if (!(jacobian > 0 && jacobian < Number.POSITIVE_INFINITY)) {
        throw new RangeError(
          `hexahedra[${e}]: must not be flat or inverted, its Jacobian at point ${p} is ${jacobian}`,
        );
      }
      volumes[point] = jacobian;
      for (let a = 0; a < CORNERS; a++) masses[CORNERS * e + a] += material.density * jacobian * shape(a, p);
    }
    smallestHeight = Math.min(smallestHeight, elementHeight(corners, volumes.subarray(CORNERS * e, CORNERS * (e + 1))));
  }
  return {
    kind: 'hexahedra',
    material,
    ...lameConstants(material),
    elementCount,
    nodesPerElement: CORNERS,
    pointsPerElement: CORNERS,
    nodes,
    gradients,
    volumes,
    normals: new Float64Array(3 * elementCount),
    masses,
    smallestHeight,
  };
}

/** N_a = ⅛(1 + ξ_a ξ)(1 + η_a η)(1 + ζ_a ζ) at Gauss point p. */
function shape(a: number, p: number): number {
  return along(a, p, 0) * along(a, p, 1) * along(a, p, 2);
}

function along(a: number, p: number, axis: number): number {
  return 0.5 * (1 + SIGNS[a][axis] * SIGNS[p][axis] * GAUSS);
}

/** ∂N_a/∂ξ_axis at Gauss point p. */
function slope(a: number, p: number, axis: number): number {
  return 0.5 * SIGNS[a][axis] * along(a, p, (axis + 1) % 3) * along(a, p, (axis + 2) % 3);
}

/** Writes ∂N_a/∂X at Gauss point p for all corners except the first; returns the Jacobian det(∂X/∂ξ) [m³]. */
function writeGradients(out: Float64Array, at: number, corners: readonly Vec3[], p: number): number {
  // tangents t_j = ∂X/∂ξ_j, their duals d_j = t_{j+1} × t_{j+2}, and ∂ξ_j/∂X = d_j / det
  const tangents = AXES.map((axis) =>
    corners.reduce((sum, corner, a) => addScaledVec3(sum, sum, corner, slope(a, p, axis)), createVec3()),
  );
  const duals = AXES.map((axis) => crossVec3(createVec3(), tangents[(axis + 1) % 3], tangents[(axis + 2) % 3]));
  const jacobian = dotVec3(tangents[0], duals[0]);
  for (let a = 1; a < CORNERS; a++) {
    const g = createVec3();
    for (const axis of AXES) addScaledVec3(g, g, duals[axis], slope(a, p, axis) / jacobian);
    out.set([g.x, g.y, g.z], at + 3 * (a - 1));
  }
  return jacobian;
}

/** Volume over the area of the largest face (seen along its mean normal): the shortest edge of a brick. */
function elementHeight(corners: readonly Vec3[], volumes: Float64Array): number {
  const volume = volumes.reduce((sum, v) => sum + v, 0);
  const between = (from: number, to: number) => subVec3(createVec3(), corners[to], corners[from]);
  const areas = Object.values(HEXAHEDRON_FACES).map(
    ([a, b, c, d]) => 0.5 * lengthVec3(crossVec3(createVec3(), between(a, c), between(b, d))),
  );
  return volume / Math.max(...areas);
}
