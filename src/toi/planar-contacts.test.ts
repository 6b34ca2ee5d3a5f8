import { describe, expect, it } from 'vitest';
import { box, impactOf, moving, type Pair } from '../../test/planar-bodies.ts';
import { createRandom } from '../math/random.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { createDisc } from '../shapes/disc.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPoint } from '../shapes/point.ts';
import { createPolygon } from '../shapes/polygon.ts';
import { createSegment } from '../shapes/segment.ts';
import { createImpact } from './impact.ts';
import { planarImpact } from './planar-impact.ts';

const FLOOR = moving(createHalfspace([0, 1]), [0, 0]);

function expectPoint(point: ReadonlyVec3, [x, y]: Pair): void {
  expect(point.x).toBeCloseTo(x, 12);
  expect(point.y).toBeCloseTo(y, 12);
}

describe('walls', () => {
  it('a disc falls 1 m at 2 m/s on the floor in half a second', () => {
    const hit = impactOf(moving(createDisc(0.5), [3, 1.5], 0, [1, -2], 40), FLOOR);
    expect(hit.status).toBe('hit');
    expect(hit.time).toBe(0.5);
    expect(hit.normal).toEqual({ x: -0, y: -1, z: 0 });
    expectPoint(hit.pointA, [3.5, 0]);
    expect(hit.closingSpeed).toBe(2);
    expect([hit.edgeOf, hit.edge, hit.vertex]).toEqual(['B', 0, -1]);
  });

  it('a box falls on its corner, a point and a tilted rod on their lowest point', () => {
    const corner = impactOf(moving(box(1, 1), [0, 2], Math.PI / 4, [0, -1]), FLOOR);
    expect(corner.time).toBeCloseTo(2 - Math.SQRT2, 14);
    expect([corner.edgeOf, corner.edge, corner.vertex, corner.twoPoints]).toEqual(['B', 0, 0, false]);
    expect(impactOf(FLOOR, moving(createPoint(), [7, 3], 0, [0, -4])).time).toBe(0.75);
    const rod = impactOf(FLOOR, moving(createSegment([-1, 0], [1, 0]), [7, 1.5], Math.PI / 6, [0, -2]));
    expect(rod.time).toBeCloseTo(0.5, 14);
    expect([rod.edgeOf, rod.edge, rod.vertex]).toEqual(['A', 0, 0]);
  });

  it('the duration may be infinite', () => {
    const unlimited = Number.POSITIVE_INFINITY;
    const thrown = moving(box(1, 1), [0, 3], 0.1, [1, 20], 3, [0, -10]);
    expect(impactOf(FLOOR, thrown, unlimited).time).toBe(impactOf(FLOOR, thrown, 10).time);
    expect(impactOf(FLOOR, moving(createDisc(1), [0, 3], 0, [1, -1e-3], 3), unlimited).time).toBeCloseTo(2000, 9);
    expect(impactOf(FLOOR, moving(box(1, 1), [0, 3], 0, [1, 1], 3), unlimited).status).toBe('none');
    const [left, right] = [moving(box(1, 1), [-5, 0], 0, [1, 0], 1), moving(box(1, 1), [5, 0.5], 0, [2, 0], 1)];
    expect(impactOf(left, right, unlimited).status).toBe('none');
  });

  it('a wall may move towards the body', () => {
    const wall = moving(createHalfspace([0, 1]), [0, -3], Math.PI / 2, [2, 5], 0, [2, 0]); // faces -x, moves to +x
    const hit = impactOf(moving(createDisc(1), [-4, 0], 0, [3, 0]), wall, 10);
    // -4 + 3t + 1 = 2t + t²: never; the wall recedes faster than the disc follows
    expect(hit.status).toBe('none');
    // -3 + 5t = 2t + t²: (3 - √(9 - 12))/2 is not real either, but -3 + 6t = 2t + t² is at t = 1
    expect(impactOf(moving(createDisc(1), [-4, 0], 0, [6, 0]), wall, 10).time).toBeCloseTo(1, 14);
  });

  it('two half-spaces touch only if they face each other', () => {
    const ceiling = moving(createHalfspace([0, -1]), [5, 2], 0, [0, -1]);
    expect(impactOf(FLOOR, ceiling, 5).time).toBe(2);
    expect(impactOf(FLOOR, moving(createHalfspace([1, -1]), [5, 2]), 5).status).toBe('initial-overlap');
  });
});

