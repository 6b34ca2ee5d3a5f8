import { areEllipsoidsApart } from '../../src/distance/ellipsoid/characteristic-polynomial.ts';
import {
  CERTIFIED,
  createEllipsoidPairs,
  ellipsoidPair,
  UNCONVERGED,
} from '../../src/distance/ellipsoid/ellipsoid-pair.ts';
import { ellipsoidPairByAngles } from '../../src/distance/ellipsoid/four-angles.ts';
import { PAIR_STRIDE } from '../../src/distance/ellipsoid/maximize-gap.ts';
import { ELLIPSOID_STRIDE } from '../../src/distance/ellipsoid/packed-ellipsoid.ts';
import { createPerramWertheim, perramWertheim } from '../../src/distance/ellipsoid/perram-wertheim.ts';
import { exp, log } from '../../src/math/exponential.ts';
import { createRandom } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { spreadOf } from '../../src/picture/spread.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { foremost, type PlacedPair, placedPair } from './random-ellipsoids.ts';

const ASPECTS = [2, 10, 100, 1000];
/** Separated pairs of each aspect ratio. */
const PAIRS = 300;
/** Gaps with a larger error [m] are wrong. */
const WRONG = 1e-9;
/** Body A moves by this before a warm start [m]: about a hundredth of its size. */
const MOVE = 0.01;
/** Maximum number of rounds of alternating projections. */
const MAX_ROUNDS = 20_000;

/** Gaps of a centimetre to a metre, uniform in the logarithm. */
function separatedPairs(aspect: number): PlacedPair[] {
  const random = createRandom(aspect);
  return Array.from({ length: PAIRS }, () => placedPair(random, aspect, exp(random.between(log(0.01), 0))));
}

/** Projects a point onto one body, then that onto the other, until their distance is the gap; counts the rounds. */
function projectionRounds(pair: Float64Array, gap: number): number {
  const point = new Float64Array(ELLIPSOID_STRIDE);
  const out = createEllipsoidPairs(1);
  const nearest = (body: 0 | 1) => {
    out.fill(0);
    ellipsoidPair(out, 0, point, 0, pair, body);
    point.set(out.subarray(7, 10));
    return out[0];
  };
  point.set(pair.subarray(ELLIPSOID_STRIDE, ELLIPSOID_STRIDE + 3));
  let rounds = 0;
  let distance = Number.POSITIVE_INFINITY;
  while (distance - gap > WRONG && rounds < MAX_ROUNDS) {
    nearest(0);
    distance = nearest(1);
    rounds++;
  }
  return rounds;
}

interface Tally {
  readonly aspect: number;
  /** Search for the normal: steps, and wrong results. */
  readonly steps: readonly number[];
  readonly wrong: number;
  /** Wrong results of the four angles. */
  readonly coldWrong: number;
  readonly warmWrong: number;
  readonly rounds: readonly number[];
}

function tally(aspect: number): Tally {
  const out = createEllipsoidPairs(2);
  const steps: number[] = [];
  const rounds: number[] = [];
  let [wrong, coldWrong, warmWrong] = [0, 0, 0];
  const isWrong = (status: number, found: number, exact: number) =>
    status !== CERTIFIED || !(Math.abs(found - exact) < WRONG);
  for (const { pair, gap } of separatedPairs(aspect)) {
    out.fill(0);
    if (isWrong(ellipsoidPair(out, 0, pair, 0, pair, 1), out[0], gap)) wrong++;
    steps.push(out[11]);
    rounds.push(projectionRounds(pair, gap));
    const cold = ellipsoidPairByAngles(out, 1, pair, 0, pair, 1);
    if (isWrong(cold, out[PAIR_STRIDE], gap)) coldWrong++;
    // the entry has the normal of the result before the move
    for (let k = 1; k < 4; k++) out[PAIR_STRIDE + k] = out[k];
    pair[0] += MOVE;
    const warm = ellipsoidPairByAngles(out, 1, pair, 0, pair, 1);
    ellipsoidPair(out, 0, pair, 0, pair, 1);
    if (isWrong(warm, out[PAIR_STRIDE], out[0])) warmWrong++;
  }
  return { aspect, steps, wrong, coldWrong, warmWrong, rounds };
}

