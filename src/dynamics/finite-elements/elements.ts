import { createVec3, type Vec3 } from '../../math/vec3.ts';
import type { ElasticMaterial } from './elastic-material.ts';

/**
 * Elements of one kind and material, in the layout of the kernels. Total Lagrangian: all quantities refer to the
 * undeformed state and are computed once. Node numbers are those of the packed positions.
 *
 * Solids and membranes have one form. With the spatial shape function gradients g_a = ∂N_a/∂X, the deformation
 * gradient is F = Σ x_a ⊗ g_a; a membrane's gradients lie in its plane, so F maps its normal n to zero, and Green's
 * strain is E = ½(FᵀF - Π) with Π = I - n ⊗ n. A solid has n = 0.
 */
export interface ElementSet {
  readonly kind: 'hexahedra' | 'wedges' | 'pyramids' | 'tetrahedra' | 'membrane';
  readonly material: ElasticMaterial;
  /** Of the stress S = λ tr(E) Π + 2μ E [N/m²]. */
  readonly lambda: number;
  readonly mu: number;
  readonly elementCount: number;
  readonly nodesPerElement: number;
  readonly pointsPerElement: number;
  readonly nodes: Int32Array;
  /**
   * g_a [1/m], xyz per element, Gauss point and node except the first, whose gradient is minus the sum of the others:
   * the forces of an element then add up to zero, and positions enter as differences.
   */
  readonly gradients: Float64Array;
  /** Undeformed volume of each Gauss point [m³]. */
  readonly volumes: Float64Array;
  /** n per element, xyz. */
  readonly normals: Float64Array;
  /** Lumped mass of each element's nodes [kg]: the row sums ∫ρ N_a dV. */
  readonly masses: Float64Array;
  /** Smallest height of any element [m]. */
  readonly smallestHeight: number;
}

/** Adds each element's contribution to the `masses` [kg] of the nodes. */
export function addLumpedMasses(masses: Float64Array, { nodes, masses: fractions }: ElementSet): void {
  for (let i = 0; i < nodes.length; i++) masses[nodes[i]] += fractions[i];
}

/** The corners of one element relative to its first: differences before products, against cancellation. */
export function elementCorners(positions: Float64Array, nodes: Int32Array): Vec3[] {
  const [x, y, z] = positions.subarray(3 * nodes[0]);
  return Array.from(nodes, (node) =>
    createVec3(positions[3 * node] - x, positions[3 * node + 1] - y, positions[3 * node + 2] - z),
  );
}

/** Checks that all node numbers exist. */
export function checkNodeNumbers(name: string, nodes: Int32Array, nodesPerElement: number, nodeCount: number): void {
  if (nodes.length === 0 || nodes.length % nodesPerElement !== 0) {
    throw new RangeError(`${name}: must have ${nodesPerElement} nodes per element, got ${nodes.length} in all`);
  }
  const wrong = nodes.findIndex((node) => !(node >= 0 && node < nodeCount));
  if (wrong >= 0) {
    const element = Math.floor(wrong / nodesPerElement);
    throw new RangeError(`${name}[${element}]: node ${nodes[wrong]} does not exist, there are ${nodeCount}`);
  }
}
