import { transformTransposedVec3 } from '../../src/math/mat3.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { allEqual, atMost, equals, type ReportItem } from '../report-item.ts';
import { runSolids } from './run-solids.ts';

/** Edges [m], and moments over mass along them [m²], the largest first. */
const EDGES = [0.4, 1, 1.6] as const;
const [I1, I2, I3] = EDGES.map((edge) => (EDGES.reduce((sum, e) => sum + e * e, 0) - edge * edge) / 12);
/** Initial angular velocity in body axes [rad/s]. */
const ANGULAR_VELOCITY = [0.05, 5, 0] as const;
/** [s] */
const END = 20;
const EVERY = 0.01;

/** Complete elliptic integral of the first kind by the arithmetic-geometric mean; `m` is the square of the modulus. */
function ellipticK(m: number): number {
  let [a, b] = [1, Math.sqrt(1 - m)];
  while (a - b > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (a + b);
}

/** The intermediate component of the angular velocity changes its sign at odd multiples of K(m)/p. */
function flipTimes(): { readonly period: number; readonly times: readonly number[] } {
  const twiceEnergy = I1 * ANGULAR_VELOCITY[0] ** 2 + I2 * ANGULAR_VELOCITY[1] ** 2 + I3 * ANGULAR_VELOCITY[2] ** 2;
  const momentumSq =
    (I1 * ANGULAR_VELOCITY[0]) ** 2 + (I2 * ANGULAR_VELOCITY[1]) ** 2 + (I3 * ANGULAR_VELOCITY[2]) ** 2;
  const p = Math.sqrt(((I1 - I2) * (momentumSq - twiceEnergy * I3)) / (I1 * I2 * I3));
  const m = ((I2 - I3) * (twiceEnergy * I1 - momentumSq)) / ((I1 - I2) * (momentumSq - twiceEnergy * I3));
  const quarter = ellipticK(m) / p;
  const count = Math.floor((END / quarter + 1) / 2);
  return { period: quarter, times: Array.from({ length: count }, (_, k) => (2 * k + 1) * quarter) };
}

export function unstableRotation(): ReportItem {
  const body = {
    name: 'body',
    shape: { kind: 'box', halfExtents: EDGES.map((edge) => edge / 2) },
    angularVelocity: [...ANGULAR_VELOCITY],
    density: 1000,
  };
  const { moments, summary } = runSolids({ bodies: [body], time: { end: END }, record: { interval: EVERY } });
  const midpoint = moments.map(({ time, bodies }) => {
    const { rotation, angularVelocity } = bodies[0];
    return [time, transformTransposedVec3(createVec3(), rotation, angularVelocity).y] as const;
  });
  const found: number[] = [];
  for (let k = 1; k < midpoint.length; k++) {
    const [[t0, w0], [t1, w1]] = [midpoint[k - 1], midpoint[k]];
    if (w0 > 0 !== w1 > 0) found.push(t0 + (t1 - t0) * (w0 / (w0 - w1)));
  }
  const { times } = flipTimes();
  const start = summary.ledgerStart;
  const drift = moments.reduce(
    (worst, { ledger }) => Math.max(worst, Math.abs(ledger.kineticEnergy / start.kineticEnergy - 1)),
    0,
  );
  const { momentumError, angularMomentumError } = summary.balance;
  return {
    id: 'unstable-rotation',
    source: '[SOLID-13]',
    title: 'Unstable rotation about the intermediate axis',
    description: `A box of ${EDGES.join(' × ')} m rotates at 5 rad/s about the axis of its intermediate moment of inertia, perturbed by a hundredth. Euler's equations are solved by Jacobi's elliptic functions: the body flips at odd multiples of K(m)/p, five times in ${END} s. Six of eight tested 3-D engines show no flip at all.`,
    checks: [
      equals('number of flips', found.length, 5),
      // linear interpolation between frames 0.01 s apart has an error of a few 1e-6 s
      allEqual('times of the flips [s]', found, times, 1e-5),
      allEqual(
        'the exact times, compared with an independent program [s]',
        times,
        [2.0029003, 6.0087009, 10.0145014, 14.020302, 18.0261026],
        // seven decimals
        2.5e-8,
      ),
      atMost('relative energy drift', drift, 1e-11),
      atMost('relative drift of the angular momentum', angularMomentumError, 1e-12),
      atMost('drift of the momentum', momentumError, 0),
    ],
    plots: [
      {
        title: 'Angular velocity about the intermediate axis of the body',
        x: { label: 'time [s]' },
        y: { label: 'angular velocity [rad/s]' },
        series: [{ name: 'computed', points: midpoint.filter((_, k) => k % 4 === 0) }],
        marks: times.map((x) => ({ x, label: 'flip' })),
      },
    ],
  };
}
