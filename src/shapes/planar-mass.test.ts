import { describe, expect, it } from 'vitest';
import { createDisc } from './disc.ts';
import { createHalfspace } from './halfspace.ts';
import { massProperties } from './mass-properties.ts';
import { createPoint } from './point.ts';
import { createPolygon } from './polygon.ts';
import { shapeRadius } from './radius.ts';
import { createSegment } from './segment.ts';

describe('massProperties', () => {
  it('a rectangle has m (a² + b²)/12 about its centre, for any vertex coordinates', () => {
    for (const x of [0, 3, 1e6]) {
      const rectangle = createPolygon([
        [x, 1],
        [x + 2, 1],
        [x + 2, 4],
        [x, 4],
      ]);
      const { mass, centroid, inertia } = massProperties(rectangle, 0.5);
      expect(mass).toBe(3);
      expect(centroid).toEqual({ x: x + 1, y: 2.5, z: 0 });
      expect(inertia).toBeCloseTo((3 * (4 + 9)) / 12, 14);
    }
  });

  it('a polygon of many corners on a circle is a disc', () => {
    const count = 20_000;
    const corners = Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count;
      return [5 + 2 * Math.cos(angle), 2 * Math.sin(angle)];
    });
    const round = massProperties(createPolygon(corners), 3);
    const disc = massProperties(createDisc(2), 3);
    // an inscribed polygon is smaller by (2π/n)²/6 = 1.6e-8
    expect(round.mass / disc.mass).toBeCloseTo(1, 7);
    expect(round.inertia / disc.inertia).toBeCloseTo(1, 6);
    expect(round.centroid.x).toBeCloseTo(5, 11);
  });

  it('a non-convex body has the mass properties of its parts', () => {
    const whole = massProperties(
      createPolygon([
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ]),
      1,
    );
    const parts = [
      createPolygon([
        [0, 0],
        [2, 0],
        [2, 1],
        [0, 1],
      ]),
      createPolygon([
        [0, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ]),
    ];
    let inertia = 0;
    for (const part of parts) {
      const { mass, centroid, inertia: own } = massProperties(part, 1);
      inertia += own + mass * ((centroid.x - whole.centroid.x) ** 2 + (centroid.y - whole.centroid.y) ** 2);
    }
    expect(whole.mass).toBeCloseTo(3, 15);
    expect(whole.inertia).toBeCloseTo(inertia, 14);
  });

  it('rejects shapes without area and invalid densities', () => {
    expect(() => massProperties(createPoint(), 1)).toThrow(/point has no finite area/);
    expect(() => massProperties(createSegment([0, 0], [1, 0]), 1)).toThrow(/segment/);
    expect(() => massProperties(createHalfspace([0, 1]), 1)).toThrow(/halfspace/);
    expect(() => massProperties(createDisc(1), 0)).toThrow(/density: .* got 0/);
  });
});

describe('shapeRadius', () => {
  it('is the distance of the farthest point from the origin of the pose', () => {
    expect(shapeRadius(createPoint())).toBe(0);
    expect(shapeRadius(createDisc(2))).toBe(2);
    expect(shapeRadius(createSegment([0, 1, 0], [2, 3, 6]))).toBe(7);
    expect(
      shapeRadius(
        createPolygon([
          [0, 0],
          [1, 0],
          [3, 4],
        ]),
      ),
    ).toBe(5);
    expect(shapeRadius(createHalfspace([1, 0]))).toBe(Number.POSITIVE_INFINITY);
  });
});
