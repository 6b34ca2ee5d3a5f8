import { describe, expect, it } from 'vitest';
import { namedTiledBodies } from '../../../test/tiled-bodies.ts';
import { createMat3, mat3FromRows } from '../../math/mat3.ts';
import { createVec3 } from '../../math/vec3.ts';
import { assembleTiledBody } from './assemble-tiled-body.ts';
import { tiledDisc } from './outline-bodies.ts';
import { tiledSphere } from './revolved-bodies.ts';
import { SEED_POINT, SEED_SIZE, spreadSeeds } from './seeds.ts';
import { transformTiledBody } from './transform-tiled-body.ts';

describe('transformTiledBody', () => {
  const m = mat3FromRows([
    [1.1, 0.2, 0],
    [-0.1, 0.8, 0],
    [0, 0, 1.3],
  ]);
  const shift = createVec3(0.3, -2, 0);

  it('moves every point, and the moved body passes the checks with the same results', () => {
    for (const { name, body } of namedTiledBodies()) {
      const moved = transformTiledBody(body, m, shift);
      const [before, after] = [body, moved].map((one) => spreadSeeds(one, 3));
      for (let at = SEED_POINT; at < before.length; at += SEED_SIZE) {
        const [x, y, z] = before.subarray(at, at + 3);
        // points up to 3 m: a few roundings
        expect(after[at]).toBeCloseTo(m.xx * x + m.xy * y + shift.x, 14);
        expect(after[at + 1]).toBeCloseTo(m.yx * x + m.yy * y + shift.y, 14);
        expect(after[at + 2]).toBeCloseTo(m.zz * z, 14);
      }
      const again = assembleTiledBody(moved);
      expect([name, again.convex, again.edges.map(({ smooth }) => smooth)]).toEqual([
        name,
        body.convex,
        body.edges.map(({ smooth }) => smooth),
      ]);
      // the centre is mapped to machine precision, and so is the sphere about it
      expect(again.radius).toBeCloseTo(moved.radius, 9);
    }
  });

  it('reflections, singular maps and maps out of the plane are rejected', () => {
    expect(() => transformTiledBody(tiledSphere(1), createMat3(1, 1, -1), shift)).toThrow(
      'determinant above zero, got -1',
    );
    expect(() => transformTiledBody(tiledSphere(1), createMat3(1, 0, 1), shift)).toThrow(
      'determinant above zero, got 0',
    );
    expect(() => transformTiledBody(tiledDisc(1), createMat3(), createVec3(0, 0, 1))).toThrow('in the plane z = 0');
  });
});
