import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impactOf, type MovingShape, moving, type Pair } from '../../test/planar-bodies.ts';
import { poseAt } from '../math/motion.ts';
import { createPose, toWorld } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { createDisc } from '../shapes/disc.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon } from '../shapes/polygon.ts';
import { createSegment } from '../shapes/segment.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { createImpact, type Impact } from './impact.ts';
import { planarImpact } from './planar-impact.ts';

/** Sharp points of a shape in world axes at time t. */
function cornersAt({ shape, motion }: MovingShape, t: number): Pair[] {
  const local =
    shape.kind === 'polygon'
      ? Array.from({ length: shape.vertices.length / 2 }, (_, i) => shape.vertices.subarray(2 * i, 2 * i + 2))
      : shape.kind === 'segment'
        ? [shape.start, shape.end].map(({ x, y }) => [x, y])
        : [[0, 0]];
  const pose = poseAt(createPose(), motion, t);
  return local.map(([x, y]) => {
    const p = toWorld(createVec3(), pose, createVec3(x, y));
    return [p.x, p.y];
  });
}

/**
 * Signed distance of two convex bodies at time t by support functions alone: the maximum gap over all candidate
 * directions, which are perpendicular to an edge of either body or along the line of two corners. Below zero inside.
 */
function separationAt(a: MovingShape, b: MovingShape, t: number): number {
  const [p, q] = [cornersAt(a, t), cornersAt(b, t)];
  const radii = [a, b].reduce((sum, { shape }) => sum + (shape.kind === 'disc' ? shape.radius : 0), 0);
  const edgeNormals = [p, q].flatMap((c) =>
    c.map(([x, y], i) => [c[(i + 1) % c.length][1] - y, x - c[(i + 1) % c.length][0]]),
  );
  const lines = p.flatMap(([x, y]) => q.map(([u, v]) => [u - x, v - y]));
  let largest = Number.NEGATIVE_INFINITY;
  for (const [x, y] of [...edgeNormals, ...edgeNormals.map(([u, v]) => [-u, -v]), ...lines]) {
    const length = Math.hypot(x, y);
    if (length === 0) continue;
    const front = Math.max(...p.map(([u, v]) => (u * x + v * y) / length));
    const back = Math.min(...q.map(([u, v]) => (u * x + v * y) / length));
    largest = Math.max(largest, back - front);
  }
  return largest - radii;
}

// a grid, not all doubles: an acceleration of 1e-170 m/s² is no useful case
const unit = fc.integer({ min: 0, max: 1e6 }).map((n) => n / 1e6);
const signed = fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1e6);

/** Corners on an ellipse: convex for any angles. */
const polygons = (maxCount: number) =>
  fc
    .tuple(fc.integer({ min: 3, max: maxCount }), unit, fc.array(unit, { minLength: maxCount, maxLength: maxCount }))
    .map(([count, flatness, shifts]): PlanarShape => {
      const angle = (i: number) => (2 * Math.PI * (i + 0.6 * shifts[i])) / count;
      const corner = (i: number) => [0.8 * Math.cos(angle(i)), (0.2 + 0.6 * flatness) * Math.sin(angle(i))];
      return createPolygon(Array.from({ length: count }, (_, i) => corner(i)));
    });
const discs = unit.map((r): PlanarShape => createDisc(0.1 + 0.7 * r));
const segments = fc
  .tuple(signed, signed)
  .map(([x, y]): PlanarShape => createSegment([-0.5 + 0.2 * x, 0.2 * y], [0.6 - 0.2 * y, 0.3 * x]));
const points = fc.constant<PlanarShape>(createPoint());
const anyShape = fc.oneof(polygons(8), discs, segments, points);

