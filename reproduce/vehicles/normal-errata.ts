import { type Check, equals } from '../report-item.ts';
import {
  degreesBetween,
  EDGES,
  inWorld,
  isStop,
  RADIUS,
  REPAIRED,
  rightNormal,
  rotatedBox,
} from './printed-answers.ts';
import {
  BELOW_ONE,
  NEGATIVE_ROOT,
  type PrintedAnswer,
  type PrintedBox,
  printedBoxNormal,
  printedCornerPair,
  printedFacePair,
  printedOrder,
  printedPsi,
  type Triple,
} from './printed-listing.ts';

/** One erratum: the result of the listing, the correct result, and the check. */
export interface Fault {
  readonly what: string;
  readonly code: string;
  readonly right: string;
  /** Angle between the two normals, if there are two. */
  readonly degrees?: number;
  readonly check: Check;
}

export const show = (triple: readonly number[]) => `(${triple.map((value) => value.toFixed(3)).join(', ')})`;

/** A wrong normal with its angular error; no error if the program stops instead. */
function wrongNormal(what: string, answer: PrintedAnswer, right: Triple, expected: number): Fault {
  const code = isStop(answer) ? right : answer;
  const degrees = degreesBetween(code, right);
  // two decimals in the reference
  const check = equals(`${what}: off [degrees]`, degrees, expected, 5e-4);
  return { what, code: show(code), right: show(right), degrees, check };
}

/** A case in which the program stops. */
function noAnswer(what: string, answer: PrintedAnswer, right: Triple, expected: string): Fault {
  const code = isStop(answer) ? answer : show(answer);
  return { what, code, right: show(right), check: same(what, code, expected) };
}

export function same(what: string, measured: string, expected: string): Check {
  return { what, expected, measured, pass: measured === expected };
}

export const STRAIGHT = rotatedBox(0);
const EDGE_POINT: Triple = [2, 1.2, 0];

/** M1 to M5: edges, rotated vehicles, regions. */
export function normalFaults(): Fault[] {
  const behind: Triple = [-2, 1.2, 0];
  const rotated = rotatedBox(30);
  const rotatedContact = inWorld(rotated, EDGE_POINT);
  const frontPoint: Triple = [2.8166762143354602, 0.5416685027568192, 0.5416685027568192];
  return [
    wrongNormal(
      'slope by its tangent',
      printedBoxNormal(STRAIGHT, EDGE_POINT),
      rightNormal(STRAIGHT, EDGE_POINT).normal,
      40.43,
    ),
    wrongNormal(
      'the + root behind the centre',
      printedBoxNormal(STRAIGHT, behind, { slope: true }),
      rightNormal(STRAIGHT, behind).normal,
      139.88,
    ),
    noAnswer(
      'world components, vehicle rotated by 30°',
      printedBoxNormal(rotated, rotatedContact, { slope: true, root: true }),
      rightNormal(rotated, rotatedContact).normal,
      NEGATIVE_ROOT,
    ),
    cornerPair(),
    wrongNormal(
      'front face taken for an edge',
      printedBoxNormal(STRAIGHT, frontPoint, REPAIRED),
      rightNormal(STRAIGHT, frontPoint).normal,
      90,
    ),
  ];
}

/** Corner-corner contact, vehicle 2 rotated by 225°; the text has the mean of both normals. */
function cornerPair(): Fault {
  const other = rotatedBox(225);
  const first = rightNormal(STRAIGHT, EDGE_POINT).normal;
  const second = rightNormal(other, inWorld(other, [2, 1.25, 0])).normal;
  const mean: Triple = [first[0] - second[0], first[1] - second[1], first[2] - second[2]];
  const length = Math.sqrt(mean[0] ** 2 + mean[1] ** 2 + mean[2] ** 2);
  const right: Triple = [mean[0] / length, mean[1] / length, mean[2] / length];
  return wrongNormal('vehicle 2 ignored, corner to corner', printedCornerPair(first, second), right, 27.81);
}

/** M6 to M9: special points, and the choice between vehicles and axes. */
export function pointFaults(): Fault[] {
  const rotated = rotatedBox(-31);
  const onAxis: Triple = [2.3323807579381204, 0, 0];
  const answer = printedBoxNormal(rotated, onAxis);
  const outcome = !isStop(answer) && answer.every(Number.isNaN) ? 'not a number' : 'a number';
  const round = rotatedBox(0, EDGES, 0.9);
  const corner: Triple = [2.432919832079963, 0.6224126850301684, 0.9398264363545296];
  return [
    {
      what: 'a component is zero',
      code: outcome,
      right: show(rightNormal(rotated, onAxis).normal),
      check: same('a component is zero', outcome, 'not a number'),
    },
    noAnswer(
      'corner point outside the box, radius 0.9 m',
      printedBoxNormal(round, corner, REPAIRED),
      rightNormal(round, corner).normal,
      BELOW_ONE,
    ),
    planarAngle(),
    tallVehicle(),
  ];
}

/** Two front faces; vehicle 2, rotated by 190°, has the smaller angle in 3-D and the larger one in the plane. */
function planarAngle(): Fault {
  const [r1, r2]: [Triple, Triple] = [
    [2.6, 0.5, 1],
    [2.6, -0.6, 0],
  ];
  const ahead: Triple = [1, 0, 0];
  const inPlane = [r1, r2].map((r) => printedPsi(r, 0));
  const inSpace = [r1, r2].map((r) => degreesBetween(r, ahead));
  const [x, y, z] = inWorld(rotatedBox(190), ahead);
  const normals: readonly Triple[] = [ahead, [-x, -y, -z]];
  const right = normals[inSpace[0] < inSpace[1] ? 0 : 1];
  const chosen = normals[printedFacePair(inPlane[0], inPlane[1]) - 1];
  return wrongNormal('angle ψ in the plane only', chosen, right, 10);
}

function tallVehicle(): Fault {
  const edges: Triple = [4.5, 1.7, 1.9];
  const contact: Triple = [1.7936019332544673, 0.8071208699645103, 0.04484004833136168];
  const [i, j, k] = printedOrder(edges);
  const sorted: PrintedBox = { edges, radius: RADIUS, axes: [STRAIGHT.axes[i], STRAIGHT.axes[j], STRAIGHT.axes[k]] };
  const right = rightNormal(rotatedBox(0, edges), contact).normal;
  return wrongNormal('axes by length, edges by input', printedBoxNormal(sorted, contact, REPAIRED), right, 22.02);
}