/** Wrong answers of the four angles in an independent program, with another distribution of pairs: cold, warm. */
const TRIAL: readonly (readonly [number, number])[] = [
  [3, 0],
  [93, 0],
  [191, 6],
  [239, 25],
];

export function ellipsoidMethods(): ReportItem {
  const tallies = ASPECTS.map(tally);
  const total = (of: (row: Tally) => number) => tallies.reduce((sum, row) => sum + of(row), 0);
  const [round, long, , thin] = tallies;
  const max = (values: readonly number[]) => spreadOf(values).max;
  return {
    id: 'ellipsoid-methods',
    source: '[PATH98-3.2], [PATH98-3.5]',
    title: 'Contact of ellipsoids: the normal as unknown, or four angles',
    description: `${PAIRS} random pairs for each ratio of longest to shortest axis, placed along a random normal with gaps of 0.01 to 1 m, so that the result is known. The source solves for two angles on each body: farthest and saddle points also solve its equations, and top and bottom of a vehicle are singular, so it needs a start close to the solution (warm: the solution before one body moved by ${MOVE} m). Newton's method for the normal on the sphere converges from any start. Alternating projections are safe and slow (until the gap is accurate to ${formatNumber(WRONG)} m). The failure rate of the angles depends on the distribution of pairs.`,
    checks: [
      equals(
        'normal: wrong results, all aspect ratios',
        total((row) => row.wrong),
        0,
      ),
      atMost('normal: maximum number of steps', Math.max(...tallies.map(({ steps }) => max(steps))), 35),
      atLeast(
        'angles, cold: minimum fraction wrong at any aspect ratio',
        Math.min(...tallies.map(({ coldWrong }) => coldWrong)) / PAIRS,
        0.1,
      ),
      equals('angles, warm: wrong at aspect ratios of 2 and 10', round.warmWrong + long.warmWrong, 0),
      atLeast('angles, warm: wrong at an aspect ratio of 1000', thin.warmWrong, 1),
      atLeast(
        'projections: maximum number of rounds over that of steps for the normal, minimum over aspect ratios',
        Math.min(...tallies.map(({ steps, rounds }) => max(rounds) / max(steps))),
        10,
      ),
    ],
    tables: [
      {
        title: `Steps, and wrong results of ${PAIRS}`,
        columns: [
          'aspect ratio',
          'normal: steps, mean / maximum',
          'angles, cold: wrong (independent program)',
          'angles, warm: wrong (independent program)',
          'projections: rounds, mean / maximum',
        ],
        rows: tallies.map(({ aspect, steps, coldWrong, warmWrong, rounds }, i) => [
          String(aspect),
          `${formatNumber(spreadOf(steps).mean)} / ${max(steps)}`,
          `${coldWrong} (${TRIAL[i][0]})`,
          `${warmWrong} (${TRIAL[i][1]})`,
          `${formatNumber(spreadOf(rounds).mean)} / ${max(rounds)}`,
        ]),
      },
    ],
  };
}

/** Random pairs of each aspect ratio with certificates. */
const CERTIFIED_PAIRS = 2000;
/** Up to this aspect ratio the two other methods are compared too. */
const OTHERS_UP_TO = 10;

/** n·d - |B1ᵀn| - |B2ᵀn| of a packed pair: a lower bound of the distance for every unit vector n. */
function separationAlong(pair: Float64Array, n: ArrayLike<number>): number {
  const widthOf = (body: number) => {
    const [x, y, z] = [3, 4, 5].map((c) => {
      const at = ELLIPSOID_STRIDE * body + c;
      return pair[at] * n[0] + pair[at + 3] * n[1] + pair[at + 6] * n[2];
    });
    return Math.sqrt(x * x + y * y + z * z);
  };
  const apart = [0, 1, 2].reduce((sum, k) => sum + n[k] * (pair[ELLIPSOID_STRIDE + k] - pair[k]), 0);
  return apart - widthOf(0) - widthOf(1);
}

