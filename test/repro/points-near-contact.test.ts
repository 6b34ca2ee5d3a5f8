import { describe, expect, it } from 'vitest';
import { createMat3 } from '../../src/math/mat3.ts';
import { createPose, type Pose } from '../../src/math/pose.ts';
import { createRandom } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { ROUNDING } from '../../src/pairs/pair-accuracy.ts';
import { closest } from '../../src/pairs/query.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createCapsule } from '../../src/shapes/capsule.ts';
import { createCone } from '../../src/shapes/cone.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { createEllipsoid } from '../../src/shapes/ellipsoid.ts';
import { createHull } from '../../src/shapes/hull/create-hull.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import { judgeConvexContact } from '../adversarial/judge-closest.ts';
import type { Placed } from '../contract/draw-pair.ts';

// Contacts that were reported as exact with a point off its body, or with a plane perpendicular to the normal that cuts a body.

/** A pose by the rows of its rotation. */
function placed(shape: Placed['shape'], [x, y, z]: number[], rows = [1, 0, 0, 0, 1, 0, 0, 0, 1]): Placed {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rows;
  const pose: Pose = {
    position: createVec3(x, y, z),
    rotation: { ...createMat3(), xx, xy, xz, yx, yy, yz, zx, zy, zz },
  };
  return { shape, pose };
}

const cases: Record<string, [Placed, Placed]> = {
  'the side of a cylinder and the rim of a cone, in touch': [
    placed(createCylinder(37.714722354584744, 81.86478324532132), [-200, 0, -50], [0, 0, 1, 1, 0, 0, 0, 1, 0]),
    placed(
      createCone(25, 50),
      [-93.13521675467868, 28.04687675207326, 6.0937528114019415],
      [2 ** -52, 0, 1 - 2 ** -52, 0, 1, 0, 2 ** -52 - 1, 0, 2 ** -52],
    ),
  ],
  'the rim of a cylinder and the end of a segment': [
    placed(
      createCylinder(1, 0.25),
      [-0.10218129218263981, -0.9243564116807401, 0.09955014240706672],
      [
        -0.8873079696167144, 0.41918443323178395, -0.19227318583414418, -0.07137315948114153, -0.5367132641492537,
        -0.8407405926871455, -0.45562093801793485, -0.7322726835150969, 0.506148474083698,
      ],
    ),
    placed(
      createSegment([0.5, -0.5, -1], [-0.5, 0.5, -0.5]),
      [0.5197257759734851, -0.8800375550204904, -0.13351456356383773],
      [
        0.43016372159622374, -0.15696116447848266, -0.8890007679794463, -0.8491320008453207, -0.40468203789892365,
        -0.3394219989075493, -0.30648657028148707, 0.9008860311091151, -0.30736027913437036,
      ],
    ),
  ],
  'faces of a hull and a flat box, nearly parallel': [
    placed(
      createHull([
        [-1, -0.5, -1],
        [-1, -0.5, 0],
        [1, 0.5, -1],
        [-1, 1, -1],
        [1, -0.5, -1],
        [1, -0.5, 1],
        [1, 1, 0],
        [0.5, -1, 0.5],
        [-1, 1, 0.5],
        [0, -1, 0],
        [0, 1, 1],
        [-0.5, -0.5, 1],
        [-1, 0, 1],
        [1, 1, 1],
      ]),
      [0.4999999999493634, -0.0015719756914316374, -6.222884803108699e-10],
    ),
    placed(
      createBox([0.5, 1, 0.00157197559306878]),
      [1.9999999999999862, 0.9999999999999967, 0.49999999999990724],
      [
        1, -1.0190326076837482e-10, 2.094144403395129e-10, 2.0941444034080661e-10, 1.2695289264286203e-11, -1,
        1.0190326076571625e-10, 1, 1.2695289264286203e-11,
      ],
    ),
  ],
  'the edge of a thin hull, whose faces meet at 0.5 degrees, and an ellipsoid over it': [
    placed(
      createHull([
        [-0.9999999999999978, -1.0000000000000042, -0.0022412104376394416],
        [-0.49999999999999944, -0.4999999999999895, 0.0022412104376394433],
        [-1.0000000000000064, 0.9999999999999988, -0.0022412104376394832],
        [-0.4999999999999983, 0.5000000000000079, 0.002241210437639431],
        [1.0000000000000022, -0.9999999999999988, -0.00224121043763944],
        [0.5000000000000239, -0.5000000000000057, 0.002241210437639416],
        [1.0000000000000087, 1.0000000000000033, -0.0022412104376394373],
        [0.5000000000000046, 0.5000000000000183, 0.002241210437639418],
      ]),
      [-0.23433210996255505, 0.19997670614350893, 0.779803083643885],
      [
        0.33127939852713884, -0.3356568275786832, -0.8818097607825125, 0.8194772078037339, -0.3608737682164305,
        0.4452271659540448, -0.4676655492995966, -0.8701175883253301, 0.15551307496547745,
      ],
    ),
    placed(
      createEllipsoid([0.024800166063223116, 0.0028952391697506835, 0.9722402439377678]),
      [0.28959719580713106, -0.59490348280539, -0.2419082936593291],
      [
        -0.8818097607825071, -0.3312793985271368, 0.33565682757869925, 0.4452271659540581, -0.8194772078037089,
        0.36087376821647027, 0.15551307496546993, 0.4676655492996412, 0.8701175883253073,
      ],
    ),
  ],
  'two capsules that lean by less than 1e-12': [
    placed(createCapsule(0.25, 1), [0, 0, 0]),
    placed(createCapsule(0.25, 1), [0.5 + 1e-9, 0, 0], createPoseRows([1, 0, 2e-13, 0])),
  ],
};

