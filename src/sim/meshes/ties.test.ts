import { describe, expect, it } from 'vitest';
import { readScene } from '../../scene/read.ts';
import type { NodeStates } from '../observer.ts';
import { runScene } from '../simulate.ts';
import { SimulationError } from '../world.ts';

interface Bar {
  readonly name: string;
  readonly length: number;
  readonly centre: number;
  readonly elements: readonly [across: number, along: number];
}

const TWO: readonly Bar[] = [
  { name: 'lower', length: 1, centre: 0.5, elements: [2, 5] },
  { name: 'upper', length: 1, centre: 1.5, elements: [2, 5] },
];
const OTHER: readonly Bar[] = [TWO[0], { ...TWO[1], elements: [3, 5] }];
const TIED = { tied: [{ slave: 'upper', master: 'lower' }] };

/** Bars along z, the lowest clamped or all free, that are bent and pulled by gravity or start with a common angular velocity. */
function run(bars: readonly Bar[], contacts: object = {}, isFree = false) {
  const bodies = bars.map(({ name, length, centre, elements: [across, along] }, i) => ({
    name,
    shape: { kind: 'hexahedra', halfExtents: [0.1, 0.1, length / 2], elements: [across, across, along] },
    position: [0, 0, centre],
    // a common rotation about x through the point z = 1
    velocity: isFree ? [0, -2 * (centre - 1), 0] : [0, 0, 0],
    angularVelocity: isFree ? [2, 0, 0] : [0, 0, 0],
    elastic: { modulus: 1e4, poisson: 0.25, density: 1 },
    clamp: !isFree && i === 0 ? ['z-'] : [],
  }));
  const text = JSON.stringify({
    world: 'deformable',
    title: 'tied bars',
    description: 'tied bars',
    bodies,
    contacts: { pairs: [{ slave: 'all', master: 'all' }], ...contacts },
    forces: { gravity: isFree ? [0, 0, 0] : [3, 0, -9.81] },
    time: { end: 0.05, step: 2e-4 },
    record: { interval: 0.05 },
  });
  let nodes: readonly NodeStates[] = [];
  let rows = 0;
  const summary = runScene(readScene(text, 'tied bars'), {
    frame: () => {},
    nodes: (_, states) => {
      nodes = states;
    },
    contact: () => {
      rows++;
    },
    event: () => {},
  });
  return { summary, nodes, rows };
}

/** Mean position of the top layer of nodes [m]: the layers are 0.2 m apart. */
function topPosition({ nodes }: ReturnType<typeof run>): number[] {
  const { positions } = nodes[nodes.length - 1];
  const top = Array.from({ length: positions.length / 3 }, (_, k) => k).filter((k) => positions[3 * k + 2] > 1.9);
  return [0, 1, 2].map((axis) => top.reduce((sum, k) => sum + positions[3 * k + axis] / top.length, 0));
}

describe('tied bars', () => {
  const one = run([{ name: 'whole', length: 2, centre: 1, elements: [2, 10] }]);
  const tied = run(TWO, TIED);

  it('with matching meshes are one bar, within 1e-12 m', () => {
    const whole = one.nodes[0];
    const parts = tied.nodes.flatMap(({ positions }) => [...positions]);
    // every node of the whole bar is at the position of a node of the parts
    for (let i = 0; i < whole.positions.length; i += 3) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let j = 0; j < parts.length; j += 3) {
        const [x, y, z] = [0, 1, 2].map((axis) => whole.positions[i + axis] - parts[j + axis]);
        nearest = Math.min(nearest, Math.hypot(x, y, z));
      }
      expect(nearest).toBeLessThan(1e-12);
    }
    expect(tied.rows).toBe(0);
  });

  it('with other meshes differ from one bar by the error of the mesh', () => {
    const [x, y, z] = topPosition(one);
    const other = topPosition(run(OTHER, TIED));
    const moved = Math.hypot(x, y, 2 - z);
    expect(moved).toBeGreaterThan(4e-3);
    expect(Math.hypot(other[0] - x, other[1] - y, other[2] - z)).toBeLessThan(0.05 * moved);
  });

  it('without the tie fall apart: the test would show a tie that does nothing', () => {
    const [, , z] = topPosition(run(TWO, { pairs: [{ slave: 'upper', master: 'lower' }] }));
    const [, , whole] = topPosition(one);
    expect(Math.abs(z - whole)).toBeGreaterThan(1e-4);
  });

  it('conserve momentum, angular momentum and energy while they rotate and vibrate', () => {
    for (const bars of [TWO, OTHER]) {
      const { balance, ledgerStart } = run(bars, TIED, true).summary;
      expect(balance.momentumError).toBeLessThan(1e-12);
      expect(balance.angularMomentumError).toBeLessThan(1e-12);
      expect(balance.energyError).toBeLessThan(1e-3);
      expect(ledgerStart.kineticEnergy).toBeGreaterThan(0.05);
    }
  });

  it('reject names that are unknown, one body with itself, and surfaces that are too far apart', () => {
    const tie = (slave: string, master: string) => () => run(TWO, { tied: [{ slave, master }] });
    expect(tie('upper', 'nothing')).toThrow('contacts.tied[0].master');
    expect(tie('upper', 'upper')).toThrow('must be another body');
    const apart = [TWO[0], { ...TWO[1], centre: 1.6 }];
    expect(() => run(apart, TIED)).toThrow(SimulationError);
    expect(() => run(apart, TIED)).toThrow('no node of upper is near enough to lower to be tied to it');
    expect(run(apart, { tied: [{ ...TIED.tied[0], within: 0.15 }] }).rows).toBe(0);
  });
});
