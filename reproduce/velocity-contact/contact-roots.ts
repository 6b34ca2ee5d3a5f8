import { type ContactRoot, contactPolynomial, planeAt } from '../../src/ccd/contact-polynomial.ts';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createConstantVelocityMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { allEqual, atMost, equals, type ReportItem } from '../report-item.ts';
import { printExpansion } from './expansion.ts';
import { PRINTED_CUBIC, PRINTED_PLANE, powersOfTime, SYMBOL_NAMES } from './printed-expansions.ts';

const QUERIES = 400;

/** Integers as points and velocities; the step is 1 s. */
function randomMotion(random: Random): PointMotion {
  const draw = () => Float64Array.from({ length: 12 }, () => random.below(9) - 4);
  return createConstantVelocityMotion(draw(), draw(), 1);
}

/** A triangle that rocks about one edge, and a node that crosses it twice: 2 t (1 - t) = 0.375. */
const ROCKING = createConstantVelocityMotion(
  Float64Array.of(0, 0, 0, 1, 0, 2, 0, 1, 0, 0, 0.125, 0.375),
  Float64Array.of(0, 0, 0, 0, 0, -2, 0, 0, 0, 1, 0, 0),
  1,
);

function ask(random: Random) {
  const motion = randomMotion(random);
  const { b, roots, identicallyZero } = contactPolynomial(motion, 3, 0, 1, 2);
  const { hit, time } = nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
  const accepted = roots.find((root) => root.accepted);
  const residual = ({ time: t }: ContactRoot) => {
    const terms = b.map((c, i) => c * t ** i);
    const size = terms.reduce((sum, c) => sum + Math.abs(c), 0);
    return size === 0 ? 0 : Math.abs(terms.reduce((sum, c) => sum + c, 0)) / size;
  };
  return {
    roots,
    disagrees: !identicallyZero && (accepted !== undefined) !== hit,
    timeError: accepted && hit ? Math.abs(accepted.time - time) : 0,
    residual: Math.max(0, ...roots.map(residual)),
  };
}

function printedRows(): string[][] {
  const names = (sums: readonly Parameters<typeof printExpansion>[0][], name: string) =>
    sums.map((sum, i) => [`${name}${i}`, printExpansion(sum, SYMBOL_NAMES)]);
  const plane = PRINTED_PLANE.flatMap((sum, i) =>
    powersOfTime(sum, i === 0 ? 4 : 3).map((part, power) => [
      `a${i}, factor of t^${power}`,
      printExpansion(part, SYMBOL_NAMES),
    ]),
  );
  return [...plane, ...names(PRINTED_CUBIC, 'b')];
}

export function contactRoots(): ReportItem {
  const random = createRandom(13);
  const answers = Array.from({ length: QUERIES }, () => ask(random));
  const all = answers.flatMap(({ roots }) => roots);
  const worked = contactPolynomial(ROCKING, 3, 0, 1, 2);
  const reasons = ['first-contact', 'later-contact', 'outside', 'before-step', 'after-step'] as const;
  return {
    id: 'contact-roots',
    source: '[VBC24-1.1], [VBC24-2.1] (V2)',
    title: 'Every root of the contact polynomial, and why it counts or not',
    description: `A root is only a time at which the node lies in the plane of the triangle. ${QUERIES} random queries in small integers and a worked example: all real roots are isolated in integer arithmetic, and each is classified: before or after the step, outside the triangle, the first contact or a later one. The sums are those that the source prints, x y z the coordinates and u v w the velocities of the corners 1 2 3 and the slave s.`,
    checks: [
      allEqual('worked example: b0 to b3', worked.b, [0.375, -2, 2, 0]),
      allEqual(
        'worked example: times of the roots [s]',
        worked.roots.map(({ time }) => time),
        [0.25, 0.75],
      ),
      equals('worked example: roots accepted', worked.roots.filter(({ accepted }) => accepted).length, 1),
      allEqual('worked example: a0 to a3 at 0.25 s', planeAt(worked.plane, 0.25), [0, -1.5, 0, 1]),
      equals(
        'queries in which the accepted root and the exact check disagree',
        answers.filter(({ disagrees }) => disagrees).length,
        0,
      ),
      atMost('maximum difference of their times [s]', Math.max(...answers.map(({ timeError }) => timeError)), 1e-12),
      atMost(
        'maximum residual of a root in the printed cubic, relative to its terms',
        Math.max(...answers.map(({ residual }) => residual)),
        1e-13,
      ),
    ],
    tables: [
      {
        title: `Reasons of ${all.length} real roots`,
        columns: ['reason', 'roots'],
        rows: reasons.map((name) => [name, String(all.filter(({ reason }) => reason === name).length)]),
      },
      {
        title: 'Worked example: a rocking triangle',
        columns: ['root [s]', 'multiplicity', 'weights', 'reason'],
        rows: worked.roots.map(({ time, multiplicity, weights, reason }) => [
          formatNumber(time),
          String(multiplicity),
          weights.map(formatNumber).join(', '),
          reason,
        ]),
      },
      { title: 'The printed sums', columns: ['coefficient', 'expansion'], rows: printedRows() },
    ],
  };
}
