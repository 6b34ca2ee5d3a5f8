/** Integration schemes of the feedback law. [PG05-4.2] */

/** Integration scheme by name. `abm2` to `abm4` are Adams-Bashforth-Moulton predictor-correctors (PECE). */
export type IntegratorName = (typeof INTEGRATORS)[number];

export const INTEGRATORS = [
  'euler', 'midpoint', 'heun', 'rk3', 'rk4',
  'ab2', 'ab3', 'ab4', 'abm2', 'abm3', 'abm4',
  'implicit-euler', 'implicit-midpoint', 'trapezoidal',
] as const; // biome-ignore format: families

/**
 * A Runge-Kutta scheme, explicit or implicit: matrix `a` by rows (missing numbers at the end of a row are 0), weights `b`, nodes `c`.
 * Stage s is evaluated at the time `c[s]` of the step.
 */
export interface ButcherTableau {
  /** Row s: weights of the stages in the parameters of stage s. */
  readonly a: readonly (readonly number[])[];
  /** Weights of the stages in the step; their sum is 1. */
  readonly b: readonly number[];
  /** Times of the stages in units of the step; each is the sum of its row of `a`. */
  readonly c: readonly number[];
}

/** A scheme by name, or any Butcher tableau. */
export type Integrator = IntegratorName | ButcherTableau;

/** A linear multistep scheme: weights of the predictor and the corrector, by order; the newest value first. */
export interface AdamsScheme {
  readonly order: number;
  /** Predictor and corrector (PECE), or predictor alone. */
  readonly corrects: boolean;
}

/** rk3 is Kutta's. */
const TABLEAUS: Partial<Record<IntegratorName, ButcherTableau>> = {
  euler: { c: [0], a: [[]], b: [1] },
  midpoint: { c: [0, 0.5], a: [[], [0.5]], b: [0, 1] },
  heun: { c: [0, 1], a: [[], [1]], b: [0.5, 0.5] },
  rk3: { c: [0, 0.5, 1], a: [[], [0.5], [-1, 2]], b: [1 / 6, 4 / 6, 1 / 6] },
  rk4: { c: [0, 0.5, 0.5, 1], a: [[], [0.5], [0, 0.5], [0, 0, 1]], b: [1 / 6, 2 / 6, 2 / 6, 1 / 6] },
  'implicit-euler': { c: [1], a: [[1]], b: [1] },
  'implicit-midpoint': { c: [0.5], a: [[0.5]], b: [1] },
  trapezoidal: { c: [0, 1], a: [[], [0.5, 0.5]], b: [0.5, 0.5] },
};

const ADAMS: Partial<Record<IntegratorName, AdamsScheme>> = {
  ab2: { order: 2, corrects: false },
  ab3: { order: 3, corrects: false },
  ab4: { order: 4, corrects: false },
  abm2: { order: 2, corrects: true },
  abm3: { order: 3, corrects: true },
  abm4: { order: 4, corrects: true },
};

/** Adams-Bashforth of order 1 to 4: weights of f at the start of the step, one step before, two, three. */
export const ADAMS_BASHFORTH: readonly (readonly number[])[] = [
  [1],
  [3 / 2, -1 / 2],
  [23 / 12, -16 / 12, 5 / 12],
  [55 / 24, -59 / 24, 37 / 24, -9 / 24],
];

/** Adams-Moulton of order 2 to 4: weights of f at the end of the step, at its start, one step before, two. */
export const ADAMS_MOULTON: readonly (readonly number[])[] = [
  [1 / 2, 1 / 2],
  [5 / 12, 8 / 12, -1 / 12],
  [9 / 24, 19 / 24, -5 / 24, 1 / 24],
];

/** The multistep scheme of this name; undefined for a Runge-Kutta scheme. */
export function adamsScheme(integrator: Integrator): AdamsScheme | undefined {
  return typeof integrator === 'string' ? ADAMS[integrator] : undefined;
}

/** The tableau of a Runge-Kutta scheme. */
export function tableauOf(integrator: Integrator): ButcherTableau {
  const tableau = typeof integrator === 'string' ? TABLEAUS[integrator] : integrator;
  if (tableau === undefined) throw new RangeError(`${integrator} is not a Runge-Kutta scheme`);
  return tableau;
}

/** Number `a[s][j]` of a tableau. */
export function stageWeight({ a }: ButcherTableau, s: number, j: number): number {
  return j < a[s].length ? a[s][j] : 0;
}

/** Does no stage depend on itself or on a later one? */
export function isExplicit({ a }: ButcherTableau): boolean {
  return a.every((row, s) => row.every((weight, j) => j < s || weight === 0));
}

/** Name of a scheme in messages. */
export function nameOfScheme(integrator: Integrator): string {
  return typeof integrator === 'string' ? integrator : `a scheme of ${integrator.b.length} stages`;
}

export const MAX_STAGES = 8;
/** Sums of weights may differ by rounding from their exact values. */
const ROUNDING = 1e-12;

/** What is wrong with a tableau; undefined if it is a consistent scheme: the weights add to 1, each row of `a` adds to its node. */
export function tableauProblem({ a, b, c }: ButcherTableau): string | undefined {
  const stages = b.length;
  if (!(stages >= 1 && stages <= MAX_STAGES)) return `must have 1 to ${MAX_STAGES} stages, got ${stages}`;
  if (a.length !== stages || c.length !== stages) {
    return `must have as many rows and nodes as weights (${stages}), got ${a.length} and ${c.length}`;
  }
  if (a.some((row) => row.length > stages)) return `must have rows of at most ${stages} numbers`;
  if (![...a.flat(), ...b, ...c].every(Number.isFinite)) return 'must consist of finite numbers';
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
  if (Math.abs(sum(b) - 1) > ROUNDING) return `must have weights b that add to 1, got ${sum(b)}`;
  const row = a.findIndex((weights, s) => Math.abs(sum(weights) - c[s]) > ROUNDING);
  return row < 0 ? undefined : `must have rows of a that add to their nodes c, got ${sum(a[row])} and ${c[row]}`;
}
