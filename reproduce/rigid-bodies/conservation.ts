import { createLedger, measureLedger } from '../../src/dynamics/ledger.ts';
import type { RigidBody } from '../../src/dynamics/rigid-body.ts';
import { solveSymmetric } from '../../src/math/mat3.ts';
import { createRandom } from '../../src/math/random.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  subVec3,
} from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { effectiveMass, normalSpeed, relativeVelocity } from '../../src/response/impulse.ts';
import { createMaterial, type Material } from '../../src/response/material.ts';
import { applyResponse, respond } from '../../src/response/respond.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { type RandomImpact, randomImpact } from './random-impact.ts';

const IMPACTS = 2000;
/** Relative error per collision. [CP13-3.5] */
const TOLERANCE = 1e-13;

/** Worst of many impacts; changes relative to the magnitudes of the terms. */
interface Worst {
  momentum: number;
  angularMomentum: number;
  /** |ΔE - work| / E, work = J·(u + u')/2. */
  energyBalance: number;
  /** ΔE / E. */
  energyGain: number;
  energyLoss: number;
  /** Normal speed after over speed before, away from -e. */
  restitution: number;
  /** Tangential impulse over μ times normal impulse: static μ where the bodies stick, else dynamic; without friction μ = 1. */
  cone: number;
}

type Draw = (impact: number) => Material;

function resolveManyImpacts(seed: number, dimension: 2 | 3, materialOf: Draw): Worst {
  const random = createRandom(seed);
  const worst: Worst = {
    momentum: 0,
    angularMomentum: 0,
    energyBalance: 0,
    energyGain: 0,
    energyLoss: 0,
    restitution: 0,
    cone: 0,
  };
  for (let i = 0; i < IMPACTS; i++) {
    const measured = resolveOneImpact(randomImpact(random, dimension), materialOf(i));
    for (const key of Object.keys(worst) as (keyof Worst)[]) worst[key] = Math.max(worst[key], measured[key]);
  }
  return worst;
}

function resolveOneImpact({ a, b, contact }: RandomImpact, material: Material): Worst {
  const { pointA, pointB, normal } = contact;
  const before = measureLedger(createLedger(), [a, b]);
  const sizes = ledgerSizes([a, b]);
  const speed = normalSpeed(contact, a, b);
  const u = relativeVelocity(createVec3(), a, b, pointA, pointB);
  const response = respond(contact, a, b, material);
  applyResponse(response, a, b);
  const after = measureLedger(createLedger(), [a, b]);
  const sum = addVec3(u, u, relativeVelocity(createVec3(), a, b, pointA, pointB));
  const change = after.kineticEnergy - before.kineticEnergy;
  const friction = response.mode === 'stick' ? material.staticFriction : material.dynamicFriction;
  const alongNormal = dotVec3(response.impulse, normal);
  const tangential = lengthVec3(addScaledVec3(createVec3(), response.impulse, normal, -alongNormal));
  return {
    momentum: difference(after.momentum, before.momentum) / sizes.momentum,
    angularMomentum: difference(after.angularMomentum, before.angularMomentum) / sizes.angularMomentum,
    energyBalance: Math.abs(change - dotVec3(response.impulse, sum) / 2) / before.kineticEnergy,
    energyGain: change / before.kineticEnergy,
    energyLoss: -change / before.kineticEnergy,
    restitution: Math.abs(normalSpeed(contact, a, b) + material.restitution * speed) / sizes.speed,
    cone: tangential / ((friction || 1) * response.normalImpulse),
  };
}

function difference(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return lengthVec3(subVec3(createVec3(), a, b));
}

/** Scales of rounding errors: Σ m|v|, Σ (m|x||v| + |I ω|), Σ (|v| + |ω||r|). */
function ledgerSizes(bodies: readonly RigidBody[]) {
  let momentum = 0;
  let angularMomentum = 0;
  let speed = 0;
  for (const { pose, velocity, angularVelocity, inverseMass, inverseInertia } of bodies) {
    const linear = lengthVec3(velocity) / inverseMass;
    momentum += linear;
    angularMomentum += linear * lengthVec3(pose.position);
    angularMomentum += lengthVec3(solveSymmetric(createVec3(), inverseInertia, angularVelocity));
    speed += lengthVec3(velocity) + lengthVec3(angularVelocity) * (1 + lengthVec3(pose.position));
  }
  return { momentum, angularMomentum, speed };
}

