import { describe, expect, it } from 'vitest';
import { createSpatialBody } from '../dynamics/rigid-body.ts';
import { createMat3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { createMaterial } from './material.ts';
import { approachSpeedAt, createManifoldPoint, resolveManifolds } from './resolve-manifolds.ts';

const ball = (x: number, vx: number, mass = 1) =>
  createSpatialBody(createPose([x, 0, 0]), mass, createMat3(), createVec3(vx, 0, 0), createVec3());
const elastic = createMaterial({ restitution: 1 });

describe('resolveManifolds [CP13-3.4]', () => {
  it('passes the velocity through a row of three equal balls, one impact after the other', () => {
    const [a, b, c] = [ball(0, 1), ball(1, 0), ball(2, 0)];
    const at = (p: typeof a, q: typeof a, x: number) => ({
      a: p,
      b: q,
      contacts: [createManifoldPoint(p, q, createVec3(x, 0, 0), createVec3(1, 0, 0), elastic)],
    });
    const impacts = [at(a, b, 0.5), at(b, c, 1.5)];
    resolveManifolds(impacts);
    expect([a, b, c].map(({ velocity }) => velocity.x)).toEqual([0, 0, 1]);
    expect(impacts.map(({ contacts }) => contacts[0].impulse.x)).toEqual([1, 1]);
  });

  it('equally fast impacts of one body from both sides are resolved together: the second stays at rest', () => {
    const [a, b, c] = [ball(0, 1), ball(1, 0), ball(2, -1)];
    const impacts = [
      { a, b, contacts: [createManifoldPoint(a, b, createVec3(0.5, 0, 0), createVec3(1, 0, 0), elastic)] },
      { a: b, b: c, contacts: [createManifoldPoint(b, c, createVec3(1.5, 0, 0), createVec3(1, 0, 0), elastic)] },
    ];
    resolveManifolds(impacts);
    expect([a, b, c].map(({ velocity }) => velocity.x)).toEqual([-1, 0, 1]);
  });

  it('a body that lands flat with friction slides on without tilting, and no point approaches', () => {
    const floor = createSpatialBody(createPose(), Number.POSITIVE_INFINITY, createMat3(), createVec3(), createVec3());
    const crate = createSpatialBody(createPose([0, 0, 0.1]), 2, createMat3(), createVec3(3, 0, -1), createVec3());
    const material = createMaterial({ restitution: 0, staticFriction: 0.3 });
    const contacts = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(
      (
        [x, y], // biome-ignore format: corners
      ) => createManifoldPoint(floor, crate, createVec3(x, y, 0), createVec3(0, 0, 1), material),
    );
    resolveManifolds([{ a: floor, b: crate, contacts }]);
    // the normal impulse is m v = 2 N s, the friction 0.3 times that
    expect(crate.velocity.x).toBeCloseTo(3 - 0.3, 12);
    expect(Math.abs(crate.angularVelocity.y)).toBeLessThan(1e-12);
    expect(contacts.every(({ mode }) => mode === 'slide')).toBe(true);
    for (const contact of contacts) expect(approachSpeedAt(contact)).toBeLessThan(1e-12);
  });
});
