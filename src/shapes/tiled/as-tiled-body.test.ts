import { describe, expect, it } from 'vitest';
import { drawSolid } from '../../../test/solids.ts';
import { createRandom } from '../../math/random.ts';
import { createBox } from '../box.ts';
import { createCapsule } from '../capsule.ts';
import { createHull } from '../hull/create-hull.ts';
import { massProperties } from '../mass-properties.ts';
import { createPolygon } from '../polygon.ts';
import { asTiledBody, type Tileable } from './as-tiled-body.ts';

describe('asTiledBody', () => {
  it('returns the same body as patches: closed, convex, with the same mass and inertia', () => {
    const random = createRandom(11);
    const kinds = ['capsule', 'box', 'cylinder', 'cone', 'hull', 'ellipsoid'] as const;
    const drawn = kinds.flatMap((kind) => [0, 1].map(() => drawSolid(random, kind, 1)));
    const shapes = [
      ...drawn,
      createCapsule(0.4, 0),
      createBox([0.5, 0.7, 1], 0.3),
      // rounded to a sphere, and to capsules along each axis
      createBox([0.5, 0.5, 0.5], 0.5),
      ...[0, 1, 2].map((axis) =>
        createBox(
          [0, 1, 2].map((i) => (i === axis ? 1.5 : 0.5)),
          0.5,
        ),
      ),
    ] as Exclude<Tileable, { kind: 'polygon' }>[];
    for (const shape of shapes) {
      const body = asTiledBody(shape);
      expect(asTiledBody(shape)).toBe(body);
      expect(body).toMatchObject({ dimension: 3, closed: true, convex: true });
      const [smooth, solid] = [massProperties(body, 1), massProperties(shape, 1)];
      // integrals over the faces have an error of 1e-13 of the radius cubed
      expect(Math.abs(smooth.mass - solid.mass)).toBeLessThan(1e-11);
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(Math.abs(smooth.centroid[axis] - solid.centroid[axis])).toBeLessThan(1e-11);
        expect(Math.abs(smooth.inertia[`${axis}${axis}`] - solid.inertia[`${axis}${axis}`])).toBeLessThan(1e-11);
      }
    }
  });

  it('splits faces with any number of corners', () => {
    const around = Array.from({ length: 7 }, (_, i) => [
      Math.cos((2 * Math.PI * i) / 7),
      Math.sin((2 * Math.PI * i) / 7),
    ]);
    const prism = createHull([-1, 1].flatMap((z) => around.map(([x, y]) => [x, y, z])));
    const body = asTiledBody(prism);
    // three patches for each heptagon: two quads and a triangle
    expect(body.faces.length).toBe(7 + 2 * 3);
    expect(body.convex).toBe(true);
  });

  it('converts a polygon to curves, and rejects flat bodies and unsupported boxes', () => {
    const triangle = [
      [0, 0],
      [1, 0],
      [0, 1],
    ];
    expect(asTiledBody(createPolygon(triangle)).edges.length).toBe(3);
    expect(() => asTiledBody(createBox([0.5, 1, 1.5], 0.5))).toThrow(
      'must be a capsule or a sphere; use a smaller radius',
    );
    expect(() => asTiledBody({ kind: 'cylinder', radius: 1, halfHeight: 0 })).toThrow('a flat body encloses nothing');
  });
});