function createPoseRows(quaternion: number[]): number[] {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = createPose([0, 0, 0], quaternion).rotation;
  return [xx, xy, xz, yx, yy, yz, zx, zy, zz];
}

describe('bodies near contact', () => {
  it.each(Object.entries(cases))('%s: points on both, and planes between them', (_, [a, b]) => {
    const contact = closest(a.shape, a.pose, b.shape, b.pose);
    const faults = judgeConvexContact(a, b, contact, ROUNDING, createRandom(1), false);
    expect(faults).toEqual([]);
    expect(contact.errorBound).toBeLessThan(1e-9);
  });

  it('a rim above a corner of a box has the gap to machine precision, and its normal', () => {
    // the corner (0.5, 0.5, 0.5) is 4.4e-6 m from the lower rim of a leaning cylinder, along (1, 1, 1)
    const lean = createPose([0, 0, 0], [Math.cos(0.3), 0, Math.sin(0.3), 0]).rotation;
    const [c, s] = [lean.xx, lean.xz];
    const third = 1 / Math.sqrt(3);
    // the support point of the rim in direction -(1, 1, 1), relative to the centre of the cylinder
    const [x, y, z] = [c * third - s * third, third, s * third + c * third];
    const across = Math.hypot(x, y);
    const local = [(-0.3 * x) / across, (-0.3 * y) / across, z > 0 ? -0.4 : 0.4];
    const foot = [c * local[0] + s * local[2], local[1], -s * local[0] + c * local[2]];
    const gap = 4.4e-6;
    const midpoint = foot.map((value) => 0.5 + gap * third - value);
    const contact = closest(createBox([0.5, 0.5, 0.5]), createPose(), createCylinder(0.3, 0.4), {
      position: createVec3(midpoint[0], midpoint[1], midpoint[2]),
      rotation: lean,
    });
    expect(contact.status).toBe('exact');
    expect(Math.abs(contact.distance - gap)).toBeLessThan(1e-15);
    // the gap in units of the last digit of the coordinates is what a direction can be known to
    for (const n of [contact.normal.x, contact.normal.y, contact.normal.z])
      expect(Math.abs(n - third)).toBeLessThan(1e-9);
  });
});
