import { rotationAboutZ } from '../math/mat3.ts';
import { createVec3, dotVec3 } from '../math/vec3.ts';
import {
  BIAS,
  DYNAMIC_FRICTION,
  NORMAL_IMPULSES,
  type RestingProblem,
  STATIC_FRICTION,
  STRIDE,
  TANGENT_IMPULSE,
} from '../response/planar-resting/resting-problem.ts';
import { solvePlanarResting } from '../response/planar-resting/solve-planar-resting.ts';
import { createManifoldSpeeds, manifoldSpeeds } from '../response/planar-resting/sweep.ts';
import { loadsAt } from './forces.ts';
import type { ImpactContact } from './impact-contact.ts';
import { isReversed } from './resting-contacts.ts';
import type { RestingContacts } from './resting-state.ts';
import type { World } from './world.ts';

/** Fraction of the penetration beyond the tolerance that is corrected in one step. [CP13-3.4] */
const CORRECTION_FRACTION = 0.2;

const speeds = createManifoldSpeeds();

/**
 * Moves bodies apart that penetrate deeper than the tolerance: 20 % of the excess per step, not faster than ten times `restitutionThreshold`.
 * By split impulses, whose pseudo-velocities are no part of the momentum: velocities do not change. The work of gravity and loads along the way is entered as work of contacts and loads, and the change of angular
 * momentum, since bodies move sideways with their momentum, is assigned to immovable bodies.
 */
export function correctPenetrations(
  { problem, order, workspace }: RestingContacts,
  world: World,
  impactContacts: readonly ImpactContact[],
  h: number,
): void {
  const { tolerance, restitutionThreshold } = world.scene.contacts;
  const m = problem.manifolds;
  let isNeeded = false;
  for (const [i, contact] of impactContacts.entries()) {
    const at = STRIDE * i;
    const reversed = isReversed(contact);
    manifoldSpeeds(speeds, problem, i);
    for (const [k, { distance }] of contact.points.entries()) {
      const place = reversed ? 1 - k : k;
      const excess = Math.max(0, -distance - tolerance);
      const wanted = Math.min((CORRECTION_FRACTION * excess) / h, 10 * restitutionThreshold);
      m[at + BIAS + place] = wanted - (place === 1 ? speeds.second : speeds.first);
      isNeeded ||= excess > 0 && m[at + BIAS + place] > 0;
    }
  }
  if (!isNeeded) return;
  problem.velocities.fill(0);
  for (let i = 0; i < problem.manifoldCount; i++) {
    const at = STRIDE * i;
    m[at + NORMAL_IMPULSES] = m[at + NORMAL_IMPULSES + 1] = m[at + TANGENT_IMPULSE] = 0;
    m[at + STATIC_FRICTION] = m[at + DYNAMIC_FRICTION] = 0;
  }
  solvePlanarResting(problem, order, workspace);
  shiftBodies(problem, world, h);
}

function shiftBodies({ velocities: u }: RestingProblem, world: World, h: number): void {
  const { totals, composites } = world;
  for (const [i, composite] of composites.entries()) {
    if (composite.inverseMass === 0) continue;
    const { pose, mass, velocity: v } = composite;
    const x = h * u[3 * i];
    const y = h * u[3 * i + 1];
    pose.position.x += x;
    pose.position.y += y;
    composite.angle += h * u[3 * i + 2];
    rotationAboutZ(pose.rotation, composite.angle);
    totals.contactWork -= mass * (world.scene.forces.gravity.x * x + world.scene.forces.gravity.y * y);
    totals.angularImpulseOnImmovable.z -= mass * (x * v.y - y * v.x);
  }
  for (const { composite, force, torque } of loadsAt(world, world.time)) {
    const i = 3 * composites.indexOf(composite);
    const work = h * (dotVec3(force, createVec3(u[i], u[i + 1])) + torque * u[i + 2]);
    totals.contactWork -= work;
    totals.externalWork += work;
  }
}
