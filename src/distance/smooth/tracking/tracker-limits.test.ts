import { describe, expect, it } from 'vitest';
import { rotationAboutZ } from '../../../math/mat3.ts';
import { createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { cos, sin } from '../../../math/trig.ts';
import { setVec3 } from '../../../math/vec3.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledBox } from '../../../shapes/tiled/box-bodies.ts';
import { tiledLens } from '../../../shapes/tiled/lens-body.ts';
import { tiledDisc, tiledPolygon, tiledRoundedRectangle } from '../../../shapes/tiled/outline-bodies.ts';
import { tiledEllipsoid, tiledSphere, tiledTorus } from '../../../shapes/tiled/revolved-bodies.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { createContact } from '../../contact.ts';
import { startTracker, updateTracker } from './tracker.ts';
import { trackerContact } from './tracker-contact.ts';
import { restoreTracker, saveTracker } from './tracker-snapshot.ts';
import { createTracker, type Tracker } from './tracker-state.ts';

const H = 0.01;

function at(out: MovingPose, x: number, y: number, z: number, vx: number): MovingPose {
  setVec3(out.pose.position, x, y, z);
  setVec3(out.velocity, vx, 0, 0);
  return out;
}

describe('a tracker rejects unsupported input', () => {
  const refusals: [string, () => Tracker, RegExp][] = [
    ['a body that is not convex', () => createTracker(tiledTorus(1, 0.3), createPoint()), /must be convex/],
    ['a planar and a spatial body', () => createTracker(tiledDisc(1), tiledSphere(1)), /planar/],
    ['an unknown mode', () => createTracker(tiledDisc(1), createPoint(), { mode: 'leapfrog' as never }), /mode/],
    ['an unsupported kind of shape', () => createTracker({ kind: 'sphere' } as never, createPoint()), /of kind sphere/],
  ];
  it.each(refusals)('%s', (_what, make, message) => {
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });
});

describe('NaN input', () => {
  const settings = [{}, { signed: true }, { mode: 'rk4' }] as const;
  it.each(settings)('a NaN pose loses the witnesses, the next pose recovers them: %j', (setting) => {
    const tracker = createTracker(tiledEllipsoid([1, 0.7, 0.5]), tiledSphere(0.5), setting);
    const [a, b] = [createMovingPose(), createMovingPose()];
    startTracker(tracker, a, at(b, 3, 0, 0, 0));
    updateTracker(tracker, a, at(b, Number.NaN, 0, 0, 0), 0, H);
    expect(tracker.status).toBe('lost');
    for (let k = 1; k < 40; k++) updateTracker(tracker, a, at(b, 3, 0, 0, 0), k * H, H);
    expect(tracker.status).toBe('tracking');
    // an integrator at its fastest gain has the witnesses to 1e-6, and the distance to the square of that
    expect(tracker.distance).toBeCloseTo(1.5, 9);
  });

  it('a step of zero duration changes only the poses', () => {
    const tracker = createTracker(tiledEllipsoid([1, 0.7, 0.5]), createPoint(), { mode: 'heun' });
    const [a, b] = [createMovingPose(), createMovingPose()];
    startTracker(tracker, a, at(b, 3, 0, 0, 0));
    updateTracker(tracker, a, at(b, 4, 0, 0, 0), 0, 0);
    expect(tracker.distance).toBeCloseTo(3, 9);
  });
});

/** Two bodies that pass through each other: the second along x, rotating, from -4 to 4 m. */
function passThrough(bodyA: TiledBody, bodyB: TiledBody, signed: boolean, visit: (t: Tracker, x: number) => void) {
  const tracker = createTracker(bodyA, bodyB, { signed });
  const [a, b] = [createMovingPose(), createMovingPose()];
  for (let k = 0; k <= 800; k++) {
    const x = -4 + k * H;
    rotationAboutZ(b.pose.rotation, 0.4 * sin(x));
    setVec3(b.angularVelocity, 0, 0, 0.4 * cos(x));
    if (k === 0) startTracker(tracker, a, at(b, x, 0.2, 0, 1));
    else updateTracker(tracker, a, at(b, x, 0.2, 0, 1), (k - 1) * H, H);
    visit(tracker, x);
  }
}

describe('through one another', () => {
  const pairs: [string, TiledBody, TiledBody][] = [
    ['spheres', tiledSphere(1), tiledSphere(0.8)],
    ['discs', tiledDisc(1), tiledDisc(0.6)],
    ['rounded rectangles', tiledRoundedRectangle([1, 0.5], 0.2), tiledRoundedRectangle([0.6, 0.4], 0.1)],
    ['a box and a lens', tiledBox([0.9, 0.5, 0.4]), tiledLens(1.5, 0.75, [1, 1, 1])],
    ['a triangle and a disc', tiledPolygon([[-1, -0.5], [1, -0.5], [0, 1]]), tiledDisc(0.5)], // biome-ignore format: one line
  ];

  it.each(pairs)('%s: the signed distance is positive again on the other side', (_what, bodyA, bodyB) => {
    let deepest = 0;
    passThrough(bodyA, bodyB, true, (tracker, x) => {
      deepest = Math.min(deepest, tracker.distance);
      // bodies of radius below 1.9 m each are separate there
      if (Math.abs(x) > 3.9) expect(tracker.distance).toBeGreaterThan(0);
      // the depth never exceeds the displacement that takes B completely out of A
      expect(tracker.distance).toBeGreaterThan(-(bodyA.radius + bodyB.radius));
      const contact = trackerContact(createContact(), tracker);
      if (tracker.distance < 0) expect(contact.status).toBe('bounded');
    });
    expect(deepest).toBeLessThan(-0.3);
  });

  it('spheres: the depth is always the minimum', () => {
    passThrough(tiledSphere(1), tiledSphere(0.8), true, (tracker, x) => {
      // the minimum translation is along the line of centres
      expect(Math.abs(tracker.distance - (Math.sqrt(x * x + 0.04) - 1.8))).toBeLessThan(1e-9);
    });
  });

  it.each(pairs)('%s: without signed distances the status is overlapping, never lost', (_what, bodyA, bodyB) => {
    const seen = new Set<string>();
    passThrough(bodyA, bodyB, false, (tracker, x) => {
      seen.add(tracker.status);
      if (Math.abs(x) < 0.2) expect(tracker.status).toBe('overlapping');
      if (tracker.status !== 'overlapping') expect(tracker.distance).toBeGreaterThan(1e-12);
    });
    expect(seen).not.toContain('lost');
    expect(seen).not.toContain('inside');
  });

  it('resumes with bitwise identical results from a snapshot taken in overlap', () => {
    const tail: number[] = [];
    const again = createTracker(tiledDisc(1), tiledDisc(0.6), { signed: true });
    passThrough(tiledDisc(1), tiledDisc(0.6), true, (tracker, x) => {
      if (Math.abs(x + 0.3) < H / 2) restoreTracker(again, JSON.parse(JSON.stringify(saveTracker(tracker))));
      if (x > -0.3 + H / 2) tail.push(tracker.distance);
    });
    const [a, b] = [createMovingPose(), createMovingPose()];
    for (let k = 371, i = 0; k <= 800; k++, i++) {
      const x = -4 + k * H;
      rotationAboutZ(b.pose.rotation, 0.4 * sin(x));
      setVec3(b.angularVelocity, 0, 0, 0.4 * cos(x));
      updateTracker(again, a, at(b, x, 0.2, 0, 1), (k - 1) * H, H);
      expect(again.distance).toBe(tail[i]);
    }
  });
});
