/**
 * Resting contacts of fixed steps: gathers the contacts of a step into a packed problem and solves it with the impulses of the last step as
 * a start.
 */
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { eliminationOrder } from '../response/planar-resting/elimination-order.ts';
import {
  ALPHA,
  DYNAMIC_FRICTION,
  NORMAL_ARMS,
  NORMAL_IMPULSES,
  NORMAL_X,
  NORMAL_Y,
  POINTS,
  prepareManifold,
  type RestingProblem,
  resizeProblem,
  STATIC_FRICTION,
  STRIDE,
  TANGENT_ARMS,
  TANGENT_IMPULSE,
} from '../response/planar-resting/resting-problem.ts';
import { solvePlanarResting } from '../response/planar-resting/solve-planar-resting.ts';
import { createManifoldSpeeds, manifoldSpeeds } from '../response/planar-resting/sweep.ts';
import { type ImpactContact, recordImpulse } from './impact-contact.ts';
import type { RestingContacts } from './resting-state.ts';
import type { World } from './world.ts';

/** Gathers the contacts with the velocities of the bodies before the forces of the step, from which the work of resting contact is counted. */
export function gatherResting(
  resting: RestingContacts,
  world: World,
  impactContacts: readonly ImpactContact[],
  step: number,
): void {
  const { problem, indices } = resting;
  const { composites } = world;
  resizeProblem(problem, composites.length, impactContacts.length);
  if (indices.size !== composites.length || composites.some((composite, i) => indices.get(composite) !== i)) {
    indices.clear();
    for (const [i, composite] of composites.entries()) indices.set(composite, i);
  }
  for (const [i, composite] of composites.entries()) {
    problem.inverseMasses[2 * i] = composite.inverseMass;
    problem.inverseMasses[2 * i + 1] = composite.inverseInertia.zz;
  }
  if (resting.before.length < 4 * impactContacts.length) resting.before = new Float64Array(8 * impactContacts.length);
  readVelocities(resting, world);
  for (const [i, impactContact] of impactContacts.entries()) {
    setManifold(resting, impactContact, i);
    startFromLastStep(resting, world, impactContact, i, step);
    prepareManifold(problem, i);
    setSpeedsBefore(resting, i);
  }
  updateOrder(resting);
}

function readVelocities({ problem }: RestingContacts, { composites }: World): void {
  for (const [i, { velocity, angularVelocity }] of composites.entries()) {
    problem.velocities[3 * i] = velocity.x;
    problem.velocities[3 * i + 1] = velocity.y;
    problem.velocities[3 * i + 2] = angularVelocity.z;
  }
}

/** Whether the second point of a contact comes before the first along the tangent (-ny, nx). */
export function isReversed({ normal, points }: ImpactContact): boolean {
  if (points.length === 1) return false;
  const [{ pointA: p }, { pointA: q }] = points;
  return normal.x * (q.y - p.y) - normal.y * (q.x - p.x) < 0;
}

function setManifold({ problem, indices }: RestingContacts, contact: ImpactContact, i: number): void {
  const { manifolds: m, bodies } = problem;
  const { a, b, normal, points, material } = contact;
  const at = STRIDE * i;
  const isLawless = material.frictionLaw === 'none';
  bodies[2 * i] = indices.get(a) as number;
  bodies[2 * i + 1] = indices.get(b) as number;
  m.fill(0, at, at + STRIDE);
  m[at + NORMAL_X] = normal.x;
  m[at + NORMAL_Y] = normal.y;
  m[at + POINTS] = points.length;
  m[at + STATIC_FRICTION] = isLawless ? 0 : material.staticFriction;
  m[at + DYNAMIC_FRICTION] = isLawless ? 0 : material.dynamicFriction;
  const reversed = isReversed(contact);
  for (const [k, { pointA }] of points.entries()) {
    const place = at + (reversed ? 1 - k : k);
    setArms(m, place, 0, pointA, a.pose.position, normal);
    setArms(m, place, 2, pointA, b.pose.position, normal);
  }
}

function setArms(
  m: Float64Array,
  at: number,
  offset: 0 | 2,
  point: ReadonlyVec3,
  centre: ReadonlyVec3,
  normal: ReadonlyVec3,
): void {
  const rx = point.x - centre.x;
  const ry = point.y - centre.y;
  m[at + NORMAL_ARMS + offset] = rx * normal.y - ry * normal.x;
  m[at + TANGENT_ARMS + offset] = rx * normal.x + ry * normal.y;
}

function pairKey(world: World, { bodyA, bodyB }: ImpactContact): number {
  return bodyA * world.scene.bodies.length + bodyB;
}

