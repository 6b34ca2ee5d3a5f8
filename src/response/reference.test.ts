import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLedger, type Ledger, measureLedger } from '../dynamics/ledger.ts';
import { createPlanarBody, createSpatialBody, type RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3, mat3FromRows } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, dotVec3, normalizeVec3, type ReadonlyVec3, scaleVec3 } from '../math/vec3.ts';
import { applyDocking, dockPin, dockRigid } from './docking.ts';
import type { ContactMode } from './friction.ts';
import { effectiveMass, normalImpulse, normalSpeed, relativeVelocity } from './impulse.ts';
import { createMaterial, type FrictionLaw } from './material.ts';
import type { PairContact } from './pair-contact.ts';
import { type Resolution, type ResolveOptions, resolveContacts } from './resolve-contacts.ts';
import { applyResponse, respond } from './respond.ts';

/** Reference values are exact to 30 digits; the tolerance is 1e-13 of the largest component, as the README of the files requires. */
const TOLERANCE = 1e-13;

interface BodyCase {
  fixed: boolean;
  x: number[];
  v: number[];
  w: number | number[];
  m?: number;
  I?: number | number[][];
}
interface LedgerCase {
  P: string[];
  L: string | string[];
  E: string;
}
interface AfterCase {
  vA: string[];
  wA: string | string[];
  vB: string[];
  wB: string | string[];
}
interface ContactCase {
  id: string;
  A: BodyCase;
  B: BodyCase;
  p: number[];
  nRaw: number[];
  e: number;
}

