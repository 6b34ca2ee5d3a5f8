import { describe, expect, it } from 'vitest';
import { createMovingPose } from '../../../math/moving-pose.ts';
import { createPose } from '../../../math/pose.ts';
import { createRandom } from '../../../math/random.ts';
import { tiledEllipse } from '../../../shapes/tiled/outline-bodies.ts';
import { createContact } from '../../contact.ts';
import { startTracker, updateTracker } from '../tracking/tracker.ts';
import { trackerContact } from '../tracking/tracker-contact.ts';
import { createTracker } from '../tracking/tracker-state.ts';

interface Ellipse {
  readonly axes: readonly [number, number];
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** Support of an ellipse along the direction at angle t, closed form. */
function support({ axes: [a, b], x, y, angle }: Ellipse, t: number): number {
  return x * Math.cos(t) + y * Math.sin(t) + Math.hypot(a * Math.cos(t - angle), b * Math.sin(t - angle));
}

/** Minimum over directions of the distance between the support planes, by brute force and golden section around the best. */
function depthOf(a: Ellipse, b: Ellipse): number {
  const depth = (t: number) => support(a, t) + support(b, t + Math.PI);
  const count = 2000;
  const best = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count).reduce((one, other) =>
    depth(other) < depth(one) ? other : one,
  );
  let [low, high] = [best - (2 * Math.PI) / count, best + (2 * Math.PI) / count];
  for (let k = 0; k < 80; k++) {
    const [p, q] = [high - 0.618 * (high - low), low + 0.618 * (high - low)];
    if (depth(p) < depth(q)) high = q;
    else low = p;
  }
  return depth(0.5 * (low + high));
}

/** Depth bounds of the tracker at the poses of two ellipses. */
function boundsOf(a: Ellipse, b: Ellipse): { lower: number; upper: number; status: string } {
  const tracker = createTracker(tiledEllipse(a.axes), tiledEllipse(b.axes), { signed: true });
  const [motionA, motionB] = [a, b].map(({ x, y, angle }) => ({
    ...createMovingPose(),
    pose: createPose([x, y], angle),
  }));
  startTracker(tracker, motionA, motionB);
  const { distance, errorBound, status } = trackerContact(createContact(), tracker);
  return { lower: -distance - errorBound, upper: -distance, status };
}

describe('depth of two smooth bodies in the plane', () => {
  it('lies between its bounds, which agree, for random ellipses', () => {
    const random = createRandom(17);
    const draw = (): Ellipse => ({
      axes: [random.between(0.3, 1), random.between(0.3, 1)],
      x: random.between(-0.5, 0.5),
      y: random.between(-0.5, 0.5),
      angle: random.between(-3, 3),
    });
    let overlapping = 0;
    for (let k = 0; k < 60; k++) {
      const [a, b] = [draw(), draw()];
      const depth = depthOf(a, b);
      if (!(depth > 1e-3)) continue;
      overlapping++;
      const { lower, upper, status } = boundsOf(a, b);
      expect(status).toBe('bounded');
      expect(lower).toBeLessThan(depth + 1e-9);
      expect(upper).toBeGreaterThan(depth - 1e-9);
      expect(upper - lower).toBeLessThan(1e-6);
    }
    expect(overlapping).toBeGreaterThan(40);
  });

  it('is bounded where all directions are equal, or the bodies are aligned', () => {
    const circle: Ellipse = { axes: [0.7, 0.7], x: 0, y: 0, angle: 0 };
    const aligned: Ellipse = { axes: [1, 0.2], x: 0, y: 0.1, angle: 0 };
    for (const [a, b] of [
      [circle, circle],
      [circle, { ...circle, x: 0.3 }],
      [aligned, { ...aligned, y: -0.1 }],
    ]) {
      const { lower, upper } = boundsOf(a, b);
      const depth = depthOf(a, b);
      expect(lower).toBeLessThan(depth + 1e-9);
      // the polygon of a circle has at most 72 vertices
      expect(lower).toBeGreaterThan(depth - 5e-3);
      expect(Math.abs(upper - depth)).toBeLessThan(1e-8);
    }
  });

  it('stays between its bounds along a motion', () => {
    const [a, b]: Ellipse[] = [
      { axes: [1, 0.5], x: 0, y: 0, angle: 0 },
      { axes: [0.6, 0.4], x: -0.8, y: 0.1, angle: 0.4 },
    ];
    const tracker = createTracker(tiledEllipse(a.axes), tiledEllipse(b.axes), { signed: true });
    const [motionA, motionB] = [createMovingPose(), { ...createMovingPose(), pose: createPose([b.x, b.y], b.angle) }];
    motionB.velocity.x = 1;
    startTracker(tracker, motionA, motionB);
    const contact = createContact();
    for (let k = 1; k <= 150; k++) {
      motionB.pose.position.x = b.x + k * 0.01;
      updateTracker(tracker, motionA, motionB, (k - 1) * 0.01, 0.01);
      trackerContact(contact, tracker);
      const depth = depthOf(a, { ...b, x: motionB.pose.position.x });
      expect(-contact.distance - contact.errorBound).toBeLessThan(depth + 1e-9);
      expect(-contact.distance).toBeGreaterThan(depth - 1e-9);
      expect(contact.errorBound).toBeLessThan(0.25);
    }
  });
});
