import type { Nodes } from '../src/dynamics/finite-elements/nodes.ts';
import { createVec3, setVec3, type Vec3 } from '../src/math/vec3.ts';
import { weightedDifference } from '../src/response/mesh-contact/contact-coupling.ts';
import { type MeshContacts, NODES_PER_CONTACT } from '../src/response/mesh-contact/contact-list.ts';

/** Impulses of the contacts in one step, and their conservation errors. */
export interface ImpulseLedger {
  /** Σ (J n + T): impulse on the slave sides from the master sides [N s]. */
  onSlaves: Vec3;
  /** The part of all impulses that acts on held nodes, and so on their supports [N s]. */
  onHeld: Vec3;
  /** Σ J [N s] */
  normalImpulse: number;
  /** Number of contacts with J > 0. */
  closedCount: number;
  /** Momentum created by weights that do not add up to exactly one [N s]. */
  momentumError: Vec3;
  /**
   * Angular momentum created by impulses that do not act along d = Σ s_i x_i: Σ d × (J n + T) [N m s]. Zero when d is
   * parallel to the impulse at the start of the step: for weights of the foot point there, without friction.
   */
  angularMomentumError: Vec3;
}

export function createImpulseLedger(): ImpulseLedger {
  return {
    onSlaves: createVec3(),
    onHeld: createVec3(),
    normalImpulse: 0,
    closedCount: 0,
    momentumError: createVec3(),
    angularMomentumError: createVec3(),
  };
}

const arm = new Float64Array(3);

/** Measures the impulses of `contacts`, before the positions are updated. */
export function measureImpulses(out: ImpulseLedger, contacts: MeshContacts, nodes: Nodes): ImpulseLedger {
  const { normals, impulses, frictionImpulses } = contacts;
  const { onSlaves, onHeld, momentumError, angularMomentumError } = out;
  for (const sum of [onSlaves, onHeld, momentumError, angularMomentumError]) setVec3(sum, 0, 0, 0);
  out.normalImpulse = 0;
  out.closedCount = 0;
  for (let c = 0; c < contacts.count; c++) {
    const j = impulses[c];
    if (j === 0) continue;
    const x = j * normals[3 * c] + frictionImpulses[3 * c];
    const y = j * normals[3 * c + 1] + frictionImpulses[3 * c + 1];
    const z = j * normals[3 * c + 2] + frictionImpulses[3 * c + 2];
    let all = 0;
    let slave = 0;
    let held = 0;
    for (let i = NODES_PER_CONTACT * c; i < NODES_PER_CONTACT * (c + 1); i++) {
      const fraction = contacts.fractions[i];
      all += fraction;
      if (fraction > 0) slave += fraction;
      if (nodes.inverseMasses[contacts.nodes[i]] === 0) held += fraction;
    }
    weightedDifference(arm, contacts, c, nodes.positions);
    addTo(onSlaves, slave * x, slave * y, slave * z);
    addTo(onHeld, held * x, held * y, held * z);
    addTo(momentumError, all * x, all * y, all * z);
    addTo(angularMomentumError, arm[1] * z - arm[2] * y, arm[2] * x - arm[0] * z, arm[0] * y - arm[1] * x);
    out.normalImpulse += j;
    out.closedCount++;
  }
  return out;
}

function addTo(sum: Vec3, x: number, y: number, z: number): void {
  setVec3(sum, sum.x + x, sum.y + y, sum.z + z);
}
