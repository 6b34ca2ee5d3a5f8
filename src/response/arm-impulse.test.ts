import { describe, expect, it } from 'vitest';
import { createPlanarBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { solveLinear } from '../math/linear-solve.ts';
import { createPose } from '../math/pose.ts';
import { createRandom } from '../math/random.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';
import { runQuery, runQueryLine } from '../query/run-query.ts';
import { type ArmImpulse, armImpulse } from './arm-impulse.ts';
import { normalImpulse } from './impulse.ts';

const random = createRandom(56);
const cross = (a: { x: number; y: number }, b: { x: number; y: number }) => a.x * b.y - a.y * b.x;

interface Arm {
  readonly links: RigidBody[];
  readonly hinges: Vec3[];
  /** Relative angles are the generalised coordinates, with these rates [rad/s]. */
  readonly rates: number[];
}

/** An arm on the ground with links of 1 to 2 m, at random angles and rates. */
function randomArm(count: number): Arm {
  const [links, hinges, rates]: [RigidBody[], Vec3[], number[]] = [[], [], []];
  let [joint, angle, rate] = [createVec3(), 0, 0];
  let velocity = createVec3();
  for (let i = 0; i < count; i++) {
    const length = random.between(1, 2);
    angle += random.between(-2, 2);
    rates.push(random.between(-1, 1));
    rate += rates[i];
    const arm = (r: number) => createVec3(r * Math.cos(angle), r * Math.sin(angle));
    const at = (r: Vec3) => createVec3(joint.x + r.x, joint.y + r.y);
    const moving = (r: Vec3) => createVec3(velocity.x - rate * r.y, velocity.y + rate * r.x);
    const centre = arm(length / 2);
    const { x, y } = at(centre);
    const mass = random.between(1, 5);
    links.push(createPlanarBody(createPose([x, y], angle), mass, (mass * length * length) / 12, moving(centre), rate));
    hinges.push(joint);
    [joint, velocity] = [at(arm(length)), moving(arm(length))];
  }
  return { links, hinges, rates };
}

/** A body that hits a link from a random direction. */
function randomHit(arm: Arm) {
  const link = Math.floor(random.between(0, arm.links.length));
  const { x, y } = arm.links[link].pose.position;
  const point = createVec3(x + random.between(-0.3, 0.3), y + random.between(-0.3, 0.3));
  const direction = random.between(0, 6.28);
  const normal = createVec3(Math.cos(direction), Math.sin(direction));
  const away = createPose([point.x + random.between(-1, 1), point.y + random.between(-1, 1)]);
  const body = createPlanarBody(away, random.between(1, 20), random.between(1, 5), createVec3(-9 * normal.x, -9 * normal.y), random.between(-1, 1)); // biome-ignore format: one body
  return { body, contact: { link, pointA: point, pointB: point, normal, restitution: random.between(0, 1) } };
}

const after = ({ velocities, angularVelocities, velocityB, angularVelocityB }: ArmImpulse) => ({
  v: [...velocities, velocityB],
  w: [...angularVelocities, angularVelocityB],
});
const pointSpeed = (v: Vec3, w: number, { pose: { position: p } }: RigidBody, point: Vec3) =>
  createVec3(v.x - w * (point.y - p.y), v.y + w * (point.x - p.x));

describe('impulses through the joints of an arm [CP13-5.6]', () => {
  it('worked example: one link on a hinge has the effective mass I/r² of its rotation about the hinge', () => {
    const rod = createPlanarBody(createPose([1, 0]), 3, 1, createVec3(), 0);
    const body = createPlanarBody(createPose([1.5, 1]), 2, 1, createVec3(0, -4), 0);
    const at = createVec3(1.5, 0);
    const contact = { link: 0, pointA: at, pointB: at, normal: createVec3(0, 1), restitution: 0.25 };
    const { impulse, angularVelocities, hingeImpulses } = armImpulse(
      { links: [rod], hinges: [createVec3()] },
      body,
      contact,
    );
    const inertia = 1 + 3;
    const expected = (1.25 * 4) / (1 / 2 + 1.5 ** 2 / inertia);
    expect(impulse).toBeCloseTo(expected, 12);
    expect(angularVelocities[0]).toBeCloseTo((-1.5 * expected) / inertia, 12);
    // momentum of the rod: 3 kg at 1 m
    expect(hingeImpulses[0].y).toBeCloseTo(3 * angularVelocities[0] + expected, 12);
  });

  it.each([1, 2, 3, 7])('property, %i links: momentum, restitution, hinges, and the energy of the formula', (count) => {
    for (let trial = 0; trial < 40; trial++) {
      const arm = randomArm(count);
      const { body, contact } = randomHit(arm);
      const found = armImpulse(arm, body, contact);
      const { v, w } = after(found);
      const bodies = [...arm.links, body];
      const [ground] = found.hingeImpulses;
      const change = { x: 0, y: 0, moment: 0 };
      bodies.forEach(({ inverseMass, inverseInertia, velocity, angularVelocity, pose }, i) => {
        const jump = { x: (v[i].x - velocity.x) / inverseMass, y: (v[i].y - velocity.y) / inverseMass };
        change.x += jump.x;
        change.y += jump.y;
        change.moment += cross(pose.position, jump) + (w[i] - angularVelocity.z) / inverseInertia.zz;
      });
      expect(change.x).toBeCloseTo(ground.x, 9);
      expect(change.y).toBeCloseTo(ground.y, 9);
      // the ground acts at the origin
      expect(change.moment).toBeCloseTo(0, 9);
      arm.hinges.forEach((hinge, k) => {
        const own = pointSpeed(v[k], w[k], bodies[k], hinge);
        const before = k === 0 ? createVec3() : pointSpeed(v[k - 1], w[k - 1], bodies[k - 1], hinge);
        expect(Math.hypot(own.x - before.x, own.y - before.y)).toBeLessThan(1e-11);
      });
      const speed = (velocities: readonly Vec3[], rates: readonly number[]) => {
        const at = (i: number) => pointSpeed(velocities[i], rates[i], bodies[i], contact.pointA);
        const [a, b] = [at(contact.link), at(count)];
        return (b.x - a.x) * contact.normal.x + (b.y - a.y) * contact.normal.y;
      };
      const u = speed(bodies.map(({ velocity }) => velocity), bodies.map(({ angularVelocity }) => angularVelocity.z)); // biome-ignore format: one line
      expect(u).toBeLessThan(0);
      expect(speed(v, w)).toBeCloseTo(-contact.restitution * u, 10);
      // ½ j (u + u') for a frictionless contact
      expect(found.energyChange).toBeCloseTo(0.5 * found.impulse * (1 - contact.restitution) * u, 8);
    }
  });

  it('second method: equals the impact in joint angles, with the mass matrix of the arm', () => {
    for (let trial = 0; trial < 40; trial++) {
      const n = 3;
      const arm = randomArm(n);
      const { body, contact } = randomHit(arm);
      const { impulse, angularVelocities } = armImpulse(arm, body, contact);
      // velocity of a point of link k by a unit rate of joint j <= k: the perpendicular of its distance from the joint
      const jacobian = (k: number, point: { x: number; y: number }, j: number) =>
        j > k ? { x: 0, y: 0 } : { x: -(point.y - arm.hinges[j].y), y: point.x - arm.hinges[j].x };
      const mass = new Float64Array(n * n);
      const force = new Float64Array(n);
      for (let i = 0; i < n; i++) {
        const own = jacobian(contact.link, contact.pointA, i);
        force[i] = own.x * contact.normal.x + own.y * contact.normal.y;
        for (let j = 0; j < n; j++) {
          arm.links.forEach(({ pose, inverseMass, inverseInertia }, k) => {
            const [a, b] = [jacobian(k, pose.position, i), jacobian(k, pose.position, j)];
            mass[i * n + j] += (a.x * b.x + a.y * b.y) / inverseMass + (i <= k && j <= k ? 1 / inverseInertia.zz : 0);
          });
        }
      }
      const answer = force.slice();
      expect(solveLinear(mass, answer, n, 1)).toBe(true);
      const inverse = answer.reduce((sum, value, i) => sum + value * force[i], 0);
      const r = { x: contact.pointA.x - body.pose.position.x, y: contact.pointA.y - body.pose.position.y };
      const own = body.inverseMass + body.inverseInertia.zz * cross(r, contact.normal) ** 2;
      const hitPoint = pointSpeed(arm.links[contact.link].velocity, arm.links[contact.link].angularVelocity.z, arm.links[contact.link], contact.pointA); // biome-ignore format: one line
      const other = pointSpeed(body.velocity, body.angularVelocity.z, body, contact.pointA);
      const u = (other.x - hitPoint.x) * contact.normal.x + (other.y - hitPoint.y) * contact.normal.y;
      const expected = (-(1 + contact.restitution) * u) / (inverse + own);
      expect(impulse / expected).toBeCloseTo(1, 9);
      let rate = 0;
      arm.rates.forEach((before, i) => {
        rate += before - expected * answer[i];
        expect(angularVelocities[i]).toBeCloseTo(rate, 8);
      });
    }
  });

  it('heavy links are the infinite mass of the slides; a free-flying arm of one link is a rigid body', () => {
    const arm = randomArm(2);
    const { body, contact } = randomHit(arm);
    const heavy = arm.links.map(({ pose, velocity, angularVelocity }) => createPlanarBody(pose, 1e12, 1e12, velocity, angularVelocity.z)); // biome-ignore format: one line
    const fixed = arm.links.map(({ pose, velocity, angularVelocity }) => createPlanarBody(pose, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, velocity, angularVelocity.z)); // biome-ignore format: one line
    const limit = normalImpulse(contact, fixed[contact.link], body, contact.restitution);
    expect(armImpulse({ ...arm, links: heavy }, body, contact).impulse / limit).toBeCloseTo(1, 9);
    expect(armImpulse(arm, body, contact).impulse).toBeLessThan(limit);
    const free = armImpulse({ links: [arm.links[0]], hinges: [] }, body, { ...contact, link: 0 });
    expect(free.impulse).toBeCloseTo(normalImpulse(contact, arm.links[0], body, contact.restitution), 10);
    expect(free.hingeImpulses).toEqual([]);
  });

  it('`appulse query` has it, and names a wrong field', () => {
    const rod = { m: 3, I: 1, x: [1, 0], v: [0, 0], w: 0 };
    const B = { m: 1, I: 1, x: [2, 0.1], v: [0, -1], w: 0 };
    const query = { op: 'arm-impulse', links: [rod], hinges: [[0, 0]], B, link: 0, P: [2, 0], n: [0, 1], e: 1 };
    expect(runQuery(query)).toMatchObject({ j: expect.closeTo(1, 12), w: [expect.closeTo(-0.5, 12)] });
    const message = (fields: object) => runQueryLine(JSON.stringify({ ...query, ...fields }), 1).json;
    expect(message({ link: 1 })).toContain('link: expected an index from 0 to 0');
    const twice = [
      [0, 0],
      [1, 0],
    ];
    expect(message({ hinges: twice })).toContain('hinges: expected 0 or 1 points for 1 links');
    expect(message({ n: [0, 2] })).toContain('n: expected a unit vector');
  });

  it('bodies that separate exchange nothing; wrong arms are rejected', () => {
    const arm = randomArm(2);
    const { body, contact } = randomHit(arm);
    const leaving = createPlanarBody(body.pose, 1, 1, createVec3(9 * contact.normal.x, 9 * contact.normal.y), 0);
    const { impulse, energyChange, velocityB } = armImpulse(arm, leaving, contact);
    expect([impulse, velocityB]).toEqual([0, leaving.velocity]);
    expect(energyChange).toBeCloseTo(0, 10);
    expect(() => armImpulse({ ...arm, hinges: [] }, body, contact)).toThrow(
      /2 links need 1 hinges, or 2 with one on the ground/,
    );
    expect(() => armImpulse(arm, body, { ...contact, link: 2 })).toThrow(/link must be an index from 0 to 1/);
    expect(() => armImpulse(arm, body, { ...contact, restitution: 2 })).toThrow(/restitution must be from 0 to 1/);
  });
});
