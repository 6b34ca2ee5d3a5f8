import { createSampledMotion, motionBetween } from '../math/motion-between.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import { createVec3 } from '../math/vec3.ts';
import { advanceStep } from '../sim/solids/steps/advance-step.ts';
import { writePose } from '../sim/solids/steps/poses.ts';
import { markMoved } from '../sim/solids/steps/step-bodies.ts';
import { SimulationError } from '../sim/world.ts';
import { advanceByEvents } from './event-steps.ts';
import { collectEvents, emitEvents } from './step-events.ts';
import { rotationOf, vectorOf } from './vector-input.ts';
import { prepareDockings, updateDockings } from './world-docking.ts';
import { type BodyEntry, checkBetweenSteps, type WorldStore } from './world-store.ts';

/** One step; see `World.step`. */
export function advanceWorld(store: WorldStore): void {
  checkBetweenSteps(store, 'step');
  const targets = followPaths(store);
  prepareDockings(store);
  store.isStepping = true;
  let exact: ReturnType<typeof advanceByEvents> = [];
  try {
    if (store.steps.scene.time.method === 'events') exact = advanceByEvents(store);
    else advanceStep(store.steps);
  } finally {
    store.isStepping = false;
  }
  for (const target of targets) placeOnPath(store, target);
  checkFiniteState(store);
  const events = [...exact, ...collectEvents(store), ...updateDockings(store)];
  for (const observer of store.observers) observer.afterStep();
  emitEvents(store, events);
}

/** Pose of a body at the end of the step. */
interface PathTarget {
  readonly index: number;
  readonly pose: ReturnType<typeof createPose>;
}

const start = createPose();
const motion = createSampledMotion();

/** Gives kinematic bodies the constant velocities that take them to the poses of their paths at the end of the step. */
function followPaths({ steps, entries }: WorldStore): PathTarget[] {
  const targets: PathTarget[] = [];
  const { bodies, scene, free } = steps;
  const { step } = scene.time;
  const end = steps.origin.time + (steps.stepCount + 1 - steps.origin.stepCount) * step;
  for (let index = 0; index < entries.length; index++) {
    // only bodies that do not move by forces follow paths; most worlds have few
    if (free[index] === 1) continue;
    const entry = entries[index];
    if (!entry?.options.path) continue;
    writePose(start, bodies, index);
    const pose = pathPose(entry, end, start);
    motionBetween(motion, start, pose, step);
    const { velocity: v, angularVelocity: w } = motion;
    bodies.velocities.set([v.x, v.y, v.z], 3 * index);
    bodies.angularVelocities.set([w.x, w.y, w.z], 3 * index);
    targets.push({ index, pose });
  }
  return targets;
}

function pathPose({ options: { path }, body: { name }, origin }: BodyEntry, time: number, now: typeof start) {
  const given = path?.(time);
  const caller = `path of ${JSON.stringify(name)} at ${time} s`;
  if (typeof given !== 'object' || given === null) throw new TypeError(`${caller}: must return { position }`);
  const rotation = given.orientation ? rotationOf(`${caller}: orientation`, given.orientation) : { ...now.rotation };
  const position = toWorld(
    createVec3(),
    { position: vectorOf(`${caller}: position`, given.position), rotation },
    origin,
  );
  return { position, rotation };
}

/** The exact pose: the sum of velocities over the substeps has rounding errors. */
function placeOnPath({ steps }: WorldStore, { index, pose: { position, rotation } }: PathTarget): void {
  const { w, x, y, z } = quaternionFromRotation(rotation);
  steps.bodies.positions.set([position.x, position.y, position.z], 3 * index);
  steps.bodies.orientations.set([w, x, y, z], 4 * index);
  markMoved(steps, index);
}

/** Throws if a number of the state is not finite, with the name of the body. */
function checkFiniteState({ steps, entries }: WorldStore): void {
  const { positions, orientations, velocities, angularVelocities, count } = steps.bodies;
  let sum = 0;
  for (let i = 0; i < 3 * count; i++) sum += 0 * (positions[i] + velocities[i] + angularVelocities[i]);
  for (let i = 0; i < 4 * count; i++) sum += 0 * orientations[i];
  if (sum === 0) return;
  const index = entries.findIndex((_, i) => {
    const numbers = [positions, velocities, angularVelocities].flatMap((list) => [...list.subarray(3 * i, 3 * i + 3)]);
    return ![...numbers, ...orientations.subarray(4 * i, 4 * i + 4)].every(Number.isFinite);
  });
  const name = JSON.stringify(entries[index]?.body.name);
  throw new SimulationError(
    `the state of ${name} overflows at ${steps.time} s: its forces or velocities are too large`,
  );
}
