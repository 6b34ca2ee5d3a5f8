import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUrdf } from '../../formats/urdf/read-urdf.ts';
import { composePose, createPose, type ReadonlyPose, relativePose } from '../../math/pose.ts';
import type { JointDefinition } from '../../response/joints/joint.ts';
import { readScene } from '../read.ts';
import type { SolidScene } from '../solid-scene.ts';
import { type UrdfSceneOptions, urdfScene } from './urdf-scene.ts';

function convert(text: string, options?: UrdfSceneOptions) {
  const { text: json, notices } = urdfScene(readUrdf(text), options);
  const scene = readScene(json, 'scene') as SolidScene;
  return { scene, joints: scene.joints ?? [], notices };
}

/** Pose of frame B in frame A at the start. */
function relativeFrame({ bodies }: SolidScene, { bodyA, bodyB, frameA, frameB }: JointDefinition): ReadonlyPose {
  const world = (body: number, frame: ReadonlyPose) =>
    composePose(createPose(), body < 0 ? createPose() : bodies[body].pose, frame);
  return relativePose(createPose(), world(bodyA, frameA), world(bodyB, frameB));
}

const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(coordinate, coordinate, coordinate).map((list) => list.join(' '));
const axis = fc
  .tuple(fc.constantFrom(-1, 1, 0.2), coordinate, coordinate, fc.nat(2))
  .map(([x, y, z, k]) => [...[x, y, z].slice(k), ...[x, y, z].slice(0, k)].join(' '));
const part = fc.record({
  parent: fc.nat(),
  type: fc.constantFrom('revolute', 'continuous', 'prismatic'),
  xyz: vector,
  rpy: vector,
  axis: fc.oneof(axis, fc.constantFrom('1 0 0', '-1 0 0', '0 1 0', '0 0 -1')),
  position: fc.double({ min: -7, max: 7, noNaN: true }),
  centre: vector,
  geometry: fc.boolean(),
});

const INERTIA = '<mass value="2"/><inertia ixx="3" iyy="4" izz="5" ixy="0.5" ixz="-0.2" iyz="0.1"/>';

