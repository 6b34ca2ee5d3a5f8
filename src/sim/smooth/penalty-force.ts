import { velocityOfPoint } from '../../math/motion.ts';
import { addVec3, addScaledVec3, createVec3, dotVec3, lengthVec3, scaleVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { evaluateContact, type LawForce } from '../../response/contact-laws.ts';
import { delassusEntry } from '../../response/delassus.ts';
import type { SmoothContacts } from '../../scene/smooth-scene.ts';
import { distanceRate, type PairTracker } from './pair-tracker.ts';
import { isFree, type SmoothComposite } from './smooth-composite.ts';

/** Force of a penalty contact at one time: along the normal on B, and friction. */
export interface PenaltyForce extends LawForce {
  /** Midpoint of the witness points, where the force acts on both bodies [m]. */
  readonly point: Vec3;
  /** [m], negative when apart; [m/s] */
  depth: number;
  depthRate: number;
  /** Power that dampers, friction and immovable bodies deliver to free bodies and springs [W]. */
  power: number;
  /** On B, in the tangent plane [N]. */
  readonly friction: Vec3;
}

export function createPenaltyForce(): PenaltyForce {
  return {
    force: 0,
    elastic: 0,
    stored: 0,
    point: createVec3(),
    depth: 0,
    depthRate: 0,
    power: 0,
    friction: createVec3(),
  };
}

const velocity = createVec3();
const sliding = createVec3();

/**
 * Writes the force of a pair at its current positions into its `force`. Friction is Coulomb's, regularised for steps of `step` [s]: below the
 * creep speed μ N w h/2, with the inverse mass w along the sliding direction, it is proportional to the sliding speed, which then falls to a third in
 * each step; it always dissipates and never oscillates.
 */
export function penaltyForce(
  { penalty, material }: SmoothContacts,
  pairTracker: PairTracker,
  step: number,
): PenaltyForce {
  const { contact, a, b, force: out } = pairTracker;
  addVec3(out.point, contact.pointA, contact.pointB);
  scaleVec3(out.point, out.point, 0.5);
  out.depth = -contact.distance;
  out.depthRate = -distanceRate(pairTracker);
  evaluateContact(out, penalty, out.depth, out.depthRate);
  // dampers along the gap, and the drive of immovable bodies against the force
  out.power = -(out.force - out.elastic) * out.depthRate + carried(a, pairTracker) - carried(b, pairTracker);
  setVec3(out.friction, 0, 0, 0);
  const hasFriction = material.frictionLaw !== 'none' && out.force > 0;
  if (hasFriction) addFriction(pairTracker, material.dynamicFriction * out.force, step);
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
  pointA: sliding,
  pointB: sliding,
  normal: sliding,
};

/** Decay of slow sliding in one step, λh: below 2.785, where the integrator (RK4) becomes unstable. */
const DECAY = 2;

/** Adds friction of at most `limit` [N] at the contact point, opposite to the sliding velocity of B. */
function addFriction({ contact, a, b, force }: PairTracker, limit: number, step: number): void {
  const { point, friction } = force;
  velocityOfPoint(sliding, b, point);
  subVec3(sliding, sliding, velocityOfPoint(velocity, a, point));
  addScaledVec3(sliding, sliding, contact.normal, -dotVec3(sliding, contact.normal));
  const speed = lengthVec3(sliding);
  if (!(speed > 0)) return;
  scaleVec3(sliding, sliding, 1 / speed);
  probe.a = a;
  probe.b = b;
  probe.pointA = point;
  probe.pointB = point;
  const creep = (limit * step * delassusEntry(probe, probe)) / DECAY;
  const size = speed < creep ? (limit * speed) / creep : limit;
  scaleVec3(friction, sliding, -size);
  // on both bodies, less what immovable ones carry
  force.power -= size * speed;
  if (!isFree(a)) force.power += dotVec3(friction, velocityOfPoint(velocity, a, point));
  if (!isFree(b)) force.power -= dotVec3(friction, velocityOfPoint(velocity, b, point));
}
