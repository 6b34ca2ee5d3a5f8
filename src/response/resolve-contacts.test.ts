import { describe, expect, it } from 'vitest';
import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, dotVec3 } from '../math/vec3.ts';
import { createMaterial, type Material } from './material.ts';
import type { PairContact } from './pair-contact.ts';
import { resolveContacts } from './resolve-contacts.ts';

const elastic = createMaterial();
const wall = (angularVelocity = 0) =>
  createPlanarBody(
    createPose([0, 0]),
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    createVec3(),
    angularVelocity,
  );
const ball = (x: number, vx: number) => createPlanarBody(createPose([x, 0]), 1, 1, createVec3(vx), 0);
const energyOf = (...bodies: RigidBody[]) => measureLedger(createLedger(), bodies).kineticEnergy;
const speeds = (bodies: RigidBody[]) => bodies.map(({ velocity }) => velocity.x);

function touching(a: RigidBody, b: RigidBody, material: Material = elastic): PairContact {
  const point = createVec3((a.pose.position.x + b.pose.position.x) / 2);
  return { a, b, normal: createVec3(1), points: [{ pointA: point, pointB: point }], material };
}

function chain(bodies: RigidBody[], materials: Material[] = []): PairContact[] {
  return bodies.slice(1).map((body, i) => touching(bodies[i], body, materials[i] ?? elastic));
}

describe("Newton's cradle of three", () => {
  it('sequential: the last sphere leaves with all the speed', () => {
    const balls = [ball(0, 1), ball(1, 0), ball(2, 0)];
    const { impactCount, status, work } = resolveContacts(chain(balls));
    expect(speeds(balls)).toEqual([0, 0, 1]);
    expect([impactCount, status, work]).toEqual([2, 'separating', 0]);
  });

  it('simultaneous: -1/3, 2/3, 2/3', () => {
    const balls = [ball(0, 1), ball(1, 0), ball(2, 0)];
    resolveContacts(chain(balls), { multiContact: 'simultaneous' });
    [-1 / 3, 2 / 3, 2 / 3].forEach((v, i) => {
      expect(balls[i].velocity.x).toBeCloseTo(v, 15);
    });
  });
});

describe('several pairs', () => {
  it('resolve the fastest approaching pair first, or the first in the list, as configured', () => {
    // 0 and 1 approach at 1 m/s, 1 and 2 at 2 m/s; unequal masses, so the order matters
    const heavy = () => createPlanarBody(createPose([1, 0]), 3, 1, createVec3(0), 0);
    const fast = [ball(0, 1), heavy(), ball(2, -2)];
    const first = [ball(0, 1), heavy(), ball(2, -2)];
    resolveContacts(chain(fast), { order: 'fastest-approach' });
    resolveContacts(chain(first), { order: 'first' });
    expect(speeds(fast)).not.toEqual(speeds(first));
    for (const bodies of [fast, first]) expect(energyOf(...bodies)).toBeCloseTo(2.5, 14);
  });

  it('with different restitutions, simultaneous, never gain energy where one contact would transfer it to another', () => {
    // the second contact was separating; under the impulse of the first it would approach at -e w with e = 0: a gain
    const bodies = () => [ball(0, 1), ball(1, 0), ball(2, 0.1)];
    const materials = [elastic, createMaterial({ restitution: 0 })];
    const balls = bodies();
    const { work } = resolveContacts(chain(balls, materials), { multiContact: 'simultaneous' });
    expect(energyOf(...balls)).toBeLessThanOrEqual(energyOf(...bodies()));
    expect(work).toBeCloseTo(energyOf(...balls) - energyOf(...bodies()), 14);
    expect(balls[1].velocity.x).toBeLessThanOrEqual(balls[2].velocity.x + 1e-12);
  });

  it('that never end (a sphere between closing walls) stop at the limit, and the status reports it', () => {
    const left = { ...wall(), velocity: createVec3(1) };
    const right = { ...wall(), velocity: createVec3(-1) };
    const balls = [ball(0, 0)];
    const { status, impactCount } = resolveContacts([touching(left, balls[0]), touching(balls[0], right)]);
    expect([status, impactCount]).toEqual(['impact-limit', 2000]);
    expect(Number.isFinite(balls[0].velocity.x)).toBe(true);
  });

  it('between immovable bodies have no impulse and need none', () => {
    const left = { ...wall(), velocity: createVec3(1) };
    for (const multiContact of ['sequential', 'simultaneous'] as const) {
      expect(resolveContacts([touching(left, wall())], { multiContact })).toMatchObject({
        impactCount: 0,
        status: 'separating',
      });
    }
    expect(resolveContacts([])).toMatchObject({ pairs: [], work: 0 });
  });
});

