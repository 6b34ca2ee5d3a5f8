import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../math/random.ts';
import {
  APPROACH,
  ARM_A,
  type ContactRows,
  createContactRows,
  FRICTION_IMPULSE,
  GAP,
  MIN_TANGENT_MASS,
  NORMAL_IMPULSE,
  NORMAL_MASS,
  ROW,
  reserveManifold,
  TANGENT_MASS,
} from './contact-rows.ts';
import { warmStartAndSolve } from './interleaved-passes.ts';
import { prepareRows } from './prepare-rows.ts';
import { solveRows } from './solve-rows.ts';
import { updateSchedule } from './solve-schedule.ts';
import { createSolverBodies, INVERSE_INERTIA, INVERSE_MASS, RECORD, TRANSLATION } from './solver-bodies.ts';
import type { SolverMemory } from './solver-memory.ts';
import { createSolverSettings, RELAX, SOLVE } from './solver-settings.ts';
import { warmStart } from './warm-start.ts';
import { createSolverMemory } from './wasm/solver-kernels.ts';

const settings = createSolverSettings(1 / 60, 4, 1e-3, 0.05, 9.81);

/** A number, or one of those at which comparisons and signs matter. */
function numberOrEdge(random: Random): number {
  const edges = [0, -0, 1e-300, -1e-300];
  return random.between(0, 1) < 0.2 ? edges[Math.floor(random.between(0, 4))] : random.between(-1, 1);
}

/** Contacts between random bodies along a line, the same for equal seeds. */
function randomContacts(seed: number, bodyCount: number, manifoldCount: number, memory?: SolverMemory) {
  const random = createRandom(seed);
  const contacts = createContactRows(memory);
  const solver = createSolverBodies(bodyCount, memory);
  const positions = new Float64Array(3 * bodyCount);
  for (let k = 0; k < manifoldCount; k++) {
    const rows = [1, 1, 2, 3, 4, 4, 7][Math.floor(random.between(0, 7))];
    reserveManifold(contacts, rows);
    const a = Math.floor(random.between(0, bodyCount - 4));
    contacts.bodiesA[k] = a;
    contacts.bodiesB[k] = a + 1 + Math.floor(random.between(0, 3));
    contacts.rowCount += rows;
    contacts.starts[k + 1] = contacts.rowCount;
    contacts.manifoldCount = k + 1;
    contacts.fractions[k] = [0, 0.5, 1][k % 3];
    contacts.meanImpulses[k] = k % 5 === 0 ? 0 : random.between(0, 1);
    contacts.materials.set([0.6, 0.4, 0], 3 * k);
    for (let l = 0; l < 3; l++) contacts.surfaceVelocities[3 * k + l] = numberOrEdge(random);
  }
  writeBodies(random, solver.records, positions);
  writeRandomRows(random, contacts);
  return { contacts, records: solver.records, positions };
}

function writeBodies(random: Random, records: Float64Array, positions: Float64Array): void {
  for (let i = 0, r = 0; r < records.length; i++, r += RECORD) {
    for (let l = 0; l < 6; l++) records[r + l] = numberOrEdge(random);
    for (let l = 0; l < 6; l++) records[r + TRANSLATION + l] = 0.01 * numberOrEdge(random);
    positions[3 * i] = i;
    if (i % 7 === 0) continue;
    records[r + INVERSE_MASS] = random.between(0.1, 2);
    const [p, q, s] = [random.between(1, 2), random.between(1, 2), random.between(1, 2)];
    records.set([p, 0.1, i % 2 === 0 ? -0 : 0.2, q, 0, s], r + INVERSE_INERTIA);
  }
}

