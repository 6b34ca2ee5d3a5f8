import { expect, it } from 'vitest';
import { createMat3 } from '../../src/math/mat3.ts';
import type { Pose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { closest } from '../../src/pairs/query.ts';
import { createCone } from '../../src/shapes/cone.ts';
import { createHull } from '../../src/shapes/hull/create-hull.ts';
import { createSegment } from '../../src/shapes/segment.ts';

const poseOf = ([x, y, z]: readonly number[], rows: readonly number[]): Pose => {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rows;
  return { position: createVec3(x, y, z), rotation: { ...createMat3(), xx, xy, xz, yx, yy, yz, zx, zy, zz } };
};

it('an octahedron in the centre of a cube, with noise in the last digits, has an exact depth', () => {
  const octahedron = createHull([
    [-0.4254616024172482, 7.517065405154997e-17, -5.361221729424187e-16],
    [0.4254616024172487, 1.5411560807538664e-16, 2.0419201422159289e-16],
    [-4.805624966122729e-16, -0.09999999999999987, -5.215229219064831e-16],
    [-1.9096392573233467e-16, 0.10000000000000016, -3.892600007859459e-16],
    [-7.132793643486168e-16, 3.6820466644823554e-17, -0.4999999999999996],
    [4.986675705336822e-16, 1.4626299405994538e-16, 0.4999999999999996],
  ]);
  const cube = createHull([
    [-1.0000000000000002, -0.9999999999999994, -1.0000000000000004],
    [-0.9999999999999983, -1.0000000000000018, 1.0000000000000013],
    [-1.0000000000000007, 1.000000000000001, -0.9999999999999992],
    [-0.9999999999999999, 0.9999999999999996, 0.9999999999999992],
    [0.9999999999999996, -1, -1.0000000000000004],
    [0.9999999999999986, -1, 0.9999999999999979],
    [0.9999999999999979, 1.000000000000001, -1.000000000000001],
    [1.0000000000000004, 0.9999999999999994, 1.0000000000000004],
  ]);
  const poseA = poseOf(
    [-0.3357412638488455, -1.058089674036727, -0.12352746914384127],
    [
      ...[-0.10565678403480604, -0.9736027672589306, 0.20232225674199802],
      ...[0.2044568394651759, -0.22038350016072622, -0.953744469788852],
      ...[0.9731567421455464, -0.05940340430194055, 0.2223447565696266],
    ],
  );
  const poseB = poseOf(
    [-0.33574126384884656, -1.0580896740367272, -0.12352746914384172],
    [
      ...[-0.10565678403480726, 0.20232225674199547, 0.973602767258931],
      ...[0.20445683946517737, -0.9537444697888521, 0.22038350016072408],
      ...[0.973156742145546, 0.22234475656962818, 0.059403404301941944],
    ],
  );
  const { distance, status } = closest(octahedron, poseA, cube, poseB);
  // half of the cube plus the smallest half diagonal of the octahedron
  expect(distance).toBeCloseTo(-1.1, 13);
  expect(status).toBe('exact');
});

it('a segment that ends at the apex of a flat cone is separated along their common axis', () => {
  const end = 16414.25039842316;
  const segment = createSegment([-end, 0, 0], [end, 0, 0]);
  const cone = createCone(53102.668459687586, 5000);
  const upright = poseOf([0, 0, 0], [0, 0, 1, 0, 1, 0, -1, 0, 0]);
  const apexDown = poseOf([0, 0, 23914.25039842316], [-1, 0, 0, 0, 1, 0, 0, 0, -1]);
  const { distance, normal } = closest(segment, upright, cone, apexDown);
  expect(distance).toBeCloseTo(0, 12);
  expect(normal).toEqual({ x: 0, y: 0, z: 1 });
});
