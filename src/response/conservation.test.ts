import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger, type Ledger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3, type Mat3, rotateTensor, transformVec3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  subVec3,
} from '../math/vec3.ts';
import { dockPin, dockRigid } from './docking.ts';
import { normalSpeed, relativeVelocity } from './impulse.ts';
import { createMaterial, type FrictionLaw, type Material } from './material.ts';
import { type ResolveOptions, resolveContacts } from './resolve-contacts.ts';
import { applyResponse, respond, type VelocitiesAfter } from './respond.ts';

/** Multiples of 1/64: ordinary numbers, no denormal ones. */
const coordinate = fc.integer({ min: -192, max: 192 }).map((i) => i / 64);
const above = fc.double({ min: 0.1, max: 10, noNaN: true });
const fraction = fc.integer({ min: 0, max: 64 }).map((i) => i / 64);
const vector = fc.record({ x: coordinate, y: coordinate, z: coordinate });
const flat = fc.record({ x: coordinate, y: coordinate, z: fc.constant(0) });
const direction = (v: fc.Arbitrary<ReadonlyVec3>) =>
  v.filter((d) => lengthVec3(d) > 0.1).map((d) => normalizeVec3(createVec3(), d));

const planarBody = fc
  .record({ x: flat, mass: above, inertia: above, v: flat, angularVelocity: coordinate })
  .map(({ x, mass, inertia, v, angularVelocity }) =>
    createPlanarBody(createPose([x.x, x.y]), mass, inertia, { ...v }, angularVelocity),
  );

/** Principal inertias of three masses on the axes (so the triangle rule holds), rotated by a random quaternion. */
const spatialBody = fc
  .record({ x: vector, mass: above, parts: fc.tuple(above, above, above), v: vector, w: vector, q: direction(vector) })
  .map(({ x, mass, parts: [p, q, r], v, w, q: axis }) => {
    const pose = createPose([x.x, x.y, x.z], [0.5, axis.x, axis.y, axis.z]);
    const inertia = rotateTensor(createMat3(), pose.rotation, createMat3(q + r, p + r, p + q));
    return createSpatialBody(pose, mass, inertia, { ...v }, { ...w });
  });

const impactContact = (body: fc.Arbitrary<RigidBody>, v: fc.Arbitrary<ReadonlyVec3>) =>
  fc.record({ a: body, b: body, point: v, normal: direction(v) });
const impactContacts = fc.oneof(impactContact(planarBody, flat), impactContact(spatialBody, vector));

const friction = fc
  .record({ restitution: fraction, tangentialRestitution: fraction, dynamic: fraction, more: fraction })
  .map(({ dynamic, more, ...rest }) =>
    createMaterial({
      ...rest,
      frictionLaw: 'algebraic',
      dynamicFriction: 2 * dynamic,
      staticFriction: 2 * dynamic + more,
    }),
  );

const ledgerOf = (...bodies: RigidBody[]) => measureLedger(createLedger(), bodies);

/** Magnitude of the momenta and energies in the sums, the scale of relative rounding errors. */
function scaleOf(...bodies: RigidBody[]): number {
  const single = bodies.map((body) => ledgerOf(body));
  return Math.max(
    1,
    ...single.flatMap((l) => [lengthVec3(l.momentum), lengthVec3(l.angularMomentum), l.kineticEnergy]),
  );
}

function expectConserved(before: Ledger, after: Ledger, size: number): void {
  expect(lengthVec3(subVec3(createVec3(), after.momentum, before.momentum))).toBeLessThan(1e-13 * size);
  expect(lengthVec3(subVec3(createVec3(), after.angularMomentum, before.angularMomentum))).toBeLessThan(1e-13 * size);
}