/** Two bodies about 3 m apart whose centres would pass close to each other within a step of 1 s. */
const encounters = (shapes: fc.Arbitrary<PlanarShape>, rotation: number, acceleration = 0) =>
  fc
    .tuple(
      shapes,
      shapes,
      unit,
      unit,
      signed,
      signed,
      unit,
      signed,
      signed,
      fc.array(signed, { minLength: 4, maxLength: 4 }),
    )
    .map(
      ([shapeA, shapeB, bearing, far, missX, missY, extraSpeed, angularVelocityA, angularVelocityB, a]): [
        MovingShape,
        MovingShape,
      ] => {
        const phi = 2 * Math.PI * bearing;
        const x = [(1.7 + 2 * far) * Math.cos(phi), (1.7 + 2 * far) * Math.sin(phi)];
        const v = [(1 + extraSpeed) * (0.9 * missX - x[0]), (1 + extraSpeed) * (0.9 * missY - x[1])];
        return [
          moving(shapeA, [0, 0], 3 * missX, [0.5 * angularVelocityA, 0.3], rotation * angularVelocityA, [
            acceleration * a[0],
            acceleration * a[1],
          ]),
          moving(shapeB, x, 7 * far, [v[0] + 0.5 * angularVelocityA, v[1] + 0.3], rotation * angularVelocityB, [
            acceleration * a[2],
            acceleration * a[3],
          ]),
        ];
      },
    );

/** Rounding error of coordinates of a few metres, in the oracle as well as in the search. */
const ROUNDING = 2e-14;

function expectFirstContact(a: MovingShape, b: MovingShape, samples: number): Impact {
  const found = impactOf(a, b);
  expect(['hit', 'none']).toContain(found.status);
  for (let i = 0; i < samples; i++) {
    expect(separationAt(a, b, (i / samples) * found.time)).toBeGreaterThan(-ROUNDING);
  }
  if (found.status === 'hit') {
    // sizes are about 1 m: 1e-12 L, in both directions
    expect(Math.abs(separationAt(a, b, found.time))).toBeLessThan(1e-12);
    expect(Math.abs(found.gap)).toBeLessThan(1e-12);
    expect(found.closingSpeed).toBeGreaterThan(0);
    const { pointA: p, pointB: q, normal: n } = found;
    expect(Math.hypot(q.x - p.x - found.gap * n.x, q.y - p.y - found.gap * n.y)).toBeLessThan(ROUNDING);
    expect(Math.hypot(n.x, n.y)).toBeCloseTo(1, 14);
  }
  return found;
}

