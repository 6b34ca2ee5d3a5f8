import { createPose } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { defineJoint, type JointBody, type JointSettings } from '../response/joints/define-joint.ts';
import type { JointDefinition } from '../response/joints/joint.ts';
import type { JointDocument } from './joint-schema.ts';
import { indexNames, type Lookup } from './names.ts';
import { keyTable } from './resolve-planar-path.ts';
import { checkLength, resolvePose, spatial } from './resolve-pose.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SolidBody } from './solid-scene.ts';
import type { SolidDocument } from './solid-schema.ts';

/** Name of the body of a joint that does not move and has no shape. */
const WORLD = 'world';

/** The joints of a scene, at the start. `origins`: origin of each body in the axes of its shape in the file [m]. */
export function resolveJoints(
  { joints }: SolidDocument,
  bodies: readonly SolidBody[],
  origins: readonly ReadonlyVec3[],
  bodyIndex: Lookup,
  fail: Fail,
): JointDefinition[] {
  indexNames(joints, ['joints'], 'joint', fail);
  const named = bodies.findIndex(({ name }) => name === WORLD);
  if (named >= 0) fail(['bodies', named, 'name'], `must not be ${JSON.stringify(WORLD)} in a scene with joints`);
  return joints.map((joint, i) => {
    const path = ['joints', i];
    const indices = joint.bodies.map((name, k) => (name === WORLD ? -1 : bodyIndex(name, [...path, 'bodies', k])));
    checkBodies(indices, bodies, path, fail);
    const [bodyA, bodyB] = indices.map((index): JointBody => {
      return { index, pose: index < 0 ? createPose() : bodies[index].pose };
    });
    const settings = settingsOf(withTables(joint, path, fail), indices, bodies, origins, path, fail);
    return defineJoint(joint.name, settings, bodyA, bodyB, (keys, expected) => fail([...path, ...keys], expected));
  });
}

function checkBodies([a, b]: readonly number[], bodies: readonly SolidBody[], path: JsonPath, fail: Fail): void {
  if (a === b) fail([...path, 'bodies'], 'must be two different bodies');
  const isFree = (index: number) => index >= 0 && bodies[index].motion === 'free';
  if (!isFree(a) && !isFree(b)) fail([...path, 'bodies'], 'must have a free body, the joint moves nothing');
}

/** The joint with a table instead of the keys of each path of a motor. */
function withTables(joint: JointDocument, path: JsonPath, fail: Fail): TabledJoint {
  if (joint.kind === 'six-axis') {
    const entries = Object.entries(joint.axes).map(([name, axis]) => {
      return [name, axis && tabledAxis(axis, [...path, 'axes', name], fail)];
    });
    return { ...joint, axes: Object.fromEntries(entries) };
  }
  return joint.kind === 'hinge' || joint.kind === 'slider' ? tabledAxis(joint, path, fail) : joint;
}

type MotorDocument = NonNullable<Extract<JointDocument, { kind: 'hinge' }>['motor']>;
type Tabled<A> = Omit<A, 'motor'> & Pick<JointSettings, 'motor'>;
type TabledJoint =
  | Exclude<JointDocument, { kind: 'hinge' | 'slider' | 'six-axis' }>
  | Tabled<Extract<JointDocument, { kind: 'hinge' | 'slider' }>>
  | (Omit<Extract<JointDocument, { kind: 'six-axis' }>, 'axes'> & Pick<JointSettings, 'axes'>);

function tabledAxis<A extends { motor?: MotorDocument }>(axis: A, path: JsonPath, fail: Fail): Tabled<A> {
  const { motor, ...rest } = axis;
  if (!motor) return rest;
  const { path: keyed, ...others } = motor;
  if (!keyed) return { ...rest, motor: others };
  const { keys, interpolation } = keyed;
  const at = [...path, 'motor', 'path', 'keys'];
  return {
    ...rest,
    motor: { ...others, path: keyTable(keys, ({ position }) => position, interpolation, at, fail) },
  };
}

/** The settings with vectors and poses instead of lists. */
function settingsOf(
  joint: TabledJoint,
  indices: readonly number[],
  bodies: readonly SolidBody[],
  origins: readonly ReadonlyVec3[],
  path: JsonPath,
  fail: Fail,
): JointSettings {
  const { name: _, bodies: __, ...given } = joint;
  if (given.kind === 'distance' || given.kind === 'spring') {
    const { points, ...rest } = given;
    if (!points) return rest;
    const [a, b] = points.map(spatial);
    return { ...rest, points: [a, b] };
  }
  const { position, frames, axis, axis2, ...rest } = { axis: undefined, axis2: undefined, ...given };
  const axes = axesOf({ axis, axis2 }, path, fail);
  if (frames) {
    if (position) fail([...path, 'position'], 'must be left out where frames are given');
    const [a, b] = frames.map((frame, k) => {
      const pose = resolvePose(frame, [...path, 'frames', k], fail);
      if (indices[k] >= 0) subVec3(pose.position, pose.position, origins[indices[k]]);
      return pose;
    });
    return { ...rest, ...axes, frames: [a, b] };
  }
  const at = position ? spatial(position) : rest.kind === 'fixed' ? centreOf(indices, bodies) : undefined;
  if (!at) return fail([...path, 'position'], 'is missing', 'key');
  return { ...rest, ...axes, position: at };
}

type Vector = readonly [number, number, number];

function axesOf(
  { axis, axis2 }: { readonly axis?: Vector | undefined; readonly axis2?: Vector | undefined },
  path: JsonPath,
  fail: Fail,
): Pick<JointSettings, 'axis' | 'axis2'> {
  if (axis) checkLength(axis, [...path, 'axis'], fail);
  if (axis2) checkLength(axis2, [...path, 'axis2'], fail);
  return { ...(axis && { axis: spatial(axis) }), ...(axis2 && { axis2: spatial(axis2) }) };
}

/** Centre of mass of the second body, or of the first if the second is the world. */
function centreOf([a, b]: readonly number[], bodies: readonly SolidBody[]): ReadonlyVec3 {
  const { x, y, z } = bodies[b >= 0 ? b : a].pose.position;
  return createVec3(x, y, z);
}
