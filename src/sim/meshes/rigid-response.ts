/** Contact response of the free rigid bodies of a scene: impulses change their velocities and angular momenta, and their nodes follow. */
import type { Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import type { MeshContacts } from '../../response/mesh-contact/contact-list.ts';
import {
  type CoupledBodies,
  createCoupledBodies,
  createRigidCoupling,
  linkContacts,
  type RigidCoupling,
  setCoupledBody,
} from '../../response/mesh-contact/rigid-coupling.ts';
import type { MeshModel } from './mesh-model.ts';
import { addBodyImpulse, predictRigid, type RigidSurface } from './rigid-surface.ts';

export interface RigidResponse {
  readonly surfaces: readonly RigidSurface[];
  readonly bodies: CoupledBodies;
  /** The nodes of the model; those of free rigid bodies have no inverse mass of their own. */
  readonly nodes: Nodes;
  /** For two lists of contacts, which act on the same bodies. */
  readonly touching: RigidCoupling;
  readonly bouncing: RigidCoupling;
}

/** Undefined if no rigid body is free. */
export function createRigidResponse({ nodes }: MeshModel, rigid: readonly RigidSurface[]): RigidResponse | undefined {
  const surfaces = rigid.filter(({ body }) => body.inverseMass > 0);
  if (surfaces.length === 0) return undefined;
  const bodyOfNode = new Int32Array(nodes.count).fill(-1);
  const inverseMasses = nodes.inverseMasses.slice();
  surfaces.forEach(({ firstNode, nodeCount }, k) => {
    bodyOfNode.fill(k, firstNode, firstNode + nodeCount);
    inverseMasses.fill(0, firstNode, firstNode + nodeCount);
  });
  const bodies = createCoupledBodies(surfaces.length, bodyOfNode);
  return {
    surfaces,
    bodies,
    nodes: { ...nodes, inverseMasses },
    touching: createRigidCoupling(bodies),
    bouncing: createRigidCoupling(bodies),
  };
}

/** Starts a solution from the current state of the bodies. */
export function beginRigidResponse({ surfaces, bodies }: RigidResponse): void {
  surfaces.forEach(({ body }, k) => {
    setCoupledBody(bodies, k, body.pose.position, body.inverseMass, body.inverseInertia);
  });
}

/** The coupling of a list of contacts at the current positions; undefined without free rigid bodies. */
export function linkRigid(
  response: RigidResponse | undefined,
  list: 'touching' | 'bouncing',
  contacts: MeshContacts,
): RigidCoupling | undefined {
  if (response === undefined) return undefined;
  linkContacts(response[list], contacts, response.nodes.positions);
  return response[list];
}

const linear = createVec3();
const angular = createVec3();

/** Applies the impulses of a solution to the bodies; their nodes get the resulting velocities. */
export function finishRigidResponse({ surfaces, bodies, nodes }: RigidResponse, timeStep: number): void {
  const { impulses } = bodies;
  surfaces.forEach((surface, k) => {
    setVec3(linear, impulses[6 * k], impulses[6 * k + 1], impulses[6 * k + 2]);
    setVec3(angular, impulses[6 * k + 3], impulses[6 * k + 4], impulses[6 * k + 5]);
    addBodyImpulse(surface, linear, angular);
    predictRigid(surface, nodes, timeStep);
  });
}
