import { createRandom } from '../../math/random.ts';
import { areEllipsoidsApart } from '../../narrow/ellipsoid/characteristic-polynomial.ts';
import { PAIR_STRIDE } from '../../narrow/ellipsoid/climb.ts';
import { createEllipsoidPairs, ellipsoidPair, PROVEN, UNCONVERGED } from '../../narrow/ellipsoid/ellipsoid-pair.ts';
import { ellipsoidPairByAngles } from '../../narrow/ellipsoid/four-angles.ts';
import { ELLIPSOID_STRIDE } from '../../narrow/ellipsoid/packed-ellipsoid.ts';
import { createPerramWertheim, perramWertheim } from '../../narrow/ellipsoid/perram-wertheim.ts';
import { formatNumber } from '../format-number.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { spreadOf } from '../spread.ts';
import { randomEllipsoids } from './random-ellipsoids.ts';

const ASPECTS = [2, 10, 100, 1000];
/** Separated pairs of each aspect ratio. */
const PAIRS = 300;
/** Gaps off by more than this [m] are wrong. */
const WRONG = 1e-9;
/** Share of its size by which body A moves before a warm start. */
const MOVE = 0.01;
/** Alternating projections are given up after so many rounds. */
const MOST_ROUNDS = 20_000;

/** Two ellipsoids that are apart: packed, A then B. */
function separatedPairs(aspect: number): Float64Array[] {
  const random = createRandom(aspect);
  const out = createEllipsoidPairs(1);
  const pairs: Float64Array[] = [];
  while (pairs.length < PAIRS) {
    const pair = randomEllipsoids(random, 2, aspect, 2);
    out.fill(0);
    ellipsoidPair(out, 0, pair, 0, pair, 1);
    if (out[0] > 0) pairs.push(pair);
  }
  return pairs;
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
  while (distance - gap > WRONG && rounds < MOST_ROUNDS) {
    nearest(0);
    distance = nearest(1);
    rounds++;
  }
  return rounds;
}

interface Tally {
  readonly aspect: number;
  readonly steps: readonly number[];
  readonly coldWrong: number;
  readonly warmWrong: number;
  readonly rounds: readonly number[];
}

function tally(aspect: number): Tally {
  const out = createEllipsoidPairs(2);
  const steps: number[] = [];
  const rounds: number[] = [];
  let [coldWrong, warmWrong] = [0, 0];
  const isWrong = (status: number, found: number, exact: number) =>
    status !== PROVEN || !(Math.abs(found - exact) < WRONG);
  for (const pair of separatedPairs(aspect)) {
    out.fill(0);
    ellipsoidPair(out, 0, pair, 0, pair, 1);
    const gap = out[0];
    steps.push(out[11]);
    rounds.push(projectionRounds(pair, gap));
    const cold = ellipsoidPairByAngles(out, 1, pair, 0, pair, 1);
    if (isWrong(cold, out[PAIR_STRIDE], gap)) coldWrong++;
    // the normal of the answer before the move stands in the entry
    for (let k = 1; k < 4; k++) out[PAIR_STRIDE + k] = out[k];
    pair[0] += MOVE;
    const warm = ellipsoidPairByAngles(out, 1, pair, 0, pair, 1);
    ellipsoidPair(out, 0, pair, 0, pair, 1);
    if (isWrong(warm, out[PAIR_STRIDE], out[0])) warmWrong++;
  }
  return { aspect, steps, coldWrong, warmWrong, rounds };
}

export function ellipsoidMethods(): ReportItem {
  const tallies = ASPECTS.map(tally);
  const [round, , , thin] = tallies;
  const mostSteps = Math.max(...tallies.flatMap(({ steps }) => steps));
  return {
    id: 'ellipsoid-methods',
    source: '[PATH98] spec 3.2, 3.5',
    title: 'Contact of ellipsoids: the normal as unknown, or four angles',
    about: `${PAIRS} random pairs that are apart, for each ratio of longest to shortest axis. The source solves for two angles on each body: farthest and saddle points solve its equations too, and top and bottom of a vehicle are singular, so it needs a start next to the answer (warm: the answer before one body moved by ${MOVE} m). Newton's method for the normal on the sphere starts anywhere. Projecting back and forth is safe and slow (until the gap is right to ${formatNumber(WRONG)} m).`,
    checks: [
      atMost('normal: greatest number of steps, any aspect ratio', mostSteps, 35),
      atMost('normal: mean steps at an aspect ratio of 1000', spreadOf(thin.steps).mean, 12),
      atMost(`angles, cold: wrong of ${PAIRS} at an aspect ratio of 2`, round.coldWrong, 0.05 * PAIRS),
      atLeast(`angles, cold: wrong of ${PAIRS} at an aspect ratio of 1000`, thin.coldWrong, 0.5 * PAIRS),
      atMost(`angles, warm: wrong of ${PAIRS} at aspect ratios of 2 and 10`, tallies[0].warmWrong + tallies[1].warmWrong, 0),
      atLeast(`angles, warm: wrong of ${PAIRS} at an aspect ratio of 1000`, thin.warmWrong, 1),
      atLeast('projections: mean rounds at 1000 over mean rounds at 2', spreadOf(thin.rounds).mean / spreadOf(round.rounds).mean, 5),
    ],
    tables: [
      {
        title: `Steps, and wrong answers of ${PAIRS}`,
        columns: ['aspect ratio', 'normal: steps, mean / greatest', 'angles, cold: wrong', 'angles, warm: wrong', 'projections: rounds, mean / greatest'],
        rows: tallies.map(({ aspect, steps, coldWrong, warmWrong, rounds }) => [
          String(aspect),
          `${formatNumber(spreadOf(steps).mean)} / ${Math.max(...steps)}`,
          String(coldWrong),
          String(warmWrong),
          `${formatNumber(spreadOf(rounds).mean)} / ${Math.max(...rounds)}`,
        ]),
      },
    ],
  };
}

