import { rotationAboutZ } from '../math/mat3.ts';
import { addScaledVec3, addVec3, createVec3, dotVec3, type Vec3 } from '../math/vec3.ts';
import { relativeVelocity } from '../response/impulse.ts';
import { createRestingPoint, type RestingPoint, solveResting } from '../response/resting.ts';
import { createContactWatch } from './contact-watch.ts';
import { holdPins, releaseDock, sensorsAt, tryDocking } from './docking.ts';
import { kick, type Load, loadsAt } from './forces.ts';
import { type Mover, settleAt } from './mover.ts';
import { countSteps } from './step-count.ts';
import { closingSpeed, recordImpulse, resolveStrikes, type Strike, type StrikePoint, strikePoint } from './strike.ts';
import { createTouchFinder, type Touch } from './touching.ts';
import { recordFrameAtStep, type World } from './world.ts';

/** Share of a penetration (beyond the tolerance) that a resting contact takes back in one step. [CP13] spec 3.4 */
const PUSH_OUT = 0.2;

/**
 * Fixed steps with impulses, [CP13] spec 4.1, by Moreau's midpoint rule: half a step of flight, all impulses at the midpoint,
 * half a step of flight. Flight under gravity is then exact, and momentum, angular momentum and energy close to rounding whatever
 * touches. At the midpoint, in this order: what approaches faster than `restSpeed`, half of the step's forces included, bounces;
 * the forces act over the whole step; what still presses together rests, held by friction.
 */
export function* runSteps(world: World): Generator<number, 'end' | 'event-limit'> {
  const { end, step, maxEvents } = world.scene.time;
  const { tolerance } = world.scene.contacts;
  const { observer } = world;
  const finder = createTouchFinder(world);
  const watch = createContactWatch(world);
  const start = world.time;
  const count = countSteps(start, end, step);
  recordFrameAtStep(world, step);
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? end : start + (k + 1) * step;
    const h = next - world.time;
    observer.working?.('moving');
    world.time += 0.5 * h;
    for (const mover of world.movers) drift(mover, 0.5 * h);
    updateDocks(world);
    const touches = finder.find(() => tolerance);
    observer.working?.('responding');
    watch.update(touches);
    const strikes = touches.map((touch) => toStrike(world, touch));
    const loads = movingLoads(world);
    kick(world, 0.5 * h, world.time);
    bounce(world, strikes);
    kick(world, -0.5 * h, world.time);
    pressAndRest(world, strikes, h);
    holdPins(world, h);
    for (const load of loads) bookWork(world, load, h);
    observer.working?.('moving');
    world.time = next;
    for (const mover of world.movers) drift(mover, 0.5 * h);
    for (const mover of world.movers) settleAt(mover, next);
    world.steps++;
    recordFrameAtStep(world, step);
    if (world.collisions >= maxEvents) return 'event-limit';
    yield world.time;
  }
  return 'end';
}

function drift(mover: Mover, h: number): void {
  const { pose, velocity, angularVelocity } = mover;
  addScaledVec3(pose.position, pose.position, velocity, h);
  mover.angle += h * angularVelocity.z;
  rotationAboutZ(pose.rotation, mover.angle);
  mover.since += h;
}

/** Docks what has met, releases what is due. */
function updateDocks(world: World): void {
  for (const dock of world.docks) {
    if (dock.state !== 'done' && dock.docking.release <= world.time) releaseDock(world, dock);
    if (dock.state !== 'armed' && dock.state !== 'too-fast') continue;
    const { distance } = sensorsAt(world, dock, world.time);
    if (distance > dock.docking.tolerance) dock.state = 'armed';
    else if (dock.state === 'armed') tryDocking(world, dock);
  }
}

function toStrike(world: World, touch: Touch): Strike {
  const { a, b, bodyA, bodyB, manifold, law } = touch;
  const points = manifold.points.map(({ pointA, pointB, distance }) => strikePoint(pointA, pointB, distance));
  const single = world.scene.contacts.manifold === 'single' && points.length === 2;
  const used = single ? [strikePoint(points[0].pointA, points[1].pointA, points[0].distance)] : points;
  return { a, b, bodyA, bodyB, normal: { ...manifold.normal }, points: used, material: law.material };
}

/** Contacts that approach faster than `restSpeed` bounce; slower ones that they drive together end at rest. */
function bounce(world: World, strikes: readonly Strike[]): void {
  const { restSpeed } = world.scene.contacts;
  const isFast = strikes.map((strike) => closingSpeed(strike) > restSpeed);
  if (!isFast.includes(true)) return;
  const dull = (strike: Strike): Strike => ({ ...strike, material: { ...strike.material, restitution: 0 } });
  resolveStrikes(
    world,
    strikes.map((strike, i) => (isFast[i] ? strike : dull(strike))),
  );
}

interface Resting {
  readonly strike: Strike;
  readonly at: StrikePoint;
  readonly point: RestingPoint;
  /** Relative velocity after the bounces and before the forces of the step: the work of rest is counted from there. */
  readonly before: Vec3;
}

interface MovingLoad {
  readonly load: Load;
  /** Velocities at the start of the step. */
  readonly velocity: Vec3;
  readonly spin: number;
}

function movingLoads(world: World): MovingLoad[] {
  return loadsAt(world, world.time).map((load) => {
    const { velocity, angularVelocity } = load.mover;
    return { load, velocity: { ...velocity }, spin: angularVelocity.z };
  });
}

/** Force times way: half a step was flown with the velocity before the impulses, half with the one after them. */
function bookWork(world: World, { load, velocity, spin }: MovingLoad, h: number): void {
  const { mover, force, torque } = load;
  const way = addVec3(createVec3(), velocity, mover.velocity);
  world.books.loadWork += 0.5 * h * (dotVec3(force, way) + torque * (spin + mover.angularVelocity.z));
}

/** Forces over the step, then impulses that keep touching bodies from sinking in and hold or brake their sliding. */
function pressAndRest(world: World, strikes: readonly Strike[], h: number): void {
  const { tolerance, restSpeed } = world.scene.contacts;
  const resting: Resting[] = strikes.flatMap((strike) =>
    strike.points.map((at) => {
      const { a, b, normal, material } = strike;
      const excess = Math.max(0, -at.distance - tolerance);
      const bias = Math.min((PUSH_OUT * excess) / h, 10 * restSpeed);
      const before = relativeVelocity(createVec3(), a, b, at.pointA, at.pointB);
      return { strike, at, before, point: createRestingPoint(a, b, { ...at, normal }, material, bias) };
    }),
  );
  kick(world, h, world.time);
  solveResting(resting.map(({ point }) => point));
  for (const item of resting) recordResting(world, item);
}

const impulse = createVec3();
const mean = createVec3();

function recordResting(world: World, { strike, at, point, before }: Resting): void {
  if (point.normalImpulse === 0) return;
  addScaledVec3(impulse, point.tangentImpulse, strike.normal, point.normalImpulse);
  relativeVelocity(mean, strike.a, strike.b, at.pointA, at.pointB);
  const work = 0.5 * dotVec3(impulse, addScaledVec3(mean, mean, before, 1));
  world.books.contactWork += work;
  recordImpulse(world, strike, at, {
    impulse: { ...impulse },
    closingSpeed: -dotVec3(before, strike.normal),
    work,
    mode: 'rest',
  });
}
