/** How close a run of a platoon must come to the one of the reference files. */
import { near, relative, same, within } from '../compare.ts';
import { fieldsAt, listAt, objectsAt } from '../fields.ts';
import type { Fields, Finding } from '../query-operation.ts';

interface Bars {
  /** End of a contact, and start of those after the first [s]. */
  readonly end: number;
  /** Shares of the exact values. */
  readonly impulse: number;
  readonly yawRate: number;
  readonly heading: number;
  /** Of a row on the way [m], [deg], [rad/s]. */
  readonly relativeMotion: number;
}

/** Of the reference README, which says nothing of the course: programs with steps of 1e-4 and 2.5e-4 s stay this close. */
const EM: Bars = { end: 1e-5, impulse: 2e-4, yawRate: 2e-4, heading: 1e-3, relativeMotion: 1e-4 };
const BM: Bars = { end: 2e-3, impulse: 1e-3, yawRate: 3e-3, heading: 3e-3, relativeMotion: 1e-2 };
/** First contact [s]. */
const START = 1e-6;
/** 1e-6 of the closing energy of the examples, 2.1 kJ [J]. [PATH98] spec 8 */
const CLOSURE = 2.1e-3;

const DEGREE = Math.PI / 180;

/** Compares what the file has of a run; some are told in part only. */
export function checkRun(exact: Fields, answer: Fields): Finding[] {
  const bars = fieldsAt(exact, 'settings').mode === 'EM' ? EM : BM;
  const [wanted, got] = [fieldsAt(exact, 'summary'), fieldsAt(answer, 'summary')];
  return [
    ...['tEllipsoidsTouch', 'tContactStart']
      .filter((key) => wanted[key] !== undefined)
      .map((key) => checkFirst(key, got[key], wanted[key])),
    ...(wanted.phases === undefined ? [] : checkPhases(objectsAt(got, 'phases'), objectsAt(wanted, 'phases'), bars)),
    ...(wanted.final === undefined ? [] : checkEnd(fieldsAt(got, 'final'), fieldsAt(wanted, 'final'), bars)),
    ...(wanted.energy === undefined ? [] : checkBalance(got, wanted, bars)),
    ...(exact.series === undefined ? [] : checkCourse(objectsAt(answer, 'series'), objectsAt(exact, 'series'), bars)),
  ];
}

/** A moment that may never come. */
function checkFirst(what: string, got: unknown, exact: unknown): Finding {
  return exact === null || got === null ? same(what, got, exact) : within(what, got, exact, START);
}

function checkPhases(got: readonly Fields[], wanted: readonly Fields[], bars: Bars): Finding[] {
  const count = same('phases', got.length, wanted.length);
  if (count.error > 0) return [count];
  return [count, ...wanted.flatMap((phase, k) => checkPhase(`phases[${k}]`, got[k], phase, wanted[0], bars))];
}

/** Under the filter of the source, contacts after the first are grazes of 1 N s: measured by the first. */
function checkPhase(what: string, got: Fields, exact: Fields, first: Fields, bars: Bars): Finding[] {
  const ofFirst = (key: string): Finding => {
    const { limit } = relative(key, first[key], first[key], bars.impulse);
    return within(`${what}.${key}`, got[key], exact[key], limit);
  };
  return [
    within(`${what}.tStart`, got.tStart, exact.tStart, exact === first ? START : bars.end),
    within(`${what}.tEnd`, got.tEnd, exact.tEnd, bars.end),
    ...['impulseOn2', 'deltaVfromImpulse', 'peakForce', 'peakDepth'].map(ofFirst),
    // an impulse that is off by a share is turned by that share at most
    within(`${what}.pdofDeg`, got.pdofDeg, exact.pdofDeg, bars.impulse / DEGREE),
    relative(`${what}.end.yawRate`, each(got, 'end', 'yawRate'), each(exact, 'end', 'yawRate'), bars.yawRate),
    sameRules(what, got, exact),
  ];
}

/** The same rules directed the force, whatever the number of steps. */
export function sameRules(what: string, got: Fields, exact: Fields): Finding {
  const [found, wanted] = [got, exact].map((phase) => Object.keys(fieldsAt(phase, 'rules')).toSorted());
  return same(`${what}.rules`, found, wanted);
}

function checkEnd(got: Fields, exact: Fields, bars: Bars): Finding[] {
  return ['headingDeg', 'yawRate'].map((key) =>
    relative(`final.${key}`, each(got, 'vehicles', key), each(exact, 'vehicles', key), bars.heading),
  );
}

/** One number of each vehicle. */
function each(fields: Fields, list: string, key: string): unknown[] {
  return objectsAt(fields, list).map((vehicle) => vehicle[key]);
}

function checkBalance(got: Fields, exact: Fields, bars: Bars): Finding[] {
  const compare = (part: string, keys: readonly string[]) =>
    keys.map((key) => near(`${part}.${key}`, fieldsAt(got, part)[key], fieldsAt(exact, part)[key], bars.heading));
  const [momentum, wanted] = [fieldsAt(got, 'momentum'), fieldsAt(exact, 'momentum')];
  const horizontal = (fields: Fields) => listAt(fields, 'change').slice(0, 2);
  return [
    // the file has nine digits
    relative('energy.initial', fieldsAt(got, 'energy').initial, fieldsAt(exact, 'energy').initial, 1e-8),
    within('energy.closure', fieldsAt(got, 'energy').closure, 0, CLOSURE),
    ...compare('energy', ['tyreWork', 'suspensionDissipation', 'viscousDissipation']),
    ...compare('momentum', ['tyreImpulse', 'angularZChange', 'tyreMomentImpulse']),
    near('momentum.change', horizontal(momentum), horizontal(wanted), bars.heading),
    // actions and reactions cancel, their moments but for the rounding of 1e5 N m s
    within('momentum.contactImpulseSum', momentum.contactImpulseSum, wanted.contactImpulseSum, 0),
    within('momentum.contactMomentImpulseSum', momentum.contactMomentImpulseSum, wanted.contactMomentImpulseSum, 1e-8),
  ];
}

function checkCourse(got: readonly Fields[], wanted: readonly Fields[], bars: Bars): Finding[] {
  const column = (rows: readonly Fields[], key: string) => rows.map((row) => row[key]);
  return [
    within('series.t', column(got, 't'), column(wanted, 't'), 1e-9),
    within('series.v', column(got, 'v'), column(wanted, 'v'), bars.relativeMotion),
  ];
}
