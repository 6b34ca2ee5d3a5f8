/**
 * Two elastic bars collide end to end, run from scene files. [VBC24-4]
 *
 * Continuum theory: they touch after 0.005 s, stay in contact for two passages of the wave (0.02 s), and swap their
 * velocities. The mesh adds its own: on closing the two layers of nodes at the interface come to rest, and vibration
 * keeps a part of the mean velocity.
 */
import { describe, expect, it } from 'vitest';
import { createElasticMaterial } from '../../src/dynamics/finite-elements/elastic-material.ts';
import { createElasticModel } from '../../src/dynamics/finite-elements/elastic-model.ts';
import { createBlockMesh } from '../../src/dynamics/finite-elements/structured-mesh.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { runAnyText } from '../scenes.ts';

interface Bars {
  /** Elements along a bar, and across bar A and bar B both ways. */
  readonly along: number;
  readonly across: readonly [number, number];
  /** [m] */
  readonly width: number;
  readonly poisson?: number;
  readonly passes?: 1 | 2;
  readonly persistentContacts?: boolean;
  /** [s] */
  readonly step?: number;
}

interface Outcome {
  /** [s] */
  readonly firstContact: number;
  /** From there to the last impulse [s]. */
  readonly duration: number;
  /** Mean velocity of bar A along z in the end [m/s]. */
  readonly velocity: number;
  /** Fraction of the energy, from the velocities at single times and from the ledger. */
  readonly energyRetained: number;
  readonly ledgerRetained: number;
  /** Between the bars along z, all together [N s]. */
  readonly impulse: number;
  /** [N s] */
  readonly momentumError: number;
  readonly energyError: number;
  /** Lowest node of B less highest node of A in the end [m]. */
  readonly gap: number;
}

/** Bar A rises, bar B comes down on it. */
function impactContact({
  along,
  across,
  width,
  poisson = 0,
  passes = 1,
  persistentContacts = true,
  step,
}: Bars): Outcome {
  const bar = (name: string, count: number, z: number, speed: number) => ({
    name,
    shape: { kind: 'hexahedra', halfExtents: [width / 2, width / 2, 0.5], elements: [count, count, along] },
    position: [0, 0, z],
    velocity: [0, 0, speed],
    elastic: { modulus: 1e4, poisson, density: 1 },
  });
  const scene = {
    world: 'deformable',
    title: 'Two bars',
    description: 'Two elastic bars collide end to end.',
    bodies: [bar('A', across[0], 0.5, 1), bar('B', across[1], 1.51, -1)],
    contacts: { pairs: [{ slave: 'A', master: 'B' }], passes, persistentContacts },
    time: { end: 0.04, step },
    record: { interval: 0.04 },
  };
  const { summary, frames, nodes, contacts, events } = runAnyText(JSON.stringify(scene), 'two bars');
  const { ledgerStart, ledgerEnd, balance } = summary;
  const firstContact = events[0].time;
  const heights = nodes[1].map(({ positions }) => [...positions].filter((_, k) => k % 3 === 2));
  const energy = (index: number) =>
    kineticEnergy(nodes[index][0].velocities, across[0], along, width) +
    kineticEnergy(nodes[index][1].velocities, across[1], along, width) +
    frames[index].ledger.strainEnergy;
  return {
    firstContact,
    duration: contacts[contacts.length - 1].time - firstContact,
    velocity: frames[1].bodies[0].velocity.z,
    energyRetained: energy(1) / energy(0),
    ledgerRetained: (ledgerEnd.kineticEnergy + ledgerEnd.potentialEnergy) / ledgerStart.kineticEnergy,
    impulse: contacts.reduce((sum, { bodyB, impulse }) => sum + (bodyB === 1 ? impulse.z : -impulse.z), 0),
    momentumError: Math.abs(ledgerEnd.momentum.z - ledgerStart.momentum.z),
    energyError: balance.energyError,
    gap: Math.min(...heights[1]) - Math.max(...heights[0]),
  };
}

/** ½ Σ m v² of one bar, with recomputed masses of its nodes. */
function kineticEnergy(velocities: Float64Array, across: number, along: number, width: number): number {
  const mesh = createBlockMesh(across, across, along, createVec3(width, width, 1), createVec3());
  const { nodes } = createElasticModel([{ mesh, material: createElasticMaterial(1e4, 0, 1) }]);
  return velocities.reduce((sum, v, k) => sum + (0.5 * v * v) / nodes.inverseMasses[Math.floor(k / 3)], 0);
}

