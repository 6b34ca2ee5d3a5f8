/** Forces of the compliant contacts of a sample: functions of its poses and velocities alone, so the host integrates them with any step. */
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import {
  type ContactLaw,
  evaluateContact,
  interactionRange,
  isAttached,
  NO_FORCE,
} from '../../response/contact-laws.ts';
import { commonPoint, relativeVelocity } from '../../response/impulse.ts';
import type { SampleBody } from './block-body.ts';
import { type BlockPoint, contactPoints, type SamplePair } from './block-pair.ts';
import type { BlockSettings } from './block-settings.ts';

/** Force and moment about the centre of mass. */
export interface Wrench {
  /** [N] */
  readonly force: Vec3;
  /** [N m] */
  readonly moment: Vec3;
}

/**
 * Adds the contact forces of a pair to the wrenches of its bodies and to its results. Returns whether the law acts: `attached` says whether it
 * did in the last sample, which matters for JKR, whose contact holds beyond the depth at which it began.
 */
export function addBlockForces(
  block: BlockSettings,
  pair: SamplePair,
  law: ContactLaw,
  attached: boolean,
  wrenches: ReadonlyMap<SampleBody, Wrench>,
): boolean {
  const isActing = isAttached(law, -pair.contact.distance, attached);
  if (!isActing) return false;
  pair.mode = 'separate';
  let slides = false;
  for (const point of contactPoints(block, pair, interactionRange(law))) {
    const found = pointForce(block, pair, law, point);
    addVec3(pair.force, pair.force, found.force);
    pair.normalForce += found.normalForce;
    pair.storedEnergy += found.stored;
    slides ||= found.slides;
    if (found.normalForce !== 0) pair.mode = slides ? 'sliding' : 'sticking';
    addWrench(wrenches.get(pair.a), pair.a, found.at, found.force, -1);
    addWrench(wrenches.get(pair.b), pair.b, found.at, found.force, 1);
  }
  return true;
}

/** Force of one point on B; the points of an attached contact are attached. */
function pointForce(block: BlockSettings, { a, b, settings }: SamplePair, law: ContactLaw, point: BlockPoint) {
  const at = commonPoint(createVec3(), point.pointA, point.pointB);
  const velocity = relativeVelocity(createVec3(), a.body, b.body, at, at);
  const rate = -dotVec3(velocity, point.normal);
  const { force: normalForce, stored } = evaluateContact({ ...NO_FORCE }, law, -point.distance, rate, true);
  const force = addScaledVec3(createVec3(), createVec3(), point.normal, normalForce);
  const { frictionLaw, dynamicFriction } = settings.material;
  // velocity becomes its tangential part
  addScaledVec3(velocity, velocity, point.normal, rate);
  const speed = lengthVec3(velocity);
  const hasFriction = frictionLaw !== 'none' && normalForce > 0;
  // Coulomb friction, linear below the slip speed: without a clock there is no displacement that a spring could hold
  if (hasFriction) {
    const limit = dynamicFriction * normalForce;
    addScaledVec3(force, force, velocity, -limit / Math.max(speed, block.slipSpeed));
  }
  return { at, force, normalForce, stored, slides: !hasFriction || speed > block.slipSpeed };
}

function addWrench(out: Wrench | undefined, { body }: SampleBody, at: Vec3, force: Vec3, sign: 1 | -1): void {
  if (out === undefined) return;
  addScaledVec3(out.force, out.force, force, sign);
  const arm = subVec3(createVec3(), at, body.pose.position);
  addScaledVec3(out.moment, out.moment, crossVec3(arm, arm, force), sign);
}