describe('one pair that touches at two points', () => {
  /** A box 2 m wide falls flat on the floor; `inertia` may be infinite. */
  function box(velocity = createVec3(0, -1), angularVelocity = 0, inertia = 1): RigidBody {
    return createPlanarBody(createPose([0, 1]), 1, inertia, velocity, angularVelocity);
  }
  function onFloor(body: RigidBody, material: Material, floor = wall()): PairContact {
    const points = [-1, 1].map((x) => ({ pointA: createVec3(x), pointB: createVec3(x) }));
    return { a: floor, b: body, normal: createVec3(0, 1), points, material };
  }
  const multis = ['sequential', 'simultaneous'] as const;

  it.each(multis)('%s: a flat fall loads both points equally and causes no rotation', (multiContact) => {
    const body = box();
    const { pairs, impactCount } = resolveContacts([onFloor(body, elastic)], { multiContact });
    expect(body.velocity.y).toBeCloseTo(1, 15);
    expect(body.angularVelocity.z).toBeCloseTo(0, 15);
    pairs[0].points.forEach((impulse) => {
      expect(impulse.y).toBeCloseTo(1, 15);
    });
    expect(impactCount).toBe(1);
  });

  it.each(multis)('%s: without rotational freedom the points are merged into their midpoint', (multiContact) => {
    const body = box(createVec3(0, -1), 0, Number.POSITIVE_INFINITY);
    const { pairs } = resolveContacts([onFloor(body, elastic)], { multiContact });
    expect(pairs[0].points.map(({ y }) => y)).toEqual([1, 1]);
    expect(body.velocity.y).toBe(1);
  });

  it.each(multis)(
    '%s: on a rotating floor that body is supported at the faster end, not at the midpoint',
    (multiContact) => {
      const body = box(createVec3(0, 0), 0, Number.POSITIVE_INFINITY);
      const plastic = createMaterial({ restitution: 0 });
      const { pairs, status } = resolveContacts([onFloor(body, plastic, wall(2))], { multiContact });
      expect(status).toBe('separating');
      expect(body.velocity.y).toBeCloseTo(2, 15); // the end at x = 1 rises at 2 m/s
      expect(pairs[0].points.map(({ y }) => y)).toEqual([0, 2]);
    },
  );

  it.each(multis)(
    '%s: friction at both ends stops a sliding fall, in the cone and without gaining energy',
    (multiContact) => {
      const body = box(createVec3(0.5, -1));
      const material = createMaterial({ restitution: 0, staticFriction: 1 });
      const before = energyOf(body);
      const { pairs, work, status } = resolveContacts([onFloor(body, material)], { multiContact });
      expect(status).toBe('separating');
      expect(energyOf(body) - before).toBeCloseTo(work, 14);
      expect(work).toBeLessThan(0);
      const [sum] = pairs.map(({ impulse }) => impulse);
      expect(Math.abs(sum.x)).toBeLessThanOrEqual(sum.y);
      // the impulses at the two points are equivalent to their sum
      const [p, q] = pairs[0].points;
      expect(p.y + q.y).toBeCloseTo(sum.y, 14);
      expect(dotVec3(p, createVec3(1)) + dotVec3(q, createVec3(1))).toBeCloseTo(sum.x, 14);
      expect(pairs[0].normalImpulse).toBeCloseTo(sum.y, 14);
    },
  );
});
