import {
  addScaledVec3,
  addVec3,
  copyVec3,
  createVec3,
  dotVec3,
  type ReadonlyVec3,
  scaleVec3,
  type Vec3,
} from '../../../math/vec3.ts';
import { contactForce, contactSlopes, interactionRange, pullOffForce } from '../../../response/contact-laws.ts';
import {
  createTangentialSpring,
  remainingFraction,
  tangentialEnergy,
  transportDisplacement,
  updateSpring,
} from '../../../response/tangential-spring.ts';
import type { CompliantPair, PointSpring } from './compliant-pair.ts';
import { findPoints, lawAt, setPoint, setRelativeVelocity } from './find-points.ts';

/** A point keeps its spring if it has moved by less than this fraction of the smaller body, and its normal by less than 60°. */
const SAME_POINT = 0.25;
const SAME_NORMAL = 0.5;

export function createPointSpring(feature: number): PointSpring {
  return {
    ...createTangentialSpring(),
    feature,
    point: createVec3(),
    normal: createVec3(),
    rate: createVec3(),
    sum: createVec3(),
    rotation: 0,
    isNew: true,
    isMatched: false,
  };
}

export function resetMatches({ springs }: CompliantPair): void {
  for (const spring of springs) spring.isMatched = false;
}

/**
 * The spring of contact point `k`: that of the same features, else the nearest one, else a new one.
 */
export function matchSpring(
  pair: CompliantPair,
  k: number,
  feature: number,
  point: ReadonlyVec3,
  normal: ReadonlyVec3,
): PointSpring {
  const { springs, a, b } = pair;
  // mostly the points are in the order of the springs
  let found: PointSpring | undefined =
    k < springs.length && isSame(springs[k], feature, normal) ? springs[k] : undefined;
  found ??= springs.find((spring) => isSame(spring, feature, normal));
  if (found === undefined) {
    const reach = SAME_POINT * Math.min(a.radius, b.radius);
    let nearest = reach * reach;
    for (const spring of springs) {
      if (spring.isMatched || dotVec3(spring.normal, normal) < SAME_NORMAL) continue;
      const { x, y, z } = spring.point;
      const distanceSq = (point.x - x) ** 2 + (point.y - y) ** 2 + (point.z - z) ** 2;
      if (distanceSq < nearest) {
        nearest = distanceSq;
        found = spring;
      }
    }
  }
  if (found === undefined) {
    found = createPointSpring(feature);
    copyVec3(found.point, point);
    copyVec3(found.normal, normal);
    springs.push(found);
  }
  found.isMatched = true;
  return found;
}

function isSame(spring: PointSpring, feature: number, normal: ReadonlyVec3): boolean {
  return !spring.isMatched && spring.feature === feature && dotVec3(spring.normal, normal) >= SAME_NORMAL;
}

/** ξ of a spring `after` [s] the start of the interval at the current stiffness [N/m], with the velocity of the last stage. */
export function displacementAt(
  out: Vec3,
  spring: PointSpring,
  after: number,
  stiffness: number,
  normal: ReadonlyVec3,
): void {
  scaleVec3(out, spring.displacement, remainingFraction(spring, stiffness));
  addScaledVec3(out, out, spring.rate, after);
  transportDisplacement(out, normal, 0);
}

/** Removes what the springs stored since the start of the interval. */
export function returnSprings({ springs }: CompliantPair): void {
  let count = 0;
  for (const spring of springs) {
    if (spring.isNew) continue;
    clearInterval(spring);
    springs[count++] = spring;
  }
  springs.length = count;
}

function clearInterval(spring: PointSpring): void {
  const { rate, sum } = spring;
  rate.x = rate.y = rate.z = 0;
  sum.x = sum.y = sum.z = 0;
  spring.rotation = 0;
}

const point = createVec3();
const normal = createVec3();
const displacement = createVec3();
const velocity = createVec3();

/** Energy of the tangential springs of a pair [J]. */
export function springEnergy({ springs }: CompliantPair): number {
  let sum = 0;
  for (const spring of springs) sum += tangentialEnergy(spring);
  return sum;
}

/** Ends the interval for the springs of a pair, in the current state: they move by the displacements of the interval and slip. */
export function updateSprings(pair: CompliantPair): void {
  const { springs, friction } = pair;
  if (friction === undefined) return;
  const count = pair.attached ? findPoints(pair) : 0;
  resetMatches(pair);
  for (let k = 0; k < count; k++) {
    setPoint(point, pair.found, k);
    const { normals: n } = pair.found;
    normal.x = n[3 * k];
    normal.y = n[3 * k + 1];
    normal.z = n[3 * k + 2];
    const law = pair.law ?? lawAt(pair, normal, point);
    const depth = -pair.found.distances[k];
    if (depth < 0 && interactionRange(law) === 0) continue;
    const spring = matchSpring(pair, k, pair.found.features[k], point, normal);
    setRelativeVelocity(velocity, pair.a, pair.b, point);
    const force = contactForce(law, depth, -dotVec3(velocity, normal), true) + pullOffForce(law);
    const stiffness = friction.tangentialRatio * contactSlopes(law, depth).stiffness;
    scaleVec3(displacement, spring.displacement, remainingFraction(spring, stiffness));
    addVec3(displacement, displacement, spring.sum);
    transportDisplacement(displacement, normal, spring.rotation);
    updateSpring(spring, displacement, stiffness, friction, force);
    spring.feature = pair.found.features[k];
    copyVec3(spring.point, point);
    copyVec3(spring.normal, normal);
  }
  let stored = 0;
  for (const spring of springs) {
    if (!spring.isMatched) continue;
    spring.isNew = false;
    clearInterval(spring);
    springs[stored++] = spring;
  }
  springs.length = stored;
}
