import { createIntegratorWorkspace, integrate } from '../dynamics/integrators.ts';
import { rotationAboutZ } from '../math/mat3.ts';
import { createVec3, dotVec3, type ReadonlyVec3, scaleVec3 } from '../math/vec3.ts';
import {
  contactSlopes,
  evaluateContact,
  interactionRange,
  isAttached,
  type LawForce,
  NO_FORCE,
} from '../response/contact-laws.ts';
import { exceededStepLimit } from '../response/contact-step-limit.ts';
import { normalSpeed } from '../response/impulse.ts';
import type { ContactLaw } from '../scene/scene.ts';
import { type CompositeBody, dropCompensation } from './composite-body.ts';
import { createContactWatch } from './contact-events.ts';
import { advanceCarried } from './follow-paths.ts';
import { loadsAt } from './forces.ts';
import {
  addDrivenImpulse,
  addExternalImpulse,
  closeContactWork,
  copyLedgerTotals,
  createLedgerTotals,
} from './ledger-totals.ts';
import { countSteps } from './step-count.ts';
import { createTouchFinder, type Touch } from './touching.ts';
import { recordContact, recordFrameAtStep, type World } from './world.ts';

/** The force of one contact point at one time. */
interface PointForce extends LawForce {
  readonly touch: Touch;
  readonly point: ReadonlyVec3;
  readonly depth: number;
  /** Rate of the depth [m/s]. */
  readonly rate: number;
}

/** Weight of each force evaluation in a step, by scheme. */
const STAGES = {
  'explicit-euler': [1],
  'semi-implicit-euler': [1],
  'held-force': [1],
  rk4: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
};

/**
 * Fixed steps with penalty forces, [CP13-3.1]: bodies overlap slightly and springs separate them, with torque (E13). The scene selects
 * the scheme; the energy gain of a naive one shows in the ledger. Every point of a manifold has its own spring. A step that is
 * too long for the active springs ends the run with the status `failed` and reports the maximum step.
 */
export function* runPenaltySteps(world: World): Generator<number, 'end' | 'failed'> {
  const { end, step, integrator } = world.scene.time;
  const composites = world.composites.filter((composite) => composite.inverseMass > 0);
  const carried = world.composites.filter((composite) => composite.inverseMass === 0);
  const workspace = createIntegratorWorkspace(3 * composites.length);
  const createState = () => ({
    q: new Float64Array(3 * composites.length),
    v: new Float64Array(3 * composites.length),
  });
  const [state, start] = [createState(), createState()];
  const totalsAtStart = createLedgerTotals();
  const contacts = createContactForces(world);
  const watch = createContactWatch(world);
  const stages = STAGES[integrator];
  const count = countSteps(0, end, step);
  recordFrameAtStep(world, step);
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? end : (k + 1) * step;
    const h = next - world.time;
    contacts.updateMemory();
    const now = contacts.find();
    watch.update(now.map(({ touch }) => touch));
    for (const force of now) recordForce(world, force, h);
    pack(state, composites);
    pack(start, composites);
    copyLedgerTotals(totalsAtStart, world.totals);
    let stage = 0;
    const accelerate = (out: Float64Array, q: Float64Array, v: Float64Array, t: number) => {
      unpack(q, v, composites);
      for (const composite of carried) advanceCarried(world, composite, t);
      const forces = contacts.find();
      world.failure ??= tooLongStep(world, forces, h);
      accelerations(world, out, composites, forces, t, h * stages[stage++]);
    };
    integrate(integrator, state, h, accelerate, world.time, workspace);
    if (world.failure !== undefined) {
      // back to the last valid state
      unpack(start.q, start.v, composites);
      for (const composite of carried) advanceCarried(world, composite, world.time);
      copyLedgerTotals(world.totals, totalsAtStart);
      return 'failed';
    }
    world.time = next;
    unpack(state.q, state.v, composites);
    for (const composite of carried) advanceCarried(world, composite, next);
    for (const composite of world.composites) dropCompensation(composite, next);
    world.totals.springEnergy = contacts.find().reduce((sum, { stored }) => sum + stored, 0);
    world.steps++;
    closeContactWork(world.totals);
    recordFrameAtStep(world, step);
    yield world.time;
  }
  return 'end';
}

/** Reason to reject a step of `h` [s]: the springs it is too long for, and the maximum step. */
function tooLongStep({ scene, names }: World, forces: readonly PointForce[], h: number): string | undefined {
  const { integrator, step } = scene.time;
  const springs = forces.map(({ touch, point, depth }) => {
    const { a, b, manifold, law } = touch;
    return { a, b, pointA: point, pointB: point, normal: manifold.normal, ...contactSlopes(law.penalty, depth) };
  });
  const limit = exceededStepLimit(springs, integrator, h);
  if (limit === undefined) return undefined;
  const { bodyA, bodyB } = forces[limit.index].touch;
  const pair = `${names[bodyA]} and ${names[bodyB]}`;
  return `time.step: must be at most ${limit.step} s for ${integrator} and the contact of ${pair}, got ${step}`;
}