function readCases<Case>(name: string): Case[] {
  const url = new URL(`../../reference/rigid-bodies/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).cases;
}

function vector(v: readonly number[]) {
  return createVec3(v[0], v[1], v[2] ?? 0);
}

/** One set of formulas for both: a planar case becomes a body with an inertia about z only. */
function bodyOf(given: BodyCase): RigidBody {
  const pose = createPose(given.x);
  const mass = given.fixed ? Number.POSITIVE_INFINITY : (given.m as number);
  if (typeof given.w === 'number') {
    const inertia = given.fixed ? Number.POSITIVE_INFINITY : (given.I as number);
    return createPlanarBody(pose, mass, inertia, vector(given.v), given.w);
  }
  const inertia = given.fixed ? createMat3() : mat3FromRows(given.I as number[][]);
  return createSpatialBody(pose, mass, inertia, vector(given.v), vector(given.w));
}

/** In the files n points from B to A and need not have unit length. */
function contactOf({ p, nRaw }: { p: number[]; nRaw: number[] }) {
  const point = vector(p);
  return {
    pointA: point,
    pointB: point,
    normal: normalizeVec3(createVec3(), scaleVec3(createVec3(), vector(nRaw), -1)),
  };
}

function near(actual: number | null, expected: string, scale: number, label: string, tolerance = TOLERANCE): void {
  const error = Math.abs((actual as number) - Number(expected));
  expect(error, label).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(scale)));
}

/** A planar angular velocity is a single number in the files. */
function nearVector(actual: ReadonlyVec3, expected: string | string[], label: string, scale = 0): void {
  const three = Array.isArray(expected) ? expected : ['0', '0', expected];
  const size = Math.max(scale, ...three.map((text) => Math.abs(Number(text))));
  [actual.x, actual.y, actual.z].forEach((value, i) => {
    near(value, three[i] ?? '0', size, label);
  });
}

function nearAfter(a: RigidBody, b: RigidBody, after: AfterCase, label: string): void {
  nearVector(a.velocity, after.vA, `${label} vA`);
  nearVector(a.angularVelocity, after.wA, `${label} wA`);
  nearVector(b.velocity, after.vB, `${label} vB`);
  nearVector(b.angularVelocity, after.wB, `${label} wB`);
}

function nearLedger(ledger: Ledger, expected: LedgerCase, label: string): void {
  nearVector(ledger.momentum, expected.P, `${label} P`);
  nearVector(ledger.angularMomentum, expected.L, `${label} L`);
  near(ledger.kineticEnergy, expected.E, Number(expected.E), `${label} E`);
}

/**
 * Fixed bodies of the files move as prescribed; their drive does work too, so this holds between free bodies
 * only.
 */
function nearEnergyChange(work: number, given: { ledgerBefore: LedgerCase; ledgerAfter: LedgerCase }, label: string) {
  const before = Number(given.ledgerBefore.E);
  near(work, String(Number(given.ledgerAfter.E) - before), before, `${label} work`);
}

describe.each(['impulse-2d', 'impulse-3d'])('the impulse of one contact: %s [CP13-3.2]', (file) => {
  interface ImpulseCase extends ContactCase {
    approaching: boolean;
    normalSpeedBefore: string;
    normalSpeedAfter: string;
    j: string;
    effectiveMass: string;
    JonA: string[];
    after: AfterCase;
    ledgerBefore: LedgerCase;
    ledgerAfter: LedgerCase;
  }
  const cases = readCases<ImpulseCase>(file);

  it.each(cases)('$id: impulse, velocities after and ledger are the exact ones', (given) => {
    const { id } = given;
    const [a, b] = [bodyOf(given.A), bodyOf(given.B)];
    const contact = contactOf(given);
    const speed = normalSpeed(contact, a, b);
    expect(speed < 0).toBe(given.approaching);
    near(speed, given.normalSpeedBefore, speed, `${id} speed before`);
    near(effectiveMass(contact, a, b), given.effectiveMass, Number(given.effectiveMass), `${id} effective mass`);
    nearLedger(measureLedger(createLedger(), [a, b]), given.ledgerBefore, `${id} before`);

    const response = respond(contact, a, b, createMaterial({ restitution: given.e }));
    near(response.normalImpulse, given.j, Number(given.j), `${id} j`);
    near(normalImpulse(contact, a, b, given.e), given.j, Number(given.j), `${id} j`);
    nearVector(scaleVec3(createVec3(), response.impulse, -1), given.JonA, `${id} JonA`);
    applyResponse(response, a, b);
    nearAfter(a, b, given.after, id);
    near(normalSpeed(contact, a, b), given.normalSpeedAfter, speed, `${id} speed after`);
    nearLedger(measureLedger(createLedger(), [a, b]), given.ledgerAfter, `${id} after`);
    if (!given.A.fixed && !given.B.fixed) nearEnergyChange(response.work, given, id);
  });
});

describe('friction: both laws [CP13-3.3]', () => {
  interface FrictionCase extends ContactCase {
    et: number;
    muS: number;
    muD: number;
    laws: Record<'algebraic' | 'newton-coulomb', LawCase>;
  }
  interface LawCase {
    mode: ContactMode;
    JonA: string[];
    jn: string;
    jt: string;
    work: string;
    after: AfterCase;
    relVelAfter: string[];
    kappa?: string;
  }
  const cases = readCases<FrictionCase>('friction').flatMap((given) =>
    Object.entries(given.laws).map(([law, answer]) => ({ id: given.id, law: law as FrictionLaw, given, answer })),
  );

  it.each(cases)('$id, $law: impulse, mode, work and velocities after are the exact ones', ({ law, given, answer }) => {
    const [a, b] = [bodyOf(given.A), bodyOf(given.B)];
    const contact = contactOf(given);
    const energy = measureLedger(createLedger(), [a, b]).kineticEnergy;
    const { e: restitution, muS: staticFriction, muD: dynamicFriction, et: tangentialRestitution } = given;
    const material = createMaterial({
      restitution,
      staticFriction,
      dynamicFriction,
      tangentialRestitution,
      frictionLaw: law,
    });
    const response = respond(contact, a, b, material);
    expect(response.mode).toBe(answer.mode);
    nearVector(scaleVec3(createVec3(), response.impulse, -1), answer.JonA, 'JonA');
    const size = Math.max(...answer.JonA.map((text) => Math.abs(Number(text))));
    near(response.normalImpulse, answer.jn, size, 'jn');
    near(response.tangentImpulse, answer.jt, size, 'jt');
    near(response.work, answer.work, energy, 'work');
    if (answer.kappa) near(response.kappa, answer.kappa, Number(answer.kappa), 'kappa');
    expect(response.energyIncreased).toBe(Number(answer.work) > 1e-12);
    applyResponse(response, a, b);
    nearAfter(a, b, answer.after, 'after');
    // u = v_A - v_B is the relative velocity with the opposite sign
    const w = relativeVelocity(createVec3(), a, b, contact.pointA, contact.pointB);
    nearVector(scaleVec3(w, w, -1), answer.relVelAfter, 'u after');
  });
});

describe('several simultaneous contacts [CP13-3.4]', () => {
  interface SimultaneousCase {
    id: string;
    kind: 'chain' | 'two-point';
    e: number;
    bodies: BodyCase[];
    contacts: { A: number; B: number; p: number[]; nRaw: number[] }[];
    uBefore: string[];
    j: string[];
    after: { v: string[]; w: string }[];
    ledgerBefore: LedgerCase;
    ledgerAfter: LedgerCase;
    sequential?: { vx: string[]; impacts: number; exact: boolean };
  }
  const cases = readCases<SimultaneousCase>('simultaneous');

  function setUp(given: SimultaneousCase) {
    const bodies = given.bodies.map(bodyOf);
    const material = createMaterial({ restitution: given.e });
    const items = given.contacts.map((contact): PairContact => {
      const { normal, ...points } = contactOf(contact);
      return { a: bodies[contact.A], b: bodies[contact.B], normal, points: [points], material };
    });
    return { bodies, items };
  }

  function check(given: SimultaneousCase, bodies: RigidBody[], impulses: number[], resolution: Resolution): void {
    const scale = Math.max(...given.j.map(Number));
    impulses.forEach((j, i) => {
      near(j / Math.hypot(...given.contacts[i].nRaw), given.j[i], scale, `j ${i}`);
    });
    bodies.forEach((body, i) => {
      nearVector(body.velocity, given.after[i].v, `v ${i}`);
      nearVector(body.angularVelocity, given.after[i].w, `w ${i}`);
    });
    nearLedger(measureLedger(createLedger(), bodies), given.ledgerAfter, 'after');
    if (!given.bodies.some(({ fixed }) => fixed)) nearEnergyChange(resolution.work, given, given.id);
    expect(resolution.impactCount).toBe(1);
    // the problem requires only w' ≥ -e w: this one point was separating and now approaches
    expect(resolution.status).toBe(given.id === 'rsi-008' ? 'approaching' : 'separating');
  }

  it.each(cases)('$id ($kind), simultaneous: the complementarity problem has the exact solution', (given) => {
    const { bodies, items } = setUp(given);
    items.forEach(({ a, b, normal, points }, i) => {
      const speed = normalSpeed({ ...points[0], normal }, a, b) * Math.hypot(...given.contacts[i].nRaw);
      near(speed, given.uBefore[i], speed, `u before ${i}`);
    });
    const resolution = resolveContacts(items, { multiContact: 'simultaneous', repeat: false });
    check(
      given,
      bodies,
      resolution.pairs.map((pair) => pair.normalImpulse),
      resolution,
    );
  });

  const options: ResolveOptions[] = [
    { multiContact: 'sequential', repeat: false },
    { multiContact: 'simultaneous', repeat: false },
  ];
  const manifolds = cases
    .filter(({ kind }) => kind === 'two-point')
    .flatMap((given) => options.map((option) => ({ ...option, ...given, option })));

  it.each(manifolds)(
    '$id, $multi: two points of one pair are solved together in one impact',
    ({ option, ...given }) => {
      const { bodies, items } = setUp(given);
      const points = items.flatMap((item) => item.points);
      const resolution = resolveContacts([{ ...items[0], points }], option);
      const { normal } = items[0];
      check(
        given,
        bodies,
        resolution.pairs[0].points.map((impulse) => dotVec3(impulse, normal)),
        resolution,
      );
    },
  );

  const chains = cases.filter(({ kind }) => kind === 'chain');
  it.each(chains)('$id, sequential, first pair first: the chain ends with the exact velocities', (given) => {
    const { bodies, items } = setUp(given);
    const answer = given.sequential as NonNullable<SimultaneousCase['sequential']>;
    const resolution = resolveContacts(items, { multiContact: 'sequential', order: 'first' });
    expect(resolution.status).toBe('separating');
    if (answer.exact) expect(resolution.impactCount).toBe(answer.impacts);
    bodies.forEach((body, i) => {
      near(body.velocity.x, answer.vx[i], 1, `vx ${i}`, answer.exact ? TOLERANCE : 1e-9);
    });
  });
});

describe('docking [CP13-5.5]', () => {
  interface DockedCase extends AfterCase {
    energyLoss: string | null;
    com?: string[];
    vCom?: string[];
    I?: string | string[][];
    JonA?: string[];
  }
  interface DockingCase {
    id: string;
    dim: number;
    A: BodyCase;
    B: BodyCase;
    sensor: number[];
    rigid: DockedCase;
    pin: DockedCase;
    ledgerBefore: LedgerCase;
  }
  const cases = readCases<DockingCase>('docking');

  it.each(cases)('$id ($dim D), rigid: the joined body is the exact one', (given) => {
    const [a, b] = [bodyOf(given.A), bodyOf(given.B)];
    const docking = dockRigid(a, b);
    const { com, vCom, I, energyLoss } = given.rigid;
    if (com && vCom && I && docking.joined) {
      nearVector(docking.joined.center, com, 'com');
      nearVector(docking.joined.velocity, vCom, 'vCom');
      const { inertia: t } = docking.joined;
      const rows = [createVec3(t.xx, t.xy, t.xz), createVec3(t.yx, t.yy, t.yz), createVec3(t.zx, t.zy, t.zz)];
      if (Array.isArray(I))
        rows.forEach((row, i) => {
          nearVector(row, I[i], `I row ${i}`, t.xx);
        });
      else near(t.zz, I, t.zz, 'I');
    } else {
      expect([com, docking.joined]).toEqual([undefined, null]);
    }
    if (energyLoss === null) expect(docking.energyLoss).toBeNull();
    else near(docking.energyLoss, energyLoss, Number(given.ledgerBefore.E), 'loss');
    applyDocking(docking, a, b);
    nearAfter(a, b, given.rigid, 'after');
  });

  it.each(cases)('$id ($dim D), pin: the impulse at the sensor is the exact one', (given) => {
    const [a, b] = [bodyOf(given.A), bodyOf(given.B)];
    const sensor = vector(given.sensor);
    const docking = dockPin(a, b, sensor, sensor);
    const { JonA, energyLoss } = given.pin;
    nearVector(scaleVec3(createVec3(), docking.impulse, -1), JonA as string[], 'JonA');
    if (energyLoss === null) expect(docking.energyLoss).toBeNull();
    else near(docking.energyLoss, energyLoss, Number(given.ledgerBefore.E), 'loss');
    applyDocking(docking, a, b);
    nearAfter(a, b, given.pin, 'after');
  });
});
