import { describeValue } from '../math/describe-value.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { checkConsistency } from '../response/joints/check-consistency.ts';
import { coupleJoint } from '../response/joints/couple-joints.ts';
import {
  AXIS_NAMES,
  type AxisName,
  defineJoint,
  type JointAxisSettings,
  type JointBody,
  type JointFail,
  type JointMotorSettings,
  type JointSettings,
  motorOf,
  startCoordinates,
} from '../response/joints/define-joint.ts';
import { isRadial, type Joint, type JointDefinition, mainAxis } from '../response/joints/joint.ts';
import { checkKeys } from '../shapes/checks.ts';
import { jointRows } from '../sim/joint-rows.ts';
import { addStepJoint, removeStepJoint, setStepMotor } from '../sim/solids/steps/change-joints.ts';
import { poseNow } from '../sim/solids/steps/step-joints.ts';
import { SimulationError } from '../sim/world.ts';
import type { BodyId, VectorInput } from './body-options.ts';
import type { JointFrame, JointId, JointOptions, JointState, MotorInput } from './joint-options.ts';
import { rotationOf, vectorOf } from './vector-input.ts';
import { updateGroups } from './world-docking.ts';
import { checkBetweenSteps, entryAt, indexOf, type WorldStore } from './world-store.ts';

const KINDS = ['fixed', 'hinge', 'slider', 'ball', 'universal', 'six-axis', 'distance', 'spring'];
const AXIS_KEYS = ['limits', 'friction', 'motor', 'stiffness', 'damping', 'rest'];
const MOTOR_KEYS = ['velocity', 'position', 'path', 'force', 'stiffness', 'damping', 'maxForce'];
const COMMON_KEYS = ['kind', 'bodies', 'name', 'collide', 'breakForce', 'breakTorque'];
const PLACE_KEYS = ['position', 'frames'];
/** Keys of each kind besides the common ones. */
const KIND_KEYS: { readonly [kind: string]: readonly string[] } = {
  fixed: PLACE_KEYS,
  hinge: [...PLACE_KEYS, 'axis', ...AXIS_KEYS, 'mimic'],
  slider: [...PLACE_KEYS, 'axis', ...AXIS_KEYS, 'mimic'],
  ball: [...PLACE_KEYS, 'axis', 'swing', 'twist', 'friction', 'damping'],
  universal: [...PLACE_KEYS, 'axis', 'axis2', 'friction', 'damping'],
  'six-axis': [...PLACE_KEYS, 'axis', 'axis2', 'axes'],
  distance: ['points', 'length', 'rope'],
  spring: ['points', 'length', 'stiffness', 'damping', 'limits', 'friction'],
};

/** Adds a joint; see `World.addJoint`. */
export function addJoint(store: WorldStore, options: JointOptions): JointId {
  checkBetweenSteps(store, 'addJoint');
  const { steps } = store;
  if (steps.scene.time.method === 'events') throw new SimulationError('addJoint: joints need the method "steps"');
  const name = options?.name ?? `joint ${steps.joints.list.length + 1}`;
  const caller = `addJoint (${JSON.stringify(name)})`;
  checkOptions(caller, options);
  const [bodyA, bodyB] = bodiesOf(store, caller, options);
  const fail: JointFail = (path, expected) => {
    throw new RangeError(`${caller}: ${path.join('.')} ${expected}`);
  };
  const settings = settingsOf(store, caller, options, [bodyA, bodyB]);
  const definition = defineJoint(name, settings, bodyA, bodyB, fail);
  const { mimic } = options;
  const coupled = mimic ? followerOf(store, caller, definition, [bodyA, bodyB], mimic) : definition;
  checkVelocities(store, caller, coupled);
  const id = addStepJoint(steps, coupled);
  // bodies that are docked already are held by joints from now on
  if (store.dockings.length > 0) updateGroups(store);
  return id;
}

/** The definition of a joint that follows another one. */
function followerOf(
  store: WorldStore,
  caller: string,
  definition: JointDefinition,
  [bodyA, bodyB]: readonly [JointBody, JointBody],
  { joint, ...mimic }: NonNullable<JointOptions['mimic']>,
): JointDefinition {
  const leader = jointAt(store, joint, `${caller}: mimic`);
  const coordinates = startCoordinates(definition, bodyA.pose, bodyB.pose);
  return coupleJoint({ definition, coordinates }, joint, leader, mimic, (path, expected) => {
    throw new RangeError(`${caller}: ${['mimic', ...path].join('.')} ${expected}`);
  });
}

/** Rejects a joint that cannot hold together with those of the world. */
function checkVelocities({ steps }: WorldStore, caller: string, definition: JointDefinition): void {
  const { bodies, joints, free } = steps;
  const acting = joints.list.flatMap((joint) => (joint && !joint.broken ? [joint.definition] : []));
  // indices of couplings refer to all joints: without the removed ones they would be others
  const all = [...acting, definition].map(({ mimic: _, ...rest }) => rest);
  const vector = ({ [0]: x, [1]: y, [2]: z }: ArrayLike<number>) => createVec3(x, y, z);
  const states = Array.from({ length: bodies.count }, (_, i) => ({
    isFree: free[i] === 1,
    pose: poseNow(bodies, i),
    velocity: vector(bodies.velocities.subarray(3 * i, 3 * i + 3)),
    angularVelocity: vector(bodies.angularVelocities.subarray(3 * i, 3 * i + 3)),
  }));
  checkConsistency(all, states, (_, expected) => {
    throw new RangeError(`${caller}: ${expected}`);
  });
}

