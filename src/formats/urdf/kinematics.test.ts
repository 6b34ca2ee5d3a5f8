import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose, type ReadonlyPose } from '../../math/pose.ts';
import { linkPoses } from './forward-kinematics.ts';
import { jointPositions } from './joint-positions.ts';
import { readUrdf } from './read-urdf.ts';
import { rigidGroups } from './rigid-groups.ts';
import type { UrdfModel } from './urdf-model.ts';

type Matrix = number[][];

/** 4 x 4 matrices, written independently of the library. */
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));

function translation([x, y, z]: readonly number[]): Matrix {
  return [
    [1, 0, 0, x],
    [0, 1, 0, y],
    [0, 0, 1, z],
    [0, 0, 0, 1],
  ];
}

/** Rotation about a unit axis by the matrix exponential: the Taylor series of exp(angle [axis]x). */
function rotation([x, y, z]: readonly number[], angle: number): Matrix {
  const generator = [
    [0, -z * angle, y * angle, 0],
    [z * angle, 0, -x * angle, 0],
    [-y * angle, x * angle, 0, 0],
    [0, 0, 0, 0],
  ];
  let sum = translation([0, 0, 0]);
  let term = sum;
  for (let n = 1; n < 40; n++) {
    term = multiply(term, generator).map((row) => row.map((value) => value / n));
    sum = sum.map((row, i) => row.map((value, j) => value + term[i][j]));
  }
  return sum;
}

/** Origin of URDF: translation, then roll, pitch and yaw about fixed axes. */
function origin(xyz: readonly number[], [roll, pitch, yaw]: readonly number[]): Matrix {
  const factors = [rotation([0, 0, 1], yaw), rotation([0, 1, 0], pitch), rotation([1, 0, 0], roll)];
  return factors.reduce(multiply, translation(xyz));
}

function matrixOf({ position: { x, y, z }, rotation: r }: ReadonlyPose): Matrix {
  return [
    [r.xx, r.xy, r.xz, x],
    [r.yx, r.yy, r.yz, y],
    [r.zx, r.zy, r.zz, z],
    [0, 0, 0, 1],
  ];
}

function expectClose(a: Matrix, b: Matrix, tolerance: number): void {
  a.forEach((row, i) => {
    row.forEach((value, j) => {
      expect(Math.abs(value - b[i][j])).toBeLessThan(tolerance);
    });
  });
}

const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
const angle = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(coordinate, coordinate, coordinate);
const angles = fc.tuple(angle, angle, angle);
const axis = fc.tuple(fc.double({ min: 0.1, max: 1, noNaN: true }), coordinate, coordinate);
const thickness = fc.double({ min: 0.1, max: 1, noNaN: true });
const part = fc.record({
  parent: fc.nat(),
  type: fc.constantFrom('fixed', 'continuous', 'prismatic', 'floating', 'planar'),
  xyz: vector,
  rpy: angles,
  axis,
  position: coordinate,
  centre: vector,
  tilt: angles,
  mass: fc.double({ min: 0.1, max: 9, noNaN: true }),
  // thicknesses of a box along its axes, which give a valid inertia
  box: fc.tuple(thickness, thickness, thickness),
});
type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;

/** Link k is the child of a link before it; link 0 is the root. */
const parentOf = (parts: readonly Part[], k: number) => parts[k].parent % k;

function inertiaOf({ mass, box: [a, b, c] }: Part): number[] {
  return [(mass / 12) * (b * b + c * c), (mass / 12) * (a * a + c * c), (mass / 12) * (a * a + b * b)];
}

function write(parts: readonly Part[]): string {
  const links = parts.map((given, k) => {
    const [ixx, iyy, izz] = inertiaOf(given);
    const origin = `<origin xyz="${given.centre.join(' ')}" rpy="${given.tilt.join(' ')}"/>`;
    return `<link name="l${k}"><inertial>${origin}<mass value="${given.mass}"/><inertia ixx="${ixx}" iyy="${iyy}" izz="${izz}"/></inertial></link>`;
  });
  const joints = parts.slice(1).map(({ type, xyz, rpy, axis }, i) => {
    const [parent, child] = [parentOf(parts, i + 1), i + 1];
    return `<joint name="j${child}" type="${type}"><parent link="l${parent}"/><child link="l${child}"/>
      <origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/><axis xyz="${axis.join(' ')}"/><limit lower="-1" upper="1"/></joint>`;
  });
  return `<robot name="random">${links.join('')}${joints.join('')}</robot>`;
}

/** World matrices of the links by products of 4 x 4 matrices. */
function products(parts: readonly Part[]): Matrix[] {
  const worlds = [translation([0, 0, 0])];
  parts.slice(1).forEach(({ type, xyz, rpy, axis, position }, i) => {
    const length = Math.hypot(...axis);
    const unit = axis.map((value) => value / length);
    const still = translation([0, 0, 0]);
    const motion =
      type === 'continuous'
        ? rotation(unit, position)
        : type === 'prismatic'
          ? translation(unit.map((value) => value * position))
          : still;
    worlds.push(multiply(multiply(worlds[parentOf(parts, i + 1)], origin(xyz, rpy)), motion));
  });
  return worlds;
}

function posesOf(model: UrdfModel, parts: readonly Part[]): Map<string, ReadonlyPose> {
  const isDriven = ({ type }: Part) => type === 'continuous' || type === 'prismatic';
  const given = parts.flatMap((given, k) => (k > 0 && isDriven(given) ? [[`j${k}`, given.position] as const] : []));
  return linkPoses(model, jointPositions(model, Object.fromEntries(given), []), createPose());
}