describe('planarImpact [CP13-4.2]', () => {
  it('agrees with the exact results of toi-2d', () => {
    const file = new URL('../../reference/rigid-bodies/toi-2d.json', import.meta.url);
    const { cases } = JSON.parse(readFileSync(file, 'utf8'));
    expect(cases.length).toBe(40);
    for (const c of cases) {
      const [a, b] = [c.A, c.B].map((s) => moving(createPolygon(s.verts), s.x, s.theta, s.v, s.w));
      const found = impactOf(a, b, c.T);
      expect([c.id, found.status]).toEqual([c.id, c.hit ? 'hit' : 'none']);
      if (!c.hit) continue;
      // tolerances of the README; its n points from B to A
      expect(Math.abs(found.time - Number(c.t))).toBeLessThan(1e-11);
      for (const p of [found.pointA, found.pointB]) {
        expect(Math.hypot(p.x - Number(c.point[0]), p.y - Number(c.point[1]))).toBeLessThan(1e-10);
      }
      expect(Math.hypot(found.normal.x + Number(c.n[0]), found.normal.y + Number(c.n[1]))).toBeLessThan(1e-10);
      expect(Math.abs(found.closingSpeed + Number(c.normalSpeed))).toBeLessThan(1e-9);
      expect([c.id, found.edgeOf, found.edge, found.vertex]).toEqual([c.id, c.edgeOf, c.edge, c.vertex]);
      expect(found.twoPoints).toBe(false);
    }
  });

  it('overwrites all fields of the result', () => {
    const [a, b] = fc.sample(encounters(discs, 3), { seed: 14, numRuns: 1 })[0];
    const out = createImpact();
    const far = moving(createDisc(1), [9, 9]);
    planarImpact(out, a.shape, a.motion, b.shape, b.motion, 1);
    expect(planarImpact(out, a.shape, a.motion, far.shape, far.motion, 0.5)).toBe(out);
    const { status, time, gap, closingSpeed, twoPoints, edge, vertex } = out;
    expect([status, time, gap, closingSpeed, twoPoints, edge, vertex]).toEqual(['none', 0.5, 0, 0, false, -1, -1]);
  });

  for (const [rotation, acceleration, seed] of [
    [0, 0, 1],
    [3, 0, 2],
    [10, 0, 3],
    [3, 4, 4],
  ]) {
    it(`bodies that rotate up to ${rotation} rad and accelerate up to ${acceleration} m/s² never overlap before the hit and touch at it`, () => {
      const check = fc.property(encounters(anyShape, rotation, acceleration), ([a, b]) => {
        expectFirstContact(a, b, 60);
      });
      fc.assert(check, { seed, numRuns: 400, endOnFailure: true });
    });
  }

  it('most of these queries are hits, so the checks above are effective', () => {
    const sample = fc.sample(encounters(anyShape, 3), { seed: 5, numRuns: 400 });
    expect(sample.filter(([a, b]) => impactOf(a, b).status === 'hit').length).toBeGreaterThan(150);
  });

  it('polygons with 64 corners are no exception', () => {
    const check = fc.property(encounters(polygons(64), 6), ([a, b]) => {
      expectFirstContact(a, b, 5);
    });
    fc.assert(check, { seed: 6, numRuns: 15, endOnFailure: true });
  });

  it('no point tunnels through a rotating rod, nor one rod through another', () => {
    // bodies without thickness never overlap at a sample: test whether an end is on different sides at two adjacent ones
    const sideOf = ([start, end]: Pair[], [x, y]: Pair) => {
      const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
      const fraction = ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy);
      // away from the ends, so that an end that passes around the other is no crossing
      return fraction > 0.1 && fraction < 0.9 ? Math.sign(dx * (y - start[1]) - dy * (x - start[0])) : 0;
    };
    const check = fc.property(encounters(fc.oneof(segments, points), 6), ([a, b]) => {
      const found = expectFirstContact(a, b, 10);
      const times = Array.from({ length: 101 }, (_, k) => (k / 100) * found.time * (1 - 1e-9));
      for (const [rod, other] of [
        [a, b],
        [b, a],
      ]) {
        if (rod.shape.kind !== 'segment') continue;
        const sides = times.map((t) => cornersAt(other, t).map((tip) => sideOf(cornersAt(rod, t), tip)));
        for (let k = 0; k < 100; k++)
          expect(Math.min(...sides[k].map((side, i) => side * sides[k + 1][i]))).toBeGreaterThan(-1);
      }
    });
    fc.assert(check, { seed: 12, numRuns: 200, endOnFailure: true });
  });

  it('swapping the bodies swaps the points and flips the normal', () => {
    const check = fc.property(encounters(anyShape, 3, 2), ([a, b]) => {
      const [there, back] = [impactOf(a, b), impactOf(b, a)];
      expect(back.status).toBe(there.status);
      if (there.status !== 'hit') return;
      // a hit may be early by the contact tolerance; in slow grazing contacts 1e-13 m is a longer time
      const slack = 1e-12 / Math.min(1, there.closingSpeed);
      expect(Math.abs(back.time - there.time)).toBeLessThan(slack);
      expect(Math.hypot(back.pointA.x - there.pointB.x, back.pointA.y - there.pointB.y)).toBeLessThan(100 * slack);
      expect(Math.hypot(back.normal.x + there.normal.x, back.normal.y + there.normal.y)).toBeLessThan(100 * slack);
      if (there.edge < 0) return; // two round bodies have no edge, so neither is preferred
      expect(back.edgeOf).not.toBe(there.edgeOf);
      expect([back.edge, back.vertex]).toEqual([there.edge, there.vertex]);
    });
    fc.assert(check, { seed: 7, numRuns: 300, endOnFailure: true });
  });

  it('the impact is the same in a moving, accelerated and rotated frame', () => {
    const check = fc.property(encounters(anyShape, 3, 2), signed, signed, ([a, b], p, q) => {
      const rotated = ({ shape, motion }: MovingShape): MovingShape => {
        const c = Math.cos(3 * q);
        const s = Math.sin(3 * q);
        const rotate = ({ x, y }: { x: number; y: number }, dx: number, dy: number) => [
          c * x - s * y + dx,
          s * x + c * y + dy,
        ];
        const { pose, velocity, angularVelocity, acceleration } = motion;
        const angle = Math.atan2(pose.rotation.yx, pose.rotation.xx) + 3 * q;
        const x = rotate(pose.position, p, q);
        return moving(shape, x, angle, rotate(velocity, 3 * q, p), angularVelocity.z, rotate(acceleration, p, 2 * q));
      };
      const [here, there] = [impactOf(a, b), impactOf(rotated(a), rotated(b))];
      if (here.status === 'hit' && here.closingSpeed < 1e-6) return; // a grazing contact may be a hit or a miss
      expect(there.status).toBe(here.status);
      expect(Math.abs(there.time - here.time)).toBeLessThan(
        here.status === 'hit' ? 1e-12 / Math.min(1, here.closingSpeed) : 1e-15,
      );
    });
    fc.assert(check, { seed: 8, numRuns: 300, endOnFailure: true });
  });

  it('is invariant to the scale, from nanometres to a thousand kilometres', () => {
    const check = fc.property(encounters(anyShape, 3, 2), ([a, b]) => {
      const found = impactOf(a, b);
      for (const scale of [2 ** -30, 2 ** 30]) {
        const scaled = impactOf(scaleBody(a, scale), scaleBody(b, scale));
        expect(scaled.status).toBe(found.status);
        // powers of two scale without rounding, except for the smallest normal number in the tolerance
        expect(scaled.time).toBe(found.time);
        if (found.status === 'hit') expect(scaled.pointA.x).toBe(found.pointA.x * scale);
      }
    });
    fc.assert(check, { seed: 9, numRuns: 200, endOnFailure: true });
  });

  it('a world origin a thousand kilometres away does not reduce the accuracy of the time', () => {
    const check = fc.property(encounters(anyShape, 3), ([a, b]) => {
      // coordinates with 20 binary places can be translated by 2^20 without rounding
      const grid = (value: number) => Math.round(value * 2 ** 20) / 2 ** 20;
      const move = ({ shape, motion }: MovingShape, far: number) => {
        const { x, y } = motion.pose.position;
        const pose = { position: createVec3(grid(x) + far, grid(y) - far), rotation: motion.pose.rotation };
        return { shape, motion: { ...motion, pose } };
      };
      const [near, far] = [impactOf(move(a, 0), move(b, 0)), impactOf(move(a, 2 ** 20), move(b, 2 ** 20))];
      expect(far.status).toBe(near.status);
      expect(far.time).toBe(near.time);
    });
    fc.assert(check, { seed: 10, numRuns: 200, endOnFailure: true });
  });
});

function scaleBody({ shape, motion }: MovingShape, k: number): MovingShape {
  const scaled = ({ x, y }: { x: number; y: number }) => createVec3(k * x, k * y);
  const { pose, velocity, acceleration } = motion;
  return {
    shape:
      shape.kind === 'disc'
        ? createDisc(k * shape.radius)
        : shape.kind === 'segment'
          ? { kind: 'segment', start: scaled(shape.start), end: scaled(shape.end) }
          : shape.kind === 'polygon'
            ? { ...shape, vertices: shape.vertices.map((x) => k * x) }
            : shape,
    motion: {
      ...motion,
      pose: { position: scaled(pose.position), rotation: pose.rotation },
      velocity: scaled(velocity),
      acceleration: scaled(acceleration),
    },
  };
}
