import { transformVec3 } from '../../../math/mat3.ts';
import { createVec3, setVec3, type Vec3 } from '../../../math/vec3.ts';
import { type ContactRows, FRICTION_IMPULSE, ROW } from '../../../response/solver/contact-rows.ts';
import type { StepWorld } from './step-world.ts';

const velocityA = createVec3();
const velocityB = createVec3();

/** Velocity of the surface of B relative to that of A in a manifold, world axes, in addition to the motion of the bodies. */
export function writeSurfaceVelocity(world: StepWorld, manifold: number): void {
  const { contacts } = world;
  surfaceVelocityOf(velocityA, world, contacts.bodiesA[manifold]);
  surfaceVelocityOf(velocityB, world, contacts.bodiesB[manifold]);
  const { surfaceVelocities: out } = contacts;
  out[3 * manifold] = velocityB.x - velocityA.x;
  out[3 * manifold + 1] = velocityB.y - velocityA.y;
  out[3 * manifold + 2] = velocityB.z - velocityA.z;
  if (out[3 * manifold] !== 0 || out[3 * manifold + 1] !== 0 || out[3 * manifold + 2] !== 0) contacts.driven = true;
}

function surfaceVelocityOf(out: Vec3, { bodyForces: { surfaceVelocities: s }, poses }: StepWorld, i: number): Vec3 {
  return transformVec3(out, poses[i].rotation, setVec3(out, s[3 * i], s[3 * i + 1], s[3 * i + 2]));
}

/**
 * Work that the drives of moving surfaces do through friction in the present substep [J]: friction loses energy relative to the surfaces, and
 * the bodies receive the difference.
 */
export function surfaceDriveWork({ manifoldCount, starts, rows, surfaceVelocities: s }: ContactRows): number {
  let work = 0;
  for (let manifold = 0; manifold < manifoldCount; manifold++) {
    for (let at = ROW * starts[manifold]; at < ROW * starts[manifold + 1]; at += ROW) {
      for (let k = 0; k < 3; k++) work -= rows[at + FRICTION_IMPULSE + k] * s[3 * manifold + k];
    }
  }
  return work;
}
