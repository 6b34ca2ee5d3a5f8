import { boxRay, createBoxRay } from '../../src/distance/rounded-box/box-ray.ts';
import { isFalseContact } from '../../src/distance/rounded-box/false-contact.ts';
import { createMat3, mat3FromRows, rotationAboutZ } from '../../src/math/mat3.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { ellipsoidMatrix } from '../../src/shapes/ellipsoid.ts';
import { boxOfEllipsoid, createVehicleBox, ellipsoidOfBox } from '../../src/shapes/vehicle-box.ts';
import { VehicleError } from '../../src/shapes/vehicle-error.ts';
import { runVehicles } from '../../src/sim/vehicles/simulate-vehicles.ts';
import { atLeast, equals, type ReportItem } from '../report-item.ts';
import { CLOSING_ENERGY, EXAMPLE_MODELS, OFFSET_PLATOON } from './example-files.ts';
import { DEGREE } from './example-run.ts';
import { type Fault, normalFaults, pointFaults, STRAIGHT, same, show } from './normal-errata.ts';
import { degreesBetween, EDGES, halved, isStop, RADIUS, rightNormal, rotatedBox } from './printed-answers.ts';
import {
  printedEdgeNormal,
  printedEdges,
  printedEigenvalues,
  printedFaceNormal,
  printedRadiusCheck,
  printedSideBySide,
  type Triple,
} from './printed-listing.ts';

/** M10, M11: radius and edges. */
function sizeFaults(): Fault[] {
  const narrow: Triple = [5, 0.5, 2.9];
  const passes = printedRadiusCheck(narrow, RADIUS) ? 'passes' : 'rejected';
  const answer = printedEdgeNormal(rotatedBox(0, narrow), [2, 0.1, 0], 0, {});
  const squeezed = createVehicleBox([0.5, 0.5, 0.5], 0);
  const shape = ellipsoidOfBox(halved(EDGES), createMat3(0.9, 1, 1));
  boxOfEllipsoid(squeezed, createVec3(), ellipsoidMatrix(createMat3(), shape), RADIUS);
  const { x, y, z } = squeezed.halfExtents;
  const code = printedEdges(EDGES, 0.9);
  return [
    {
      what: 'radius 0.3 m, width 0.5 m',
      code: `${passes}: ${isStop(answer) ? answer : show(answer)}`,
      right: rejection(() => createVehicleBox(halved(narrow), RADIUS)),
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

function rejection(make: () => unknown): string {
  try {
    make();
    return 'passes';
  } catch (error) {
    if (error instanceof VehicleError) return error.code;
    throw error;
  }
}

/** M12 to M14: zeros and overwritten input. */
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
        `${show(center)}, here ${status}`,
        `${show([0, 0, -1])}, here E_ZERO_RAY`,
      ),
    },
  ];
}

/** M15: vehicles 3.6 m to the left, to the right, and to the left but rotated by a ten-millionth of a degree. */
function filterFault(): Fault {
  const first = createVehicleBox(halved(EDGES), RADIUS);
  const places = [
    { yaw: 0, lateral: 3.6 },
    { yaw: 0, lateral: -3.6 },
    { yaw: 1e-7, lateral: 3.6 },
  ];
  const verdict = (isFalse: boolean) => (isFalse ? 'false' : 'contact');
  const code = places.map(({ yaw, lateral }) =>
    verdict(printedSideBySide(STRAIGHT.axes[1], rotatedBox(yaw).axes[1], [0.5, lateral, 0], EDGES[1])),
  );
  const right = places.map(({ yaw, lateral }) => {
    const second = createVehicleBox(halved(EDGES), RADIUS, createVec3(0.5, lateral, 0));
    rotationAboutZ(second.rotation, yaw * DEGREE);
    return verdict(isFalseContact('eq1', first, second));
  });
  return {
    what: 'filter: vehicle 3.6 m to the left, to the right, to the left and rotated by 1e-7°',
    code: code.join(', '),
    right: right.join(', '),
    check: same('filter without absolute value and tolerance', code.join(', '), 'false, contact, contact'),
  };
}

/** M16: work of the contact over the closing energy, with the depth of the ellipsoids and with the conjugate depth. */
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
  const errata = [
    ...normalFaults(),
    ...pointFaults(),
    ...sizeFaults(),
    ...arithmeticFaults(),
    filterFault(),
    lawFault(),
  ].map((fault, i) => ({ ...fault, id: `M${i + 1}` }));
  return {
    id: 'printed-listing',
    source: '[PATH98-12] (M1 to M16)',
    title: 'Sixteen errors of the printed contact code',
    description:
      'The contact code of the source, reproduced with its errors from the results of its compiled listing, compared with this library. Where an error masks another, it is corrected first. Box of 5 × 3 × 2.9 m with edges rounded by 0.3 m unless stated.',
    checks: errata.map(({ id, check }) => ({ ...check, what: `${id}: ${check.what}` })),
    tables: [
      {
        title: 'Code and correct answer',
        columns: ['', 'case', 'code', 'correct', 'degrees off'],
        rows: errata.map(({ id, what, code, right, degrees }) => [
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
