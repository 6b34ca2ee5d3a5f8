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
import { advanceTo } from './advance-interval.ts';
import { type CompliantWorld, createCompliantWorld, packBodies } from './compliant-world.ts';
import { pointForces, updateAttachment } from './point-forces.ts';

/**
 * Runs solids with compliant contact: bodies overlap slightly, and the laws of the scene give the forces that separate them. Every
 * contact point is recorded in every step, which gives the force over time. Yields the simulated time after every step.
 */
export function* runCompliant(scene: SolidScene, observer: RunObserver): Generator<number, RunSummary> {
  const world = createCompliantWorld(scene);
  const { end, step } = scene.time;
  // adhesion of bodies that touch at the start is part of the initial state
  updateAttachment(world);
  const start = stateOf(world);
  const run = createSolidRun(scene, observer, start);
  const touching = new Set<number>();
  recordAttachment(run, world, touching);
  recordSolidFrame(run, start, step);
  const count = countSteps(0, end, step);
  for (let k = 1; k <= count; k++) {
    const next = k === count ? end : k * step;
    const h = next - world.time;
    recordForces(run, world, h);
    observer.working?.('moving');
    if (!advanceTo(world, next, h)) {
      return summarizeSolids(run, { state: stateOf(world), status: 'failed', failure: world.failure });
    }
    run.steps++;
    closeContactWork(world.totals);
    checkFinite(world);
    recordAttachment(run, world, touching);
    if (isFrameDue(run, world.time, step)) recordSolidFrame(run, stateOf(world), step);
    yield world.time;
  }
  return summarizeSolids(run, { state: stateOf(world), status: 'end' });
}

function stateOf(world: CompliantWorld): SolidState {
  const { totals, time } = world;
  totals.springEnergy = pointForces(world).reduce((sum, { stored }) => sum + stored, 0);
  return { bodies: packBodies(world), totals, time };
}

/** Records a row for each contact point with a force, with its impulse over the step `h` [s] that begins. */
function recordForces(run: SolidRun, world: CompliantWorld, h: number): void {
  for (const { pair, point, normal, depth, depthRate, force, power } of pointForces(world)) {
    recordSolidContact(run, {
      time: world.time,
      bodyA: pair.a.index,
      bodyB: pair.b.index,
      point,
      normal,
      distance: -depth,
      closingSpeed: depthRate,
      impulse: scaleVec3(createVec3(), normal, force * h),
      work: h * power,
      mode: 'penalty',
    });
  }
}

/** Records the contacts that began and ended since the last call. */
function recordAttachment(run: SolidRun, { pairs, time }: CompliantWorld, touching: Set<number>): void {
  for (const [i, { a, b, attached }] of pairs.entries()) {
    if (attached === touching.has(i)) continue;
    if (attached) touching.add(i);
    else touching.delete(i);
    const type = attached ? 'contact-begin' : 'contact-end';
    recordSolidEvent(run, { type, time, bodies: namesOf(run, a.index, b.index) });
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
