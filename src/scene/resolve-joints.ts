import { createPose } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3, subVec3 } from '../math/vec3.ts';
import { checkConsistency } from '../response/joints/check-consistency.ts';
import { coupleJoint } from '../response/joints/couple-joints.ts';
import { defineJoint, type JointBody, type JointSettings, startCoordinates } from '../response/joints/define-joint.ts';
import type { JointDefinition } from '../response/joints/joint.ts';
import type { JointDocument, PlanarJointDocument } from './joint-schema.ts';
import { indexNames, type Lookup } from './names.ts';
import type { PlanarDocument } from './planar-schema.ts';
import { planar } from './resolve-body.ts';
import { keyTable } from './resolve-planar-path.ts';
import { checkLength, resolvePose, spatial } from './resolve-pose.ts';
import type { SceneBody } from './scene.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { SolidBody } from './solid-scene.ts';
import type { SolidDocument } from './solid-schema.ts';

/** Name of the body of a joint that does not move and has no shape. */
const WORLD = 'world';

/** A body that a joint can have. */
type JoinedBody = Pick<SolidBody, 'name' | 'motion' | 'pose' | 'velocity' | 'angularVelocity'>;

/** The joints of a scene, at the start. `origins`: origin of each body in the axes of its shape in the file [m]. */
export function resolveJoints(
  { joints }: SolidDocument,
  bodies: readonly SolidBody[],
  origins: readonly ReadonlyVec3[],
  bodyIndex: Lookup,
  fail: Fail,
): JointDefinition[] {
  return resolveAll(joints, bodies, bodyIndex, fail, (joint, indices, path) =>
    settingsOf(withTables(joint, path, fail), indices, bodies, origins, path, fail),
  );
}

/** The joints of a planar scene, at the start: those of space with an axis perpendicular to the plane. */
export function resolvePlanarJoints(
  { joints }: PlanarDocument,
  bodies: readonly SceneBody[],
  bodyIndex: Lookup,
  fail: Fail,
): JointDefinition[] {
  const placed = bodies.map(({ name, motion, position, angle, velocity, angularVelocity: rate }) => {
    const pose = createPose([position.x, position.y, position.z], angle);
    return { name, motion, pose, velocity, angularVelocity: createVec3(0, 0, rate) };
  });
  const definitions = resolveAll(joints, placed, bodyIndex, fail, (joint, indices, path) =>
    planarSettings(joint, indices, placed, path, fail),
  );
  for (const [i, { bodyA, bodyB }] of definitions.entries()) {
    for (const [k, body] of [bodyA, bodyB].entries()) {
      if (body >= 0 && bodies[body].path)
        fail(['joints', i, 'bodies', k], 'must not be a body with a path or in a chain');
    }
  }
  return definitions;
}

/** Resolves names, defines the joints at the start, and couples those that follow others. */
function resolveAll<T extends JointDocument | PlanarJointDocument>(
  joints: readonly T[],
  bodies: readonly JoinedBody[],
  bodyIndex: Lookup,
  fail: Fail,
  settings: (joint: T, indices: readonly number[], path: JsonPath) => JointSettings,
): JointDefinition[] {
  const jointIndex = indexNames(joints, ['joints'], 'joint', fail);
  const named = bodies.findIndex(({ name }) => name === WORLD);
  if (named >= 0) fail(['bodies', named, 'name'], `must not be ${JSON.stringify(WORLD)} in a scene with joints`);
  const poseOf = (index: number) => (index < 0 ? createPose() : bodies[index].pose);
  const definitions = joints.map((joint, i) => {
    const path = ['joints', i];
    const indices = joint.bodies.map((name, k) => (name === WORLD ? -1 : bodyIndex(name, [...path, 'bodies', k])));
    checkBodies(indices, bodies, path, fail);
    const [bodyA, bodyB] = indices.map((index): JointBody => ({ index, pose: poseOf(index) }));
    return defineJoint(joint.name, settings(joint, indices, path), bodyA, bodyB, (keys, expected) =>
      fail([...path, ...keys], expected),
    );
  });
  checkLeaders(joints, jointIndex, fail);
  const started = definitions.map((definition) => {
    const { bodyA, bodyB } = definition;
    return { definition, coordinates: startCoordinates(definition, poseOf(bodyA), poseOf(bodyB)) };
  });
  const coupled = joints.map((joint, i) => {
    if (!('mimic' in joint) || joint.mimic === undefined) return definitions[i];
    const { joint: leader, ...mimic } = joint.mimic;
    const index = jointIndex(leader, ['joints', i, 'mimic', 'joint']);
    return coupleJoint(started[i], index, started[index], mimic, (keys, expected) =>
      fail(['joints', i, 'mimic', ...keys], expected),
    );
  });
  const states = bodies.map((body) => ({ ...body, isFree: body.motion === 'free' }));
  checkConsistency(coupled, states, (i, expected) => fail(['joints', i], expected));
  return coupled;
}

/** A joint must not follow itself, directly or through others. */
function checkLeaders(joints: readonly (JointDocument | PlanarJointDocument)[], jointIndex: Lookup, fail: Fail): void {
  const leaders = joints.map((joint, i) =>
    'mimic' in joint && joint.mimic ? jointIndex(joint.mimic.joint, ['joints', i, 'mimic', 'joint']) : -1,
  );
  for (const i of joints.keys()) {
    let at = leaders[i];
    for (let k = 0; k < joints.length && at >= 0; k++) {
      if (at === i) fail(['joints', i, 'mimic', 'joint'], 'must not lead back to the joint itself');
      at = leaders[at];
    }
  }
}

/** The settings of a planar joint, with the plane z = 0 in space. */
function planarSettings(
  joint: PlanarJointDocument,
  indices: readonly number[],
  bodies: readonly JoinedBody[],
  path: JsonPath,
  fail: Fail,
): JointSettings {
  if (joint.kind === 'distance' || joint.kind === 'spring') {
    const { name: _, bodies: __, points, ...rest } = joint;
    if (!points) return { ...rest, planar: true };
    return { ...rest, planar: true, points: [planar(points[0]), planar(points[1])] };
  }
  const { name: _, bodies: __, position, ...given } = joint;
  const at = position ? planar(position) : given.kind === 'fixed' ? centreOf(indices, bodies) : undefined;
  if (!at) return fail([...path, 'position'], 'is missing', 'key');
  if (given.kind === 'slider') {
    const { axis, mimic: ___, ...rest } = tabledAxis(given, path, fail);
    const [x, y] = axis;
    checkLength([x, y, 0], [...path, 'axis'], fail);
    return { ...rest, planar: true, position: at, axis: createVec3(x, y, 0) };
  }
  if (given.kind === 'fixed') return { ...given, planar: true, position: at };
  const { mimic: ___, ...rest } = tabledAxis(given, path, fail);
  return { ...rest, planar: true, position: at };
}

function checkBodies([a, b]: readonly number[], bodies: readonly JoinedBody[], path: JsonPath, fail: Fail): void {
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
  const {
    position,
    frames,
    axis,
    axis2,
    mimic: ___,
    ...rest
  } = {
    axis: undefined,
    axis2: undefined,
    mimic: undefined,
    ...given,
  };
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
function centreOf([a, b]: readonly number[], bodies: readonly JoinedBody[]): ReadonlyVec3 {
  const { x, y, z } = bodies[b >= 0 ? b : a].pose.position;
  return createVec3(x, y, z);
}