describe('free fall', () => {
  const g = [0, -9.81];

  it('a polygon that does not rotate reaches the floor after √(2h/g), whatever its horizontal velocity', () => {
    const triangle = createPolygon([
      [-1, -0.5],
      [1, -0.7],
      [0.2, 1],
    ]);
    for (const up of [0, 3, -2]) {
      const height = 4;
      const t = (up + Math.sqrt(up * up + 2 * 9.81 * (height - 0.7))) / 9.81;
      const hit = impactOf(moving(triangle, [0, height], 0, [5, up], 0, g), FLOOR, 3);
      expect(Math.abs(hit.time - t)).toBeLessThan(1e-14);
      expect(hit.closingSpeed).toBeCloseTo(9.81 * t - up, 12);
      expect(hit.vertex).toBe(1);
    }
  });

  it('two falling bodies touch as without gravity', () => {
    const hit = impactOf(moving(box(1, 1), [0, 0], 0, [1, 0], 0, g), moving(box(1, 1), [4, 0.5], 0, [-1, 0], 0, g), 3);
    expect(hit.time).toBe(1);
  });

  it('a ball thrown at the ceiling touches it only if its apex is high enough', () => {
    const ceiling = moving(createHalfspace([0, -1]), [0, 2]);
    const disc = createDisc(0.5);
    const rise = (height: number) => Math.sqrt(2 * 9.81 * height);
    expect(impactOf(moving(disc, [0, 0], 0, [1, rise(1.5 - 1e-9)], 0, g), ceiling, 3).status).toBe('none');
    const hit = impactOf(moving(disc, [0, 0], 0, [1, rise(1.5 + 1e-9)], 0, g), ceiling, 3);
    // at the apex 1e-9 m are √(2e-9/g) s: the grazing contact is found on the way up
    expect(hit.time).toBeCloseTo(rise(1.5) / 9.81, 4);
    expect(hit.time).toBeLessThan(rise(1.5) / 9.81);
  });

  it('a box at rest on the floor under gravity hits it at once', () => {
    const hit = impactOf(moving(box(1, 1), [0, 1], 0, [0, 0], 0, g), FLOOR);
    expect(hit.status).toBe('hit');
    // it may sink by the contact tolerance, 1e-13 of about 1.4 m: √(2 · 1.4e-13 / g)
    expect(hit.time).toBeLessThan(2e-7);
    expect(hit.gap).toBeGreaterThan(-1e-12);
    expect(hit.twoPoints).toBe(true);
  });
});