describe('the pose of a link', () => {
  it('property: is the product of the matrices of its joints', () => {
    const check = fc.property(fc.array(part, { minLength: 2, maxLength: 8 }), (parts) => {
      const model = readUrdf(write(parts));
      const poses = posesOf(model, parts);
      products(parts).forEach((world, k) => {
        // eight factors with entries of order 1, each rounded
        expectClose(matrixOf(poses.get(`l${k}`) as ReadonlyPose), world, 1e-13);
      });
    });
    fc.assert(check, { seed: 16, numRuns: 200 });
  });
});

/** Mass, first moment, and inertia about the origin from the mass, centre (4th column), axes and moments of each part. */
function total(parts: readonly { mass: number; frame: Matrix; moments: readonly number[] }[]): number[] {
  const sums = new Array<number>(10).fill(0);
  for (const { mass, frame, moments } of parts) {
    const centre = [0, 1, 2].map((i) => frame[i][3]);
    sums[0] += mass;
    for (let i = 0; i < 3; i++) sums[1 + i] += mass * centre[i];
    const square = centre.reduce((sum, value) => sum + value * value, 0);
    let n = 4;
    for (let i = 0; i < 3; i++) {
      for (let j = i; j < 3; j++) {
        const own = moments.reduce((sum, moment, k) => sum + moment * frame[i][k] * frame[j][k], 0);
        sums[n++] += own + mass * ((i === j ? square : 0) - centre[i] * centre[j]);
      }
    }
  }
  return sums;
}

describe('the bodies of a model', () => {
  it('property: have the mass, centre of mass and inertia of its links, with fixed joints merged', () => {
    const check = fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const model = readUrdf(write(parts));
      const poses = posesOf(model, parts);
      const worlds = products(parts);
      const groups = rigidGroups(model);
      const fixed = parts.slice(1).filter(({ type }) => type === 'fixed').length;
      expect(groups).toHaveLength(parts.length - fixed);
      const links = parts.map((given, k) => ({
        mass: given.mass,
        frame: multiply(worlds[k], origin(given.centre, given.tilt)),
        moments: inertiaOf(given),
      }));
      const bodies = groups.map(({ name, mass }) => {
        if (!mass) throw new Error(`${name} has no mass`);
        const frame = multiply(matrixOf(poses.get(name) as ReadonlyPose), matrixOf(mass.frame));
        const { x, y, z } = mass.moments;
        return { mass: mass.mass, frame, moments: [x, y, z] };
      });
      const [a, b] = [total(links), total(bodies)];
      // eight links of at most 9 kg within 8 m of the origin
      a.forEach((value, i) => {
        expect(Math.abs(value - b[i])).toBeLessThan(1e-11 * 8 * 9 * 64);
      });
    });
    fc.assert(check, { seed: 17, numRuns: 200 });
  });
});

describe('joint positions', () => {
  const link = (name: string) => `<link name="${name}"/>`;
  const joint = (name: string, child: string, content: string, type = 'revolute') =>
    `\n<joint name="${name}" type="${type}"><parent link="a"/><child link="${child}"/>${content}</joint>`;
  const model = readUrdf(
    `<robot name="r">${[...'abcdef'].map(link).join('')}
${joint('lead', 'b', '<limit lower="0.5" upper="2"/>')}${joint('follow', 'c', '<limit lower="-9" upper="9"/><mimic joint="lead" multiplier="-2" offset="0.1"/>')}${joint('again', 'd', '<limit lower="-9" upper="0.5"/><mimic joint="follow" multiplier="-0.1"/>')}${joint('rigid', 'e', '', 'fixed')}${joint('plane', 'f', '', 'planar')}</robot>`,
    { source: 'r.urdf' },
  );

  it('are given, 0, or the nearest limit, and mimic joints follow through other mimic joints', () => {
    const notices: { line: number; text: string }[] = [];
    expect(jointPositions(model, {}, notices)).toEqual(
      new Map([
        ['lead', 0.5],
        ['follow', -0.9],
        ['again', 0.09000000000000001],
      ]),
    );
    expect(notices).toEqual([{ line: 3, text: 'joint "lead": starts at its limit 0.5' }]);
    expect(jointPositions(model, { lead: 1 }, []).get('follow')).toBe(-1.9);
  });

  it.each([
    ['leed', 1, 'r.urdf:1: joint "leed" does not exist, did you mean "lead"?'],
    ['lead', 2.1, 'r.urdf:3: joint "lead" must have a position from 0.5 to 2, got 2.1'],
    ['lead', Number.NaN, 'must have a position from 0.5 to 2, got "NaN"'],
    ['follow', 1, 'r.urdf:4: joint "follow" follows the joint "lead": give the position of that joint'],
    ['rigid', 1, 'r.urdf:6: joint "rigid" has no position, it is fixed'],
    ['plane', 1, 'joint "plane" has no position, it is planar'],
  ])('are rejected: %s = %s', (name, value, message) => {
    expect(() => jointPositions(model, { [name]: value }, [])).toThrow(message);
  });

  it('outside the limits of a mimic joint are rejected', () => {
    const text = `<robot name="r">${[...'abc'].map(link).join('')}${joint('lead', 'b', '', 'continuous')}${joint('follow', 'c', '<limit lower="-1" upper="1"/><mimic joint="lead"/>')}</robot>`;
    expect(() => jointPositions(readUrdf(text), { lead: 2 }, [])).toThrow(
      'urdf:3: joint "follow": follows "lead" and must be from -1 to 1, got 2',
    );
  });
});
