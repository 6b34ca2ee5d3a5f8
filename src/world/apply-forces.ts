import { describeValue } from '../math/describe-value.ts';
import { transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, crossVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { addAppliedForce } from '../sim/solids/steps/body-forces.ts';
import { wakeBody } from '../sim/solids/steps/islands.ts';
import { writePose } from '../sim/solids/steps/poses.ts';
import type { ApplyOptions, BodyId, VectorInput } from './body-options.ts';
import { bookChange } from './external-changes.ts';
import { vectorOf } from './vector-input.ts';
import { checkBetweenSteps, entryAt, indexOf, type WorldStore } from './world-store.ts';

const pose = createPose();

/** Index of a dynamic body, with its pose in `pose`; throws for other bodies. */
function dynamicIndex(store: WorldStore, body: BodyId, caller: string): number {
  checkBetweenSteps(store, caller);
  const index = indexOf(store, body, caller);
  const { name, motion } = entryAt(store, index).body;
  if (motion !== 'free') {
    const type = motion === 'fixed' ? 'static' : 'kinematic';
    throw new RangeError(`${caller}: ${JSON.stringify(name)} is ${type}, forces act on dynamic bodies only`);
  }
  writePose(pose, store.steps.bodies, index);
  return index;
}

function isInBodyAxes(caller: string, { frame = 'world' }: ApplyOptions): boolean {
  if (frame === 'world' || frame === 'body') return frame === 'body';
  throw new RangeError(`${caller}: frame must be world or body, got ${describeValue(frame)}`);
}

/** The vector in world axes. */
function worldVector(caller: string, name: string, given: VectorInput, options: ApplyOptions): Vec3 {
  const vector = vectorOf(`${caller}: ${name}`, given);
  return isInBodyAxes(caller, options) ? transformVec3(vector, pose.rotation, vector) : vector;
}

/** Moment of `vector` at the point of application about the centre of mass. */
function momentOf(store: WorldStore, i: number, caller: string, vector: Vec3, options: ApplyOptions): Vec3 {
  if (options.at === undefined) return createVec3();
  const arm = vectorOf(`${caller}: at`, options.at);
  if (isInBodyAxes(caller, options)) {
    subVec3(arm, arm, entryAt(store, i).origin);
    transformVec3(arm, pose.rotation, arm);
  } else subVec3(arm, arm, pose.position);
  return crossVec3(createVec3(), arm, vector);
}

function keepAwake({ steps }: WorldStore, i: number, ...vectors: Vec3[]): void {
  if (vectors.every(({ x, y, z }) => x === 0 && y === 0 && z === 0)) return;
  wakeBody(steps, i);
  steps.restTimes[i] = 0;
}

/** See `World.applyForce`. */
export function applyForce(store: WorldStore, body: BodyId, given: VectorInput, options: ApplyOptions = {}): void {
  const i = dynamicIndex(store, body, 'applyForce');
  const force = worldVector('applyForce', 'force', given, options);
  const torque = momentOf(store, i, 'applyForce', force, options);
  addAppliedForce(store.steps.bodyForces, i, force, torque);
  keepAwake(store, i, force);
}

/** See `World.applyTorque`. */
export function applyTorque(store: WorldStore, body: BodyId, given: VectorInput, options: ApplyOptions = {}): void {
  const i = dynamicIndex(store, body, 'applyTorque');
  const torque = worldVector('applyTorque', 'torque', given, options);
  addAppliedForce(store.steps.bodyForces, i, createVec3(), torque);
  keepAwake(store, i, torque);
}

/** See `World.applyImpulse`. */
export function applyImpulse(store: WorldStore, body: BodyId, given: VectorInput, options: ApplyOptions = {}): void {
  const i = dynamicIndex(store, body, 'applyImpulse');
  const impulse = worldVector('applyImpulse', 'impulse', given, options);
  changeVelocities(store, i, impulse, momentOf(store, i, 'applyImpulse', impulse, options));
}

/** See `World.applyAngularImpulse`. */
export function applyAngularImpulse(
  store: WorldStore,
  body: BodyId,
  given: VectorInput,
  options: ApplyOptions = {},
): void {
  const i = dynamicIndex(store, body, 'applyAngularImpulse');
  changeVelocities(store, i, createVec3(), worldVector('applyAngularImpulse', 'impulse', given, options));
}

/** v += P / m, ω += I⁻¹ L. */
function changeVelocities(store: WorldStore, i: number, impulse: Vec3, moment: Vec3): void {
  const { bodies } = store.steps;
  const { velocities: v, angularVelocities: w, inverseMasses, moments } = bodies;
  keepAwake(store, i, impulse, moment);
  bookChange(store, i, 'changed', () => {
    v[3 * i] += inverseMasses[i] * impulse.x;
    v[3 * i + 1] += inverseMasses[i] * impulse.y;
    v[3 * i + 2] += inverseMasses[i] * impulse.z;
    if (moment.x === 0 && moment.y === 0 && moment.z === 0) return;
    // into principal axes, divided by the moments, and back
    const { rotation: axes } = createPose([0, 0, 0], [...bodies.principalAxes.subarray(4 * i, 4 * i + 4)]);
    const change = transformTransposedVec3(
      createVec3(),
      axes,
      transformTransposedVec3(createVec3(), pose.rotation, moment),
    );
    change.x /= moments[3 * i];
    change.y /= moments[3 * i + 1];
    change.z /= moments[3 * i + 2];
    transformVec3(change, pose.rotation, transformVec3(change, axes, change));
    w[3 * i] += change.x;
    w[3 * i + 1] += change.y;
    w[3 * i + 2] += change.z;
  });
}
