import { createMat3, multiplyMat3, type ReadonlyMat3, rotationAboutAxis } from '../math/mat3.ts';
import { type KeyTable, sampleKeys } from '../math/planar-path.ts';
import { composePose, createPose, type Pose, type ReadonlyPose, relativePose, toWorld } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import { addScaledVec3, createVec3, lengthVec3, subVec3 } from '../math/vec3.ts';
import { AXIS_NAMES, startCoordinates } from '../response/joints/define-joint.ts';
import {
  isRadial,
  type Joint,
  type JointAxis,
  type JointDefinition,
  type JointMotor,
  mainAxis,
  SWING,
  TWIST,
} from '../response/joints/joint.ts';
import { poseNow } from '../sim/solids/steps/step-joints.ts';
import { listOf } from './shape-document.ts';
import { entryAt, type WorldStore } from './world-store.ts';

const TWO_PI = 2 * Math.PI;
const X = createVec3(1, 0, 0);
const Y = createVec3(0, 1, 0);
const Z = createVec3(0, 0, 1);
/** Name of the immovable body of joints in scenes. */
const WORLD = 'world';
/** Linear keys per interval of a cubic path that has begun: scenes cannot start within one. */
const KEYS_PER_INTERVAL = 64;
/** Limits of swing and twist that the solver lets a joint exceed are widened by its error and this [rad]. */
const ANGLE_MARGIN = 1e-9;

/** All joints of the world that act, in the notation of scene files, at the present poses. */
export function jointDocuments(store: WorldStore): object[] {
  const { list } = store.steps.joints;
  const offsets = list.map((joint) => (joint && !joint.broken ? fullRotations(store, joint) : []));
  return list.flatMap((joint, i) => {
    if (!joint || joint.broken) return [];
    const { definition } = joint;
    const { name, kind, bodyA, bodyB, collide, breakForce, breakTorque } = definition;
    // bodies that were made immovable: nothing is left for the joint to move
    if (![bodyA, bodyB].some((body) => body >= 0 && entryAt(store, body).body.motion === 'free')) return [];
    const nameOf = (body: number) => (body < 0 ? WORLD : entryAt(store, body).body.name);
    return {
      name,
      kind,
      bodies: [nameOf(bodyA), nameOf(bodyB)],
      ...(isRadial(definition) ? radialKeys(store, joint) : placedKeys(store, joint, offsets[i])),
      ...mimicKeys(store, definition, offsets, i),
      ...(collide && { collide }),
      ...(Number.isFinite(breakForce) && { breakForce }),
      ...(Number.isFinite(breakTorque) && { breakTorque }),
    };
  });
}

/** A scene counts angles from the range -π to π: full rotations of each axis [rad]. */
function fullRotations({ steps: { bodies } }: WorldStore, { definition, coordinates }: Joint): number[] {
  const start = startCoordinates(definition, poseNow(bodies, definition.bodyA), poseNow(bodies, definition.bodyB));
  return definition.axes.map((_, k) =>
    (k === 3 || k === 5) && !isRadial(definition) ? TWO_PI * Math.round((coordinates[k] - start[k]) / TWO_PI) : 0,
  );
}

/** Coordinates that the scene starts with: locked axes at zero, others within their limits; followers follow exactly. */
function startOf(store: WorldStore, { definition, coordinates }: Joint): number[] {
  const own = definition.axes.map(({ locked, min, max }, k) =>
    locked ? 0 : Math.min(Math.max(coordinates[k], min), max),
  );
  const { mimic } = definition;
  const leader = mimic && store.steps.joints.list[mimic.joint];
  if (!mimic || !leader || leader.broken) return own;
  own[mainAxis(definition)] = mimic.multiplier * startOf(store, leader)[mainAxis(leader.definition)] + mimic.offset;
  return own;
}

/** Frames and axes. The frame of B is where the locked axes hold exactly: their present error is that of the solver. */
function placedKeys(store: WorldStore, joint: Joint, offsets: readonly number[]): object {
  const { definition } = joint;
  const [x, y, z, a, b, c] = startOf(store, joint);
  const rotation = multiplyMat3(
    createMat3(),
    multiplyMat3(createMat3(), rotationAboutAxis(createMat3(), X, a), rotationAboutAxis(createMat3(), Y, b)),
    rotationAboutAxis(createMat3(), Z, c),
  );
  const { bodies } = store.steps;
  const frameA = composePose(createPose(), poseNow(bodies, definition.bodyA), definition.frameA);
  const placed = composePose(createPose(), frameA, { position: createVec3(x, y, z), rotation });
  // a ball has no locked angle: its frame keeps its orientation
  if (definition.kind === 'ball') {
    const present = composePose(createPose(), poseNow(bodies, definition.bodyB), definition.frameB);
    placed.rotation = present.rotation;
  }
  const frameB = relativePose(createPose(), poseNow(bodies, definition.bodyB), placed);
  return {
    frames: [frameDocument(definition.frameA), frameDocument(frameB)],
    ...axisKeys(store, joint, offsets),
  };
}

function frameDocument({ position, rotation }: ReadonlyPose): object {
  return { position: listOf(position), rotation: rotationDocument(rotation) };
}

/** A rotation in the notation of scene files. */
export function rotationDocument(rotation: ReadonlyMat3): object {
  const { w, x, y, z } = quaternionFromRotation(rotation);
  return { quaternion: [w, x, y, z] };
}

