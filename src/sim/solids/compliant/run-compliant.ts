import { createVec3, scaleVec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
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
import { type CompliantWorld, createCompliantWorld, packBodies } from './compliant-world.ts';

/**
 * Runs solids with compliant contact: bodies overlap slightly, and the laws of the scene give the forces that separate them. Every
 * contact point is recorded in every step, which gives the force over time. Yields the simulated time after every step.
 */
export function* runCompliant(scene: SolidScene, observer: RunObserver): Generator<number, RunSummary> {
  const world = createCompliantWorld(scene);
  const { end, step } = scene.time;
  attachInitially(world);
  const start = stateOf(world);
  const run = createSolidRun(scene, observer, start);
  const touching = new Set<number>();
  recordAttachment(run, world, touching);
  recordSolidFrame(run, start, step);
  const count = countSteps(0, end, step);
  for (let k = 1; k <= count; k++) {
    const next = k === count ? end : k * step;
    recordForces(run, world, next - world.time);
    observer.working?.('moving');
    if (!advanceTo(world, next)) {
      return summarizeSolids(run, { state: stateOf(world), status: 'failed', failure: world.failure });
    }
    run.steps++;
    checkFinite(world);
    recordAttachment(run, world, touching);
    if (isFrameDue(run, world.time, step)) recordSolidFrame(run, stateOf(world), step);
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
