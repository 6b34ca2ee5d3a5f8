import { describe, expect, it } from 'vitest';
import { createSolidBodies, type SolidBodyState } from '../../dynamics/solid-bodies.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createPose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { solveAngular, warmStartAngular } from './angular-friction.ts';
import { createContactRows, NORMAL_IMPULSE, reserveManifold } from './contact-rows.ts';
import { createSolverBodies, loadSolverBody, RECORD } from './solver-bodies.ts';

const random = createRandom(8);
const draw = () => createVec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));

function drawBody(): SolidBodyState {
  return {
    pose: createPose([0, 0, 0], [1, random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]),
    velocity: createVec3(),
    angularVelocity: draw(),
    mass: 1,
    moments: createVec3(random.between(1, 2), random.between(1, 2), random.between(1, 2)),
    principalAxes: createMat3(),
  };
}

/** Two bodies that rotate, with a contact of the given normal impulse and resistances. */
function drawContact(normalImpulse: number, rolling: number, spinning: number) {
  const bodies = createSolidBodies([drawBody(), drawBody()]);
  const solver = createSolverBodies(2);
  for (const i of [0, 1]) loadSolverBody(solver, bodies, i, false);
  const contacts = createContactRows();
  reserveManifold(contacts, 1);
  contacts.manifoldCount = 1;
  contacts.bodiesB[0] = 1;
  contacts.starts[1] = 1;
  contacts.resistances.set([rolling, spinning]);
  const { x, y, z } = draw();
  const length = Math.hypot(x, y, z);
  const normal = [x / length, y / length, z / length];
  contacts.rows.set(normal);
  contacts.rows[NORMAL_IMPULSE] = normalImpulse;
  const { records } = solver;
  const relative = () => [3, 4, 5].map((k) => records[RECORD + k] - records[k]);
  return { contacts, records, normal, relative };
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('rolling and spinning resistance of one contact', () => {
  it('property: its moments stay within the lever arms times the normal impulse, and lose energy', () => {
    for (let k = 0; k < 200; k++) {
      const [load, rolling, spinning] = [random.between(0, 3), random.between(0, 0.2), random.between(0, 0.2)];
      const { contacts, records, normal, relative } = drawContact(load, rolling, spinning);
      const before = relative();
      solveAngular(contacts, records);
      const after = relative();
      const impulse = contacts.angularImpulses.subarray(0, 3);
      const along = dot(impulse, normal);
      const across = Math.hypot(...normal.map((n, i) => impulse[i] - along * n));
      expect(Math.abs(along)).toBeLessThanOrEqual(spinning * load * (1 + 1e-12));
      expect(across).toBeLessThanOrEqual(rolling * load * (1 + 1e-12));
      // the change of the energy of both bodies is l·(ω + ω')/2, with relative angular velocities
      expect(dot(impulse, before) + dot(impulse, after)).toBeLessThanOrEqual(1e-12);
    }
  });

  it('ends the relative rotation where the load suffices, in a few passes', () => {
    const { contacts, records, relative } = drawContact(10, 1, 1);
    for (let pass = 0; pass < 60; pass++) solveAngular(contacts, records);
    expect(Math.hypot(...relative())).toBeLessThan(1e-9);
  });

  it('acts on rolling and on spinning separately', () => {
    const { contacts, records, normal } = drawContact(10, 0, 1);
    solveAngular(contacts, records);
    const impulse = contacts.angularImpulses.subarray(0, 3);
    expect(Math.abs(dot(impulse, normal))).toBeGreaterThan(1e-3);
    expect(Math.hypot(...normal.map((n, i) => impulse[i] - dot(impulse, normal) * n))).toBeLessThan(1e-12);
  });

  it('degenerate: without load a warm-started impulse is taken back', () => {
    const { contacts, records, relative } = drawContact(0, 1, 1);
    const before = relative();
    contacts.angularImpulses.set([0.1, -0.2, 0.3]);
    warmStartAngular(contacts, records);
    solveAngular(contacts, records);
    expect([...contacts.angularImpulses.subarray(0, 3)].map(Math.abs)).toEqual([0, 0, 0]);
    for (const [i, rate] of relative().entries()) expect(rate).toBeCloseTo(before[i], 14);
  });
});
