import { velocityOfPoint } from '../../math/motion.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  scaleVec3,
  setVec3,
  subVec3,
} from '../../math/vec3.ts';
import { type ContactLaw, contactSlopes, evaluateContact } from '../../response/contact-laws.ts';
import { writeDelassusEntry } from '../../response/delassus.ts';
import { relativeVelocity } from '../../response/impulse.ts';
import { evaluateSpring } from '../../response/penalty.ts';
import type { SmoothContacts } from '../../scene/smooth-scene.ts';
import type { PenaltyForce } from './contact-force.ts';
import type { PairTracker } from './pair-tracker.ts';
import { isFree, type SmoothComposite } from './smooth-composite.ts';
import { ELAPSED, SCENE_STEP, type StepClock } from './step-clock.ts';

const velocity = createVec3();
const sliding = createVec3();
const tangent = createVec3();

/**
 * Writes the force of a pair at its current positions into its `force`, the time `ELAPSED` of the clock after the start of a step. Friction is Coulomb's with
 * the dynamic coefficient.
 */
export function penaltyForce(
  { penalty, material }: SmoothContacts,
  pairTracker: PairTracker,
  clock: StepClock,
): PenaltyForce {
  const { contact, a, b, force: out } = pairTracker;
  addVec3(out.point, contact.pointA, contact.pointB);
  scaleVec3(out.point, out.point, 0.5);
  out.depth = -contact.distance;
  // the rate of the distance, written out: a number returned is boxed
  const { normal } = contact;
  relativeVelocity(velocity, a, b, contact.pointA, contact.pointB);
  out.depthRate = -(velocity.x * normal.x + velocity.y * normal.y + velocity.z * normal.z);
  if (penalty.kind === 'spring-damper') evaluateSpring(out, penalty);
  else evaluateContact(out, penalty, out.depth, out.depthRate);
  // dampers along the gap, and the drive of immovable bodies against the force
  out.power = -(out.force - out.elastic) * out.depthRate + carried(a, pairTracker) - carried(b, pairTracker);
  setVec3(out.friction, 0, 0, 0);
  const hasFriction = material.frictionLaw !== 'none' && out.force > 0;
  setVec3(out.stretch, 0, 0, 0);
  if (hasFriction) addFriction(pairTracker, penalty, material, clock);
  return out;
}

/** Power of the normal force on an immovable body [W]. */
function carried(body: SmoothComposite, { contact, force }: PairTracker): number {
  return isFree(body) ? 0 : force.force * dotVec3(contact.normal, velocityOfPoint(velocity, body, force.point));
}

/** Sliding contact, for the inverse mass along the sliding direction. */
const probe = {
  a: {} as SmoothComposite,
  b: {} as SmoothComposite,
  pointA: tangent,
  pointB: tangent,
  normal: tangent,
};

/** Limits of the tangential spring and damper for a step h and the inverse mass w: (hω)² = w k h² and w d h, far within the stability of RK4. */
const MAX_STIFFNESS = 1;
const MAX_DAMPING = 0.5;

/**
 * Adds friction on B of at most μ times the normal force: a tangential spring and damper that sticks, and slips at the limit (Cundall and Strack). The spring is
 * stretched by `slip`, that of the start of the step, and by the sliding since.
 */
function addFriction(
  pairTracker: PairTracker,
  law: ContactLaw,
  { dynamicFriction }: SmoothContacts['material'],
  clock: StepClock,
): void {
  const step = clock[SCENE_STEP];
  const { contact, a, b, force, slip } = pairTracker;
  const { point, friction, stretch } = force;
  velocityOfPoint(sliding, b, point);
  subVec3(sliding, sliding, velocityOfPoint(velocity, a, point));
  addScaledVec3(sliding, sliding, contact.normal, -dotVec3(sliding, contact.normal));
  addScaledVec3(stretch, slip, contact.normal, -dotVec3(slip, contact.normal));
  addScaledVec3(stretch, stretch, sliding, clock[ELAPSED]);
  tangentialInverseMass(pairTracker);
  const { stiffness: normalStiffness, damping: normalDamping } = contactSlopes(law, force.depth);
  const stiffness = Math.min(normalStiffness, MAX_STIFFNESS / (inverseMass[0] * step * step));
  const damping = Math.min(normalDamping, MAX_DAMPING / (inverseMass[0] * step));
  scaleVec3(friction, stretch, -stiffness);
  addScaledVec3(friction, friction, sliding, -damping);
  const size = lengthVec3(friction);
  const limit = dynamicFriction * force.force;
  // power on both bodies: dissipated, or stored in the spring while it sticks
  if (size > limit) {
    scaleVec3(friction, friction, limit / size);
    scaleVec3(stretch, friction, -1 / stiffness);
    force.power += dotVec3(friction, sliding);
  } else {
    force.power -= damping * dotVec3(sliding, sliding);
  }
  force.stored += 0.5 * stiffness * dotVec3(stretch, stretch);
  // what immovable bodies carry
  if (!isFree(a)) force.power += dotVec3(friction, velocityOfPoint(velocity, a, point));
  if (!isFree(b)) force.power -= dotVec3(friction, velocityOfPoint(velocity, b, point));
}

const inverseMass = new Float64Array(1);

/** Writes the inverse mass of the pair along the sliding direction, or along any tangent at rest [1/kg]. */
function tangentialInverseMass({ a, b, contact: { normal: n }, force }: PairTracker): void {
  const speed = lengthVec3(sliding);
  if (speed > 0) scaleVec3(tangent, sliding, 1 / speed);
  else {
    const flat = Math.abs(n.x) < 0.7;
    setVec3(tangent, flat ? 1 : 0, flat ? 0 : 1, 0);
    addScaledVec3(tangent, tangent, n, -dotVec3(tangent, n));
    scaleVec3(tangent, tangent, 1 / lengthVec3(tangent));
  }
  probe.a = a;
  probe.b = b;
  probe.pointA = force.point;
  probe.pointB = force.point;
  writeDelassusEntry(inverseMass, probe, probe);
}
