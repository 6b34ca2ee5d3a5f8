import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BodyEnd, exampleRun } from '../example-runs.ts';
import { exampleNames } from '../scenes.ts';

/**
 * Where every example ends: states, counts and balances. Values are compared with a tolerance, so that another engine's last
 * digits pass and a change of behaviour does not. `UPDATE_GOLDEN=1 npx vitest run test/golden` writes them anew; look at the
 * difference before committing it.
 */
const file = new URL('examples.json', import.meta.url);

interface Ending {
  status: string;
  collisions: number;
  dockings: number;
  energy: number;
  /** Changes of closest features, and the distances of the tracked pairs in the end. */
  transitions: number;
  distances: number[];
  bodies: Record<string, number[]>;
}

/** Sensitive scenes part from each other exponentially: a rounding of 1e-16 grows tenfold with every collision or so. */
const LOOSE = new Map([['elastic-polygons-in-a-box', 1e-3], ['billiards-break', 1e-3]]); // biome-ignore format: one line
const TIGHT = 1e-9;

/** Of scenes with more bodies than this only as many, evenly spread over the scene, are kept. */
const MAX_BODIES = 60;

const rounded = (value: number) => Number(value.toPrecision(12));

async function ending(name: string): Promise<Ending> {
  const { world, summary, transitions, distances, bodies } = await exampleRun(name);
  const interval = Math.ceil(bodies.length / MAX_BODIES);
  const state = ({ position: [x, y, z], angle, velocity: [vx, vy, vz], angularVelocity: [wx, wy, wz] }: BodyEnd) =>
    (world === 'planar' ? [x, y, angle, vx, vy, wz] : [x, y, z, vx, vy, vz, wx, wy, wz]).map(rounded);
  return {
    status: summary.status,
    collisions: summary.collisions,
    dockings: summary.dockings,
    energy: rounded(summary.ledgerEnd.kineticEnergy + summary.ledgerEnd.potentialEnergy),
    transitions,
    distances: distances.map(rounded),
    bodies: Object.fromEntries(bodies.filter((_, i) => i % interval === 0).map((body) => [body.name, state(body)])),
  };
}

if (process.env.UPDATE_GOLDEN) {
  const endings: Record<string, Ending> = {};
  for (const name of exampleNames) endings[name] = await ending(name);
  writeFileSync(file, `${JSON.stringify(endings, null, 1)}\n`);
}
const golden: Record<string, Ending> = JSON.parse(readFileSync(file, 'utf8'));

describe('golden: final states of the examples', () => {
  it('every example has a final state', () => {
    expect(Object.keys(golden).toSorted()).toEqual(exampleNames.toSorted());
  });

  it.each(exampleNames)('%s ends in its recorded final state', async (name) => {
    const found = await ending(name);
    const { bodies, energy, distances, ...counts } = golden[name];
    expect(found).toMatchObject(counts);
    expect(found.distances.length).toBe(distances.length);
    for (const [i, value] of distances.entries()) expect(Math.abs(found.distances[i] - value)).toBeLessThan(TIGHT);
    const tolerance = LOOSE.get(name) ?? TIGHT;
    expect(Math.abs(found.energy - energy)).toBeLessThan(TIGHT * Math.max(1, Math.abs(energy)));
    for (const [body, values] of Object.entries(bodies)) {
      for (const [i, value] of values.entries()) {
        expect(Math.abs(found.bodies[body][i] - value), `${body}[${i}]`).toBeLessThan(
          tolerance * Math.max(1, Math.abs(value)),
        );
      }
    }
  });
});
