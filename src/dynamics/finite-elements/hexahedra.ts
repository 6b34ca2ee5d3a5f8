import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { type ElasticMaterial, lameConstants } from './elastic-material.ts';
import { HEXAHEDRON_FACES, PYRAMID_FACES, WEDGE_FACES } from './element-mesh.ts';
import { checkNodeNumbers, type ElementSet, elementCorners } from './elements.ts';

/** Corners of a hexahedron, and its Gauss points. */
const POINTS = 8;
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

/** A hexahedron, or one whose corners coincide: the node of each corner, and the corners of the faces among the nodes. */
interface Form {
  readonly kind: 'hexahedra' | 'wedges' | 'pyramids';
  readonly nodeCount: number;
  /** The first corner is the only one of the first node. */
  readonly nodeOfCorner: readonly number[];
  readonly faces: readonly (readonly number[])[];
}

const HEXAHEDRON: Form = {
  kind: 'hexahedra',
  nodeCount: 8,
  nodeOfCorner: [0, 1, 2, 3, 4, 5, 6, 7],
  faces: Object.values(HEXAHEDRON_FACES),
};
const WEDGE: Form = { kind: 'wedges', nodeCount: 6, nodeOfCorner: [0, 1, 2, 2, 3, 4, 5, 5], faces: WEDGE_FACES };
const PYRAMID: Form = { kind: 'pyramids', nodeCount: 5, nodeOfCorner: [0, 1, 2, 3, 4, 4, 4, 4], faces: PYRAMID_FACES };

/**
 * Eight-node hexahedra with 2 x 2 x 2 Gauss points. [VBC24-4]. `positions` are undeformed [m]; corners in the
 * order of `SolidMesh`. An element that is inverted or flat at a Gauss point is rejected by its number.
 */
export function createHexahedra(positions: Float64Array, nodes: Int32Array, material: ElasticMaterial): ElementSet {
  return createElements(HEXAHEDRON, positions, nodes, material);
}

/**
 * Six-node wedges: hexahedra with an edge of each of two opposite faces collapsed, whose shape functions are linear on triangles and bilinear on
 * quadrilaterals, so that they fit to tetrahedra and hexahedra. Lower three corners counter-clockwise seen from above, then those above them.
 */
export function createWedges(positions: Float64Array, nodes: Int32Array, material: ElasticMaterial): ElementSet {
  return createElements(WEDGE, positions, nodes, material);
}

/** Five-node pyramids: hexahedra with a face collapsed to the apex. The corners of the base counter-clockwise seen from the apex, then the apex. */
export function createPyramids(positions: Float64Array, nodes: Int32Array, material: ElasticMaterial): ElementSet {
  return createElements(PYRAMID, positions, nodes, material);
}

function createElements(form: Form, positions: Float64Array, nodes: Int32Array, material: ElasticMaterial): ElementSet {
  const { kind, nodeCount, nodeOfCorner, faces } = form;
  checkNodeNumbers(kind, nodes, nodeCount, positions.length / 3);
  const elementCount = nodes.length / nodeCount;
  const gradients = new Float64Array(elementCount * POINTS * 3 * (nodeCount - 1));
  const volumes = new Float64Array(elementCount * POINTS);
  const masses = new Float64Array(elementCount * nodeCount);
  let smallestHeight = Number.POSITIVE_INFINITY;
  for (let e = 0; e < elementCount; e++) {
    const own = elementCorners(positions, nodes.subarray(nodeCount * e, nodeCount * (e + 1)));
    const corners = nodeOfCorner.map((node) => own[node]);
    for (let p = 0; p < POINTS; p++) {
      const point = POINTS * e + p;
      const jacobian = writeGradients(gradients, 3 * (nodeCount - 1) * point, corners, nodeOfCorner, p);
      if (!(jacobian > 0 && jacobian < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`${kind}[${e}]: must not be flat or inverted, its Jacobian at point ${p} is ${jacobian}`);
      }
      volumes[point] = jacobian;
      nodeOfCorner.forEach((node, a) => {
        masses[nodeCount * e + node] += material.density * jacobian * shape(a, p);
      });
    }
    const height = elementHeight(own, faces, volumes.subarray(POINTS * e, POINTS * (e + 1)));
    smallestHeight = Math.min(smallestHeight, height);
  }
  return {
    kind,
    material,
    ...lameConstants(material),
    elementCount,
    nodesPerElement: nodeCount,
    pointsPerElement: POINTS,
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

/** Writes ∂N_a/∂X at Gauss point p for all nodes except the first; returns the Jacobian det(∂X/∂ξ) [m³]. */
function writeGradients(
  out: Float64Array,
  at: number,
  corners: readonly Vec3[],
  nodeOfCorner: readonly number[],
  p: number,
): number {
  // tangents t_j = ∂X/∂ξ_j, their duals d_j = t_{j+1} × t_{j+2}, and ∂ξ_j/∂X = d_j / det
  const tangents = AXES.map((axis) =>
    corners.reduce((sum, corner, a) => addScaledVec3(sum, sum, corner, slope(a, p, axis)), createVec3()),
  );
  const duals = AXES.map((axis) => crossVec3(createVec3(), tangents[(axis + 1) % 3], tangents[(axis + 2) % 3]));
  const jacobian = dotVec3(tangents[0], duals[0]);
  for (let a = 1; a < POINTS; a++) {
    const g = createVec3();
    for (const axis of AXES) addScaledVec3(g, g, duals[axis], slope(a, p, axis) / jacobian);
    const i = at + 3 * (nodeOfCorner[a] - 1);
    // corners at one node have the sum of their shape functions
    const isNew = nodeOfCorner[a] > nodeOfCorner[a - 1];
    out.set(isNew ? [g.x, g.y, g.z] : [out[i] + g.x, out[i + 1] + g.y, out[i + 2] + g.z], i);
  }
  return jacobian;
}

/** Volume over the area of the largest face (seen along its mean normal): the shortest edge of a brick. */
function elementHeight(corners: readonly Vec3[], faces: readonly (readonly number[])[], volumes: Float64Array): number {
  const volume = volumes.reduce((sum, v) => sum + v, 0);
  const between = (from: number, to: number) => subVec3(createVec3(), corners[to], corners[from]);
  // of a triangle, b to d is the side b to c
  const areas = faces.map(
    ([a, b, c, d = c]) => 0.5 * lengthVec3(crossVec3(createVec3(), between(a, c), between(b, d))),
  );
  return volume / Math.max(...areas);
}