interface Proof {
  readonly gap: number;
  readonly certified: boolean;
  readonly failed: boolean;
  /** Error of the known gap [m]; for overlaps only an excess of depth counts, since it may be smaller. */
  readonly off: number;
  /** Distance of the two points minus that of the planes, magnitude [m]. */
  readonly slack: number;
  /** Whether another method disagrees about overlap. */
  readonly contradicted: boolean;
}

function prove({ pair, gap }: PlacedPair, aspect: number): Proof {
  const out = createEllipsoidPairs(1);
  const status = ellipsoidPair(out, 0, pair, 0, pair, 1);
  const normal = out.subarray(1, 4);
  const reach = foremost(pair, 1, normal);
  const [x, y, z] = [0, 1, 2].map((k) => pair[ELLIPSOID_STRIDE + k] - reach[k] - out[4 + k]);
  const witness = Math.sqrt(x * x + y * y + z * z);
  const apart = out[0] > 0;
  const { contact } = perramWertheim(createPerramWertheim(), pair, 0, pair, 1);
  return {
    gap: out[0],
    certified: status === CERTIFIED,
    failed: status === UNCONVERGED,
    off: gap > 0 ? Math.abs(out[0] - gap) : Math.max(0, gap - out[0]),
    slack: Math.abs(witness - Math.abs(separationAlong(pair, normal))),
    contradicted: aspect <= OTHERS_UP_TO && (contact > 1 !== apart || areEllipsoidsApart(pair, 0, pair, 1) !== apart),
  };
}

export function ellipsoidCertificates(): ReportItem {
  const results = ASPECTS.map((aspect) => {
    const random = createRandom(10 * aspect);
    const proofs = Array.from({ length: CERTIFIED_PAIRS }, () =>
      prove(placedPair(random, aspect, random.between(-0.3, 1)), aspect),
    );
    return { aspect, proofs };
  });
  const all = results.flatMap(({ proofs }) => proofs);
  const count = (proofs: readonly Proof[], is: (certificate: Proof) => boolean) => proofs.filter(is).length;
  const largest = (proofs: readonly Proof[], of: (certificate: Proof) => number) => Math.max(...proofs.map(of));
  return {
    id: 'ellipsoid-certificates',
    source: '[PATH98-3.1], [PATH98-3.3], [PATH98-3.4], [PATH98-3.6]',
    title: 'Certified distances of ellipsoids',
    description: `${all.length} random pairs placed 0.3 m deep to 1 m apart along a random normal, with aspect ratios up to 1000: gaps are known. Two parallel planes between the bodies bound the distance from below, a point on each from above; both are recomputed from the bodies. Up to an aspect ratio of ${OTHERS_UP_TO} the contact function of Perram and Wertheim and the roots of the characteristic polynomial decide overlap independently.`,
    checks: [
      equals(
        'pairs without a result',
        count(all, ({ failed }) => failed),
        0,
      ),
      equals(
        'separate pairs without a certificate',
        count(all, ({ gap, certified }) => gap > 0 && !certified),
        0,
      ),
      // bodies of up to 2 m: rounding
      atMost(
        'maximum error of gaps, and excess of depths [m]',
        largest(all, ({ off }) => off),
        1e-13,
      ),
      atMost(
        'points minus planes, maximum [m]',
        largest(all, ({ slack }) => slack),
        1e-13,
      ),
      equals(
        'contradicted by one of the other two methods',
        count(all, ({ contradicted }) => contradicted),
        0,
      ),
    ],
    tables: [
      {
        title: `Of ${CERTIFIED_PAIRS} pairs each`,
        columns: [
          'aspect ratio',
          'apart',
          'overlapping, certified',
          'overlapping deep: best of many starts',
          'error of the known gap [m]',
          'points minus planes [m]',
        ],
        rows: results.map(({ aspect, proofs }) =>
          [
            aspect,
            count(proofs, ({ gap }) => gap > 0),
            count(proofs, ({ gap, certified }) => gap <= 0 && certified),
            count(proofs, ({ certified }) => !certified),
            largest(proofs, ({ off }) => off),
            largest(proofs, ({ slack }) => slack),
          ].map(formatNumber),
        ),
      },
    ],
  };
}