describe('discs', () => {
  it('two discs touch when the distance of their centres is the sum of the radii: one quadratic', () => {
    const random = createRandom(11);
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      const [r, s, x, y] = [
        random.between(0.1, 1),
        random.between(0.1, 1),
        random.between(2, 4),
        random.between(-2, 2),
      ];
      const [vx, vy] = [random.between(-8, 1), random.between(-3, 3)];
      const angularVelocity = random.between(-9, 9);
      const hit = impactOf(
        moving(createDisc(r), [0, 0], 0, [1, 2], angularVelocity),
        moving(createDisc(s), [x, y], 1, [vx + 1, vy + 2], -angularVelocity),
      );
      const [a, b, c] = [vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - (r + s) ** 2];
      const t = b * b >= a * c ? (-b - Math.sqrt(b * b - a * c)) / a : Number.POSITIVE_INFINITY;
      if (!(t >= 0 && t <= 1)) {
        expect(hit.status).toBe('none');
        continue;
      }
      hits++;
      // the textbook root cancels in b² - ac; 1e-13 allows for that
      expect(Math.abs(hit.time - t)).toBeLessThan(1e-13 / Math.sqrt(1 - (a * c) / (b * b)));
      const n = [(x + t * vx) / (r + s), (y + t * vy) / (r + s)];
      expect(hit.normal.x).toBeCloseTo(n[0], 10);
      expect(hit.closingSpeed).toBeCloseTo(-(n[0] * vx + n[1] * vy), 10);
    }
    expect(hits).toBeGreaterThan(100);
  });

  it('a disc just misses a corner or hits it: a nanometre decides', () => {
    const corner = moving(box(1, 1), [0, 0]);
    const pass = (offset: number) => impactOf(corner, moving(createDisc(0.5), [-4, 1.5 + offset], 0, [8, 0]));
    expect(pass(1e-9).status).toBe('none');
    expect(pass(-1e-9).status).toBe('hit');
    expect(pass(0).status).toBe('none'); // slides along the top without approaching it
  });

  it('a disc that hits a corner has the normal along the line to its centre', () => {
    const hit = impactOf(moving(box(1, 1), [0, 0]), moving(createDisc(1), [4, 4], 0, [-4, -4]));
    expect(hit.time).toBeCloseTo((3 * Math.SQRT2 - 1) / (4 * Math.SQRT2), 14);
    expectPoint(hit.pointA, [1, 1]);
    expectPoint(hit.normal, [Math.SQRT1_2, Math.SQRT1_2]);
    expect([hit.edgeOf, hit.edge, hit.vertex]).toEqual(['B', -1, 2]);
  });
});

describe('points and segments', () => {
  const rod = createSegment([-1, 0], [1, 0]);

  it('a point hits a rod but passes beyond its end', () => {
    const approach = (x: number) => impactOf(moving(rod, [0, 0]), moving(createPoint(), [x, 1], 0, [0, -2]));
    expect(approach(0.99).time).toBe(0.5);
    expect(approach(1.01).status).toBe('none');
    expect([approach(0.99).edgeOf, approach(0.99).edge, approach(0.99).vertex]).toEqual(['A', 0, 0]);
  });

  it('collinear rods touch end to end, crossed ones where they cross', () => {
    const endToEnd = impactOf(moving(rod, [0, 0]), moving(rod, [4, 0], 0, [-4, 0]));
    expect(endToEnd.time).toBe(0.5);
    expectPoint(endToEnd.pointA, [1, 0]);
    const crossed = impactOf(moving(rod, [0, 0]), moving(rod, [3, 0.5], Math.PI / 2, [-4, 0]));
    expect(crossed.time).toBe(0.5);
    expectPoint(crossed.pointA, [1, 0]);
  });

  it('a rotating rod hits a point: a clock hand after a quarter of an hour', () => {
    const hand = moving(createSegment([0, 0], [0, 1]), [0, 0], 0, [0, 0], -Math.PI / 2);
    const hit = impactOf(hand, moving(createPoint(), [0.5, 0]), 2);
    expect(hit.time).toBeCloseTo(1, 14);
    expect(hit.closingSpeed).toBeCloseTo(Math.PI / 4, 14);
  });

  it('two points collide head-on, and miss each other by a nanometre', () => {
    const approach = (y: number) => impactOf(moving(createPoint(), [0, 0]), moving(createPoint(), [1, y], 0, [-2, 0]));
    expect(approach(0).time).toBeCloseTo(0.5, 12);
    expect(approach(1e-9).status).toBe('none');
    expect(impactOf(moving(createPoint(), [1, 1]), moving(createPoint(), [1, 1], 0, [1, 0])).status).toBe('none');
  });
});