describe('an impulse', () => {
  it('conserves linear and angular momentum, and with e = 1 and no friction the energy, to 1e-13', () => {
    const check = fc.property(impactContacts, ({ a, b, point, normal }) => {
      const before = ledgerOf(a, b);
      const size = scaleOf(a, b);
      applyResponse(respond({ pointA: point, pointB: point, normal }, a, b, createMaterial()), a, b);
      const scale = Math.max(size, scaleOf(a, b));
      expectConserved(before, ledgerOf(a, b), scale);
      expect(Math.abs(ledgerOf(a, b).kineticEnergy - before.kineticEnergy)).toBeLessThan(1e-13 * scale);
    });
    fc.assert(check, { seed: 32, numRuns: 200 });
  });

  it('with friction stays in the cone, changes the normal speed to -e times itself and never adds energy', () => {
    const check = fc.property(impactContacts, friction, ({ a, b, point, normal }, material) => {
      const contact = { pointA: point, pointB: point, normal };
      const before = ledgerOf(a, b);
      const speed = normalSpeed(contact, a, b);
      const size = scaleOf(a, b);
      const response = respond(contact, a, b, material);
      applyResponse(response, a, b);
      const scale = Math.max(size, scaleOf(a, b));
      const change = ledgerOf(a, b).kineticEnergy - before.kineticEnergy;
      expectConserved(before, ledgerOf(a, b), scale);
      expect(change).toBeLessThanOrEqual(1e-13 * scale);
      expect(response.energyIncreased).toBe(false);
      // two results for the same number: the ledger of the bodies and the power of the impulse
      expect(Math.abs(change - response.work)).toBeLessThan(1e-13 * scale);
      expect(response.mode === 'none').toBe(speed >= 0);
      if (speed >= 0) return;
      const mu = response.mode === 'stick' ? material.staticFriction : material.dynamicFriction;
      const along = dotVec3(response.impulse, normal);
      const tangential = Math.sqrt(Math.max(0, dotVec3(response.impulse, response.impulse) - along * along));
      expect(response.tangentImpulse).toBeLessThanOrEqual(mu * response.normalImpulse * (1 + 1e-13));
      expect(tangential).toBeLessThanOrEqual(mu * along + 1e-7 * scale); // the difference of squares halves the digits
      expect(Math.abs(normalSpeed(contact, a, b) + material.restitution * speed)).toBeLessThan(1e-12 * scale);
    });
    fc.assert(check, { seed: 33, numRuns: 200 });
  });

  it('conserves linear and angular momentum across a gap or an overlap, by every law, and adds no energy by the algebraic one', () => {
    const laws: FrictionLaw[] = ['none', 'algebraic', 'newton-coulomb'];
    const options = fc.record({ gap: coordinate, law: fc.constantFrom(...laws) });
    const check = fc.property(impactContacts, friction, options, ({ a, b, point, normal }, given, { gap, law }) => {
      const material: Material = { ...given, frictionLaw: law };
      const contact = { pointA: point, pointB: addScaledVec3(createVec3(), point, normal, gap), normal };
      const before = ledgerOf(a, b);
      const size = scaleOf(a, b);
      const response = respond(contact, a, b, material);
      applyResponse(response, a, b);
      const scale = Math.max(size, scaleOf(a, b));
      expectConserved(before, ledgerOf(a, b), scale);
      const change = ledgerOf(a, b).kineticEnergy - before.kineticEnergy;
      expect(Math.abs(change - response.work)).toBeLessThan(1e-13 * scale);
      if (law !== 'newton-coulomb') expect(change).toBeLessThanOrEqual(1e-13 * scale);
    });
    fc.assert(check, { seed: 36, numRuns: 250 });
  });

  it('is the same in another frame: rotated, translated and moving', () => {
    const laws: FrictionLaw[] = ['none', 'algebraic', 'newton-coulomb'];
    const frame = fc.record({
      shift: vector,
      drift: vector,
      rotation: direction(vector),
      law: fc.constantFrom(...laws),
    });
    const check = fc.property(
      impactContact(spatialBody, vector),
      frame,
      friction,
      ({ a, b, point, normal }, moved, given) => {
        const material: Material = { ...given, frictionLaw: moved.law };
        const here = respond({ pointA: point, pointB: point, normal }, a, b, material);
        const { rotation: r } = createPose([0, 0, 0], [0.3, moved.rotation.x, moved.rotation.y, moved.rotation.z]);
        const rotated = (v: ReadonlyVec3) => transformVec3(createVec3(), r, v);
        const shifted = (v: ReadonlyVec3) => addVec3(createVec3(), rotated(v), moved.shift);
        const [c, d] = [a, b].map((body) => seenFrom(body, r, moved.shift, moved.drift));
        const there = respond(
          { pointA: shifted(point), pointB: shifted(point), normal: rotated(normal) },
          c,
          d,
          material,
        );
        const size = Math.max(scaleOf(a, b), scaleOf(c, d), lengthVec3(here.impulse));
        expect(lengthVec3(subVec3(createVec3(), there.impulse, rotated(here.impulse)))).toBeLessThan(1e-11 * size);
        expect(Math.abs(there.work - here.work)).toBeLessThan(1e-11 * size);
      },
    );
    fc.assert(check, { seed: 34, numRuns: 200 });
  });

  it('changes sign when the bodies are swapped', () => {
    const check = fc.property(impactContacts, friction, ({ a, b, point, normal }, material) => {
      const here = respond({ pointA: point, pointB: point, normal }, a, b, material);
      const opposite = { x: -normal.x, y: -normal.y, z: -normal.z };
      const there = respond({ pointA: point, pointB: point, normal: opposite }, b, a, material);
      const sum = addVec3(createVec3(), here.impulse, there.impulse);
      expect(lengthVec3(sum)).toBeLessThanOrEqual(1e-12 * scaleOf(a, b));
    });
    fc.assert(check, { seed: 35, numRuns: 200 });
  });
});

