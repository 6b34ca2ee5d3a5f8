import { createVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { addElasticForces } from './elastic-forces.ts';
import type { ElasticMaterial } from './elastic-material.ts';
import type { MembraneMesh, SolidMesh } from './element-mesh.ts';
import { addLumpedMasses, type ElementSet } from './elements.ts';
import { createHexahedra } from './hexahedra.ts';
import { createMembrane } from './membrane.ts';
import { createNodes, type Nodes } from './nodes.ts';

/** One body of a model: a mesh, what it is made of, and how it moves at the start. */
export interface ElasticPart {
  readonly mesh: SolidMesh | MembraneMesh;
  readonly material: ElasticMaterial;
  /** [m/s] */
  readonly velocity?: ReadonlyVec3;
}

/** Elastic bodies whose nodes are numbered through, so that contacts can name any of them. */
export interface ElasticModel {
  readonly nodes: Nodes;
  /** One set per part. */
  readonly elements: readonly ElementSet[];
  /** Number of each part's first node. */
  readonly firstNodes: readonly number[];
}

export function createElasticModel(parts: readonly ElasticPart[]): ElasticModel {
  const positions = Float64Array.from(parts.flatMap(({ mesh }) => Array.from(mesh.positions)));
  const masses = new Float64Array(positions.length / 3);
  const firstNodes: number[] = [];
  let nodeCount = 0;
  for (const { mesh } of parts) {
    firstNodes.push(nodeCount);
    nodeCount += mesh.positions.length / 3;
  }
  const elements = parts.map((part, i) => createElements(part, positions, firstNodes[i]));
  for (const set of elements) addLumpedMasses(masses, set);
  const nodes = createNodes(positions, masses);
  parts.forEach(({ mesh, velocity = createVec3() }, i) => {
    const end = firstNodes[i] + mesh.positions.length / 3;
    for (let node = firstNodes[i]; node < end; node++)
      nodes.velocities.set([velocity.x, velocity.y, velocity.z], 3 * node);
  });
  return { nodes, elements, firstNodes };
}

function createElements({ mesh, material }: ElasticPart, positions: Float64Array, firstNode: number): ElementSet {
  switch (mesh.kind) {
    case 'solid':
      return createHexahedra(positions, numberFrom(firstNode, mesh.hexahedra), material);
    case 'membrane':
      return createMembrane(positions, numberFrom(firstNode, mesh.triangles), mesh.thickness, material);
  }
}

/** Node numbers of a mesh (elements, sides, rims) as the model knows them. */
export function numberFrom(firstNode: number, nodes: Int32Array): Int32Array {
  return nodes.map((node) => firstNode + node);
}

/** Sets the nodes' forces to the elastic ones and returns the strain energy [J]. */
export function computeElasticForces({ nodes, elements }: ElasticModel): number {
  nodes.forces.fill(0);
  let energy = 0;
  for (const set of elements) energy += addElasticForces(nodes.forces, set, nodes.positions);
  return energy;
}
