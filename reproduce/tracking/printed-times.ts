import { createCandidateSearch, searchCandidates } from '../../src/distance/smooth/search/candidates.ts';
import { moveToBoundaryFeature } from '../../src/distance/smooth/witness/surface-side.ts';
import { boundsOf, labelOf } from '../../src/distance/smooth/witness/witness.ts';
import type { WitnessPair } from '../../src/distance/smooth/witness/witness-pair.ts';
import { solveLinear } from '../../src/math/linear-solve.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { movingPoseAt, type PrescribedPath } from '../../src/math/prescribed-path.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createPoint } from '../../src/shapes/point.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import { atMost, type Check, type ReportItem, type Table } from '../report-item.ts';
import { cubicTriangle, largeLens } from './bodies.ts';
import { arcsAndPoint } from './scenes.ts';

/** A parameter of a path: its value in the reference scene, and the change of it that counts as much as one of another. */
interface Free {
  readonly name: string;
  readonly value: number;
  readonly unit: number;
}

/** A path of a point past a body at rest, and the printed times of some of its transitions. */
interface Fit {
  readonly body: TiledBody;
  /** Is the crossing of the boundary a change? */
  readonly signed: boolean;
  readonly orientation: PrescribedPath;
  readonly end: number;
  readonly free: readonly Free[];
  readonly pathOf: (values: readonly number[]) => PrescribedPath;
  /** Transitions `from to` in their order, of which those with a time are fitted. */
  readonly wanted: readonly { readonly change: string; readonly time: number | undefined }[];
}

/** Length of the intervals in which a change of feature is looked for, and accuracy of its time [s]. */
const SCAN = 0.5;
const EXACT = 1e-9;
const ITERATIONS = 25;
/** Tolerances of the certificates [m]: while searching, and of the result. */
const LOOSE = 0.01;
const TIGHT = 1e-9;

/**
 * Times at which the nearest feature of the body changes, by bisection: `from to` and time [s]. `tolerance` [m] is that of the certificates: a looser
 * one saves time while a path is searched; minima of all pieces are still compared exactly where they are nearly equal.
 */
export function featureChanges(
  fit: Fit,
  values: readonly number[],
  tolerance: number,
): { change: string; time: number }[] {
  const search = createCandidateSearch(fit.body, createPoint());
  const { pair } = search.work;
  const [a, b] = [createMovingPose(), createMovingPose()];
  const path = fit.pathOf(values);
  const labelAt = (time: number) => {
    movingPoseAt(a, fit.orientation, time);
    movingPoseAt(b, path, time);
    searchCandidates(search, a.pose, b.pose, tolerance);
    const inside = fit.signed && isInside(pair) ? ' inside' : '';
    moveToBoundaryFeature(pair.a);
    return labelOf(pair.a.shape, pair.a.feature, boundsOf(pair.a)) + inside;
  };
  const changes: { change: string; time: number }[] = [];
  let [time, label] = [0, labelAt(0)];
  while (time < fit.end) {
    let [low, high] = [time, Math.min(fit.end, time + SCAN)];
    if (labelAt(high) === label) {
      time = high;
      continue;
    }
    while (high - low > EXACT) {
      const midpoint = 0.5 * (low + high);
      if (labelAt(midpoint) === label) low = midpoint;
      else high = midpoint;
    }
    const next = labelAt(high);
    // equal where rounding decides, at the instant itself
    if (next !== label) changes.push({ change: `${label}, ${next}`, time: high });
    [time, label] = [high, next];
  }
  return changes;
}

/** Is the point behind the tangent of the planar curve at its nearest point? */
function isInside({ a, delta }: WitnessPair): boolean {
  return delta[0] * a.jet[4] - delta[1] * a.jet[3] > 0;
}

/** Times of the wanted transitions minus the printed ones [s]; undefined if the order of the features is another. */
function residualsOf(fit: Fit, values: readonly number[], tolerance = LOOSE): number[] | undefined {
  const changes = featureChanges(fit, values, tolerance);
  const first = changes.findIndex(({ change }) => change === fit.wanted[0].change);
  if (first < 0 || fit.wanted.some(({ change }, i) => changes[first + i]?.change !== change)) return undefined;
  return fit.wanted.flatMap(({ time }, i) => (time === undefined ? [] : [changes[first + i].time - time]));
}

const rms = (values: readonly number[]) => Math.sqrt(values.reduce((sum, r) => sum + r * r, 0) / values.length);

