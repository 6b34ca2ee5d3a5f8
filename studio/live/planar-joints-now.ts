import {
  pose as createPose,
  type PlanarScene,
  type SceneEdit,
  type SceneWorld,
  toWorld,
  vec3,
} from '../../src/index.ts';
import { read } from '../editor/numbers.ts';
import type { LiveJoint } from './live-protocol.ts';

/** A joint of a resolved planar scene. */
type PlanarJoint = NonNullable<PlanarScene['joints']>[number];

/**
 * Edits that make the joints of a planar scene start at the present poses of its bodies. Points and axes are given where they are now; the
 * coordinate of a joint is 0 at the start of a scene, so that limits, rest and position of a motor are shifted by the present one. Joints that
 * broke are removed.
 */
export function jointEdits(
  scene: PlanarScene,
  document: unknown,
  world: SceneWorld,
  motors: ReadonlyMap<number, LiveJoint['motor']>,
): SceneEdit[] {
  const { joints = [] } = scene;
  const states = world.frame().joints ?? [];
  const edits = joints.flatMap((joint, k): SceneEdit[] => {
    const path = ['joints', k];
    const given = (key: string) => read(document, [...path, key]);
    const coordinate = states.find((state) => state.joint === k)?.position ?? 0;
    const isChanged = motors.has(k);
    const motor = isChanged ? motors.get(k) : joint.axes.find(({ locked }) => !locked)?.motor;
    return [
      ...placeEdits(joint, given, world),
      ...axisEdits(joint, given, coordinate),
      ...(isChanged || (motor && 'position' in motor) ? [{ key: 'motor', value: shifted(motor, coordinate) }] : []),
    ].map(({ key, value }) => ({ path: [...path, key], value }));
  });
  const broken = states.filter((state) => state.broken).map((state) => state.joint);
  // from the last one: those before keep their indices
  const removed = broken.sort((a, b) => b - a).map((joint) => ({ path: ['joints', joint], value: undefined }));
  return [...edits, ...removed];
}

interface KeyEdit {
  readonly key: string;
  readonly value: unknown;
}

type Given = (key: string) => unknown;

/** Points and axis of a joint, world axes, where they are fixed to its first body; those of a distance or spring on each of its bodies. */
function placeEdits({ kind, bodyA, bodyB, frameA, frameB }: PlanarJoint, given: Given, world: SceneWorld): KeyEdit[] {
  const a = poseOf(world, bodyA);
  const at = (pose: ReturnType<typeof poseOf>, point: typeof frameA.position) => {
    const { x, y } = toWorld(vec3(), pose, point);
    return [x, y];
  };
  if (kind === 'distance' || kind === 'spring') {
    if (given('points') === undefined) return [];
    return [{ key: 'points', value: [at(a, frameA.position), at(poseOf(world, bodyB), frameB.position)] }];
  }
  const edits: KeyEdit[] = [];
  if (given('position') !== undefined) edits.push({ key: 'position', value: at(a, frameA.position) });
  if (kind === 'slider') {
    const { xx, yx } = frameA.rotation;
    const [[x, y], [x0, y0]] = [at(a, vec3(xx, yx)), at(a, vec3())];
    edits.push({ key: 'axis', value: [x - x0, y - y0] });
  }
  return edits;
}

function poseOf(world: SceneWorld, body: number) {
  return body < 0 ? createPose() : world.state(body);
}

/** Limits, rest and offset relative to the present coordinate; lengths, which do not depend on it, as they were. */
function axisEdits({ kind, axes, length }: PlanarJoint, given: Given, coordinate: number): KeyEdit[] {
  const [axis] = axes.filter(({ locked }) => !locked);
  if (kind === 'distance') return [{ key: 'length', value: axis ? axis.max : length }];
  if (axis === undefined) return [];
  if (kind === 'spring') return [{ key: 'length', value: axis.spring?.rest ?? 0 }];
  const { min, max, spring } = axis;
  const mimic = given('mimic');
  return [
    ...(given('limits') !== undefined ? [{ key: 'limits', value: finite(min - coordinate, max - coordinate) }] : []),
    ...(spring ? [{ key: 'rest', value: spring.rest - coordinate }] : []),
    ...(typeof mimic === 'object' && mimic !== null && 'offset' in mimic
      ? [{ key: 'mimic', value: { ...mimic, offset: 0 } }]
      : []),
  ];
}

function finite(min: number, max: number) {
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
}

/** A motor with its position relative to the present coordinate; undefined for none. */
function shifted(motor: LiveJoint['motor'], coordinate: number): object | undefined {
  if (!motor) return undefined;
  const { position, maxForce, ...rest } = motor as { position?: number; maxForce?: number };
  return {
    ...rest,
    ...(position !== undefined && { position: position - coordinate }),
    ...(maxForce !== undefined && Number.isFinite(maxForce) && { maxForce }),
  };
}
