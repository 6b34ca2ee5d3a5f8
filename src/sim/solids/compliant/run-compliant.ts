import { createVec3, scaleVec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { closeContactWork } from '../../ledger-totals.ts';
import type { RunObserver, RunSummary } from '../../observer.ts';
import { countSteps } from '../../step-count.ts';
import { SimulationError } from '../../world.ts';
import {
  createSolidRun,
  isFrameDue,
  namesOf,
  recordSolidContact,
  recordSolidEvent,
  recordSolidFrame,
  type SolidRun,
  type SolidState,
  summarizeSolids,
} from '../solid-frames.ts';
import { setTotalForce } from './add-forces.ts';
import { advanceTo, attachInitially } from './advance-compliant.ts';
import { storedEnergy } from './attachment.ts';
import { type CompliantSnapshot, restoreCompliantSnapshot, takeCompliantSnapshot } from './compliant-snapshot.ts';
import { type CompliantWorld, createCompliantWorld, packBodies } from './compliant-world.ts';

export interface CompliantRunOptions {
  /** State to resume from, of the same scene. */
  readonly resume?: CompliantSnapshot | undefined;
  /** Time of the snapshot [s]. Default: the end. */
  readonly snapshotAt?: number;
  readonly onSnapshot?: (snapshot: CompliantSnapshot) => void;
}

/**
 * Runs solids with compliant contact: bodies overlap slightly, and the laws of the scene give the forces that separate them. Every
 * contact point is recorded in every step, which gives the force over time. Yields the simulated time after every step.
 */
export function* runCompliant(
  scene: SolidScene,
  observer: RunObserver,
  { resume, snapshotAt = scene.time.end, onSnapshot }: CompliantRunOptions = {},
): Generator<number, RunSummary> {
  const world = createCompliantWorld(scene);
  const { end, step } = scene.time;
  if (resume) restoreCompliantSnapshot(world, resume);
  else attachInitially(world);
  const start = stateOf(world);
  const run = createSolidRun(scene, observer, start);
  const touching = new Set<number>();
  let isTaken = false;
  if (resume) for (const [key, { attached }] of world.pairs) if (attached) touching.add(key);
  recordAttachment(run, world, touching);
  if (isFrameDue(run, start.time, step)) recordSolidFrame(run, start, step);
  // after a run whose last step was shorter, full steps are counted from there
  const base =
    start.time === world.stepCount * step ? { time: 0, steps: 0 } : { time: start.time, steps: world.stepCount };
  for (let left = countSteps(start.time, end, step); left > 0; left--) {
    const next = left === 1 ? end : base.time + (world.stepCount + 1 - base.steps) * step;
    recordForces(run, world, next - world.time);
    observer.working?.('moving');
    if (!advanceTo(world, next)) {
      return summarizeSolids(run, { state: stateOf(world), status: 'failed', failure: world.failure });
    }
    run.steps++;
    closeContactWork(world.totals);
    checkFinite(world);
    recordAttachment(run, world, touching);
    if (isFrameDue(run, world.time, step)) recordSolidFrame(run, stateOf(world), step);
    if (onSnapshot && !isTaken && world.time >= snapshotAt - 1e-9 * step) {
      isTaken = true;
      onSnapshot(takeCompliantSnapshot(world));
    }
    yield world.time;
  }
  return summarizeSolids(run, { state: stateOf(world), status: 'end' });
}

function stateOf(world: CompliantWorld): SolidState {
  const { totals, time } = world;
  totals.springEnergy = storedEnergy(world);
  return { bodies: packBodies(world), totals, time };
}

/** Records a row for each contact point with a force, with its impulse over the step `h` [s] that begins. */
function recordForces(run: SolidRun, { pairs, time }: CompliantWorld, h: number): void {
  for (const { a, b, points, pointCount } of pairs.values()) {
    for (const contact of points.slice(0, pointCount)) {
      const force = setTotalForce(createVec3(), contact);
      recordSolidContact(run, {
        time,
        bodyA: a.index,
        bodyB: b.index,
        point: { ...contact.point },
        normal: { ...contact.normal },
        distance: -contact.depth,
        closingSpeed: contact.depthRate,
        impulse: scaleVec3(createVec3(), force, h),
        work: h * contact.power,
        mode: 'penalty',
      });
    }
  }
}

/** Records the contacts that began and ended since the last call, in the order of the bodies. */
function recordAttachment(run: SolidRun, world: CompliantWorld, touching: Set<number>): void {
  const { pairs, bodies, time } = world;
  const keys = new Set([...pairs].filter(([, { attached }]) => attached).map(([key]) => key));
  for (const key of [...new Set([...touching, ...keys])].sort((p, q) => p - q)) {
    if (keys.has(key) === touching.has(key)) continue;
    const type = keys.has(key) ? 'contact-begin' : 'contact-end';
    if (keys.has(key)) touching.add(key);
    else touching.delete(key);
    const names = namesOf(run, Math.floor(key / bodies.length), key % bodies.length);
    recordSolidEvent(run, { type, time, bodies: names });
  }
}

function checkFinite({ bodies, time }: CompliantWorld): void {
  for (const { pose, velocity, angularVelocity } of bodies) {
    const { position: x, rotation } = pose;
    const numbers = [x.x, x.y, x.z, velocity.x, velocity.y, velocity.z, angularVelocity.x, angularVelocity.y];
    if (![...numbers, angularVelocity.z, ...Object.values(rotation)].every(Number.isFinite)) {
      throw new SimulationError(`the state of the bodies overflows at ${time} s`);
    }
  }
}