function checkOptions(caller: string, options: JointOptions): void {
  if (!KINDS.includes(options?.kind)) {
    throw new RangeError(`${caller}: kind must be one of ${KINDS.join(', ')}, got ${describeValue(options?.kind)}`);
  }
  checkKeys(caller, options, [...COMMON_KEYS, ...KIND_KEYS[options.kind]]);
  checkNumbers(caller, options, ['length', 'breakForce', 'breakTorque', 'swing']);
  if (options.twist) checkLimits(`${caller}: twist`, options.twist);
  if (options.mimic) {
    checkKeys(`${caller}: mimic`, options.mimic, ['joint', 'multiplier', 'offset']);
    checkFinite(`${caller}: mimic.multiplier`, options.mimic.multiplier);
    checkFinite(`${caller}: mimic.offset`, options.mimic.offset);
  }
  checkAxis(caller, options);
  for (const name of Object.keys(options.axes ?? {})) {
    checkKeys(`${caller}: axes`, options.axes ?? {}, AXIS_NAMES);
    const axis = options.axes?.[name as AxisName] ?? {};
    checkKeys(`${caller}: axes.${name}`, axis, AXIS_KEYS);
    checkAxis(`${caller}: axes.${name}`, axis);
  }
}

function checkAxis(caller: string, axis: JointAxisSettings): void {
  checkNumbers(caller, axis, ['friction', 'stiffness', 'damping']);
  checkFinite(`${caller}: rest`, axis.rest);
  if (axis.limits) checkLimits(`${caller}: limits`, axis.limits);
  if (axis.motor) checkMotor(`${caller}: motor`, axis.motor);
}

function checkLimits(caller: string, limits: NonNullable<JointAxisSettings['limits']>): void {
  checkKeys(caller, limits, ['min', 'max']);
  checkFinite(`${caller}.min`, limits.min);
  checkFinite(`${caller}.max`, limits.max);
}

/** Throws for keys and numbers that no motor has. */
export function checkMotor(caller: string, motor: NonNullable<MotorInput>): void {
  checkKeys(caller, motor, MOTOR_KEYS);
  for (const key of ['velocity', 'position', 'force'] as const) checkFinite(`${caller}: ${key}`, motor[key]);
  checkNumbers(caller, motor, ['stiffness', 'damping', 'maxForce']);
  if (motor.path !== undefined) checkPath(`${caller}: path`, motor.path);
}

/** Tables of the caller: increasing times, one finite value for each. */
function checkPath(name: string, { times, values, interpolation }: NonNullable<JointMotorSettings['path']>): void {
  const areNumbers = [times, values].every(
    (list) => Array.isArray(list) && list.length > 0 && list.every(Number.isFinite),
  );
  if (!areNumbers || times.length !== values.length) {
    throw new RangeError(`${name}: must have as many finite values as times, at least one`);
  }
  const k = times.findIndex((time, i) => i > 0 && !(time > times[i - 1]));
  if (k > 0) throw new RangeError(`${name}: times must increase, got ${times[k]} after ${times[k - 1]}`);
  if (interpolation !== 'linear' && interpolation !== 'cubic') {
    throw new RangeError(`${name}: interpolation must be linear or cubic, got ${describeValue(interpolation)}`);
  }
}

function checkFinite(name: string, value: number | undefined): void {
  if (value !== undefined && !Number.isFinite(value)) {
    throw new RangeError(`${name}: must be a finite number, got ${describeValue(value)}`);
  }
}

/** Numbers that must not be negative. */
function checkNumbers(caller: string, options: object, keys: readonly string[]): void {
  for (const key of keys) {
    const value = (options as Record<string, unknown>)[key];
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    throw new RangeError(`${caller}: ${key} must be a number of at least 0, got ${describeValue(value)}`);
  }
}

function bodiesOf(store: WorldStore, caller: string, { bodies }: JointOptions): [JointBody, JointBody] {
  if (!Array.isArray(bodies) || bodies.length !== 2) {
    throw new TypeError(`${caller}: bodies must be two handles of bodies, got ${describeValue(bodies)}`);
  }
  const pair = bodies as readonly (BodyId | undefined)[];
  const [a, b] = pair.map((body) => (body === undefined ? -1 : indexOf(store, body, caller)));
  if (a === b) throw new RangeError(`${caller}: bodies must be two different bodies`);
  if (![a, b].some((index) => index >= 0 && entryAt(store, index).body.motion === 'free')) {
    throw new RangeError(`${caller}: bodies must have a dynamic body, the joint moves nothing`);
  }
  return [
    { index: a, pose: poseNow(store.steps.bodies, a) },
    { index: b, pose: poseNow(store.steps.bodies, b) },
  ];
}

