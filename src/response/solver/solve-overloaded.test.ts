import { describe, expect, it } from 'vitest';
import { createSolidBodies, type SolidBodyState } from '../../dynamics/solid-bodies.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import {
  ARM_A,
  ARM_B,
  createContactRows,
  NORMAL_IMPULSE,
  prepareRow,
  ROW,
  reserveManifold,
  updateGaps,
} from './contact-rows.ts';
import { solveInitial, solveOverloaded } from './solve-overloaded.ts';
import { solveRows } from './solve-rows.ts';
import { createSolverBodies, loadSolverBody, RECORD, VELOCITY } from './solver-bodies.ts';
import { createSolverSettings, RELAX } from './solver-settings.ts';

/** Spheres of radius 1 on top of each other, the first immovable, each falling with 1 m/s. */
function fallingStack(masses: readonly number[]) {
  const states = masses.map(
    (mass, k): SolidBodyState => ({
      pose: createPose([0, 0, 2 * k]),
      velocity: createVec3(0, 0, k === 0 ? 0 : -1),
      angularVelocity: createVec3(),
      mass,
      moments: createVec3(0.4 * mass, 0.4 * mass, 0.4 * mass),
      principalAxes: createMat3(),
    }),
  );
  const bodies = createSolidBodies(states);
  const solver = createSolverBodies(masses.length);
  masses.forEach((_, i) => {
    loadSolverBody(solver, bodies, i, i === 0);
  });
  const contacts = createContactRows();
  for (let k = 0; k + 1 < masses.length; k++) {
    reserveManifold(contacts, 1);
    contacts.bodiesA[k] = k;
    contacts.bodiesB[k] = k + 1;
    contacts.starts[k + 1] = k + 1;
    contacts.fractions[k] = 0.5;
    const { rows } = contacts;
    rows[ROW * k + 2] = 1;
    rows[ROW * k + ARM_A + 2] = 1;
    rows[ROW * k + ARM_B + 2] = -1;
    contacts.manifoldCount++;
    contacts.rowCount++;
    prepareRow(contacts, k, ROW * k, solver.records);
    updateGaps(contacts, k, solver.records);
  }
  const speeds = () => masses.map((_, i) => solver.records[RECORD * i + VELOCITY + 2]);
  const impulses = () => Array.from({ length: masses.length - 1 }, (_, k) => contacts.rows[ROW * k + NORMAL_IMPULSE]);
  return { contacts, records: solver.records, speeds, impulses };
}

const settings = createSolverSettings(0.01, 8, 1e-5, 0.1, 9.81);

describe('extra passes over selected manifolds', () => {
  it.each([1e2, 1e4, 1e6])('stop a body %d times as heavy as the one below it', (ratio) => {
    const { contacts, records, speeds, impulses } = fallingStack([1, 1, ratio]);
    contacts.selectedCount = 2;
    contacts.selected.set([0, 1]);
    solveOverloaded(contacts, records, settings, RELAX);
    // changes below a millionth of the largest impulse end the passes
    for (const speed of speeds()) expect(Math.abs(speed)).toBeLessThan(2e-6 * ratio ** 0.5);
    // by hand: each contact stops all that is above it
    expect(impulses()[0] / (ratio + 1)).toBeCloseTo(1, 5);
    expect(impulses()[1] / ratio).toBeCloseTo(1, 5);
  });

  it('are far fewer than plain passes would be', () => {
    const { contacts, records, speeds } = fallingStack([1, 1, 1e4]);
    for (let pass = 0; pass < 60; pass++) solveRows(contacts, records, settings, RELAX);
    expect(Math.abs(speeds()[2])).toBeGreaterThan(0.9);
  });

  it('find the impulses of a stack of thirty without a warm start', () => {
    const { contacts, records, impulses } = fallingStack([1, ...new Array<number>(30).fill(1)]);
    solveInitial(contacts, records, settings, RELAX);
    impulses().forEach((impulse, k) => {
      expect(Math.abs(impulse / (30 - k) - 1)).toBeLessThan(2e-4);
    });
  });
});