const within = (value: number, table: number) => Math.abs(value / table - 1);

describe.each([
  { n: 10, duration: 0.0205, velocity: -0.9345, energyRetained: 0.965, impulse: 0.01934 },
  { n: 20, duration: 0.02025, velocity: -0.9619, energyRetained: 0.972, impulse: 0.01962 },
  { n: 40, duration: 0.02025, velocity: -0.9776, energyRetained: 0.989, impulse: 0.01978 },
  { n: 80, duration: 0.02025, velocity: -0.9868, energyRetained: 0.994, impulse: 0.01987 },
])('two bars of 1 x 1 x $n elements', ({ n, ...row }) => {
  const outcome = impactContact({ along: n, across: [1, 1], width: 0.1 });
  // half of the time in which a wave of 100 m/s crosses an element
  const timeStep = 0.5 / n / 100;

  it('touch after 0.005 s, stay in contact for two passages of the wave, and conserve momentum', () => {
    expect(Math.abs(outcome.firstContact - 0.005)).toBeLessThan(1e-9);
    expect(Math.abs(outcome.duration - 0.02)).toBeLessThan(2 * timeStep + 0.03 / n);
    expect(outcome.momentumError).toBeLessThan(1e-14);
  });

  it('swap their velocities except for residual vibration, which decreases with the mesh size', () => {
    expect(Math.abs(outcome.velocity + 1)).toBeLessThan(0.75 / n ** 0.8 + 0.01);
    // what bar A has lost in momentum, 0.01 kg from 1 m/s, is what passed through the contact
    expect(outcome.impulse).toBeCloseTo(0.01 * (1 - outcome.velocity), 14);
  });

  it('lose the kinetic energy of the two layers of nodes in contact, and the ledger balances', () => {
    // the ledger closes except for the curvature of the strain energy within a step
    expect(outcome.energyError).toBeLessThan(2e-4);
    expect(Math.abs(outcome.ledgerRetained - (1 - 1 / (2 * n)))).toBeLessThan(2e-4);
  });

  it('agree with an independent program within 1 %', () => {
    for (const name of ['duration', 'velocity', 'energyRetained', 'impulse'] as const) {
      expect(within(outcome[name], row[name]), name).toBeLessThan(0.01);
    }
  });
});

describe('bars whose meshes do not match, 2 x 2 x 10 on 3 x 3 x 10', () => {
  const bars: Bars = { along: 10, across: [2, 3], width: 0.2, step: 4e-4 };

  it.each([
    { poisson: 0, passes: 1, duration: 0.0206, velocity: -0.933, energyRetained: 0.957 },
    { poisson: 0, passes: 2, duration: 0.0206, velocity: -0.93, energyRetained: 0.954 },
    { poisson: 0.3, passes: 1, duration: 0.0206, velocity: -0.919, energyRetained: 0.96 },
    { poisson: 0.3, passes: 2, duration: 0.0203, velocity: -0.914, energyRetained: 0.96 },
  ] as const)("Poisson's ratio $poisson, passes $passes: the row of the table", ({ poisson, passes, ...row }) => {
    const outcome = impactContact({ ...bars, poisson, passes });
    expect(Math.abs(outcome.firstContact - 0.005)).toBeLessThan(1e-9);
    // one step is 2 % of the duration: the last impulse may come a step sooner or later
    expect(Math.abs(outcome.duration - row.duration)).toBeLessThan(1.01 * 4e-4);
    expect(within(outcome.velocity, row.velocity)).toBeLessThan(0.01);
    // the energy of one moment swings with the vibration by as much as the table's digits differ
    expect(within(outcome.energyRetained, row.energyRetained)).toBeLessThan(0.015);
    expect(outcome.momentumError).toBeLessThan(1e-14);
    expect(outcome.gap).toBeGreaterThan(0.02);
  });

  it('without persistent contacts the bars pass through each other: the check detects crossings only', () => {
    const outcome = impactContact({ ...bars, passes: 2, persistentContacts: false });
    expect(Math.abs(outcome.firstContact - 0.005)).toBeLessThan(1e-9);
    expect(outcome.velocity).toBeGreaterThan(0.5);
    expect(outcome.gap).toBeLessThan(-0.02);
    expect(outcome.momentumError).toBeLessThan(1e-14);
  });
});