function seenFrom(body: RigidBody, r: Mat3, shift: ReadonlyVec3, drift: ReadonlyVec3): RigidBody {
  const { x, y, z } = addVec3(createVec3(), transformVec3(createVec3(), r, body.pose.position), shift);
  return {
    pose: createPose([x, y, z]),
    velocity: addVec3(createVec3(), transformVec3(createVec3(), r, body.velocity), drift),
    angularVelocity: transformVec3(createVec3(), r, body.angularVelocity),
    inverseMass: body.inverseMass,
    inverseInertia: rotateTensor(createMat3(), r, body.inverseInertia),
  };
}

describe('several contacts', () => {
  const cluster = fc.record({
    bodies: fc.array(planarBody, { minLength: 3, maxLength: 4 }),
    contacts: fc.array(
      fc.record({ point: flat, other: flat, two: fc.boolean(), gap: coordinate, normal: direction(flat) }),
      {
        minLength: 2,
        maxLength: 4,
      },
    ),
    multiContact: fc.constantFrom<ResolveOptions['multiContact']>('sequential', 'simultaneous'),
    order: fc.constantFrom<ResolveOptions['order']>('fastest-approach', 'first'),
  });

  /** Contact i is between bodies i and i + 1, modulo their number: the contacts form chains and loops. */
  function itemsOf({ bodies, contacts }: { bodies: RigidBody[]; contacts: ClusterContact[] }, material: Material) {
    return contacts.map(({ point, other, two, gap, normal }, i) => ({
      a: bodies[i % bodies.length],
      b: bodies[(i + 1) % bodies.length],
      normal,
      points: (two ? [point, other] : [point]).map((p) => ({
        pointA: p,
        pointB: addScaledVec3(createVec3(), p, normal, gap),
      })),
      material,
    }));
  }
  interface ClusterContact {
    point: ReadonlyVec3;
    other: ReadonlyVec3;
    two: boolean;
    gap: number;
    normal: ReadonlyVec3;
  }

  it('conserve momentum across gaps and overlaps, and with e = 1 the energy, sequential and simultaneous', () => {
    const check = fc.property(cluster, (given) => {
      const before = ledgerOf(...given.bodies);
      const size = scaleOf(...given.bodies);
      const result = resolveContacts(itemsOf(given, createMaterial()), {
        multiContact: given.multiContact,
        order: given.order,
      });
      // every impact adds its own rounding; some clusters need hundreds
      const tolerance = (1 + 0.1 * result.impactCount) * Math.max(size, scaleOf(...given.bodies));
      const after = ledgerOf(...given.bodies);
      expectConserved(before, after, tolerance);
      if (result.status === 'impact-limit') return;
      expect(Math.abs(after.kineticEnergy - before.kineticEnergy)).toBeLessThan(1e-13 * tolerance);
    });
    fc.assert(check, { seed: 36, numRuns: 200 });
  });

  it('never approach afterwards and never gain energy, with friction and any restitution', () => {
    const check = fc.property(cluster, friction, (given, material) => {
      const before = ledgerOf(...given.bodies);
      const size = scaleOf(...given.bodies);
      const items = itemsOf(given, material);
      const result = resolveContacts(items, { multiContact: given.multiContact, order: given.order });
      const after = ledgerOf(...given.bodies);
      const tolerance = (1 + 0.1 * result.impactCount) * size;
      expectConserved(before, after, tolerance);
      expect(after.kineticEnergy - before.kineticEnergy).toBeLessThanOrEqual(1e-13 * tolerance);
      expect(Math.abs(after.kineticEnergy - before.kineticEnergy - result.work)).toBeLessThan(1e-12 * tolerance);
      for (const [i, { a, b, normal, points }] of items.entries()) {
        if (result.status === 'separating') {
          for (const point of points) expect(normalSpeed({ ...point, normal }, a, b)).toBeGreaterThan(-1.1e-12);
        }
        const { impulse, normalImpulse } = result.pairs[i];
        const tangential = lengthVec3(subVec3(createVec3(), impulse, along(normal, normalImpulse)));
        expect(tangential).toBeLessThanOrEqual(material.staticFriction * normalImpulse + 1e-12 * size);
      }
    });
    fc.assert(check, { seed: 37, numRuns: 200 });
  });
});

