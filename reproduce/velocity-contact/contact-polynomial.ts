import { coplanarityCubic, createCoplanarityCubic, planePolynomials } from '../../src/ccd/coplanarity.ts';
import { createConstantVelocityMotion } from '../../src/ccd/point-motion.ts';
import { createRelativeMotion, loadNodeTriangle } from '../../src/ccd/relative-motion.ts';
import { createRandom } from '../../src/math/random.ts';
import { allEqual, equals, type ReportItem } from '../report-item.ts';
import { bigIntValue, sum } from './expansion.ts';
import { compactForm, insertInPlane, PRINTED_CUBIC, PRINTED_PLANE, powersOfTime } from './printed-expansions.ts';

/** Terms of each sum in the source. */
const PRINTED = { a0: 48, a1: 24, a2: 24, a3: 24, b0: 24, b1: 72, b2: 72, b3: 24 };

const QUERIES = 200;
/** Coordinates and velocities are integers up to this: no product of three differences then exceeds 2^53. */
const LARGEST = 10_000;

/** Number of coefficients of the compact form in doubles that differ from the expanded ones in integers. */
function countDifferences(): number {
  const random = createRandom(24);
  const whole = () => random.below(2 * LARGEST + 1) - LARGEST;
  const plane = [powersOfTime(PRINTED_PLANE[0], 4), ...PRINTED_PLANE.slice(1).map((a) => powersOfTime(a, 3))].flat();
  let differing = 0;
  for (let query = 0; query < QUERIES; query++) {
    const [x, v] = [0, 1].map(() => Float64Array.from({ length: 12 }, whole));
    const motion = createConstantVelocityMotion(x, v, 1);
    const relativeMotion = loadNodeTriangle(createRelativeMotion(), motion, 3, 0, 1, 2);
    const { a0, a1, a2, a3 } = planePolynomials(motion, 0, 1, 2);
    const compact = [...a0, ...a1, ...a2, ...a3, ...coplanarityCubic(createCoplanarityCubic(), relativeMotion).k];
    const values = [...x, ...v].map(BigInt);
    const multipliedOut = [...plane, ...PRINTED_CUBIC].map((a) => bigIntValue(a, values));
    differing += multipliedOut.filter((value, i) => value !== BigInt(compact[i])).length;
  }
  return differing;
}

export function contactPolynomial(): ReportItem {
  const sums = [...PRINTED_PLANE, ...PRINTED_CUBIC];
  const counts = sums.map(({ length }) => length);
  const names = Object.keys(PRINTED);
  return {
    id: 'contact-polynomial',
    source: '[VBC24-1.1] to [VBC24-1.3] (V1)',
    title: 'The contact polynomial: eight long sums and one short form',
    description:
      'The source prints the plane a0 + a1 x + a2 y + a3 z = 0 of a moving triangle and the cubic b0 + b1 t + b2 t² + b3 t³ = 0 of a slave node as sums of products of coordinates. They are expanded here symbolically, from the normal (n1 - n3)×(n2 - n1), and compared with the form used by the library, g·(e2×e3) relative to n1.',
    checks: [
      allEqual(`terms of ${names.join(', ')}`, counts, Object.values(PRINTED)),
      equals(
        'terms left of b0 + b1 t + b2 t² + b3 t³ minus the short form',
        sum(insertInPlane(3), compactForm(), -1).length,
        0,
      ),
      equals(
        'terms left when the vertices are inserted into their plane equation: the signs of a0 (V1)',
        insertInPlane(0).length + insertInPlane(1).length + insertInPlane(2).length,
        0,
      ),
      equals(`coefficients that differ on ${QUERIES} queries in integers`, countDifferences(), 0),
    ],
    tables: [
      {
        title: 'Terms of each sum',
        columns: ['sum', 'printed', 'expanded'],
        rows: Object.entries(PRINTED).map(([name, printed], i) => [name, String(printed), String(counts[i])]),
      },
    ],
  };
}
