import { describe, expect, it } from 'vitest';
import { createSolidBodies, type SolidBodyState } from '../../dynamics/solid-bodies.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { ARM_A, ARM_B, createContactRows, GAP, NORMAL_MASS, prepareRow, reserveManifold } from './contact-rows.ts';
import { refreshRows } from './refresh-rows.ts';
import { gapOfRow } from './row-geometry.ts';
import { createSolverBodies, loadSolverBody, RECORD, ROTATION, TRANSLATION } from './solver-bodies.ts';

const RADIUS = 0.5;

/** Two spheres that touch on the x axis. */
function touchingSpheres() {
  const state = (x: number): SolidBodyState => ({
    pose: createPose([x, 0, 0]),
    velocity: createVec3(),
    angularVelocity: createVec3(),
    mass: 1,
    moments: createVec3(0.1, 0.1, 0.1),
    principalAxes: createMat3(),
  });
  const bodies = createSolidBodies([state(0), state(2 * RADIUS)]);
  const solver = createSolverBodies(2);
  for (const i of [0, 1]) loadSolverBody(solver, bodies, i, false);
  const contacts = createContactRows();
  reserveManifold(contacts, 1);
  contacts.manifoldCount = 1;
  contacts.rowCount = 1;
  contacts.bodiesB[0] = 1;
  contacts.starts[1] = 1;
  contacts.fractions[0] = 0.5;
  contacts.reaches[0] = 2 * RADIUS;
  contacts.rows[0] = 1;
  contacts.rows[ARM_A] = RADIUS;
  contacts.rows[ARM_B] = -RADIUS;
  prepareRow(contacts, 0, 0, solver.records);
  return { contacts, records: solver.records };
}

describe('rows of bodies that have moved since their detection', () => {
  it('of two spheres: the normal passes through both centres, and the gap is that of their surfaces', () => {
    const { contacts, records } = touchingSpheres();
    contacts.spheres[0] = 1;
    records.set([0.1, 0.3, -0.2], RECORD + TRANSLATION);
    records.set([0.4, 0, 0.1], RECORD + ROTATION);
    refreshRows(contacts, records);
    const centres = [2 * RADIUS + 0.1, 0.3, -0.2];
    const distance = Math.hypot(...centres);
    centres.forEach((x, k) => {
      expect(contacts.rows[k]).toBeCloseTo(x / distance, 14);
    });
    expect(gapOfRow(contacts, 0, 0, records)).toBeCloseTo(distance - 2 * RADIUS, 14);
  });

  it('of other bodies keep their normal; a point that its body has left no longer acts', () => {
    const { contacts, records } = touchingSpheres();
    records.set([0, 0.3, 0], RECORD + TRANSLATION);
    refreshRows(contacts, records);
    expect([...contacts.rows.subarray(0, 3)]).toEqual([1, 0, 0]);
    expect(contacts.rows[GAP]).toBe(0);
    expect(contacts.rows[NORMAL_MASS]).toBeGreaterThan(0);
    records.set([0, 1.1, 0], RECORD + TRANSLATION);
    refreshRows(contacts, records);
    expect(contacts.rows[NORMAL_MASS]).toBe(0);
  });
});
