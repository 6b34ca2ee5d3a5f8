import { acceleratedNodeTriangleContact } from '../../src/ccd/accelerated-contact.ts';
import { createAcceleratedMotion } from '../../src/ccd/accelerated-motion.ts';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createConstantVelocityMotion } from '../../src/ccd/point-motion.ts';
import { createRandom } from '../../src/math/random.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { fittedExponent } from '../../src/picture/spread.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

const THROWS = 300;
const GRAVITY = 10;
const FLOOR = [-40, -40, 0, 40, -40, 0, 0, 80, 0];
/** Numbers of steps into which a flight is divided for the check with constant velocities. */
const DIVISIONS = [4, 8, 16, 32, 64];

interface Throw {
  readonly height: number;
  readonly speed: number;
}

/** First contact of a node thrown upwards from a height, in a step of 2 s. */
function land({ height, speed }: Throw): number {
  const motion = createAcceleratedMotion(
    Float64Array.of(...FLOOR, 0, 0, height),
    Float64Array.of(...new Float64Array(11), speed),
    Float64Array.of(...new Float64Array(11), -GRAVITY),
    2,
  );
  return acceleratedNodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2).time;
}

/** The same by straight lines between the positions at the ends of `steps` parts. */
function landInSteps({ height, speed }: Throw, steps: number): number {
  const dt = 2 / steps;
  const z = (t: number) => height + speed * t - (GRAVITY / 2) * t * t;
  const contact = createNodeTriangleContact();
  for (let k = 0; k < steps; k++) {
    const v = (z((k + 1) * dt) - z(k * dt)) / dt;
    const motion = createConstantVelocityMotion(
      Float64Array.of(...FLOOR, 0, 0, z(k * dt)),
      Float64Array.of(...new Float64Array(11), v),
      dt,
    );
    if (nodeTriangleContact(contact, motion, 3, 0, 1, 2).hit) return k * dt + contact.time;
  }
  return 2;
}

function closedForm({ height, speed }: Throw): number {
  return (speed + Math.sqrt(speed * speed + 2 * GRAVITY * height)) / GRAVITY;
}

/** A parabola z = 2 (t - 1)² - depth that dips below the floor about t = 1 and is above it at both ends of the step. */
function dips(depth: number, accelerated: boolean): boolean {
  const x = Float64Array.of(...FLOOR, 0, 0, 2 - depth);
  const still = new Float64Array(11);
  const contact = createNodeTriangleContact();
  if (!accelerated) {
    return nodeTriangleContact(contact, createConstantVelocityMotion(x, new Float64Array(12), 2), 3, 0, 1, 2).hit;
  }
  const motion = createAcceleratedMotion(x, Float64Array.of(...still, -4), Float64Array.of(...still, 4), 2);
  return acceleratedNodeTriangleContact(contact, motion, 3, 0, 1, 2).hit;
}

export function acceleratingNodes(): ReportItem {
  const random = createRandom(17);
  const throws = Array.from({ length: THROWS }, () => ({
    height: random.between(0.1, 2),
    speed: random.between(-3, 6),
  }));
  const errorIn = (steps: number) =>
    Math.max(...throws.map((thrown) => Math.abs(landInSteps(thrown, steps) - closedForm(thrown))));
  const errors = DIVISIONS.map((steps) => [steps, errorIn(steps)] as const);
  return {
    id: 'accelerating-nodes',
    source: '[VBC24-1.1] with forces',
    title: 'Contact of accelerating nodes: parabolic motion',
    description: `A constant force in the step makes the paths parabolas and the contact polynomial one of degree six at most; it is decided in integers like the cubic. ${THROWS} nodes thrown over a floor have the closed form (v + √(v² + 2 g h))/g. Straight lines between the ends of steps find the time with an error of the second order, and miss a parabola that dips below the floor within one step.`,
    checks: [
      atMost(
        'maximum difference from the closed form [s]',
        Math.max(...throws.map((thrown) => Math.abs(land(thrown) - closedForm(thrown)))),
        1e-15 * 4,
      ),
      equals('a dip of one last digit is found', Number(dips(2 ** -52, true)), 1),
      equals('a parabola one last digit above the floor is a contact', Number(dips(-(2 ** -51), true)), 0),
      equals('straight lines find a dip of 0.5 m', Number(dips(0.5, false)), 0),
      equals('order of the error of straight lines in the number of steps', fittedExponent(errors), -2, 0.3),
    ],
    tables: [
      {
        title: 'Maximum error of the time with straight lines',
        columns: ['steps in 2 s', 'error [s]'],
        rows: errors.map(([steps, error]) => [String(steps), formatNumber(error)]),
      },
    ],
  };
}