function settingsOf(
  store: WorldStore,
  caller: string,
  options: JointOptions,
  bodies: readonly [JointBody, JointBody],
): JointSettings {
  const { name: _, bodies: __, mimic: ___, position, axis, axis2, points, frames, ...rest } = options;
  const vector = (key: string, given: VectorInput | undefined) => given && vectorOf(`${caller}: ${key}`, given);
  const [a, b] = [vector('axis', axis), vector('axis2', axis2)];
  const centre = bodies[bodies[1].index >= 0 ? 1 : 0].pose.position;
  const at = vector('position', position) ?? (options.kind === 'fixed' ? { ...centre } : undefined);
  if (!at && !frames && !isRadial(options)) throw new RangeError(`${caller}: position is missing`);
  if (frames && position) throw new RangeError(`${caller}: position must be left out where frames are given`);
  return {
    ...rest,
    ...(at && { position: at }),
    ...(a && { axis: a }),
    ...(b && { axis2: b }),
    ...(points && {
      points: pairOf(`${caller}: points`, points, (point, k) => vectorOf(`${caller}: points[${k}]`, point)),
    }),
    ...(frames && {
      frames: pairOf(`${caller}: frames`, frames, (frame, k) =>
        frameOf(store, `${caller}: frames[${k}]`, frame, bodies[k]),
      ),
    }),
  };
}

function pairOf<T, R>(name: string, list: readonly T[], convert: (item: T, k: number) => R): [R, R] {
  if (!Array.isArray(list) || list.length !== 2)
    throw new TypeError(`${name}: must be a list of two, got ${describeValue(list)}`);
  return [convert(list[0], 0), convert(list[1], 1)];
}

/** Frame relative to the centre of mass. */
function frameOf(store: WorldStore, name: string, { position, orientation }: JointFrame, { index }: JointBody): Pose {
  const origin: ReadonlyVec3 = index < 0 ? createVec3() : entryAt(store, index).origin;
  const pose = createPose();
  pose.position = subVec3(createVec3(), vectorOf(`${name}.position`, position), origin);
  if (orientation) pose.rotation = rotationOf(`${name}.orientation`, orientation);
  return pose;
}

/** Joint of a handle; throws for one that is not in the world. */
function jointAt({ steps }: WorldStore, id: JointId, caller: string): Joint {
  if (!Number.isSafeInteger(id) || id < 0) {
    throw new TypeError(`${caller}: joint must be a handle from addJoint(), got ${describeValue(id)}`);
  }
  const joint = steps.joints.list[id];
  if (joint) return joint;
  const wasHere = id < steps.joints.list.length;
  throw new RangeError(`${caller}: joint ${id} ${wasHere ? 'was removed from' : 'is not in'} this world`);
}

/** State of a joint; see `World.jointState`. */
export function jointStateOf(store: WorldStore, id: JointId): JointState {
  const joint = jointAt(store, id, 'jointState');
  const { definition, coordinates, rates } = joint;
  const [{ joint: _, ...row }] = jointRows([joint]);
  return {
    name: definition.name,
    kind: definition.kind,
    ...row,
    positions: [...coordinates],
    velocities: [...rates],
  };
}

/** Sets the motor of a joint; see `World.setMotor`. */
export function setMotor(store: WorldStore, id: JointId, motor: MotorInput, name?: AxisName): void {
  checkBetweenSteps(store, 'setMotor');
  const { definition } = jointAt(store, id, 'setMotor');
  const caller = `setMotor (${JSON.stringify(definition.name)})`;
  const axis = name === undefined ? mainAxis(definition) : AXIS_NAMES.indexOf(name);
  if (!(axis >= 0 && definition.axes[axis]?.locked === false)) {
    throw new RangeError(
      `${caller}: ${name === undefined ? 'the joint needs the name of an axis' : `${name} is locked`}`,
    );
  }
  if (motor) checkMotor(caller, motor);
  const fail: JointFail = (_, expected) => {
    throw new RangeError(`${caller}: motor ${expected}`);
  };
  setStepMotor(store.steps, id, axis, motor && motorOf(motor, fail));
}

/** Removes a joint; see `World.removeJoint`. */
export function removeJoint(store: WorldStore, id: JointId): void {
  checkBetweenSteps(store, 'removeJoint');
  jointAt(store, id, 'removeJoint');
  removeStepJoint(store.steps, id);
}

/** Handles of all joints, in the order of creation. */
export function jointIds({ steps }: WorldStore): JointId[] {
  return [...steps.joints.list.keys()].filter((id) => steps.joints.list[id]);
}

/** Joints of a body, which end with it. */
export function removeJointsOf(store: WorldStore, index: number): void {
  for (const id of jointIds(store)) {
    const joint = store.steps.joints.list[id];
    if (joint?.definition.bodyA === index || joint?.definition.bodyB === index) removeStepJoint(store.steps, id);
  }
}