function startFromLastStep(
  { problem, impulses }: RestingContacts,
  world: World,
  contact: ImpactContact,
  i: number,
  step: number,
): void {
  const m = problem.manifolds;
  const at = STRIDE * i;
  const last = impulses.get(pairKey(world, contact));
  const points = contact.points.length;
  m[at + ALPHA] = points === 2 ? 0.5 : 0;
  if (last === undefined || last.step !== step - 1) return;
  const total = last.first + last.second;
  const asBefore = last.points === points;
  m[at + NORMAL_IMPULSES] = asBefore ? last.first : total / points;
  m[at + NORMAL_IMPULSES + 1] = asBefore ? last.second : points === 2 ? total / 2 : 0;
  m[at + TANGENT_IMPULSE] = last.tangential;
  if (points === 2 && total > 0) m[at + ALPHA] = m[at + NORMAL_IMPULSES + 1] / total;
}

const speeds = createManifoldSpeeds();

/** Speeds of the points along normal and tangent. */
function setSpeedsBefore({ problem, before }: RestingContacts, i: number): void {
  manifoldSpeeds(speeds, problem, i);
  before[4 * i] = speeds.first;
  before[4 * i + 1] = speeds.second;
  before[4 * i + 2] = tangentialSpeed(problem, i, 0);
  before[4 * i + 3] = tangentialSpeed(problem, i, 1);
}

function tangentialSpeed({ manifolds: m, velocities: v, bodies }: RestingProblem, i: number, point: number): number {
  const at = STRIDE * i;
  const a = 3 * bodies[2 * i];
  const b = 3 * bodies[2 * i + 1];
  return (
    m[at + NORMAL_X] * (v[b + 1] - v[a + 1]) -
    m[at + NORMAL_Y] * (v[b] - v[a]) +
    m[at + TANGENT_ARMS + 2 + point] * v[b + 2] -
    m[at + TANGENT_ARMS + point] * v[a + 2]
  );
}

/** The order depends on which bodies the manifolds connect only. */
function updateOrder(resting: RestingContacts): void {
  const { problem } = resting;
  const used = 2 * problem.manifoldCount;
  const { orderedBodies } = resting;
  let isSame = orderedBodies.length === used;
  for (let k = 0; isSame && k < used; k++) isSame = orderedBodies[k] === problem.bodies[k];
  if (isSame) return;
  resting.orderedBodies = problem.bodies.slice(0, used);
  resting.order = eliminationOrder(problem);
}

/** Solves the gathered contacts for the present velocities, records them and keeps their impulses for the next step. */
export function solveResting(
  resting: RestingContacts,
  world: World,
  impactContacts: readonly ImpactContact[],
  step: number,
): void {
  const { problem, order, workspace } = resting;
  readVelocities(resting, world);
  solvePlanarResting(problem, order, workspace);
  for (const [i, { velocity, angularVelocity, inverseMass }] of world.composites.entries()) {
    if (inverseMass === 0) continue;
    velocity.x = problem.velocities[3 * i];
    velocity.y = problem.velocities[3 * i + 1];
    angularVelocity.z = problem.velocities[3 * i + 2];
  }
  for (const [i, contact] of impactContacts.entries()) {
    recordManifold(resting, world, contact, i);
    storeImpulses(resting, pairKey(world, contact), i, step);
  }
  // pairs that have separated, now and then
  if (resting.impulses.size <= 2 * impactContacts.length + 64) return;
  for (const [key, stored] of resting.impulses) if (stored.step !== step) resting.impulses.delete(key);
}

function recordManifold(resting: RestingContacts, world: World, contact: ImpactContact, i: number): void {
  const { problem, before } = resting;
  const m = problem.manifolds;
  const at = STRIDE * i;
  if (m[at + NORMAL_IMPULSES] === 0 && m[at + NORMAL_IMPULSES + 1] === 0) return;
  const { normal, points } = contact;
  const reversed = isReversed(contact);
  manifoldSpeeds(speeds, problem, i);
  for (const [k, point] of points.entries()) {
    const place = reversed ? 1 - k : k;
    const n = m[at + NORMAL_IMPULSES + place];
    const t = m[at + TANGENT_IMPULSE] * (place === 1 ? m[at + ALPHA] : 1 - m[at + ALPHA]);
    if (n === 0 && t === 0) continue;
    const normalSpeed = place === 1 ? speeds.second : speeds.first;
    const work =
      0.5 * n * (before[4 * i + place] + normalSpeed) +
      0.5 * t * (before[4 * i + 2 + place] + tangentialSpeed(problem, i, place));
    world.totals.contactWork += work;
    recordImpulse(world, contact, point, {
      impulse: createVec3(n * normal.x - t * normal.y, n * normal.y + t * normal.x),
      closingSpeed: -before[4 * i + place],
      work,
      mode: 'resting',
    });
  }
}

function storeImpulses({ problem, impulses }: RestingContacts, key: number, i: number, step: number): void {
  const m = problem.manifolds;
  const at = STRIDE * i;
  let stored = impulses.get(key);
  if (stored === undefined) {
    stored = { points: 0, first: 0, second: 0, tangential: 0, step };
    impulses.set(key, stored);
  }
  stored.points = m[at + POINTS];
  stored.first = m[at + NORMAL_IMPULSES];
  stored.second = m[at + NORMAL_IMPULSES + 1];
  stored.tangential = m[at + TANGENT_IMPULSE];
  stored.step = step;
}
