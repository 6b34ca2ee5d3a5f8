import { contractionPerStep, gainLimits } from '../../src/distance/smooth/witness/gains.ts';
import {
  ADAMS_BASHFORTH,
  ADAMS_MOULTON,
  adamsScheme,
  type ButcherTableau,
  INTEGRATORS,
  type Integrator,
  stageWeight,
  tableauOf,
} from '../../src/distance/smooth/witness/schemes.ts';
import {
  absComplex,
  addComplex,
  type Complex,
  divideComplex,
  multiplyComplex,
  scaleComplex,
} from '../../src/math/complex.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { Series } from '../../src/picture/plot.ts';
import { atMost, type Check, type ReportItem } from '../report-item.ts';

/**
 * Regions of the complex plane in which the schemes are stable. The feedback law with a scalar gain has the eigenvalue -K; a gain matrix may have complex
 * ones. A second method for the limits of `gainLimits`: the recurrence itself, in complex numbers, over many steps.
 */

/** Steps of the recurrence of a multistep scheme, and the growth that counts as unstable. */
const STEPS = 400;

/** Is dx/dt = λ x stable with z = λ h? By the steps of the scheme. */
function isStable(integrator: Integrator, z: Complex): boolean {
  const adams = adamsScheme(integrator);
  if (!adams) return absComplex(rungeKuttaFactor(tableauOf(integrator), z)) < 1;
  const x: Complex[] = [[1, 0], [0.5, 0.3], [-0.4, 0.8], [0.7, -0.6]]; // biome-ignore format: one line
  const sum = (weights: readonly number[], n: number) =>
    weights.reduce((total: Complex, weight, j) => addComplex(total, scaleComplex(x[n - j], weight)), [0, 0]);
  for (let n = 3; n < STEPS; n++) {
    const predicted = addComplex(x[n], multiplyComplex(z, sum(ADAMS_BASHFORTH[adams.order - 1], n)));
    const [end, ...past] = ADAMS_MOULTON[adams.order - 2];
    const slope = adams.corrects ? addComplex(scaleComplex(predicted, end), sum(past, n)) : [0, 0];
    x.push(adams.corrects ? addComplex(x[n], multiplyComplex(z, slope as Complex)) : predicted);
    if (absComplex(x[n + 1]) > 1e6) return false;
  }
  const largest = (from: number, to: number) => Math.max(...x.slice(from, to).map(absComplex));
  return largest(STEPS - 100, STEPS) < largest(STEPS - 200, STEPS - 100);
}

/** R(z) by elimination of the stages of dx/dt = λ x. */
function rungeKuttaFactor(tableau: ButcherTableau, z: Complex): Complex {
  const n = tableau.b.length;
  const rows = tableau.b.map((_, s) =>
    tableau.b.map((_weight, j) => addComplex([s === j ? 1 : 0, 0], scaleComplex(z, -stageWeight(tableau, s, j)))),
  );
  const x: Complex[] = rows.map(() => [1, 0]);
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = divideComplex(rows[i][k], rows[k][k]);
      for (let j = k; j < n; j++)
        rows[i][j] = addComplex(rows[i][j], multiplyComplex(scaleComplex(factor, -1), rows[k][j]));
      x[i] = addComplex(x[i], multiplyComplex(scaleComplex(factor, -1), x[k]));
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) x[k] = addComplex(x[k], multiplyComplex(scaleComplex(rows[k][j], -1), x[j]));
    x[k] = divideComplex(x[k], rows[k][k]);
  }
  return x.reduce(
    (total: Complex, value, s) => addComplex(total, multiplyComplex(z, scaleComplex(value, tableau.b[s]))),
    [1, 0],
  );
}

const DIRECTIONS = 90;

