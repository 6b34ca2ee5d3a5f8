import { describe, expect, it } from 'vitest';
import { createMotion } from '../../src/math/motion.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { impact } from '../../src/pairs/query.ts';
import { createDisc } from '../../src/shapes/disc.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSegment } from '../../src/shapes/segment.ts';
import { impactOf, moving } from '../planar-bodies.ts';

describe('first contacts in the plane are reported where the bodies touch', () => {
  it('a disc next to an edge along its tangent touches it below its centre', () => {
    // found by adversarial cases: the vertex of the edge that limits the step was taken for the contact
    const notched = createPolygon([
      [-2, -2],
      [2, -2],
      [2, 0],
      [0, 0],
      [0, 2],
      [-2, 2],
    ]);
    const disc = moving(createDisc(1), [0, 0]);
    const hit = impactOf(disc, moving(notched, [-3.0000000000000004, 0], 0, [1e-5, 0.9]), 5);
    expect(hit.status).toBe('hit');
    expect(hit.pointA.x).toBeCloseTo(-1, 9);
    expect(Math.abs(hit.pointA.y)).toBeLessThan(1e-9);
  });

  it('discs that graze each other hit at the time of contact, not later', () => {
    const found = impactOf(
      moving(createPoint(), [0, 0]),
      moving(
        createDisc(0.5),
        [0.49999999999924766, -12974.593123181014],
        0,
        [8.226484786529201e-13, 14187.432713818049],
      ),
    );
    expect(found.status).toBe('hit');
    expect(found.gap).toBeLessThan(1e-12);
    expect(found.closingSpeed).toBeGreaterThan(0);
    const sliding = impactOf(
      moving(createDisc(0.1), [-570.4336262919187, 250.11760930154722]),
      moving(createDisc(1), [-571.1818247142263, 249.31126004666044], 0, [-424.90613982317444, 394.2635297550527]),
    );
    expect(sliding.gap).toBeLessThan(1e-12);
    expect(sliding.closingSpeed).toBeGreaterThan(0);
  });

  it('collinear rods that collide end to end touch with these ends', () => {
    // found by adversarial cases: they rotate into one line, and the far end was reported
    const rod = (half: number, pose: readonly [number, number, number, number], v: [number, number], w: number) => {
      const start = createPose([pose[0], pose[1]]);
      Object.assign(start.rotation, { xx: pose[2], xy: -pose[3], yx: pose[3], yy: pose[2] });
      return {
        shape: createSegment([0, -half], [0, half]),
        motion: createMotion(start, createVec3(...v), createVec3(0, 0, w)),
      };
    };
    const a = rod(97083.05276868038, [-62004.50086952711, -39010.302907086574, -0.9191156723036217, -0.39398779286401914], [142359.86923576548, 89566.1047636912], 6.283185307179586); // biome-ignore format: one body a line
    const b = rod(71108.56263281562, [-62004.500869531264, 202436.76868015566, 0.994744991072226, -0.10238360580052275], [142359.86923576705, -78625.510637806], -6.977490530990015); // biome-ignore format: one body a line
    const hit = impact(a.shape, a.motion, b.shape, b.motion, 1);
    expect(hit.status).toBe('hit');
    expect(hit.pointA.y).toBeCloseTo(97083.0527686804, 6);
    expect(hit.pointB.y).toBeCloseTo(97083.0527686804, 6);
  });

  it('points rotated out of the plane they move in collide along a unit normal', () => {
    const a = createMotion(createPose([0, 0, 0], [1, 2, 3, 4]));
    const b = createMotion(createPose([-1, 1, 0], [1, -2, 0, 4]), createVec3(2, -2, 0));
    const { status, time, normal } = impact(createPoint(), a, createPoint(), b, 1);
    expect([status, time]).toEqual(['hit', 0.5]);
    expect(Math.hypot(normal.x, normal.y)).toBeCloseTo(1, 15);
  });
});
