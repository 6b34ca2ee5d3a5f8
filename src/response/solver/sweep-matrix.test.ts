import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { ARM_A, createContactRows, NORMAL_IMPULSE, PRESENT_GAP, ROW, reserveManifold } from './contact-rows.ts';
import { prepareRows } from './prepare-rows.ts';
import { solveRows } from './solve-rows.ts';
import { createSolverBodies, INVERSE_INERTIA, INVERSE_MASS, RECORD } from './solver-bodies.ts';
import { createSolverSettings, MAX_MATRIX_ROWS, SOLVE } from './solver-settings.ts';

const settings = createSolverSettings(1 / 60, 4, 1e-3, 0.05, 9.81);

/** Two bodies with a manifold of `count` random points, and `disabled` further rows, which apply no impulse. */
function solveManifold(seed: number, count: number, disabled: number) {
  const random = createRandom(seed);
  const contacts = createContactRows();
  const { records } = createSolverBodies(2);
  for (const r of [0, RECORD]) {
    for (let k = 0; k < 6; k++) records[r + k] = random.between(-1, 1);
    records[r + INVERSE_MASS] = random.between(0.5, 2);
    records.set(
      [random.between(1, 2), 0.1, 0.2, random.between(1, 2), 0.05, random.between(1, 2)],
      r + INVERSE_INERTIA,
    );
  }
  reserveManifold(contacts, count + disabled);
  contacts.manifoldCount = 1;
  contacts.bodiesB[0] = 1;
  contacts.rowCount = contacts.starts[1] = count + disabled;
  contacts.fractions[0] = 0.5;
  contacts.meanImpulses[0] = 0.2;
  contacts.materials.set([0.5, 0.4, 0], 0);
  for (let row = 0; row < count + disabled; row++) {
    const at = ROW * row;
    contacts.rows.set([0.6, 0, 0.8], at);
    for (let k = 0; k < 6; k++) contacts.rows[at + ARM_A + k] = random.between(-1, 1);
    contacts.rows[at + PRESENT_GAP] = random.between(-2e-3, 1e-3);
    contacts.rows[at + NORMAL_IMPULSE] = row % 2 === 0 ? random.between(0, 1) : 0;
  }
  prepareRows(contacts, records);
  for (let row = count; row < count + disabled; row++) {
    contacts.rows.fill(0, ROW * row + PRESENT_GAP, ROW * (row + 1));
    contacts.rows[ROW * row + PRESENT_GAP] = 1;
  }
  solveRows(contacts, records, settings, SOLVE);
  const impulses = Array.from({ length: count }, (_, row) => contacts.rows[ROW * row + NORMAL_IMPULSE]);
  return { impulses, velocities: [0, RECORD].flatMap((r) => [...records.subarray(r, r + 6)]) };
}

describe('sweeps by the matrix of a manifold', () => {
  // more rows than the matrix has are swept by the velocities of the bodies
  it.each([2, 3, 4])('give what sweeps by velocities give: %d points', (count) => {
    let zeros = 0;
    for (let seed = 1; seed <= 50; seed++) {
      const byMatrix = solveManifold(seed, count, 0);
      const byVelocities = solveManifold(seed, count, MAX_MATRIX_ROWS + 1 - count);
      const numbers = [...byMatrix.impulses, ...byMatrix.velocities];
      const others = [...byVelocities.impulses, ...byVelocities.velocities];
      for (const [k, number] of numbers.entries()) expect(Math.abs(number - others[k])).toBeLessThan(1e-12);
      zeros += byMatrix.impulses.filter((impulse) => impulse === 0).length;
    }
    expect(zeros).toBeGreaterThan(0);
  });
});