/** The boundary of a bounded region, from the midpoint of its part of the real axis outwards. */
function boundary(integrator: Integrator): Complex[] {
  const { limit } = gainLimits(integrator, 1);
  const centre: Complex = [-0.5 * limit, 0];
  const upper = Array.from({ length: DIRECTIONS + 1 }, (_, i): Complex => {
    const angle = (Math.PI * i) / DIRECTIONS;
    const direction: Complex = [Math.cos(angle), Math.sin(angle)];
    let [low, high] = [0, 2 * limit];
    for (let n = 0; n < 24; n++) {
      const midpoint = (low + high) / 2;
      if (isStable(integrator, addComplex(centre, scaleComplex(direction, midpoint)))) low = midpoint;
      else high = midpoint;
    }
    return addComplex(centre, scaleComplex(direction, low));
  });
  return [...upper, ...upper.map(([re, im]): Complex => [re, -im]).reverse()];
}

const EXPLICIT = INTEGRATORS.filter((name) => gainLimits(name, 1).limit < Number.POSITIVE_INFINITY);
const IMPLICIT = INTEGRATORS.filter((name) => !EXPLICIT.includes(name));

/** Stability regions, and limits of the gain by the recurrence of each scheme. */
export function stabilityRegions(): ReportItem {
  const regions = EXPLICIT.map((name) => ({ name, points: boundary(name) }));
  const limits = regions.map(({ name, points }) => ({
    name,
    limit: gainLimits(name, 1).limit,
    region: -Math.min(...points.map(([re]) => re).filter((_, i) => Math.abs(points[i][1]) < 1e-9)),
  }));
  const left: Complex[] = [[-0.01, 5], [-1, 0.1], [-30, 0], [-1000, 900], [-2, -40]]; // biome-ignore format: one line
  const checks: Check[] = [
    ...limits.map(({ name, limit, region }) =>
      atMost(`${name}: limit of K h against the end of its region on the real axis`, Math.abs(limit - region), 5e-3),
    ),
    ...IMPLICIT.map((name) => ({
      what: `${name}: stable in the left half plane`,
      expected: `${left.length} of ${left.length} points`,
      measured: `${left.filter((z) => isStable(name, z)).length}`,
      pass: left.every((z) => isStable(name, z)),
    })),
  ];
  return {
    id: 'stability-regions',
    source: '[PG05-4.2]',
    title: 'Stability regions of the integrators',
    description:
      'One step of the feedback law multiplies a small error by R(-K h) for a scalar gain K, and the components of the error along the eigenvectors of a gain matrix by R(-λ h) for its eigenvalues λ. The law is stable if all -λ h are in the region of the scheme. Regions by the recurrence of each scheme in complex numbers, which is a second method for the limits; implicit schemes are stable in the whole left half plane.',
    checks,
    tables: [
      {
        title: 'Limits and contraction for a scalar gain',
        columns: [
          'scheme',
          'limit of K h',
          'fastest K h',
          'contraction there',
          'contraction at K h = 0.25',
          'evaluations',
        ],
        rows: INTEGRATORS.map((name) => {
          const { limit, fastest, contraction, evaluations } = gainLimits(name, 1);
          const shown = (value: number) => (value === Number.POSITIVE_INFINITY ? 'none' : formatNumber(value));
          return [
            name,
            shown(limit),
            shown(fastest),
            formatNumber(contraction),
            formatNumber(contractionPerStep(name, 0.25)),
            `${evaluations}${IMPLICIT.includes(name) ? ' per iteration' : ''}`,
          ];
        }),
      },
    ],
    plots: [
      plot(
        'Runge-Kutta schemes',
        regions.filter(({ name }) => !adamsScheme(name)),
      ),
      plot(
        'Adams schemes',
        regions.filter(({ name }) => adamsScheme(name)),
      ),
    ],
  };
}

function plot(title: string, regions: readonly { readonly name: string; readonly points: readonly Complex[] }[]) {
  return {
    title: `${title}: boundary of the stable region of λ h`,
    x: { label: 'real part' },
    y: { label: 'imaginary part' },
    // midpoint and heun have the same region
    series: regions.filter(({ name }) => name !== 'midpoint').map(({ name, points }): Series => ({ name, points })),
  };
}
