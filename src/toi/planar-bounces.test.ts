/**
 * Worlds that run from impact to impact: each search begins where the last one ended, in contact, so any error of a search
 * for bodies that touch, separate or slide shows as a stall, an overlap or a wrong next event.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { box, impactOf, type MovingShape, moving, type Pair } from '../../test/planar-bodies.ts';
import { createRandom } from '../math/random.ts';
import { createHalfspace } from '../shapes/halfspace.ts';
import { createPolygon, type Polygon } from '../shapes/polygon.ts';
import type { Impact } from './impact.ts';

interface Flyer {
  readonly polygon: Polygon;
  readonly mass: number;
  readonly inertia: number;
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
  angularVelocity: number;
}

interface World {
  readonly flyers: Flyer[];
  readonly walls: MovingShape[];
  readonly restitution: number;
  /** Next impact of each pair, by absolute time; indices of B beyond the flyers are walls. */
  readonly next: Map<string, { a: number; b: number; time: number; impact: Impact }>;
  time: number;
  /** Time horizon of the searches [s]. */
  readonly horizon: number;
}

function createWorld(flyers: Flyer[], halfWidth: number, restitution: number): World {
  const walls = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([x, y]) => moving(createHalfspace([x, y]), [-halfWidth * x, -halfWidth * y]));
  const world = { flyers, walls, restitution, next: new Map(), time: 0, horizon: 1e3 };
  search(world, () => true);
  return world;
}

function asMoving(world: World, index: number): MovingShape {
  const flyer = world.flyers[index];
  if (flyer === undefined) return world.walls[index - world.flyers.length];
  return moving(flyer.polygon, [flyer.x, flyer.y], flyer.angle, [flyer.vx, flyer.vy], flyer.angularVelocity);
}

function search(world: World, concerns: (index: number) => boolean): void {
  const count = world.flyers.length;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count + world.walls.length; b++) {
      if (!concerns(a) && !concerns(b)) continue;
      const impact = impactOf(asMoving(world, a), asMoving(world, b), world.horizon);
      expect(['hit', 'none']).toContain(impact.status);
      const time = impact.status === 'hit' ? world.time + impact.time : Number.POSITIVE_INFINITY;
      world.next.set(`${a} ${b}`, { a, b, time, impact });
    }
  }
}

interface Bounce {
  time: number;
  a: number;
  b: number;
  impact: Impact;
  impulse: number;
}

/** Advances to the next impact and resolves it, without friction. */
function bounce(world: World): Bounce {
  const event = [...world.next.values()].reduce((first, other) => (other.time < first.time ? other : first));
  const { a, b, impact } = event;
  const dt = event.time - world.time;
  for (const f of world.flyers) {
    f.x += dt * f.vx;
    f.y += dt * f.vy;
    f.angle += dt * f.angularVelocity;
  }
  world.time = event.time;
  const { normal: n, pointA: p, pointB: q } = impact;
  const parts = [
    { flyer: world.flyers[a], point: p, sign: -1 },
    { flyer: world.flyers[b], point: q, sign: 1 },
  ].filter(({ flyer }) => flyer !== undefined);
  let closing = 0;
  let compliance = 0;
  for (const { flyer: f, point, sign } of parts) {
    const arm = (point.x - f.x) * n.y - (point.y - f.y) * n.x;
    closing -= sign * (f.vx * n.x + f.vy * n.y + f.angularVelocity * arm);
    compliance += 1 / f.mass + (arm * arm) / f.inertia;
  }
  const impulse = ((1 + world.restitution) * closing) / compliance;
  for (const { flyer: f, point, sign } of parts) {
    const arm = (point.x - f.x) * n.y - (point.y - f.y) * n.x;
    f.vx += (sign * impulse * n.x) / f.mass;
    f.vy += (sign * impulse * n.y) / f.mass;
    f.angularVelocity += (sign * impulse * arm) / f.inertia;
  }
  search(world, (index) => index === a || index === b);
  return { time: event.time, a, b, impact, impulse };
}

function energyOf(world: World): number {
  return world.flyers.reduce(
    (sum, f) => sum + 0.5 * f.mass * (f.vx ** 2 + f.vy ** 2) + 0.5 * f.inertia * f.angularVelocity ** 2,
    0,
  );
}

function cornersOf(f: Flyer): Pair[] {
  const [c, s] = [Math.cos(f.angle), Math.sin(f.angle)];
  const { vertices: v } = f.polygon;
  return Array.from({ length: v.length / 2 }, (_, i) => [
    f.x + c * v[2 * i] - s * v[2 * i + 1],
    f.y + s * v[2 * i] + c * v[2 * i + 1],
  ]);
}

