import { hashNumbers } from '../../math/hash.ts';
import { copyVec3 } from '../../math/vec3.ts';
import type { SmoothScene } from '../../scene/smooth-scene.ts';
import { balance, closeContactWork } from '../ledger-totals.ts';
import type { CouplerSummary, RunObserver, RunSummary } from '../observer.ts';
import { countSteps } from '../step-count.ts';
import { moveToFirstContact } from './contact-times.ts';
import { couplerSummary } from './coupler-energy.ts';
import { penaltyForce } from './penalty-force.ts';
import {
  recordForces,
  recordSmoothFrame,
  recordTouching,
  recordTransitions,
  SILENT,
  sampleCouplers,
} from './smooth-frames.ts';
import { resolveImpacts } from './smooth-impacts.ts';
import { smoothLedger } from './smooth-ledger.ts';
import { advanceWithin, beginInterval, returnToIntervalStart } from './smooth-motion.ts';
import { createSmoothWorld, type SmoothWorld } from './smooth-world.ts';
import { ELAPSED, END } from './step-clock.ts';
import { storeStart } from './world-start.ts';

/** Maximum impacts in one step; beyond it they accumulate (Zeno), and the rest of the step has none. */
const MAX_IMPACTS = 100;

/**
 * Runs a world of smooth bodies: bodies and closest points advance together, step by step, [PG05-4.4]. Yields after
 * every step.
 */
export function* runSmooth(scene: SmoothScene, observer: RunObserver, warmUpSteps = 0): Generator<number, RunSummary> {
  const world = createSmoothWorld(scene, observer);
  const { end, step } = scene.time;
  const count = countSteps(0, end, step);
  if (warmUpSteps > 0) warmUp(world, Math.min(warmUpSteps, count), step);
  const ledgerStart = smoothLedger(world);
  recordSmoothFrame(world, count === 0);
  while (world.steps < count) {
    const next = world.steps + 1;
    world.clock[END] = next === count ? end : next * step;
    if (!takeStep(world)) break;
    world.steps = next;
    recordSmoothFrame(world, world.steps === count);
    yield world.time;
  }
  const { failure } = world;
  const ledgerEnd = smoothLedger(world);
  return {
    status: failure === undefined ? 'end' : 'failed',
    ...(failure !== undefined && { failure }),
    time: world.time,
    steps: world.steps,
    collisions: world.collisions,
    dockings: 0,
    maxPenetration: world.maxPenetration,
    balance: balance(ledgerStart, ledgerEnd),
    ...(scene.couplers.length > 0 && { couplers: couplerSummaries(world) }),
    ledgerStart,
    ledgerEnd,
    stateHash: hashNumbers(stateNumbers(world)),
  };
}

/** Runs steps without reports, then returns to the start. */
function warmUp(world: SmoothWorld, steps: number, step: number): void {
  const { observer } = world;
  const returnToStart = storeStart(world);
  world.observer = SILENT;
  for (let k = 1; k <= steps; k++) {
    world.clock[END] = k * step;
    if (!takeStep(world)) break;
  }
  returnToStart();
  world.observer = observer;
}

/** Advances to the time `END` of the clock through all impacts; false if that fails, with the world as before. */
export function takeStep(world: SmoothWorld): boolean {
  const end = world.clock[END];
  const { response } = world.scene.contacts;
  sampleCouplers(world);
  if (response === 'penalty') recordForces(world);
  for (let impacts = 0; ; impacts++) {
    const span = end - world.time;
    world.observer.working?.('moving');
    beginInterval(world);
    advanceWithin(world, span);
    if (world.failure !== undefined) {
      returnToIntervalStart(world);
      return false;
    }
    const impactContacts = response === 'impulse' && impacts < MAX_IMPACTS;
    world.observer.working?.('searching');
    const after = impactContacts ? moveToFirstContact(world, span) : undefined;
    recordTransitions(world);
    if (after === undefined) break;
    world.time += after;
    world.observer.working?.('responding');
    resolveImpacts(world, after);
  }
  if (world.hasFriction) {
    world.clock[ELAPSED] = end - world.time;
    keepSlip(world);
  }
  world.time = end;
  closeContactWork(world.totals);
  recordTouching(world);
  return true;
}

/** Stores the displacement of the friction springs at the end of a step. */
function keepSlip({ colliders, scene, clock }: SmoothWorld): void {
  for (let i = 0; i < colliders.length; i++) {
    copyVec3(colliders[i].slip, penaltyForce(scene.contacts, colliders[i], clock).stretch);
  }
}

function couplerSummaries(world: SmoothWorld): CouplerSummary[] {
  const { scene, couplerEnergies } = world;
  // the last sample ends the work of the last step
  sampleCouplers(world);
  return scene.couplers.map((coupler, i) => couplerSummary(coupler, couplerEnergies[i], scene.time.step));
}

/** The complete state of the run. */
function stateNumbers({ time, composites, trackers }: SmoothWorld): number[] {
  const bodies = composites.flatMap(({ pose, velocity: v, angularVelocity: w }) => {
    const { position: p, rotation } = pose;
    return [p.x, p.y, p.z, ...Object.values(rotation), v.x, v.y, v.z, w.x, w.y, w.z];
  });
  return [time, ...bodies, ...trackers.map(({ contact }) => contact.distance)];
}
