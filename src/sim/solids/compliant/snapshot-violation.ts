import { createLedgerTotals } from '../../ledger-totals.ts';
import { BODY_NUMBERS, SPRING_FLAGS, SPRING_NUMBERS } from './compliant-snapshot.ts';

/** Rotations are orthonormal to machine precision; this is far above that, and far below a visible error. */
const ROTATION_TOLERANCE = 1e-6;

type Members = Readonly<Record<string, unknown>>;

/** Whether the state of a snapshot is one of compliant contact. */
export function isCompliant(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'response' in state && state.response === 'penalty';
}

/**
 * The first error in the content of a snapshot of compliant contact, with the name of the field; undefined if a world of as many bodies
 * can resume from it.
 */
export function compliantSnapshotViolation(snapshot: unknown): string | undefined {
  const state = snapshot as Members;
  const { time, stepCount, bodies, pairs, radii, springCounts, springFlags, springs } = state;
  if (!(typeof time === 'number' && time >= 0 && time < Infinity)) return 'time: expected a finite number, 0 or more';
  if (!(typeof stepCount === 'number' && Number.isSafeInteger(stepCount) && stepCount >= 0)) {
    return 'stepCount: expected an integer, 0 or more';
  }
  if (!(bodies instanceof Float64Array && bodies.length % BODY_NUMBERS === 0 && bodies.every(Number.isFinite))) {
    return `bodies: expected ${BODY_NUMBERS} finite numbers for each`;
  }
  const count = bodies.length / BODY_NUMBERS;
  if (!hasRotations(bodies)) return 'bodies: expected rotations with orthonormal rows';
  if (!(radii instanceof Float64Array && radii.every((radius) => radius >= 0 && radius < Infinity))) {
    return 'radii: expected finite numbers, 0 or more';
  }
  if (!(pairs instanceof Int32Array && pairs.length === 2 * radii.length && isSorted(pairs, count))) {
    return 'pairs: expected indices of bodies, lower index first, sorted';
  }
  if (!(springCounts instanceof Int32Array && springCounts.length === radii.length)) {
    return 'springCounts: expected one number for each pair';
  }
  if (springCounts.some((length) => length < 0)) return 'springCounts: expected numbers, 0 or more';
  const total = springCounts.reduce((sum, length) => sum + length, 0);
  if (!(springFlags instanceof Int32Array && springFlags.length === SPRING_FLAGS * total)) {
    return `springFlags: expected ${SPRING_FLAGS} integers for each spring`;
  }
  if (
    !(springs instanceof Float64Array && springs.length === SPRING_NUMBERS * total && springs.every(Number.isFinite))
  ) {
    return `springs: expected ${SPRING_NUMBERS} finite numbers for each spring`;
  }
  return totalsViolation(state['totals']);
}

function hasRotations(bodies: Float64Array): boolean {
  for (let at = 3; at < bodies.length; at += BODY_NUMBERS) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) {
        let dot = 0;
        for (let k = 0; k < 3; k++) dot += bodies[at + 3 * i + k] * bodies[at + 3 * j + k];
        if (Math.abs(dot - (i === j ? 1 : 0)) > ROTATION_TOLERANCE) return false;
      }
    }
  }
  return true;
}

function isSorted(pairs: Int32Array, count: number): boolean {
  let last = -1;
  for (let k = 0; k < pairs.length; k += 2) {
    const key = pairs[k] * count + pairs[k + 1];
    if (!(pairs[k] >= 0 && pairs[k] < pairs[k + 1] && pairs[k + 1] < count && key > last)) return false;
    last = key;
  }
  return true;
}

function totalsViolation(totals: unknown): string | undefined {
  if (typeof totals !== 'object' || totals === null) return 'totals: missing, expected an object';
  for (const [name, like] of Object.entries(createLedgerTotals())) {
    const value = (totals as Members)[name];
    const numbers = typeof like === 'number' ? [value] : ['x', 'y', 'z'].map((axis) => (value as Members)?.[axis]);
    if (!numbers.every(Number.isFinite)) return `totals.${name}: expected finite numbers`;
  }
  return undefined;
}