interface Found {
  readonly values: readonly number[];
  readonly residuals: readonly number[];
}

/** Least squares from the reference scene over the first `count` parameters, by Levenberg and Marquardt's method; derivatives by differences. */
export function fitTimes(fit: Fit, count: number): Found {
  let values = fit.free.map(({ value }) => value);
  let residuals = residualsOf(fit, values);
  if (residuals === undefined) throw new Error('the reference scene must have the wanted transitions');
  let damping = 1e-3;
  for (let k = 0; k < ITERATIONS && rms(residuals) > 1e-7 && count > 0; k++) {
    const columns = derivatives(fit, values, residuals, count);
    let next: { values: number[]; residuals: number[] } | undefined;
    for (; damping < 1e6 && next === undefined; damping *= 8) {
      const step = dampedStep(fit, columns, residuals, damping);
      const trial = values.map((value, i) => value + (step[i] ?? 0));
      const found = residualsOf(fit, trial);
      if (found !== undefined && rms(found) < rms(residuals) * (1 - 1e-4)) next = { values: trial, residuals: found };
    }
    if (next === undefined) break;
    ({ values, residuals } = next);
    damping = Math.max(1e-9, damping / 256);
  }
  return { values, residuals: residualsOf(fit, values, TIGHT) ?? [] };
}

/** Derivative of the residuals with respect to each parameter, in its unit; one-sided at the end of the range with these transitions. */
function derivatives(fit: Fit, values: readonly number[], residuals: readonly number[], count: number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const h = 1e-3 * fit.free[i].unit;
    for (const sign of [1, -1]) {
      const moved = residualsOf(
        fit,
        values.map((value, j) => (j === i ? value + sign * h : value)),
      );
      if (moved !== undefined) return residuals.map((r, k) => (1e3 * (moved[k] - r)) / sign);
    }
    return residuals.map(() => 0);
  });
}

/** The minimum of |J s + r|² + damping |s|², s in units of the parameters. */
function dampedStep(fit: Fit, columns: readonly number[][], residuals: readonly number[], damping: number): number[] {
  const count = columns.length;
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  columns.forEach((p, i) => {
    columns.forEach((q, j) => {
      matrix[count * i + j] = p.reduce((sum, value, k) => sum + value * q[k], i === j ? damping : 0);
    });
    right[i] = -p.reduce((sum, value, k) => sum + value * residuals[k], 0);
  });
  solveLinear(matrix, right, count, 1);
  return Array.from(right, (value, i) => value * fit.free[i].unit);
}

function spiral(
  center: readonly [number, number],
  radius: readonly number[],
  angle: readonly number[],
  height = [0, 0],
) {
  return {
    position: {
      kind: 'spiral' as const,
      center: createVec3(center[0], center[1]),
      radius: radius[0],
      radiusRate: radius[1],
      angle: angle[0],
      angleRate: angle[1],
      height: height[0],
      heightRate: height[1],
    },
  };
}

const SPIRAL_PARAMETERS: readonly Free[] = [
  { name: 'angle [rad]', value: -3.1, unit: 0.5 },
  { name: 'angular rate [rad/s]', value: 0.078, unit: 0.01 },
  { name: 'radius [m]', value: 0.1, unit: 0.05 },
  { name: 'radial rate [m/s]', value: 0.018, unit: 0.003 },
  { name: 'centre x [m]', value: 0.05, unit: 0.1 },
  { name: 'centre y [m]', value: -0.15, unit: 0.1 },
];

/** Section V.B. The second printed time is that of the boundary, or of the second jump at the medial axis. */
export function spiralFit(second: 'boundary' | 'jump'): Fit {
  return {
    body: cubicTriangle(),
    signed: true,
    orientation: {},
    end: 100,
    free: SPIRAL_PARAMETERS,
    pathOf: ([angle, rate, radius, radial, x, y]) => spiral([x, y], [radius, radial], [angle, rate]),
    wanted: [
      { change: 'C1 inside, C2 inside', time: 34 },
      { change: 'C2 inside, C3 inside', time: second === 'jump' ? 67 : undefined },
      { change: 'C3 inside, C3', time: second === 'boundary' ? 67 : undefined },
      { change: 'C3, Vc', time: 87 },
      { change: 'Vc, C1', time: 92 },
    ],
  };
}