/** Maximum gap over the edge normals of both: the distance of touching polygons, below zero if they overlap. */
function gapOf(f: Flyer, g: Flyer): number {
  const outlines = [cornersOf(f), cornersOf(g)];
  let largest = Number.NEGATIVE_INFINITY;
  for (const [own, other] of [outlines, outlines.toReversed()]) {
    own.forEach(([x, y], i) => {
      const [u, v] = own[(i + 1) % own.length];
      const length = Math.hypot(u - x, v - y);
      const heights = other.map(([p, q]) => ((p - x) * (v - y) - (q - y) * (u - x)) / length);
      largest = Math.max(largest, Math.min(...heights));
    });
  }
  return largest;
}

function smallestGap(world: World, halfWidth: number): number {
  let smallest = Number.POSITIVE_INFINITY;
  world.flyers.forEach((f, i) => {
    for (const g of world.flyers.slice(i + 1)) smallest = Math.min(smallest, gapOf(f, g));
    for (const corner of cornersOf(f)) smallest = Math.min(smallest, ...corner.map((x) => halfWidth - Math.abs(x)));
  });
  return smallest;
}

describe('from impact to impact', () => {
  it('agrees with the exact chains of events-2d', () => {
    const file = new URL('../../reference/rigid-bodies/events-2d.json', import.meta.url);
    const { cases } = JSON.parse(readFileSync(file, 'utf8'));
    expect(cases.length).toBe(8);
    for (const c of cases) {
      const flyers = c.bodies.map(
        (s: { verts: number[][]; m: number; I: number; x: Pair; theta: number; v: Pair; w: number }): Flyer => ({
          polygon: createPolygon(s.verts),
          mass: s.m,
          inertia: s.I,
          x: s.x[0],
          y: s.x[1],
          angle: s.theta,
          vx: s.v[0],
          vy: s.v[1],
          angularVelocity: s.w,
        }),
      );
      const world = createWorld(flyers, c.box, c.e);
      for (const [k, exact] of c.events.entries()) {
        const event = bounce(world);
        expect([c.id, k, event.a, event.b]).toEqual([c.id, k, exact.A, exact.B]);
        const tolerance = 1e-12 * 10 ** (k + 1); // from the README: the flow is chaotic
        expect(Math.abs(event.time - Number(exact.t))).toBeLessThan(tolerance);
        expect(Math.abs(event.impulse - Number(exact.j))).toBeLessThan(tolerance);
        expect(Math.abs(event.impact.pointA.x - Number(exact.point[0]))).toBeLessThan(tolerance);
        expect(Math.abs(event.impact.normal.y + Number(exact.n[1]))).toBeLessThan(tolerance);
      }
    }
  });

  it('four polygons in a box conserve energy and stay apart over 10 000 elastic impacts', () => {
    const random = createRandom(13);
    const flyers = Array.from({ length: 4 }, (_, i): Flyer => {
      const count = 3 + i;
      const corner = (k: number) => (2 * Math.PI * (k + 0.5 * random.next())) / count;
      const corners = Array.from({ length: count }, (_, k) => [0.5 * Math.cos(corner(k)), 0.5 * Math.sin(corner(k))]);
      const [x, y] = [i % 2 === 0 ? -1 : 1, i < 2 ? -1 : 1];
      const mass = random.between(0.5, 2);
      const [vx, vy, angularVelocity] = [random.normal(), random.normal(), random.normal()];
      return { polygon: createPolygon(corners), mass, inertia: 0.1 * mass, x, y, angle: i, vx, vy, angularVelocity };
    });
    const world = createWorld(flyers, 2, 1);
    const energy = energyOf(world);
    let deepest = 0;
    let last = 0;
    for (let k = 0; k < 10_000; k++) {
      const { impact, time } = bounce(world);
      expect(impact.closingSpeed).toBeGreaterThan(0);
      expect(time).toBeGreaterThanOrEqual(last);
      last = time;
      if (k % 10 === 0) deepest = Math.min(deepest, smallestGap(world, 2));
    }
    // no stall: about 10 impacts per second at these speeds and distances
    expect(world.time).toBeGreaterThan(100);
    expect(Math.abs(energyOf(world) / energy - 1)).toBeLessThan(1e-12);
    expect(deepest).toBeGreaterThan(-1e-12); // two bodies are about 1 m
  });

  it('a rotating box rattles in a slot hardly wider than itself, thousands of times, without jamming', () => {
    const polygon = box(0.5, 0.5);
    // 1e-3 m of play about the diagonal
    const halfWidth = Math.SQRT1_2 + 0.5e-3;
    const flyer = { polygon, mass: 1, inertia: 1 / 6, x: 0, y: 0, angle: 0.2, vx: 1, vy: 0.7, angularVelocity: 5 };
    const world = createWorld([flyer], halfWidth, 1);
    const energy = energyOf(world);
    let deepest = 0;
    for (let k = 0; k < 5000; k++) {
      bounce(world);
      deepest = Math.min(deepest, smallestGap(world, halfWidth));
    }
    expect(world.time).toBeGreaterThan(1);
    expect(Math.abs(energyOf(world) / energy - 1)).toBeLessThan(1e-12);
    expect(deepest).toBeGreaterThan(-1e-12);
  });
});
