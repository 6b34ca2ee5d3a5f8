import { setVec3, type Vec3 } from '../../math/vec3.ts';
import { createLedger, type Ledger } from '../ledger.ts';
import type { Nodes } from './nodes.ts';

/** Ledger of deformable meshes: the motion of their nodes and the strain energy. */
export interface ElasticLedger extends Ledger {
  /** [J] */
  strainEnergy: number;
}

export function createElasticLedger(): ElasticLedger {
  return { ...createLedger(), strainEnergy: 0 };
}

/**
 * Measures the moving nodes about the origin; held ones are excluded, see `addSupportImpulse`. `lag` [s] is the delay
 * of the velocities behind the positions: half a step between two steps of central differences, where the forces must
 * be those at the positions. Both kinds of momentum need no lag: they are conserved between half steps.
 */
export function measureElasticLedger(out: ElasticLedger, nodes: Nodes, strainEnergy: number, lag = 0): ElasticLedger {
  const { positions, velocities, forces, inverseMasses } = nodes;
  const { momentum: p, angularMomentum: l } = out;
  setVec3(p, 0, 0, 0);
  setVec3(l, 0, 0, 0);
  let twiceEnergy = 0;
  for (let node = 0, i = 0; node < nodes.count; node++, i += 3) {
    const inverse = inverseMasses[node];
    if (inverse === 0) continue;
    const mass = 1 / inverse;
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const px = mass * velocities[i] + lag * forces[i];
    const py = mass * velocities[i + 1] + lag * forces[i + 1];
    const pz = mass * velocities[i + 2] + lag * forces[i + 2];
    p.x += px;
    p.y += py;
    p.z += pz;
    l.x += y * pz - z * py;
    l.y += z * px - x * pz;
    l.z += x * py - y * px;
    twiceEnergy += inverse * (px * px + py * py + pz * pz);
  }
  out.kineticEnergy = 0.5 * twiceEnergy;
  out.strainEnergy = strainEnergy;
  return out;
}

/**
 * Adds to `out` the impulse [N s] of the supports, which balances the present forces on the held nodes over one step.
 * Momentum before + impulses of supports and contacts = momentum after.
 */
export function addSupportImpulse(out: Vec3, { count, forces, inverseMasses }: Nodes, timeStep: number): Vec3 {
  for (let node = 0, i = 0; node < count; node++, i += 3) {
    if (inverseMasses[node] !== 0) continue;
    out.x -= timeStep * forces[i];
    out.y -= timeStep * forces[i + 1];
    out.z -= timeStep * forces[i + 2];
  }
  return out;
}
