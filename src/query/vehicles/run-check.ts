/** Tolerances for the run of a platoon against the reference files. */
import { near, relative, same, within } from '../compare.ts';
import { fieldsAt, listAt, objectsAt } from '../fields.ts';
import type { Fields, Finding } from '../query-operation.ts';

interface Bars {
  /** End of a contact, and start of those after the first [s]. */
  readonly end: number;
  /** Relative to the exact values. */
  readonly impulse: number;
  readonly yawRate: number;
  readonly heading: number;
  /** For a row of the series [m], [deg], [rad/s]. */
  readonly relativeMotion: number;
}

/** From the reference README, except for the series: programs with steps of 1e-4 and 2.5e-4 s agree to this. */
const EM: Bars = { end: 1e-5, impulse: 2e-4, yawRate: 2e-4, heading: 1e-3, relativeMotion: 1e-4 };
const BM: Bars = { end: 2e-3, impulse: 1e-3, yawRate: 3e-3, heading: 3e-3, relativeMotion: 1e-2 };
/** First contact [s]. */
const START = 1e-6;
/** 1e-6 of the closing energy of the examples, 2.1 kJ [J]. [PATH98-8] */
const CLOSURE = 2.1e-3;

const DEGREE = Math.PI / 180;

/** Compares the results that the file has of a run; some runs are listed in part only. */
export function checkRun(exact: Fields, answer: Fields): Finding[] {
  const tolerances = fieldsAt(exact, 'settings').mode === 'EM' ? EM : BM;
  const [wanted, got] = [fieldsAt(exact, 'summary'), fieldsAt(answer, 'summary')];
  return [
    ...['tEllipsoidsTouch', 'tContactStart']
      .filter((key) => wanted[key] !== undefined)
      .map((key) => checkFirst(key, got[key], wanted[key])),
    ...(wanted.phases === undefined
      ? []
      : checkPhases(objectsAt(got, 'phases'), objectsAt(wanted, 'phases'), tolerances)),
    ...(wanted.final === undefined ? [] : checkEnd(fieldsAt(got, 'final'), fieldsAt(wanted, 'final'), tolerances)),
    ...(wanted.energy === undefined ? [] : checkBalance(got, wanted, tolerances)),
    ...(exact.series === undefined
      ? []
      : checkCourse(objectsAt(answer, 'series'), objectsAt(exact, 'series'), tolerances)),
  ];
}

/** A time that may be null. */
function checkFirst(what: string, got: unknown, exact: unknown): Finding {
  return exact === null || got === null ? same(what, got, exact) : within(what, got, exact, START);
}

function checkPhases(got: readonly Fields[], wanted: readonly Fields[], tolerances: Bars): Finding[] {
  const count = same('phases', got.length, wanted.length);
  if (count.error > 0) return [count];
  return [count, ...wanted.flatMap((phase, k) => checkPhase(`phases[${k}]`, got[k], phase, wanted[0], tolerances))];
}

/** Under the filter of the source, contacts after the first are grazing impacts of 1 N s: their tolerance is relative to the first. */
function checkPhase(what: string, got: Fields, exact: Fields, first: Fields, tolerances: Bars): Finding[] {
  const ofFirst = (key: string): Finding => {
    const { limit } = relative(key, first[key], first[key], tolerances.impulse);
    return within(`${what}.${key}`, got[key], exact[key], limit);
  };
  return [
    within(`${what}.tStart`, got.tStart, exact.tStart, exact === first ? START : tolerances.end),
    within(`${what}.tEnd`, got.tEnd, exact.tEnd, tolerances.end),
    ...['impulseOn2', 'deltaVfromImpulse', 'peakForce', 'peakDepth'].map(ofFirst),
    // a relative error of the impulse rotates it by at most that angle [rad]
    within(`${what}.pdofDeg`, got.pdofDeg, exact.pdofDeg, tolerances.impulse / DEGREE),
    relative(`${what}.end.yawRate`, each(got, 'end', 'yawRate'), each(exact, 'end', 'yawRate'), tolerances.yawRate),
    sameRules(what, got, exact),
  ];
}

/** The same rules set the direction of the force, for any number of steps. */
export function sameRules(what: string, got: Fields, exact: Fields): Finding {
  const [found, wanted] = [got, exact].map((phase) => Object.keys(fieldsAt(phase, 'rules')).toSorted());
  return same(`${what}.rules`, found, wanted);
}

function checkEnd(got: Fields, exact: Fields, tolerances: Bars): Finding[] {
  return ['headingDeg', 'yawRate'].map((key) =>
    relative(`final.${key}`, each(got, 'vehicles', key), each(exact, 'vehicles', key), tolerances.heading),
  );
}

/** One number of each vehicle. */
function each(fields: Fields, list: string, key: string): unknown[] {
  return objectsAt(fields, list).map((vehicle) => vehicle[key]);
}

function checkBalance(got: Fields, exact: Fields, tolerances: Bars): Finding[] {
  const compare = (part: string, keys: readonly string[]) =>
    keys.map((key) => near(`${part}.${key}`, fieldsAt(got, part)[key], fieldsAt(exact, part)[key], tolerances.heading));
  const [momentum, wanted] = [fieldsAt(got, 'momentum'), fieldsAt(exact, 'momentum')];
  const horizontal = (fields: Fields) => listAt(fields, 'change').slice(0, 2);
  return [
    // the file has nine digits
    relative('energy.initial', fieldsAt(got, 'energy').initial, fieldsAt(exact, 'energy').initial, 1e-8),
    within('energy.closure', fieldsAt(got, 'energy').closure, 0, CLOSURE),
    ...compare('energy', ['tyreWork', 'suspensionDissipation', 'viscousDissipation']),
    ...compare('momentum', ['tyreImpulse', 'angularZChange', 'tyreMomentImpulse']),
    near('momentum.change', horizontal(momentum), horizontal(wanted), tolerances.heading),
    // actions and reactions cancel, their moments except for rounding of 1e5 N m s
    within('momentum.contactImpulseSum', momentum.contactImpulseSum, wanted.contactImpulseSum, 0),
    within('momentum.contactMomentImpulseSum', momentum.contactMomentImpulseSum, wanted.contactMomentImpulseSum, 1e-8),
  ];
}

function checkCourse(got: readonly Fields[], wanted: readonly Fields[], tolerances: Bars): Finding[] {
  const column = (rows: readonly Fields[], key: string) => rows.map((row) => row[key]);
  return [
    within('series.t', column(got, 't'), column(wanted, 't'), 1e-9),
    within('series.v', column(got, 'v'), column(wanted, 'v'), tolerances.relativeMotion),
  ];
}