/** Random pairs of each aspect ratio that prove themselves. */
const PROVEN_PAIRS = 2000;
/** Up to this aspect ratio the two other methods are asked too. */
const OTHERS_UP_TO = 10;

/** n·d - |B1ᵀn| - |B2ᵀn| of a packed pair: below the distance for every unit vector n. */
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

/** Where the body reaches farthest against n. */
function farthestAgainst(pair: Float64Array, body: number, n: ArrayLike<number>): number[] {
  const b = pair.subarray(ELLIPSOID_STRIDE * body, ELLIPSOID_STRIDE * (body + 1));
  const v = [3, 4, 5].map((c) => b[c] * n[0] + b[c + 3] * n[1] + b[c + 6] * n[2]);
  const h = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return [0, 1, 2].map((r) => b[r] - (b[3 + 3 * r] * v[0] + b[4 + 3 * r] * v[1] + b[5 + 3 * r] * v[2]) / h);
}

interface Proof {
  readonly apart: boolean;
  readonly proven: boolean;
  readonly failed: boolean;
  /** Distance of the two points less that of the planes, sizes [m]. */
  readonly slack: number;
  /** Do both other methods agree on whether they overlap? */
  readonly contradicted: boolean;
}

function prove(pair: Float64Array, aspect: number): Proof {
  const out = createEllipsoidPairs(1);
  const status = ellipsoidPair(out, 0, pair, 0, pair, 1);
  const normal = out.subarray(1, 4);
  const [x, y, z] = farthestAgainst(pair, 1, normal).map((value, k) => value - out[4 + k]);
  const witness = Math.sqrt(x * x + y * y + z * z);
  const apart = out[0] > 0;
  const { contact } = perramWertheim(createPerramWertheim(), pair, 0, pair, 1);
  // nearer to touching only the distance is to be trusted
  const asked = aspect <= OTHERS_UP_TO && Math.abs(contact - 1) > 1e-6;
  return {
    apart,
    proven: status === PROVEN,
    failed: status === UNCONVERGED,
    slack: Math.abs(witness - Math.abs(separationAlong(pair, normal))),
    contradicted: asked && (contact > 1 !== apart || areEllipsoidsApart(pair, 0, pair, 1) !== apart),
  };
}

export function ellipsoidCertificates(): ReportItem {
  const results = ASPECTS.map((aspect) => {
    const random = createRandom(10 * aspect);
    const proofs = Array.from({ length: PROVEN_PAIRS }, () => prove(randomEllipsoids(random, 2, aspect, 2), aspect));
    return { aspect, proofs };
  });
  const all = results.flatMap(({ proofs }) => proofs);
  const count = (proofs: readonly Proof[], is: (proof: Proof) => boolean) => proofs.filter(is).length;
  return {
    id: 'ellipsoid-certificates',
    source: '[PATH98] spec 3.1, 3.3, 3.4, 3.6',
    title: 'Distances of ellipsoids that prove themselves',
    about: `${all.length} random pairs, apart and overlapping, with aspect ratios up to 1000. Two parallel planes between the bodies bound the distance from below, a point on each from above: both are computed anew from the bodies. Up to an aspect ratio of ${OTHERS_UP_TO} the contact function of Perram and Wertheim and the roots of the characteristic polynomial say whether they overlap.`,
    checks: [
      equals('pairs without an answer', count(all, ({ failed }) => failed), 0),
      equals('pairs that are apart and not proven', count(all, ({ apart, proven }) => apart && !proven), 0),
      // bodies of up to 2 m within a cube of 4 m: rounding
      atMost('points less planes, greatest [m]', Math.max(...all.map(({ slack }) => slack)), 1e-13),
      equals('contradicted by the other two methods', count(all, ({ contradicted }) => contradicted), 0),
      atLeast('pairs that overlap', count(all, ({ apart }) => !apart), 1000),
    ],
    tables: [
      {
        title: `Of ${PROVEN_PAIRS} pairs each`,
        columns: ['aspect ratio', 'apart', 'overlapping, proven', 'overlapping deep: best of many starts', 'points less planes [m]'],
        rows: results.map(({ aspect, proofs }) =>
          [
            aspect,
            count(proofs, ({ apart }) => apart),
            count(proofs, ({ apart, proven }) => !apart && proven),
            count(proofs, ({ proven }) => !proven),
            Math.max(...proofs.map(({ slack }) => slack)),
          ].map(formatNumber),
        ),
      },
    ],
  };
}
