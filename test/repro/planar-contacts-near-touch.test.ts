import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/math/pose.ts';
import { closest } from '../../src/pairs/query.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createSegment } from '../../src/shapes/segment.ts';

const ORIGIN = createPose([0, 0]);

describe('planar bodies that are close but do not touch', () => {
  it('the normal points from a point to a segment 0.1 nm above it', () => {
    const contact = closest(createPoint(), createPose([0.5, -1e-10]), createSegment([0, 0], [1, 0]), ORIGIN);
    expect(contact.distance).toBe(1e-10);
    expect(contact.normal).toEqual({ x: 0, y: 1, z: 0 });
    expect(contact.pointB.y).toBe(0);
  });

  it('the normal of a segment is not that of rounded coordinates far from the origin', () => {
    const far = createPose([7e4, 3e4], 0.3);
    const contact = closest(
      createPoint(),
      { ...far, position: { ...far.position, x: 7e4 + 1e-8 } },
      createSegment([-1, 0], [1, 0]),
      far,
    );
    const along = contact.normal.x * Math.cos(0.3) + contact.normal.y * Math.sin(0.3);
    expect(Math.abs(along)).toBeLessThan(1e-15);
  });

  it('a point near the corner of a notched polygon has its closest point on the corner', () => {
    const notched = createPolygon([
      [-1, -1],
      [1, -1],
      [1, 0],
      [0, 0],
      [0, 1],
      [-1, 1],
    ]);
    const { pointB, distance } = closest(createPoint(), createPose([1 + 3e-11, -1 - 1e-11]), notched, ORIGIN);
    expect(distance).toBeCloseTo(Math.sqrt(10) * 1e-11, 15);
    expect(Math.max(Math.abs(pointB.x - 1), Math.abs(pointB.y + 1))).toBeLessThan(4e-16);
  });

  it('the tip of a needle that touches the end of a segment has a normal that separates them', () => {
    const needle = createPolygon([
      [0.03, -1e4],
      [0, 0],
      [-0.03, -1e4],
    ]);
    const { normal: n } = closest(createSegment([0, 0], [0, 1]), createPose([0, -5e-12]), needle, ORIGIN);
    const nearestOfNeedle = Math.min(0.03 * n.x - 1e4 * n.y, 0, -0.03 * n.x - 1e4 * n.y);
    expect(nearestOfNeedle - Math.max(-5e-12 * n.y, (1 - 5e-12) * n.y)).toBeGreaterThan(-1e-11);
  });
});

describe('segments in space', () => {
  it('cross also where they are nearly parallel', () => {
    const a = createSegment([-1, 0, 0], [1, 0, 0]);
    const b = createSegment([-1, -1e-6, 0.3e-6], [1, 1e-6, -0.3e-6]);
    const pose = createPose([0.3, 0.1, 0.2], [0.9, 0.1, -0.3, 0.2]);
    const { distance } = closest(a, pose, b, pose);
    expect(distance).toBeLessThan(1e-15);
  });
});

describe('parallel segments', () => {
  it('rotated by the same angle have an interval of closest pairs', () => {
    const pose = createPose([0.3, 0.7], 0.6);
    const poseB = createPose([0.3 - 0.1 * Math.sin(0.6), 0.7 + 0.1 * Math.cos(0.6)], 0.6);
    const contacts = [0.9, 1.1, 1.3, 1.7].map((half) =>
      closest(createSegment([-1, 0], [1, 0]), pose, createSegment([-half, 0], [half, 0]), poseB),
    );
    expect(contacts.map(({ unique }) => unique)).toEqual([false, false, false, false]);
  });
});

it('a segment shorter than the rounding error has the distance of a point from a square', () => {
  const square = createPolygon([
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]);
  const tiny = createSegment([0, -1e-17], [0, 1e-17]);
  // a corner straight ahead of the segment is farther than the side below it
  for (let k = 0; k < 100; k++) {
    const angle = 0.3 + 0.01 * k;
    const pose = createPose([1 - Math.cos(angle), -1 - Math.sin(angle)], angle);
    expect(closest(tiny, pose, square, ORIGIN).distance).toBeCloseTo(Math.sin(angle), 14);
  }
});
