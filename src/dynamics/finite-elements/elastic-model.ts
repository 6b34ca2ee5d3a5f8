import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { finiteNumbers } from '../../shapes/checks.ts';
import { addElasticForces } from './elastic-forces.ts';
import type { ElasticMaterial } from './elastic-material.ts';
import type { MembraneMesh, MixedMesh, SolidMesh, TetrahedralMesh, VolumeElementList } from './element-mesh.ts';
import { addLumpedMasses, type ElementSet } from './elements.ts';
import { createHexahedra, createPyramids, createWedges } from './hexahedra.ts';
import { createMembrane } from './membrane.ts';
import { createNodes, type Nodes } from './nodes.ts';
import { createTetrahedra } from './tetrahedra.ts';

/** One body of a model: a mesh, its material, and its initial velocity. */
export interface ElasticPart {
  readonly mesh: SolidMesh | TetrahedralMesh | MixedMesh | MembraneMesh;
  readonly material: ElasticMaterial;
  /** [m/s] */
  readonly velocity?: ReadonlyVec3;
}

/** Elastic bodies with consecutive node numbers, so that contacts can refer to any of them. */
export interface ElasticModel {
  readonly nodes: Nodes;
  /** One set for each kind of element of each part. */
  readonly elements: readonly ElementSet[];
  /** Index of each part's first node. */
  readonly firstNodes: readonly number[];
}

export function createElasticModel(parts: readonly ElasticPart[]): ElasticModel {
  const elements: ElementSet[] = [];
  const firstNodes: number[] = [];
  let nodeCount = 0;
  for (const part of parts) {
    for (const set of createElements(part)) {
      elements.push({ ...set, nodes: offsetNodeNumbers(nodeCount, set.nodes) });
    }
    firstNodes.push(nodeCount);
    nodeCount += part.mesh.positions.length / 3;
  }
  const positions = new Float64Array(3 * nodeCount);
  const masses = new Float64Array(nodeCount);
  parts.forEach(({ mesh }, i) => {
    positions.set(mesh.positions, 3 * firstNodes[i]);
  });
  for (const set of elements) addLumpedMasses(masses, set);
  const nodes = createNodes(positions, masses);
  parts.forEach(({ mesh, velocity: { x, y, z } = createVec3() }, i) => {
    if (!finiteNumbers([x, y, z])) throw new RangeError(`parts[${i}].velocity: must be finite, got ${x}, ${y}, ${z}`);
    const end = 3 * firstNodes[i] + mesh.positions.length;
    for (let at = 3 * firstNodes[i]; at < end; at += 3) nodes.velocities.set([x, y, z], at);
  });
  return { nodes, elements, firstNodes };
}

function createElements({ mesh, material }: ElasticPart): ElementSet[] {
  switch (mesh.kind) {
    case 'solid':
      return [createHexahedra(mesh.positions, mesh.hexahedra, material)];
    case 'tetrahedral':
      return [createTetrahedra(mesh.positions, mesh.tetrahedra, material)];
    case 'mixed':
      return mesh.elements.map(({ nodesPerElement, nodes }) =>
        VOLUME_ELEMENTS[nodesPerElement](mesh.positions, nodes, material),
      );
    case 'membrane':
      return [createMembrane(mesh.positions, mesh.triangles, mesh.thickness, material)];
  }
}

const VOLUME_ELEMENTS: Readonly<Record<VolumeElementList['nodesPerElement'], typeof createHexahedra>> = {
  4: createTetrahedra,
  5: createPyramids,
  6: createWedges,
  8: createHexahedra,
};

/** Node numbers of a mesh (elements, sides, rims) in the numbering of the model. */
export function offsetNodeNumbers(firstNode: number, nodes: Int32Array): Int32Array {
  return nodes.map((node) => firstNode + node);
}

/** Sets the nodes' forces to the elastic ones and returns the strain energy [J]. */
export function computeElasticForces({ nodes, elements }: ElasticModel): number {
  nodes.forces.fill(0);
  let energy = 0;
  for (const set of elements) energy += addElasticForces(nodes.forces, set, nodes.positions);
  return energy;
}
