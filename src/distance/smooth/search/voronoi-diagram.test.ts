import { describe, expect, it } from 'vitest';
import { conicTriangle, cubicTriangle, largeLens } from '../../../../reproduce/tracking/bodies.ts';
import { createRandom } from '../../../math/random.ts';
import { evaluateCurve } from '../../../shapes/nurbs/curve.ts';
import { tiledDisc, tiledEllipse, tiledPolygon, tiledRoundedRectangle } from '../../../shapes/tiled/outline-bodies.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';
import { voronoiDiagram } from './voronoi-diagram.ts';

/** Distance of a point to each curve, by dense samples and bisection of the best interval. */
function distances({ edges }: TiledBody, x: number, y: number): number[] {
  const jet = new Float64Array(9);
  return edges.map(({ curve }) => {
    const at = (t: number) => {
      evaluateCurve(jet, curve, t);
      return Math.hypot(jet[0] - x, jet[1] - y);
    };
    let best = 0;
    for (let k = 1; k <= 400; k++) if (at(k / 400) < at(best)) best = k / 400;
    for (let h = 1 / 400; h > 1e-9; h *= 0.7) {
      for (const t of [best - h, best + h]) if (t >= 0 && t <= 1 && at(t) < at(best)) best = t;
    }
    return at(best);
  });
}

describe.each([
  ['three cubic arcs', cubicTriangle()],
  ['three conics', conicTriangle()],
] as const)('the medial axis of %s', (_, body) => {
  const diagram = voronoiDiagram(body, { samples: 24 });
  const names = body.edges.map(({ name }) => name);

  it('has a branch from every vertex to one common junction', () => {
    expect(diagram.branches).toHaveLength(3);
    expect(diagram.junctions).toHaveLength(1);
    const { x, y, radius, curves } = diagram.junctions[0];
    expect(curves).toEqual(names);
    for (const d of distances(body, x, y)) expect(d).toBeCloseTo(radius, 8);
    for (const { points } of diagram.branches) {
      const [first, last] = [points.subarray(0, 2), points.subarray(-2)];
      const ends = [first, last].map(([px, py]) => Math.hypot(px - x, py - y)).sort((p, q) => p - q);
      expect(ends[0]).toBeLessThan(1e-9);
      const far = Math.hypot(first[0] - x, first[1] - y) > 0.1 ? first : last;
      const gaps = body.vertices.map(({ point }) => Math.hypot(point.x - far[0], point.y - far[1]));
      expect(Math.min(...gaps)).toBeLessThan(1e-12);
    }
  });

  it('is at equal distances from the two curves of a branch, and nearer to no other one', () => {
    for (const { curves, points, radii } of diagram.branches) {
      const [p, q] = curves.map((name) => names.indexOf(name));
      radii.forEach((radius, k) => {
        const d = distances(body, points[2 * k], points[2 * k + 1]);
        expect(d[p]).toBeCloseTo(radius, 8);
        expect(d[q]).toBeCloseTo(radius, 8);
        expect(Math.min(...d)).toBeGreaterThan(radius - 1e-8);
      });
    }
    expect(diagram.errorBound).toBeLessThan(2e-5 * body.radius);
  });

  it('the regions inside contain the points that are nearest to their curve', () => {
    const random = createRandom(7);
    for (let k = 0; k < 60; k++) {
      const curve = random.below(3);
      const { points, centers } = diagram.regions[curve];
      const [at, fraction] = [1 + random.below(24), random.between(0.05, 0.95)];
      const [x, y] = [0, 1].map((i) => points[2 * at + i] + fraction * (centers[2 * at + i] - points[2 * at + i]));
      const d = distances(body, x, y);
      expect(d.indexOf(Math.min(...d))).toBe(curve);
    }
  });

  it('outside, the points along a normal are nearest to its foot, and those of a vertex between its two normals', () => {
    for (const { kind, points, normals, name } of diagram.regions) {
      const direction = [0, 1].map((i) => normals[i] + (kind === 'vertex' ? normals[i + 2] : 0));
      const length = Math.hypot(...direction);
      const [x, y] = [0, 1].map((i) => points[i] + (1.5 * direction[i]) / length);
      expect(Math.min(...distances(body, x, y)), name).toBeCloseTo(1.5, 6);
    }
  });
});

describe('known medial axes', () => {
  it('of an ellipse: the segment between the centres of curvature at the ends of its long axis', () => {
    const { branches, junctions } = voronoiDiagram(tiledEllipse([2, 1]), { samples: 16 });
    const points = branches.flatMap((branch) => [...branch.points]);
    expect(Math.max(...points.filter((_, k) => k % 2 === 1).map(Math.abs))).toBeLessThan(1e-9);
    const across = points.filter((_, k) => k % 2 === 0);
    // b²/a from the end; there the touching points meet
    expect(Math.max(...across)).toBeCloseTo(1.5, 5);
    expect(Math.min(...across)).toBeCloseTo(-1.5, 5);
    expect(junctions).toEqual([]);
  });

  it('of a rectangle: four bisectors of corners and the centre line', () => {
    const body = tiledPolygon([
      [0, 0],
      [2, 0],
      [2, 1],
      [0, 1],
    ]);
    const { branches, junctions } = voronoiDiagram(body, { samples: 8 });
    expect(branches).toHaveLength(5);
    const places = junctions.map(({ x, y, radius }) => [x, y, radius].map((value) => Number(value.toFixed(9))));
    expect(places.sort((p, q) => p[0] - q[0])).toEqual([
      [0.5, 0.5, 0.5],
      [1.5, 0.5, 0.5],
    ]);
  });

  it('of a rounded rectangle: the branches end at the centres of its arcs', () => {
    const { branches } = voronoiDiagram(tiledRoundedRectangle([1, 0.6], 0.2), { samples: 3 });
    const across = branches.flatMap(({ points }) => [...points.filter((_, k) => k % 2 === 0)]);
    expect(Math.max(...across)).toBeCloseTo(0.8, 9);
    for (const { radii } of branches) for (const radius of radii) expect(radius).toBeGreaterThan(0.2 - 1e-9);
  });

  it('of a disc: its centre, so no branch', () => {
    const { branches, regions } = voronoiDiagram(tiledDisc(1), { samples: 4 });
    expect(branches).toEqual([]);
    // every point of the circle touches, also near ones, from which the radius is less exact
    for (const { centers } of regions) for (const value of centers) expect(Math.abs(value)).toBeLessThan(1e-9);
  });
});

it('other bodies and settings are rejected by name', () => {
  const star = tiledPolygon([
    [0, 0],
    [2, 0],
    [0.5, 0.5],
    [0, 2],
  ]);
  expect(() => voronoiDiagram(star)).toThrow(/convex planar tiled body, got a non-convex one of dimension 2/);
  expect(() => voronoiDiagram(largeLens())).toThrow(/got a convex one of dimension 3/);
  expect(() => voronoiDiagram(tiledDisc(1), { samples: 0.5 })).toThrow(/samples/);
  expect(() => voronoiDiagram(tiledDisc(1), { points: 3 } as object)).toThrow(/points: is not a known key/);
});