describe('fast rotation', () => {
  it('a top that rotates a million times per second falls on a table in the same time as one at rest, except for a corner', () => {
    const table = moving(box(20, 1), [0, -1]);
    const top = (angularVelocity: number) =>
      impactOf(moving(box(0.5, 0.5), [3, 5], 0, [0.1, 0], angularVelocity, [0, -10]), table, 2);
    expect(top(0).time).toBeCloseTo(Math.sqrt(0.9), 14);
    expect(top(6e6).status).toBe('hit');
    expect(top(6e6).time).toBeCloseTo(Math.sqrt((5 - Math.SQRT1_2) / 5), 6); // the first corner to arrive
  });

  it('two gears that mesh at 1e5 rad/s never touch; with few steps that is undecided, never `none`', () => {
    // corner opposite to flat: always 0.08 m apart, but within each other's circles
    const cog = (x: number, angle: number) => moving(box(1, 1), [x, 0], angle, [0, 0], 1e5);
    const [left, right] = [cog(0, 0), cog(2.7, Math.PI / 4)];
    expect(impactOf(left, right).status).toBe('none');
    const meshing = planarImpact(createImpact(), left.shape, left.motion, right.shape, right.motion, 1, 10_000);
    expect(meshing.status).toBe('iteration-limit');
    expect([meshing.time > 0.001, meshing.time < 1, meshing.iterations]).toEqual([true, true, 10_000]);
    expect(impactOf(cog(0, 0), cog(2.7, Math.PI / 4), 0.001).status).toBe('none');
  });
});

describe('edge on edge', () => {
  it('a box that lands flat on a wider one touches with both its corners', () => {
    const hit = impactOf(moving(box(2, 1), [0, 0]), moving(box(0.5, 0.5), [0.25, 2.5], 0, [0, -2]));
    expect(hit.time).toBe(0.5);
    expect(hit.twoPoints).toBe(true);
    const xs = [hit.pointA.x, hit.secondPointA.x].sort((p, q) => p - q);
    expect(xs).toEqual([-0.25, 0.75]);
    expect([hit.pointA.y, hit.secondPointB.y]).toEqual([1, 1]);
    expect([hit.edgeOf, hit.edge]).toEqual(['A', 2]);
  });

  it('where the boxes overlap in part the ends are a corner of each', () => {
    for (const angle of [0, 0.3]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const rotated = (x: number, y: number) => [c * x - s * y, s * x + c * y];
      const lower = moving(box(1, 1), [0, 0], angle);
      const hit = impactOf(lower, moving(box(1, 1), rotated(1.5, 3), angle, rotated(0, -2)));
      expect(hit.time).toBeCloseTo(0.5, 14);
      expect(hit.twoPoints).toBe(true);
      const ends = [hit.pointA, hit.secondPointA].sort((p, q) => p.x * c + p.y * s - q.x * c - q.y * s);
      expectPoint(ends[0], rotated(0.5, 1));
      expectPoint(ends[1], rotated(1, 1));
    }
  });

  it('a flat contact that opens like a hinge hits only at the end that closes', () => {
    // the upper box rotates about its lower left corner, clockwise: that corner is fixed, the right end approaches
    const upper = moving(
      box(1, 1),
      [0, 2],
      0,
      [-1, 1].map((v) => -v),
      -1,
    );
    const hit = impactOf(moving(box(3, 1), [0, 0]), upper);
    expect([hit.status, hit.time, hit.twoPoints]).toEqual(['hit', 0, false]);
    expectPoint(hit.pointB, [1, 1]);
    expect(hit.closingSpeed).toBeCloseTo(2, 14);
  });
});

