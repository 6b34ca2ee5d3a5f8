import { createMat3, mat3FromRows, rotationAboutZ } from '../../math/mat3.ts';
import { createVec3 } from '../../math/vec3.ts';
import { boxRay, createBoxRay } from '../../narrow/vehicle/box-ray.ts';
import { isFalseContact } from '../../narrow/vehicle/false-contact.ts';
import { ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import { boxOfEllipsoid, createRoundedBox, ellipsoidOfBox } from '../../shapes/rounded-box.ts';
import { VehicleError } from '../../shapes/vehicle-error.ts';
import { runVehicles } from '../../sim/vehicles/simulate-vehicles.ts';
import { formatNumber } from '../format-number.ts';
import { atLeast, type Check, equals, type ReportItem } from '../report-item.ts';
import { CLOSING_ENERGY, EXAMPLE_MODELS, OFFSET_PLATOON } from './example-files.ts';
import { DEGREE } from './example-run.ts';
import { degreesBetween, EDGES, inWorld, isStop, RADIUS, REPAIRED, rightNormal, turnedBox } from './printed-answers.ts';
import {
  BELOW_ONE,
  NEGATIVE_ROOT,
  type PrintedAnswer,
  type PrintedBox,
  printedBoxNormal,
  printedCornerPair,
  printedEdgeNormal,
  printedEdges,
  printedEigenvalues,
  printedFaceNormal,
  printedFacePair,
  printedOrder,
  printedPsi,
  printedRadiusCheck,
  printedSideBySide,
  type Triple,
} from './printed-listing.ts';

/** One erratum as it shows: what the listing answers, what is right, and how that was checked. */
interface Fault {
  readonly what: string;
  readonly code: string;
  readonly right: string;
  /** Between the two normals; left out where there are no two. */
  readonly degrees?: number;
  readonly check: Check;
}

const show = (triple: readonly number[]) => `(${triple.map((value) => value.toFixed(3)).join(', ')})`;

/** A normal that is off by so many degrees; by none if the program stops instead. */
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

function same(what: string, measured: string, expected: string): Check {
  return { what, expected, measured, pass: measured === expected };
}

const STRAIGHT = turnedBox(0);
const EDGE_POINT: Triple = [2, 1.2, 0];

function normalFaults(): Fault[] {
  const behind: Triple = [-2, 1.2, 0];
  const turned = turnedBox(30);
  const turnedContact = inWorld(turned, EDGE_POINT);
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
      'world components, vehicle turned by 30°',
      printedBoxNormal(turned, turnedContact, { slope: true, root: true }),
      rightNormal(turned, turnedContact).normal,
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

/** Corner against corner, vehicle 2 turned by 225°; the text has the mean of both normals. */
function cornerPair(): Fault {
  const other = turnedBox(225);
  const first = rightNormal(STRAIGHT, EDGE_POINT).normal;
  const second = rightNormal(other, inWorld(other, [2, 1.25, 0])).normal;
  const mean: Triple = [first[0] - second[0], first[1] - second[1], first[2] - second[2]];
  const length = Math.sqrt(mean[0] ** 2 + mean[1] ** 2 + mean[2] ** 2);
  const right: Triple = [mean[0] / length, mean[1] / length, mean[2] / length];
  return wrongNormal('vehicle 2 ignored, corner to corner', printedCornerPair(first, second), right, 27.81);
}

function pointFaults(): Fault[] {
  const turned = turnedBox(-31);
  const onAxis: Triple = [2.3323807579381204, 0, 0];
  const answer = printedBoxNormal(turned, onAxis);
  const spoilt = !isStop(answer) && answer.every(Number.isNaN) ? 'not a number' : 'a number';
  const round = turnedBox(0, EDGES, 0.9);
  const corner: Triple = [2.432919832079963, 0.6224126850301684, 0.9398264363545296];
  return [
    {
      what: 'a component is zero',
      code: spoilt,
      right: show(rightNormal(turned, onAxis).normal),
      check: same('a component is zero', spoilt, 'not a number'),
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

/** Two front faces; vehicle 2, turned by 190°, is met at the smaller angle in space and at the larger one in the plane. */
function planarAngle(): Fault {
  const [r1, r2]: [Triple, Triple] = [
    [2.6, 0.5, 1],
    [2.6, -0.6, 0],
  ];
  const ahead: Triple = [1, 0, 0];
  const inPlane = [r1, r2].map((r) => printedPsi(r, 0));
  const inSpace = [r1, r2].map((r) => degreesBetween(r, ahead));
  const [x, y, z] = inWorld(turnedBox(190), ahead);
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
  const right = rightNormal(turnedBox(0, edges), contact).normal;
  return wrongNormal('axes by length, edges by input', printedBoxNormal(sorted, contact, REPAIRED), right, 22.02);
}

function sizeFaults(): Fault[] {
  const narrow: Triple = [5, 0.5, 2.9];
  const passes = printedRadiusCheck(narrow, RADIUS) ? 'passes' : 'refused';
  const answer = printedEdgeNormal(turnedBox(0, narrow), [2, 0.1, 0], 0, {});
  const squeezed = createRoundedBox([1, 1, 1], 0);
  const shape = ellipsoidOfBox(EDGES, createMat3(0.9, 1, 1));
  boxOfEllipsoid(squeezed, createVec3(), ellipsoidMatrix(createMat3(), shape), RADIUS);
  const { x, y, z } = squeezed.halfSizes;
  const code = printedEdges(EDGES, 0.9);
  return [
    {
      what: 'radius 0.3 m, width 0.5 m',
      code: `${passes}: ${isStop(answer) ? answer : show(answer)}`,
      right: refusal(() => createRoundedBox(narrow, RADIUS)),
      check: same('radius above half the width', passes, 'passes'),
    },
    {
      what: 'edges of a body squeezed to 90 % of its length [m]',
      code: show(code),
      right: show([2 * x, 2 * y, 2 * z]),
      check: equals('width after squeezing, over the right one', code[1] / (2 * y), 0.965489, 1e-5),
    },
  ];
}

function refusal(make: () => unknown): string {
  try {
    make();
    return 'passes';
  } catch (error) {
    if (error instanceof VehicleError) return error.code;
    throw error;
  }
}

function arithmeticFaults(): Fault[] {
  const top: Triple = [0, 0, 1];
  const ratio = Math.abs(top[2] / top[0]) === Number.POSITIVE_INFINITY ? '∞' : 'finite';
  const rows = [
    [2, 1, 0.5],
    [1, 3, 0.25],
    [0.5, 0.25, 1],
  ];
  const matrix = mat3FromRows(rows);
  printedEigenvalues(rows);
  const upper = [rows[0][1], rows[0][2], rows[1][2]];
  const center = printedFaceNormal(STRAIGHT, [0, 0, 0]);
  const ray = createBoxRay();
  const status = boxRay(ray, createVec3(2.5, 1.5, 1.45), RADIUS, createVec3());
  return [
    {
      what: 'ratio r3/r1 of a point straight above',
      code: `${ratio}, then ${show(printedFaceNormal(STRAIGHT, top))}`,
      right: show(rightNormal(STRAIGHT, top).normal),
      degrees: degreesBetween(printedFaceNormal(STRAIGHT, top), rightNormal(STRAIGHT, top).normal),
      check: same('ratio r3/r1 of a point straight above', ratio, '∞'),
    },
    {
      what: 'upper triangle of the matrix after its eigenvalues',
      code: show(upper),
      right: show([matrix.xy, matrix.xz, matrix.yz]),
      check: same('upper triangle after the eigenvalues', show(upper.map(Math.abs)), show([0, 0, 0])),
    },
    {
      what: 'face of a point in the centre',
      code: show(center),
      right: status,
      check: same(
        'face of a point in the centre',
        `${show(center)}, ours ${status}`,
        `${show([0, 0, -1])}, ours E_ZERO_RAY`,
      ),
    },
  ];
}

/** Vehicles 3.6 m to the left, to the right, and to the left but turned by a ten-millionth of a degree. */
function filterFault(): Fault {
  const first = createRoundedBox(EDGES, RADIUS);
  const places = [
    { yaw: 0, lateral: 3.6 },
    { yaw: 0, lateral: -3.6 },
    { yaw: 1e-7, lateral: 3.6 },
  ];
  const verdict = (isFalse: boolean) => (isFalse ? 'false' : 'contact');
  const code = places.map(({ yaw, lateral }) =>
    verdict(printedSideBySide(STRAIGHT.axes[1], turnedBox(yaw).axes[1], [0.5, lateral, 0], EDGES[1])),
  );
  const right = places.map(({ yaw, lateral }) => {
    const second = createRoundedBox(EDGES, RADIUS, createVec3(0.5, lateral, 0));
    rotationAboutZ(second.rotation, yaw * DEGREE);
    return verdict(isFalseContact('eq1', first, second));
  });
  return {
    what: 'filter: vehicle 3.6 m to the left, to the right, to the left and turned by 1e-7°',
    code: code.join(', '),
    right: right.join(', '),
    check: same('filter without absolute value and tolerance', code.join(', '), 'false, contact, contact'),
  };
}

/** Work of the contact over the closing energy, with the depth of the ellipsoids and with one that belongs to the force. */
function lawFault(): Fault {
  const gain = (depthLaw: 'ellipsoid' | 'incremental') => {
    const contact = { model: 'BM', filter: 'eq1', fallback: false, depthLaw } as const;
    const { ledgerEnd } = runVehicles(EXAMPLE_MODELS, OFFSET_PLATOON, { duration: 0.95, contact });
    return ledgerEnd.contactWork / CLOSING_ENERGY;
  };
  const literal = gain('ellipsoid');
  return {
    what: 'energy created by example 1, over its closing energy',
    code: formatNumber(literal),
    right: formatNumber(gain('incremental')),
    check: atLeast('energy created by example 1, over its closing energy', literal, 40),
  };
}

export function printedListing(): ReportItem {
  const faults = [
    ...normalFaults(),
    ...pointFaults(),
    ...sizeFaults(),
    ...arithmeticFaults(),
    filterFault(),
    lawFault(),
  ].map((fault, i) => ({ ...fault, id: `M${i + 1}` }));
  return {
    id: 'printed-listing',
    source: '[PATH98] spec 12 (M1 to M16)',
    title: 'Sixteen faults of the printed contact code',
    about:
      'The contact code of the source, imitated faults and all from what its compiled listing answers, beside ours. Where a fault hides behind another, those before it are repaired. Box of 5 × 3 × 2.9 m with edges rounded by 0.3 m unless stated.',
    checks: faults.map(({ id, check }) => ({ ...check, what: `${id}: ${check.what}` })),
    tables: [
      {
        title: 'Code and correct answer',
        columns: ['', 'case', 'code', 'correct', 'degrees off'],
        rows: faults.map(({ id, what, code, right, degrees }) => [
          id,
          what,
          code,
          right,
          degrees === undefined ? '' : formatNumber(Math.round(100 * degrees) / 100),
        ]),
      },
    ],
  };
}