function along(normal: ReadonlyVec3, length: number) {
  return createVec3(normal.x * length, normal.y * length, normal.z * length);
}

describe('docking', () => {
  const dockings = [
    ['rigid', (a: RigidBody, b: RigidBody) => dockRigid(a, b)],
    ['pin', (a: RigidBody, b: RigidBody, p: ReadonlyVec3, q: ReadonlyVec3) => dockPin(a, b, p, q)],
  ] as const;

  it.each(dockings)('%s: conserves momentum, and the energy it loses is never below zero', (_name, dock) => {
    const check = fc.property(impactContacts, ({ a, b, point, normal }) => {
      const before = ledgerOf(a, b);
      const size = scaleOf(a, b);
      const near = addVec3(createVec3(), point, along(normal, 1e-3));
      const docking = dock(a, b, point, near);
      applyResponse(docking, a, b);
      expectConserved(before, ledgerOf(a, b), size);
      expect(docking.energyLoss).toBeGreaterThanOrEqual(0);
      const loss = before.kineticEnergy - ledgerOf(a, b).kineticEnergy;
      expect(Math.abs(loss - (docking.energyLoss as number))).toBeLessThan(1e-13 * size);
    });
    fc.assert(check, { seed: 55, numRuns: 150 });
  });

  it('rigid: afterwards no point of one body moves relative to the other', () => {
    const check = fc.property(impactContacts, ({ a, b, point }) => {
      applyResponse(dockRigid(a, b), a, b);
      const w = relativeVelocity(createVec3(), a, b, point, point);
      expect(lengthVec3(w)).toBeLessThan(1e-12 * scaleOf(a, b));
    });
    fc.assert(check, { seed: 56, numRuns: 200 });
  });

  const free = () => createPlanarBody(createPose([1, 2]), 2, 3, createVec3(1, -1), 0.5);
  const partly = (mass: number, inertia: number) =>
    createPlanarBody(createPose([0, 0]), mass, inertia, createVec3(0, 2), -1);
  const all = ({ velocityA, angularVelocityA, velocityB, angularVelocityB }: VelocitiesAfter) => [
    velocityA,
    angularVelocityA,
    velocityB,
    angularVelocityB,
  ];

  it('rigid: an infinite mass imposes its velocity, an infinite inertia its angular velocity, an immovable body its motion', () => {
    const heavy = dockRigid(partly(Number.POSITIVE_INFINITY, 4), free());
    expect(heavy.velocityA).toEqual(createVec3(0, 2));
    // about A: I_A ω_A + I_B ω_B + m_B d × (v_B - V) = -4 + 1.5 + 2 (1 (-3) - 2 (1)) = -12.5, over 4 + 3 + 2 · 5 = 17
    expect(heavy.angularVelocityB.z).toBeCloseTo(-12.5 / 17, 14);
    const locked = dockRigid(partly(2, Number.POSITIVE_INFINITY), free());
    expect(locked.angularVelocityB.z).toBe(-1);
    const carried = dockRigid(partly(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY), free());
    expect(carried.velocityB).toEqual(createVec3(2, 1)); // v + ω × r = (0, 2) - (-2, 1)
    for (const docking of [heavy, locked, carried]) expect([docking.energyLoss, docking.joined]).toEqual([null, null]);
  });

  it('rigid: two immovable bodies do not change', () => {
    const wall = () => partly(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    const [a, b] = [wall(), { ...wall(), velocity: createVec3(5, 5) }];
    expect(all(dockRigid(a, b))).toEqual([a.velocity, a.angularVelocity, b.velocity, b.angularVelocity]);
    expect(all(dockPin(a, b, createVec3(), createVec3()))).toEqual(all(dockRigid(a, b)));
  });

  it('a mass of 1e6 instead of an infinite one changes the impulse by m/1e6 (5.6, E20)', () => {
    const target = () => createPlanarBody(createPose([1, 0]), 10, 5, createVec3(-1, 0), 0);
    const arm = (mass: number) => createPlanarBody(createPose([0, 0]), mass, mass, createVec3(), 0);
    const contact = { pointA: createVec3(0.5), pointB: createVec3(0.5), normal: createVec3(1) };
    const exact = respond(contact, arm(Number.POSITIVE_INFINITY), target(), createMaterial()).normalImpulse;
    const massive = respond(contact, arm(1e6), target(), createMaterial()).normalImpulse;
    expect(exact).toBe(20);
    expect((exact - massive) / exact).toBeCloseTo(1e-5, 9); // 10 kg / 1e6 kg, next order 1e-10
  });
});