/** A passage over a vertex in section V.D: the first and the last of the printed times. */
export const HELIX: Fit = {
  body: largeLens(),
  signed: false,
  orientation: { orientation: { axis: createVec3(0, 1, 0), angle: 1.4, rate: 0 } },
  end: 7,
  free: [
    { name: 'angle [rad]', value: 0.4, unit: 0.5 },
    { name: 'angular rate [rad/s]', value: 0.6, unit: 0.1 },
    { name: 'height [m]', value: -0.9, unit: 0.2 },
    { name: 'climbing rate [m/s]', value: 0.09, unit: 0.02 },
  ],
  pathOf: ([angle, rate, height, climb]) => spiral([0, 0], [1.8, 0], [angle, rate], [height, climb]),
  wanted: [
    { change: 'Ea, V0', time: 2.67 },
    { change: 'V0, Ec', time: undefined },
    { change: 'Ec, S3', time: 3.66 },
  ],
};

/** Fits with more and more free parameters, none first. */
function fits(fit: Fit, counts: readonly number[]) {
  return counts.map((count) => ({ count, ...fitTimes(fit, count) }));
}

function fitTable(title: string, fit: Fit, found: ReturnType<typeof fits>): Table {
  const printed = fit.wanted.filter(({ time }) => time !== undefined);
  return {
    title,
    columns: ['', ...found.map(({ count }) => (count === 0 ? 'reference scene' : `${count} free`))],
    rows: [
      ...fit.free.map(({ name }, i) => [name, ...found.map(({ values }) => formatNumber(values[i]))]),
      ...printed.map(({ change, time }, i) => [
        `${change.replace(', ', ' → ')}, printed ${time} s: difference [s]`,
        ...found.map(({ residuals }) => formatNumber(Math.abs(residuals[i]) < 1e-6 ? 0 : residuals[i])),
      ]),
      [
        'root mean square [s]',
        ...found.map(({ residuals }) => formatNumber(rms(residuals) < 1e-6 ? 0 : rms(residuals))),
      ],
    ],
  };
}

/** How near paths come to the switching times that the source prints without its geometry. [PG05-10.2] */
export function printedTimes(): ReportItem {
  const readings = (['boundary', 'jump'] as const).map((second) => {
    const fit = spiralFit(second);
    return { second, fit, found: fits(fit, second === 'boundary' ? [0, 2, 6] : [0, 6]) };
  });
  const [spirals] = readings.map(({ found }) => found);
  const helices = fits(HELIX, [0, 2, 4]);
  const stored = featureChanges(
    spiralFit('boundary'),
    SPIRAL_PARAMETERS.map(({ value }) => value),
    TIGHT,
  );
  const known = arcsAndPoint().transitions;
  const checks: Check[] = [
    atMost(
      'reference scene: largest difference to its stored times [s]',
      Math.max(...known.map(({ time }, i) => Math.abs(stored[i].time - time))),
      1e-7,
    ),
    atMost('section V.B, two free parameters: root mean square of the differences [s]', rms(spirals[1].residuals), 1.2),
    atMost('six free parameters: root mean square [s]', rms(spirals[2].residuals), 1e-6),
    atMost('section V.D, two free parameters: root mean square [s]', rms(helices[1].residuals), 0.1),
    atMost('four free parameters: root mean square [s]', rms(helices[2].residuals), 1e-6),
  ];
  return {
    id: 'printed-times',
    source: '[PG05-10.2] (sections V.B and V.D)',
    title: 'Paths that reproduce the printed switching times',
    description:
      'The source prints times of transitions (34, 67, 87 and 92 s; 2.67 to 3.66 s), but neither the bodies nor the paths. With the bodies of the reference scenes a path is searched by least squares, from that of the reference scene. What the times mean is read from the order of events: 34 s a jump at the medial axis, 67 s the boundary or a second jump, 87 and 92 s a passage over a vertex; 2.67 and 3.66 s the first and the last instant of a passage over a vertex in space. With as many free parameters as times an exact fit is expected, and is no evidence for the geometry; those with fewer show how near the reference scene is. Read as a second jump, 67 s is not reached by this search: the point would have to leave the body later than it does.',
    checks,
    tables: [
      ...readings.map(({ second, fit, found }) =>
        fitTable(
          `Section V.B: a point on a spiral; 67 s is the ${second === 'jump' ? 'second jump' : 'boundary'}`,
          fit,
          found,
        ),
      ),
      fitTable('Section V.D: a point on a helix', HELIX, helices),
    ],
  };
}