function writeRandomRows(random: Random, { rows, rowCount }: ContactRows): void {
  const unit = [
    [0, 0, 1],
    [1, 0, -0],
    [0.6, 0, 0.8],
    [-0.36, 0.48, 0.8],
  ];
  for (let row = 0, at = 0; row < rowCount; row++, at += ROW) {
    rows.set(unit[Math.floor(random.between(0, 4))], at);
    for (let l = 0; l < 6; l++) rows[at + ARM_A + l] = numberOrEdge(random);
    rows[at + GAP] = row % 11 === 0 ? Number.POSITIVE_INFINITY : 0.005 * numberOrEdge(random);
    rows[at + APPROACH] = random.between(0, 1) < 0.5 ? 0 : -0.3;
    if (random.between(0, 1) < 0.4) continue;
    rows[at + NORMAL_IMPULSE] = random.between(0, 1);
    for (let l = 0; l < 3; l++) rows[at + FRICTION_IMPULSE + l] = 0.3 * numberOrEdge(random);
  }
}

/** A row at a point that the body has left, as `refreshRows` leaves it. */
function disable({ rows }: ContactRows, row: number): void {
  const at = ROW * row;
  rows[at + NORMAL_MASS] = 0;
  rows[at + NORMAL_IMPULSE] = 0;
  rows[at + MIN_TANGENT_MASS] = 0;
  rows.fill(0, at + FRICTION_IMPULSE, at + FRICTION_IMPULSE + 3);
  rows.fill(0, at + TANGENT_MASS, at + TANGENT_MASS + 6);
}

const bits = (numbers: Float64Array) => Array.from(new BigUint64Array(numbers.slice().buffer));

function stateOf({ contacts, records }: ReturnType<typeof randomContacts>) {
  const { rows, rowCount, marks, manifoldCount, selectedCount, impacted } = contacts;
  return {
    rows: bits(rows.subarray(0, ROW * rowCount)),
    records: bits(records),
    marks: [...marks.subarray(0, manifoldCount)],
    selectedCount,
    impacted,
  };
}

type Pass = (given: ReturnType<typeof randomContacts>) => void;
const selectAll: Pass = ({ contacts }) => {
  contacts.selectedCount = 0;
  for (let k = 0; k < contacts.manifoldCount; k += 2) contacts.selected[contacts.selectedCount++] = k;
};

describe('a kernel of the contact solver in WebAssembly', () => {
  it.each([
    ['small', 30, 80],
    ['large', 400, 1500],
  ])(
    'has the bits of its twin in a %s world, also for disabled rows, infinite gaps and negative zeros',
    (_, bodyCount, manifoldCount) => {
      const memory = createSolverMemory();
      if (typeof memory === 'string') throw new Error(memory);
      const kernel = randomContacts(3, bodyCount, manifoldCount, memory);
      const twin = randomContacts(3, bodyCount, manifoldCount);
      const compare = (name: string, pass: Pass) => {
        for (const given of [kernel, twin]) pass(given);
        expect(stateOf(kernel), name).toEqual(stateOf(twin));
      };
      compare('schedule', ({ contacts, records, positions }) => updateSchedule(contacts, records, positions));
      expect(kernel.contacts.schedule.chunkCount > 0).toBe(bodyCount > 100);
      compare('prepare', ({ contacts, records }) => prepareRows(contacts, records));
      for (const given of [kernel, twin])
        for (let row = 0; row < given.contacts.rowCount; row += 13) disable(given.contacts, row);
      compare('warm start', ({ contacts, records }) => warmStart(contacts, records, settings));
      compare('solve', ({ contacts, records }) => solveRows(contacts, records, settings, SOLVE));
      compare('relax', ({ contacts, records }) => solveRows(contacts, records, settings, RELAX));
      compare('warm start and solve', ({ contacts, records }) => warmStartAndSolve(contacts, records, settings));
      compare('select', selectAll);
      compare('selected', ({ contacts, records }) => solveRows(contacts, records, settings, SOLVE, true));
      compare('selected, relaxed', ({ contacts, records }) => solveRows(contacts, records, settings, RELAX, true));
      for (const { contacts } of [kernel, twin]) contacts.driven = true;
      compare('driven', ({ contacts, records }) => solveRows(contacts, records, settings, SOLVE));
      // the passes had something to do
      expect(twin.contacts.impacted).toBe(true);
      expect(twin.records.every(Number.isFinite)).toBe(true);
    },
  );
});