interface Kind {
  readonly name: string;
  readonly materialOf: Draw;
}

/** All restitutions and frictions of a grid. */
const restitutionOf = (i: number) => (i % 11) / 10;
const frictionOf = (i: number) => 0.05 + 0.25 * (i % 7);

const KINDS: readonly Kind[] = [
  { name: 'elastic, smooth', materialOf: () => createMaterial() },
  { name: 'any restitution, smooth', materialOf: (i) => createMaterial({ restitution: restitutionOf(i) }) },
  {
    name: 'any restitution, friction (algebraic law)',
    materialOf: (i) => {
      const staticFriction = frictionOf(i);
      const dynamicFriction = 0.7 * staticFriction;
      const tangentialRestitution = (i % 5) / 4;
      return createMaterial({ restitution: restitutionOf(i), staticFriction, dynamicFriction, tangentialRestitution });
    },
  },
];

export function conservation(): ReportItem {
  const runs = KINDS.flatMap((kind, i) =>
    ([2, 3] as const).map((dimension) => ({
      name: `${kind.name}, ${dimension}D`,
      worst: resolveManyImpacts(10 * i + dimension, dimension, kind.materialOf),
    })),
  );
  const [elastic, , friction] = KINDS.map((_, i) => runs.slice(2 * i, 2 * i + 2));
  const worstOf = (some: typeof runs, key: keyof Worst) => Math.max(...some.map(({ worst }) => worst[key]));
  return {
    id: 'conservation',
    source: '[CP13-3.2], [CP13-3.3], [CP13-3.5] (E7, E10)',
    title: 'Conservation in impacts',
    description: `${IMPACTS} random impacts of each kind in the plane and in space. Momentum and angular momentum are conserved for any material; energy is conserved by frictionless elastic impacts and otherwise decreases by exactly -J·(u + u')/2, u and u' the relative velocities before and after.`,
    checks: [
      atMost('worst relative change of momentum', worstOf(runs, 'momentum'), TOLERANCE),
      atMost('worst relative change of angular momentum', worstOf(runs, 'angularMomentum'), TOLERANCE),
      atMost(
        'worst relative change of energy, elastic and smooth',
        Math.max(worstOf(elastic, 'energyGain'), worstOf(elastic, 'energyLoss')),
        TOLERANCE,
      ),
      atMost(
        "worst relative difference of the energy change and J·(u + u')/2",
        worstOf(runs, 'energyBalance'),
        TOLERANCE,
      ),
      atMost("worst relative error of u'·n = -e u·n", worstOf(runs, 'restitution'), TOLERANCE),
      atMost('maximum relative gain of energy, any material', worstOf(runs, 'energyGain'), TOLERANCE),
      atMost('tangential impulse over μ times normal impulse, maximum', worstOf(friction, 'cone'), 1 + TOLERANCE),
    ],
    tables: [
      {
        title: 'Worst relative change',
        columns: ['impacts', 'momentum', 'angular momentum', 'energy balance', 'energy gain', 'energy loss'],
        rows: runs.map(({ name, worst }) => [
          name,
          ...[worst.momentum, worst.angularMomentum, worst.energyBalance, worst.energyGain, worst.energyLoss].map(
            formatNumber,
          ),
        ]),
      },
    ],
    plots: [
      {
        title: 'Energy lost by a smooth impact',
        x: { label: 'restitution e' },
        y: { label: 'loss / (½ m u²), m the effective mass' },
        series: [
          { name: 'random impacts', style: 'dots', points: lossPoints() },
          {
            name: '1 - e²',
            style: 'dashed',
            points: Array.from({ length: 51 }, (_, i) => [i / 50, 1 - (i / 50) ** 2]),
          },
        ],
      },
    ],
  };
}

function lossPoints(): [number, number][] {
  const random = createRandom(99);
  return Array.from({ length: 60 }, (_, i) => {
    const { a, b, contact } = randomImpact(random, i % 2 === 0 ? 2 : 3);
    const restitution = random.next();
    const brought = 0.5 * effectiveMass(contact, a, b) * normalSpeed(contact, a, b) ** 2;
    const energy = () => measureLedger(createLedger(), [a, b]).kineticEnergy;
    const before = energy();
    applyResponse(respond(contact, a, b, createMaterial({ restitution })), a, b);
    return [restitution, (before - energy()) / brought];
  });
}
