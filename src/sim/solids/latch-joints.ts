import { createMat3, multiplyMat3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import { cos, sin } from '../../math/trig.ts';
import { addVec3, createVec3 } from '../../math/vec3.ts';
import { facingFrame } from '../../response/capture-envelope.ts';
import type { HookLaw } from '../../response/docking-latch.ts';
import type { JointAxis, JointDefinition } from '../../response/joints/joint.ts';
import type { SceneSoftCapture } from '../../scene/scene-header.ts';
import type { Dock } from '../dock-stages.ts';

/**
 * A soft-capture latch as joints: a six-axis joint of springs and dampers between the ports, and one for each closed hook. The joints of a world
 * are solved together, so the latch acts with the mass that a whole arm has at its port, and is stable for any stiffness.
 */

/** Stage of a captured dock; its joints change with it. */
export function latchStage({ docking, capture }: Dock, time: number): string {
  const { attenuation, retraction } = docking.softCapture ?? { attenuation: 0, retraction: 0 };
  const late = time - (capture?.since ?? 0) - attenuation;
  const stage = late < 0 ? 'attenuation' : late < retraction ? 'retraction' : 'retracted';
  return `${stage} ${capture?.closed.map((closed) => (closed ? 1 : 0)).join('') ?? ''}`;
}

/** Joints of the latch of a captured dock at `time` [s]. */
export function latchJoints(dock: Dock, time: number): JointDefinition[] {
  const { docking, capture, sensors } = dock;
  const law = docking.softCapture;
  if (!law || !capture) return [];
  const frames = portFrames(dock, capture.roll);
  const name = `${sensors[0].name} to ${sensors[1].name}`;
  const across = spring(0, law.stiffness, law.damping);
  const about = spring(0, law.angularStiffness, law.angularDamping);
  const axes = [axialAxis(law, capture, time), across, across, about, about, about];
  const latch = jointOf(dock, name, frames, axes);
  const { hooks } = law;
  if (!hooks) return [latch];
  const pull = spring(0, hooks.stiffness, hooks.damping);
  const closed = [...capture.closed.keys()].filter((k) => capture.closed[k]);
  return [
    latch,
    ...closed.map((k) => {
      const ends = frames.map((frame) => hookFrame(frame, hooks, k)) as [ReadonlyPose, ReadonlyPose];
      return jointOf(dock, `${name}, hook ${k + 1}`, ends, [pull, pull, pull, FREE, FREE, FREE]);
    }),
  ];
}

const FREE: JointAxis = {
  locked: false,
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
  friction: 0,
};

function spring(rest: number, stiffness: number, damping: number): JointAxis {
  return stiffness > 0 || damping > 0 ? { ...FREE, spring: { rest, stiffness, damping } } : FREE;
}

/** Along the axis of the first port. While the latch retracts a motor moves the rest position. */
function axialAxis(law: SceneSoftCapture, { since, length }: NonNullable<Dock['capture']>, time: number): JointAxis {
  const start = since + law.attenuation;
  const { stiffness, damping, retraction } = law;
  if (time < start) return spring(length, stiffness, damping);
  if (time >= start + retraction) return spring(0, stiffness, damping);
  const path = { times: [start, start + retraction], values: [length, 0], interpolation: 'linear' as const };
  return { ...FREE, motor: { position: length, stiffness, damping, maxForce: Number.POSITIVE_INFINITY, path } };
}

/** Frames on the two bodies that coincide in the aligned attitude: x is the axis of the first port. */
function portFrames({ sensors }: Dock, roll: number): [ReadonlyPose, ReadonlyPose] {
  const [a, b] = sensors;
  const [c, s] = [cos(roll), sin(roll)];
  const aboutX = { xx: 1, xy: 0, xz: 0, yx: 0, yy: c, yz: -s, zx: 0, zy: s, zz: c };
  return [
    { position: a.point, rotation: multiplyMat3(createMat3(), a.frame ?? createMat3(), aboutX) },
    { position: b.point, rotation: facingFrame(b.frame ?? createMat3()) },
  ];
}

/** The frame of hook k: at its radius from the port, at the angle 2πk/n from the roll mark. */
function hookFrame({ position, rotation: r }: ReadonlyPose, { count, radius }: HookLaw, k: number): ReadonlyPose {
  const angle = (2 * Math.PI * k) / count;
  const [y, z] = [radius * cos(angle), radius * sin(angle)];
  const arm = createVec3(r.xy * y + r.xz * z, r.yy * y + r.yz * z, r.zy * y + r.zz * z);
  return { position: addVec3(arm, arm, position), rotation: r };
}

function jointOf(
  { sensors }: Dock,
  name: string,
  [frameA, frameB]: readonly [ReadonlyPose, ReadonlyPose],
  axes: readonly JointAxis[],
): JointDefinition {
  return {
    name,
    kind: 'six-axis',
    bodyA: sensors[0].body,
    bodyB: sensors[1].body,
    frameA,
    frameB,
    axes,
    length: 0,
    collide: true,
    breakForce: Number.POSITIVE_INFINITY,
    breakTorque: Number.POSITIVE_INFINITY,
  };
}