describe('the joints of a model', () => {
  it('property: have the axis of the model as x, and its positions and limits as coordinates', () => {
    const check = fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), (parts) => {
      const links = parts.map(({ centre, rpy, geometry }, k) => {
        const inertial = `<inertial><origin xyz="${centre}" rpy="${rpy}"/>${INERTIA}</inertial>`;
        return `<link name="l${k}">${inertial}${geometry ? '<collision><geometry><sphere radius="0.1"/></geometry></collision>' : ''}</link>`;
      });
      const joints = parts.slice(1).map(({ parent, type, xyz, rpy, axis }, i) => {
        const k = i + 1;
        return `<joint name="j${k}" type="${type}"><parent link="l${parent % k}"/><child link="l${k}"/><origin xyz="${xyz}" rpy="${rpy}"/><axis xyz="${axis}"/><limit lower="-8" upper="7.5"/></joint>`;
      });
      const positions = Object.fromEntries(parts.slice(1).map(({ position }, i) => [`j${i + 1}`, position]));
      const { scene, joints: built } = convert(`<robot name="r">${links.join('')}${joints.join('')}</robot>`, {
        joints: positions,
      });
      expect(built).toHaveLength(parts.length - 1);
      for (const joint of built) {
        const given = parts[Number(joint.name.slice(1))];
        const { position: p, rotation: r } = relativeFrame(scene, joint);
        const isSlider = given.type === 'prismatic';
        const angle = Math.atan2(r.zy, r.yy);
        const rounds = isSlider ? 0 : Math.round((given.position - angle) / (2 * Math.PI));
        const expected = isSlider ? [given.position, 0, 0, 0] : [0, 0, 0, given.position - 2 * Math.PI * rounds];
        [p.x, p.y, p.z, angle].forEach((value, i) => {
          expect(Math.abs(value - expected[i])).toBeLessThan(1e-12);
        });
        expect(r.xx).toBeCloseTo(1, 12);
        const free = joint.axes[isSlider ? 0 : 3];
        expect(joint.axes.filter(({ locked }) => !locked)).toEqual([free]);
        const limits = given.type === 'continuous' ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [-8, 7.5];
        expect(free.min).toBeCloseTo(limits[0] - 2 * Math.PI * rounds, 12);
        expect(free.max).toBeCloseTo(limits[1] - 2 * Math.PI * rounds, 12);
      }
    });
    fc.assert(check, { seed: 18, numRuns: 100 });
  });

  const link = (name: string) => `<link name="${name}"><inertial>${INERTIA}</inertial></link>`;
  const joint = (type: string, parent: string, child: string, content = '') =>
    `<joint name="${parent}${child}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${content}</joint>`;

  it('that float restrict nothing; planar ones leave a plane and the rotation about its normal', () => {
    const dynamics = '<dynamics damping="1"/>';
    const text = `<robot name="r">${['a', 'b', 'c'].map(link).join('')}${joint('floating', 'a', 'b')}
${joint('planar', 'b', 'c', `<axis xyz="0 0 1"/>${dynamics}`)}</robot>`;
    const { scene, joints, notices } = convert(text);
    expect(joints.map(({ name, kind }) => [name, kind])).toEqual([['bc', 'six-axis']]);
    const [planar] = joints;
    expect(planar.axes.map(({ locked }) => locked)).toEqual([true, false, false, false, true, true]);
    // x of the joint is the normal, which is z of the links
    const world = composePose(createPose(), scene.bodies[planar.bodyB].pose, planar.frameB);
    expect(world.rotation.zx).toBeCloseTo(1, 12);
    expect(notices).toEqual([{ line: 2, text: 'joint "bc": <dynamics> of a planar joint is ignored' }]);
  });

  it('have motors whose stiffness and damping are those of a critically damped oscillator, and which carry the weight', () => {
    const content = '<axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="40"/>';
    const text = `<robot name="r"><link name="base"/>
      <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.2" iyy="0.3" izz="0.1"/></inertial></link>
      ${joint('revolute', 'base', 'rod', content)}</robot>`;
    const { joints, notices } = convert(text, { targets: { baserod: 1 }, frequency: 3 });
    const motor = joints[0].axes[3].motor;
    if (!motor || !('stiffness' in motor)) throw new Error('no motor to a position');
    const inertia = 0.3 + 2 * 0.25;
    const omega = 6 * Math.PI;
    expect(motor.stiffness).toBeCloseTo(inertia * omega ** 2, 9);
    expect(motor.damping).toBeCloseTo(2 * inertia * omega, 9);
    expect(motor.maxForce).toBe(40);
    // torque of the spring at the target against that of gravity on the inclined rod
    expect(motor.stiffness * (motor.position - 1)).toBeCloseTo(2 * 9.81 * 0.5 * Math.sin(1), 9);
    expect(notices).toEqual([]);
    const weak = convert(text.replace('effort="40"', 'effort="4"'), { targets: { baserod: 1 } });
    expect(weak.notices[0].text).toBe('joint "baserod": its effort 4 is below the load -8.25 by gravity at the target');
    expect(convert(text).joints[0].axes[3].motor).toBeUndefined();
  });

  it('that mimic another start at the position that follows, and their motors have the target that follows', () => {
    const sliding = (name: string, mimic = '') =>
      joint('prismatic', 'a', name, `<axis xyz="1 0 0"/><limit lower="-9" upper="9"/>${mimic}`);
    const text = `<robot name="r">${['a', 'b', 'c'].map(link).join('')}${sliding('b')}
${sliding('c', '<mimic joint="ab" multiplier="-2" offset="0.5"/>')}</robot>`;
    const { scene, joints, notices } = convert(text, { joints: { ab: 1 }, targets: { ab: 2 }, gravity: [0, 0, 0] });
    const places = joints.map((definition) => relativeFrame(scene, definition).position.x);
    const targets = joints.map(({ axes }) => (axes[0].motor as { position: number }).position);
    expect(places.map((x) => x.toFixed(12))).toEqual(['1.000000000000', '-1.500000000000']);
    expect(targets).toEqual([2, -3.5]);
    expect(notices).toEqual([]);
    expect(joints[1].mimic).toMatchObject({ joint: 0, multiplier: -2 });
    expect(joints[1].mimic?.offset).toBeCloseTo(0.5, 12);
    expect(convert(text.replace('"-2"', '"0"')).notices).toEqual([
      { line: 2, text: 'joint "ac": <mimic> with multiplier 0 is not a constraint' },
    ]);
  });
});
