import {
  addScaledVec3,
  createVec3,
  crossVec3,
  dotVec3,
  type ReadonlyVec3,
  subVec3,
  type Vec3,
} from '../../../math/vec3.ts';
import {
  type ContactLaw,
  contactSlopes,
  evaluateContact,
  interactionRange,
  pullOffForce,
} from '../../../response/contact-laws.ts';
import { frictionForce, frictionLimit } from '../../../response/tangential-spring.ts';
import type { CompliantBody, CompliantPair, PointForce } from './compliant-pair.ts';
import { findPoints, lawAt, setPoint, setRelativeVelocity } from './find-points.ts';
import { displacementAt, matchSpring, resetMatches } from './point-springs.ts';

const velocity = createVec3();
const displacement = createVec3();

/** Time of a stage since the start of the interval, and the part of the interval for which it counts [s]. */
export interface Stage {
  readonly after: number;
  readonly duration: number;
}

/**
 * Evaluates the forces of a pair in the current state. Within an interval forces are smooth: beyond the end of an attached contact its
 * deepest point has the force at the end, and pairs that are not attached have none; the interval ends there. Where an interval is not
 * divided (`undivided`), forces begin and end within it.
 */
export function evaluatePair(pair: CompliantPair, stage: Stage, undivided: boolean): void {
  pair.pointCount = 0;
  if (pair.trigger || !(pair.attached || undivided)) return;
  const count = findPoints(pair);
  if (count === 0 || (undivided && !pair.attached && pair.depth < 0)) return;
  resetMatches(pair);
  for (let k = 0; k < count; k++) {
    const out = pointAt(pair, pair.pointCount);
    setForce(out, k, undivided);
    if (pair.friction !== undefined) setFriction(out, k, stage);
    if (out.force !== 0 || out.stored !== 0) pair.pointCount++;
  }
}

function pointAt(pair: CompliantPair, k: number): PointForce {
  const { points: pool, law, given } = pair;
  pool[k] ??= {
    force: 0,
    elastic: 0,
    stored: 0,
    pair,
    law: law ?? (given as ContactLaw),
    point: createVec3(),
    normal: createVec3(),
    depth: 0,
    depthRate: 0,
    stiffness: 0,
    damping: 0,
    friction: createVec3(),
    tangentialStiffness: 0,
    tangentialDamping: 0,
    power: 0,
  };
  return pool[k];
}

function setForce(out: PointForce, k: number, undivided: boolean): void {
  const { pair, point, normal, friction } = out;
  const { a, b } = pair;
  const { normals: n, distances } = pair.found;
  setPoint(point, pair.found, k);
  normal.x = n[3 * k];
  normal.y = n[3 * k + 1];
  normal.z = n[3 * k + 2];
  const law = pair.law ?? lawAt(pair, normal, point);
  const range = interactionRange(law);
  const depth = -distances[k];
  const isHeld = k === 0 && !undivided;
  out.law = law;
  out.depth = isHeld ? Math.max(range > 0 ? -range : Number.MIN_VALUE, depth) : depth;
  setRelativeVelocity(velocity, a, b, point);
  out.depthRate = -dotVec3(velocity, normal);
  evaluateContact(out, law, out.depth, out.depthRate, pair.attached || out.depth >= 0);
  const slopes = contactSlopes(law, out.depth);
  out.stiffness = slopes.stiffness;
  out.damping = slopes.damping;
  friction.x = friction.y = friction.z = 0;
  out.tangentialStiffness = out.tangentialDamping = 0;
  // dampers along the gap, and the drive of immovable bodies against the force
  out.power = -(out.force - out.elastic) * out.depthRate + carriedPower(a, out) - carriedPower(b, out);
}

const arm = createVec3();
const material = createVec3();

function setVelocityAt(out: Vec3, body: CompliantBody, point: ReadonlyVec3): Vec3 {
  crossVec3(out, body.angularVelocity, subVec3(arm, point, body.pose.position));
  return addScaledVec3(out, out, body.velocity, 1);
}

function carriedPower(body: CompliantBody, { force, normal, point }: PointForce): number {
  return body.inverseMass > 0 ? 0 : force * dotVec3(normal, setVelocityAt(material, body, point));
}

function setFriction(out: PointForce, k: number, { after, duration }: Stage): void {
  const { pair, normal, point, depth, law, friction } = out;
  const { a, b, friction: coefficients } = pair;
  if (coefficients === undefined || (depth < 0 && interactionRange(law) === 0)) return;
  const spring = matchSpring(pair, k, pair.found.features[k], point, normal);
  // `velocity` is still that of this point
  addScaledVec3(velocity, velocity, normal, out.depthRate);
  out.tangentialStiffness = coefficients.tangentialRatio * out.stiffness;
  out.tangentialDamping = coefficients.tangentialRatio * out.damping;
  const limit = frictionLimit(coefficients, spring.slips, out.force + pullOffForce(law));
  const { tangentialStiffness: stiffness, tangentialDamping: damping } = out;
  displacementAt(displacement, spring, after, stiffness, normal);
  frictionForce(friction, displacement, velocity, { stiffness, damping, limit });
  if (b.inverseMass > 0) out.power += dotVec3(friction, setVelocityAt(material, b, point));
  if (a.inverseMass > 0) out.power -= dotVec3(friction, setVelocityAt(material, a, point));
  const { rate, sum } = spring;
  rate.x = velocity.x;
  rate.y = velocity.y;
  rate.z = velocity.z;
  addScaledVec3(sum, sum, rate, duration);
  const { angularVelocity: w } = a;
  const { angularVelocity: u } = b;
  spring.rotation += 0.5 * duration * ((w.x + u.x) * normal.x + (w.y + u.y) * normal.y + (w.z + u.z) * normal.z);
}
