import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readUrdf, type UrdfSceneOptions, urdfScene } from '../../src/entries/urdf.ts';
import { linkPoses } from '../../src/formats/urdf/forward-kinematics.ts';
import { createPose, type ReadonlyPose, toWorld } from '../../src/math/pose.ts';
import { createVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import { exampleRun } from '../example-runs.ts';
import { exampleText, runAnyText } from '../scenes.ts';

const folder = new URL('../../examples/robots/', import.meta.url);
const modelOf = (name: string) => readUrdf(readFileSync(new URL(`${name}.urdf`, folder), 'utf8'), { source: name });
const file = (name: string) => readFileSync(new URL(name, folder));

/** The scene of a model, as data. */
function convert(name: string, options: UrdfSceneOptions) {
  return JSON.parse(urdfScene(modelOf(name), { ...options, file }).text);
}

const TARGETS = {
  shoulder_roll_joint: 1.2,
  shoulder_bend_joint: 0.9,
  elbow_roll_joint: 0.4,
  elbow_bend_joint: 1.1,
  wrist_roll_joint: -0.5,
  wrist_bend_joint: 0.6,
  flange_joint: 1,
};

describe('the robot arm of the examples', () => {
  it('is the converted model', () => {
    const { title, description, $schema, topic, guide, record, ...scene } = JSON.parse(exampleText('robot-arm'));
    const { title: _, description: __, ...converted } = convert('arm7', { targets: TARGETS, end: 2 });
    expect(scene).toEqual(converted);
  });

  it('comes to rest with its flange where forward kinematics places the targets', async () => {
    const { bodies, summary } = await exampleRun('robot-arm');
    const poses = linkPoses(modelOf('arm7'), new Map(Object.entries(TARGETS)), createPose());
    // the centre of mass of the flange
    const goal = toWorld(createVec3(), poses.get('flange') as ReadonlyPose, createVec3(0, 0, 0.01));
    const flange = bodies.find(({ name }) => name === 'flange');
    const [x, y, z] = flange?.position ?? [];
    // joint friction holds each joint within friction / stiffness of its target, 1e-3 rad at the shoulder, over an arm of 1.1 m
    expect(lengthVec3(subVec3(createVec3(), createVec3(x, y, z), goal))).toBeLessThan(2e-3);
    expect(Math.hypot(...(flange?.velocity ?? []))).toBeLessThan(1e-3);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });
});

describe('the gripper of the examples', () => {
  it('is the converted model with a floor, a box, and a lift of constant speed', () => {
    const options: UrdfSceneOptions = {
      position: [0, 0, 0.13],
      joints: { left_slide: 0.021 },
      targets: { left_slide: 0, lift: 0 },
      frequency: 20,
    };
    const scene = JSON.parse(exampleText('gripper-lifts-a-box'));
    const { bodies, joints } = convert('gripper', options);
    expect(scene.bodies.slice(1, -1)).toEqual(bodies);
    expect(scene.joints.slice(1)).toEqual(joints.slice(1));
    const { motor, ...lift } = scene.joints[0];
    expect(joints[0]).toMatchObject(lift);
    expect(motor).toEqual({ velocity: 0.06, maxForce: 60 });
  });

  it('lifts the box by friction alone', async () => {
    const { bodies, summary } = await exampleRun('gripper-lifts-a-box');
    const heightOf = (name: string) => bodies.find((body) => body.name === name)?.position[2] ?? Number.NaN;
    const lifted = heightOf('palm') - 0.11;
    expect(lifted).toBeCloseTo(0.06 * summary.time, 3);
    // the fingers close by 1 mm in a few milliseconds while the lift rises: the box is behind by the height of that time, then it does not slip
    expect(lifted - (heightOf('box') - 0.025)).toBeGreaterThan(0);
    expect(lifted - (heightOf('box') - 0.025)).toBeLessThan(2e-4);
    const speedOf = (name: string) => bodies.find((body) => body.name === name)?.velocity[2] ?? Number.NaN;
    expect(speedOf('box')).toBeCloseTo(speedOf('palm'), 6);
  });
});

describe('a pendulum from a model', () => {
  it('swings with the period of its full inertia tensor about an inclined axis', () => {
    // axis y of a joint that is rotated by 0.3 rad about x; the tensor has products of inertia in axes that are rotated again
    const tensor = 'ixx="0.5" iyy="0.4" izz="0.2" ixy="0.06" ixz="-0.05" iyz="0.08"';
    const text = `<robot name="pendulum">
      <link name="base"/>
      <link name="body"><inertial><origin xyz="0 0.1 -0.8" rpy="0.4 -0.2 0.7"/><mass value="3"/><inertia ${tensor}/></inertial></link>
      <joint name="pivot" type="continuous"><parent link="base"/><child link="body"/><origin rpy="0.3 0 0"/><axis xyz="0 1 0"/></joint>
    </robot>`;
    const amplitude = 0.01;
    const scene = urdfScene(readUrdf(text), { joints: { pivot: amplitude }, end: 6 });
    const { frames } = runAnyText(scene.text, 'pendulum');
    // x of the centre of mass is -0.8 sin(position): zero at odd quarters of the period
    const crossings = frames.flatMap(({ time, bodies }, i) => {
      const before = frames[i - 1];
      const [x0, x1] = [before?.bodies[0].position.x ?? 0, bodies[0].position.x];
      return x0 * x1 < 0 ? [before.time + ((time - before.time) * x0) / (x0 - x1)] : [];
    });
    const period = (2 * (crossings[crossings.length - 1] - crossings[0])) / (crossings.length - 1);
    const [c, s] = [Math.cos, Math.sin];
    // the axis of the joint in the axes of the tensor: (Rz(0.7) Ry(-0.2) Rx(0.4))ᵀ times (0, 1, 0)
    const axis = [
      c(-0.2) * s(0.7),
      s(0.4) * s(-0.2) * s(0.7) + c(0.4) * c(0.7),
      c(0.4) * s(-0.2) * s(0.7) - s(0.4) * c(0.7),
    ];
    expect(Math.hypot(...axis)).toBeCloseTo(1, 12);
    const [a, b, d] = axis;
    const own = 0.5 * a * a + 0.4 * b * b + 0.2 * d * d + 2 * (0.06 * a * b - 0.05 * a * d + 0.08 * b * d);
    const inertia = own + 3 * 0.8 * 0.8;
    // gravity perpendicular to the axis: g cos(0.3)
    const expected = 2 * Math.PI * Math.sqrt(inertia / (3 * 9.81 * Math.cos(0.3) * 0.8));
    // 1 + amplitude²/16 for the amplitude, the rest for the interpolation between frames
    expect(Math.abs(period / expected - 1)).toBeLessThan(1e-4);
  });
});