function axisKeys(store: WorldStore, { definition, coordinates }: Joint, offsets: readonly number[]): object {
  const { kind, axes } = definition;
  const { time } = store.steps;
  const axis = (k: number) => axisDocument(axes[k], offsets[k], time);
  switch (kind) {
    case 'hinge':
      return axis(3);
    case 'slider':
      return axis(0);
    case 'universal':
      return resistances(axes[3]);
    case 'ball': {
      const [swing, twist] = [axes[SWING], axes[TWIST]];
      if (!swing || !twist) return resistances(axes[3]);
      const range = {
        ...(Number.isFinite(twist.min) && { min: Math.min(twist.min, coordinates[TWIST] - ANGLE_MARGIN) }),
        ...(Number.isFinite(twist.max) && { max: Math.max(twist.max, coordinates[TWIST] + ANGLE_MARGIN) }),
      };
      return {
        ...resistances(axes[3]),
        ...(Number.isFinite(swing.max) && { swing: Math.max(swing.max, coordinates[SWING] + ANGLE_MARGIN) }),
        ...(Object.keys(range).length > 0 && { twist: range }),
      };
    }
    case 'six-axis':
      return {
        axes: Object.fromEntries(AXIS_NAMES.flatMap((name, k) => (axes[k].locked ? [] : [[name, axis(k)]]))),
      };
    default:
      return {};
  }
}

/** Friction and damping of joints whose axes have them in common. */
function resistances({ friction, spring }: JointAxis): object {
  return { ...(friction > 0 && { friction }), ...(spring && { damping: spring.damping }) };
}

function axisDocument({ min, max, friction, spring, motor }: JointAxis, offset: number, time: number): object {
  const limits = {
    ...(Number.isFinite(min) && { min: min - offset }),
    ...(Number.isFinite(max) && { max: max - offset }),
  };
  return {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(friction > 0 && { friction }),
    ...(spring && { stiffness: spring.stiffness, damping: spring.damping, rest: spring.rest - offset }),
    ...(motor && { motor: motorDocument(motor, offset, time) }),
  };
}

function motorDocument(motor: JointMotor, offset: number, time: number): object {
  if ('force' in motor) return { force: motor.force };
  const limit = Number.isFinite(motor.maxForce) && { maxForce: motor.maxForce };
  if ('velocity' in motor) return { velocity: motor.velocity, ...limit };
  const { position, stiffness, damping, path } = motor;
  const target = path ? { path: pathDocument(path, offset, time) } : { position: position - offset };
  return { ...target, stiffness, damping, ...limit };
}

/** The rest of a path from `time` on. */
function pathDocument(path: KeyTable, offset: number, time: number): object {
  const { times, interpolation } = path;
  const sample = { value: 0, rate: 0 };
  const key = (at: number) => ({ time: at - time, position: sampleKeys(sample, path, at).value - offset });
  if (time <= times[0]) return { keys: times.map(key), interpolation };
  const last = times[times.length - 1];
  if (time >= last) return { keys: [{ ...key(last), time: 0 }], interpolation: 'linear' };
  const ahead = times.filter((at) => at > time);
  if (interpolation === 'linear') return { keys: [key(time), ...ahead.map(key)], interpolation };
  const dense = ahead.flatMap((to, k) => {
    const from = k === 0 ? time : ahead[k - 1];
    return Array.from({ length: KEYS_PER_INTERVAL }, (_, i) => from + ((to - from) * (i + 1)) / KEYS_PER_INTERVAL);
  });
  return { keys: [key(time), ...dense.map(key)], interpolation: 'linear' };
}

function mimicKeys(
  store: WorldStore,
  { mimic, axes }: JointDefinition,
  offsets: readonly (readonly number[])[],
  own: number,
): object {
  const leader = mimic && store.steps.joints.list[mimic.joint];
  if (!mimic || !leader || leader.broken) return {};
  const { definition } = leader;
  const [main, other] = [mainAxis({ axes } as JointDefinition), mainAxis(definition)];
  // both coordinates lose their full rotations
  const offset = mimic.offset + mimic.multiplier * offsets[mimic.joint][other] - offsets[own][main];
  return { mimic: { joint: definition.name, multiplier: mimic.multiplier, offset } };
}

/** A distance or spring: its points, moved by the error of a locked length or of a rope. */
function radialKeys({ steps: { bodies } }: WorldStore, { definition }: Joint): object {
  const { kind, axes, length, bodyA, bodyB, frameA, frameB } = definition;
  const [axis] = axes;
  const a = toWorld(createVec3(), poseNow(bodies, bodyA), frameA.position);
  const b = toWorld(createVec3(), poseNow(bodies, bodyB), frameB.position);
  const isRope = kind === 'distance' && !axis.locked;
  const apart = subVec3(createVec3(), b, a);
  const distance = lengthVec3(apart);
  const wanted = isRope ? Math.min(distance, axis.max) : kind === 'distance' ? length : distance;
  if (distance > 0 && wanted !== distance) addScaledVec3(b, a, apart, wanted / distance);
  const points = [listOf(a), listOf(b)];
  if (kind === 'distance') return { points, length: isRope ? axis.max : length, ...(isRope && { rope: true }) };
  const { rest, ...spring } = axisDocument(axis, 0, 0) as { readonly rest?: number };
  return { points, ...(rest !== undefined && { length: rest }), ...spring };
}

/** The fixed joint that holds two docked bodies at their present relative pose. */
export function fixedJointDocument(
  { steps: { bodies }, entries }: WorldStore,
  name: string,
  [a, b]: readonly [number, number],
): object {
  const [poseA, poseB]: Pose[] = [poseNow(bodies, a), poseNow(bodies, b)];
  const frameA = createPose();
  relativePose(frameA, poseA, poseB);
  const names = [a, b].map((body) => entries[body]?.body.name);
  return { name, kind: 'fixed', bodies: names, frames: [frameDocument(frameA), frameDocument(createPose())] };
}