describe('touching at the start', () => {
  const base = moving(box(1, 1), [0, 0]);
  const touching = (v: Pair, angularVelocity = 0) =>
    impactOf(base, moving(box(1, 1), [2, 0.5], 0, v, angularVelocity), 5);

  it('approaching is a hit at once, separating and sliding are none', () => {
    expect([touching([-1, 0]).status, touching([-1, 0]).time]).toEqual(['hit', 0]);
    expect(touching([-1e-9, 3]).time).toBe(0);
    expect(touching([1, 0]).status).toBe('none');
    expect(touching([0, 0]).status).toBe('none');
    expect(touching([0, 3]).status).toBe('none');
  });

  it('separating with an angular velocity that brings a corner back is a later hit', () => {
    const back = touching([0.2, 0], 1);
    // the half diagonal √2 covers the gap 0.2 t as the box rotates by t: 1 + 0.2 t = √2 sin(t + π/4)
    expect(back.status).toBe('hit');
    expect(back.time).toBe(0); // a corner of the flat contact approaches at once: f' = 0.2 - 1 < 0 at the lower end
    const slow = impactOf(base, moving(box(1, 0.1), [2.1, 0], 0, [1.5, 0], 4), 5);
    expect(slow.status).toBe('none');
  });

  it('overlapping bodies are reported as such, with the depth as a negative gap', () => {
    const inside = impactOf(base, moving(box(1, 1), [1.75, 0.5], 0, [5, 0]));
    expect([inside.status, inside.time, inside.gap]).toEqual(['initial-overlap', 0, -0.25]);
    expect(inside.normal).toEqual({ x: 1, y: 0, z: 0 });
    expect(impactOf(base, moving(createDisc(0.5), [0.1, 0])).status).toBe('initial-overlap');
    expect(impactOf(moving(createDisc(1), [0, -0.5]), FLOOR).status).toBe('initial-overlap');
  });

  it('a search with zero duration still detects an existing contact', () => {
    expect(impactOf(base, moving(box(1, 1), [2, 0], 0, [-1, 0]), 0).status).toBe('hit');
    expect(impactOf(base, moving(box(1, 1), [2.5, 0], 0, [-1, 0]), 0).status).toBe('none');
  });
});

describe('non-convex polygons', () => {
  /** A cup open to the top: 4 wide, walls and bottom 1 thick, 2 deep inside. */
  const cup = createPolygon([
    [-2, -1],
    [2, -1],
    [2, 2],
    [1, 2],
    [1, 0],
    [-1, 0],
    [-1, 2],
    [-2, 2],
  ]);

  it('a box falls into a cup down to its bottom', () => {
    const hit = impactOf(moving(cup, [0, 0]), moving(box(0.5, 0.5), [0, 4.5], 0, [0, -8]));
    expect(hit.time).toBeCloseTo(0.5, 14);
    expect([hit.edgeOf, hit.edge, hit.twoPoints]).toEqual(['A', 4, true]);
  });

  it('a disc hits the rim, a point inside hits the wall, in either order of the bodies', () => {
    const rim = impactOf(moving(createDisc(0.5), [1.5, 4.5], 0, [0, -4]), moving(cup, [0, 0]));
    expect([rim.time, rim.edgeOf, rim.edge, rim.vertex]).toEqual([0.5, 'B', 2, -1]);
    const wall = impactOf(moving(cup, [0, 0]), moving(createPoint(), [0, 1], 0, [-2, 0.5]));
    expect([wall.time, wall.edgeOf, wall.edge]).toEqual([0.5, 'A', 5]);
    expect(wall.normal).toEqual({ x: 1, y: 0, z: 0 });
  });

  it('two cups interlock', () => {
    // the second one upside down, its right wall above the cavity of the first one
    const hit = impactOf(moving(cup, [0, 0]), moving(cup, [-1.5, 8], Math.PI, [0, -8]));
    // the end of its right wall moves down from 6 to 0 and its bottom from 8 to 2, where the left wall of the first one ends
    expect(hit.time).toBeCloseTo(0.75, 14);
    expect([0, 2]).toContain(Math.round(hit.pointA.y * 1e12) / 1e12);
  });

  it('a body that starts inside the material is an overlap, one in the cavity is not', () => {
    expect(impactOf(moving(cup, [0, 0]), moving(createDisc(0.2), [1.5, 1])).status).toBe('initial-overlap');
    expect(impactOf(moving(cup, [0, 0]), moving(createDisc(0.2), [0, 1])).status).toBe('none');
  });
});