/** Finds the contact points with a nonzero force; stores which pairs adhere, for the laws with memory. */
function createContactForces(world: World) {
  const finder = createTouchFinder(world);
  const count = world.scene.bodies.length;
  const range = (law: ContactLaw) => interactionRange(law.penalty);
  let attached = new Set<number>();
  const key = ({ bodyA, bodyB }: Touch) => bodyA * count + bodyB;
  return {
    find(): PointForce[] {
      const touches = finder.find(range);
      world.observer.working?.('moving');
      return touches.flatMap((touch) => {
        const held = attached.has(key(touch));
        return touch.manifold.points
          .map((at) => forceAt(touch, at, held))
          .filter(({ force, stored }) => force !== 0 || stored !== 0);
      });
    },
    /** Called once per step, so that all stages of a step see the same memory. */
    updateMemory(): void {
      const touches = finder.find(range);
      attached = new Set(
        touches.filter((touch) => isAttached(touch.law.penalty, -touch.distance, attached.has(key(touch)))).map(key),
      );
    },
  };
}

function forceAt(
  touch: Touch,
  at: { pointA: ReadonlyVec3; pointB: ReadonlyVec3; distance: number },
  held: boolean,
): PointForce {
  const { a, b, manifold, law } = touch;
  const point = createVec3(0.5 * (at.pointA.x + at.pointB.x), 0.5 * (at.pointA.y + at.pointB.y));
  const depth = -at.distance;
  const rate = -normalSpeed({ pointA: point, pointB: point, normal: manifold.normal }, a, b);
  return evaluateContact({ touch, point, depth, rate, ...NO_FORCE }, law.penalty, depth, rate, held);
}

/** ẍ and θ̈ of all composites; adds the impulses on immovable bodies and of gravity to the ledger, with the stage's weight `hw` [s]. */
function accelerations(
  world: World,
  out: Float64Array,
  composites: readonly CompositeBody[],
  forces: readonly PointForce[],
  t: number,
  hw: number,
): void {
  const index = new Map(composites.map((composite, i) => [composite, 3 * i]));
  composites.forEach((composite, i) => {
    const { acceleration: a, pose } = composite;
    out[3 * i] = a.x;
    out[3 * i + 1] = a.y;
    out[3 * i + 2] = 0;
    addExternalImpulse(world.totals, pose.position, scaleVec3(createVec3(), a, composite.mass * hw));
  });
  const applyForce = (composite: CompositeBody, point: ReadonlyVec3, fx: number, fy: number) => {
    const i = index.get(composite);
    if (i === undefined) return;
    const { x, y } = composite.pose.position;
    out[i] += fx * composite.inverseMass;
    out[i + 1] += fy * composite.inverseMass;
    out[i + 2] += ((point.x - x) * fy - (point.y - y) * fx) * composite.inverseInertia.zz;
  };
  for (const { composite, force, torque } of loadsAt(world, t)) {
    applyForce(composite, composite.pose.position, force.x, force.y);
    out[(index.get(composite) ?? 0) + 2] += torque * composite.inverseInertia.zz;
    addExternalImpulse(world.totals, composite.pose.position, scaleVec3(createVec3(), force, hw));
    world.totals.externalAngularImpulse.z += torque * hw;
    world.totals.externalWork += hw * (dotVec3(force, composite.velocity) + torque * composite.angularVelocity.z);
  }
  for (const { touch, point, force, elastic, rate } of forces) {
    const { a, b, manifold } = touch;
    const fx = force * manifold.normal.x;
    const fy = force * manifold.normal.y;
    applyForce(a, point, -fx, -fy);
    applyForce(b, point, fx, fy);
    world.totals.contactWork -= hw * (force - elastic) * rate;
    if (a.inverseMass === 0) addDrivenImpulse(world.totals, a, point, createVec3(-fx * hw, -fy * hw));
    if (b.inverseMass === 0) addDrivenImpulse(world.totals, b, point, createVec3(fx * hw, fy * hw));
  }
}

function recordForce(world: World, { touch, point, depth, rate, force, elastic }: PointForce, h: number): void {
  recordContact(world, {
    time: world.time,
    bodyA: touch.bodyA,
    bodyB: touch.bodyB,
    point,
    normal: touch.manifold.normal,
    distance: -depth,
    closingSpeed: rate,
    impulse: scaleVec3(createVec3(), touch.manifold.normal, force * h),
    work: -h * (force - elastic) * rate,
    mode: 'penalty',
  });
}

function pack(state: { q: Float64Array; v: Float64Array }, composites: readonly CompositeBody[]): void {
  composites.forEach((composite, i) => {
    const { pose, velocity, angularVelocity } = composite;
    state.q.set([pose.position.x, pose.position.y, composite.angle], 3 * i);
    state.v.set([velocity.x, velocity.y, angularVelocity.z], 3 * i);
  });
}

function unpack(q: Float64Array, v: Float64Array, composites: readonly CompositeBody[]): void {
  composites.forEach((composite, i) => {
    const { pose, velocity, angularVelocity } = composite;
    pose.position.x = q[3 * i];
    pose.position.y = q[3 * i + 1];
    composite.angle = q[3 * i + 2];
    rotationAboutZ(pose.rotation, composite.angle);
    velocity.x = v[3 * i];
    velocity.y = v[3 * i + 1];
    angularVelocity.z = v[3 * i + 2];
  });
}
