/** Deformed ellipsoids: their axes, and the distance of two of them. [PATH98-2.2] and [PATH98-3] */

import { createContact } from '../../distance/contact.ts';
import { closestEllipsoids } from '../../distance/ellipsoid/ellipsoid-contact.ts';
import { packPosedEllipsoid } from '../../distance/ellipsoid/packed-ellipsoid.ts';
import { createPerramWertheim, perramWertheim } from '../../distance/ellipsoid/perram-wertheim.ts';
import { createMat3, type ReadonlyMat3, rotateTensor } from '../../math/mat3.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { createEllipsoid, type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import { createPrincipalAxes, principalAxes } from '../../shapes/principal-axes.ts';
import { boxOfEllipsoid, createVehicleBox } from '../../shapes/vehicle-box.ts';
import { near, relative, same, within } from '../compare.ts';
import { choiceAt, components, fieldsAt, numbersAt } from '../fields.ts';
import type { Fields, QueryOperation } from '../query-operation.ts';
import { columnsOf, matrixAt } from './vehicle-fields.ts';

const UNDEFORMED = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const principalAxesOperation: QueryOperation = {
  name: 'principal-axes',
  description:
    'directions and semi-axes of an ellipsoid that F (nine numbers, row by row) deforms, edges of the box of equal volume, and its quadratic form Khat',
  example: { F: [1, 0.1, 0, 0, 0.9, 0, 0, 0, 1.05], semiAxes: [3, 2, 1.5] },
  answer(fields) {
    const shape = createEllipsoid(numbersAt(fields, 'semiAxes', [3]), matrixAt(fields, 'F'));
    const order = fields.axisOrder === undefined ? 'material' : choiceAt(fields, 'axisOrder', ['material', 'length']);
    const b = ellipsoidMatrix(createMat3(), shape);
    const { rotation, semiAxes } = principalAxes(createPrincipalAxes(), b, order);
    const box = createVehicleBox([0.5, 0.5, 0.5], 0);
    boxOfEllipsoid(box, createVec3(), b, 0, order);
    const { x, y, z } = semiAxes;
    const inverse = createMat3(1 / (x * x), 1 / (y * y), 1 / (z * z));
    return {
      axes: columnsOf(rotation),
      alpha: components(semiAxes, 3),
      boxEdges: components(box.halfExtents, 3).map((half) => 2 * half),
      Khat: rowsOf(rotateTensor(createMat3(), rotation, inverse)),
    };
  },
  check(exact, answer) {
    return ['axes', 'alpha', 'boxEdges', 'Khat'].map((key) => near(key, answer[key], exact[key], 1e-12));
  },
};

function rowsOf(m: ReadonlyMat3): number[] {
  return [m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz];
}

/** { center, semiAxes, F } */
function ellipsoidAt(fields: Fields, key: string): { shape: Ellipsoid; pose: Pose } {
  const given = fieldsAt(fields, key);
  return {
    shape: createEllipsoid(numbersAt(given, 'semiAxes', [3], key), matrixAt(given, 'F', key)),
    pose: createPose(numbersAt(given, 'center', [3], key)),
  };
}

const ellipsoidPairsOperation: QueryOperation = {
  name: 'ellipsoid-pairs',
  description:
    'gap of two ellipsoids center + F diag(semiAxes) u, negative if they overlap, with normal and points; and the squared scale factor at which they touch (Perram and Wertheim)',
  example: {
    ellipsoid1: { center: [0, 0, 0], semiAxes: [3, 2, 1.5], F: UNDEFORMED },
    ellipsoid2: { center: [5, 1, 0], semiAxes: [2, 1, 1], F: [0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1] },
  },
  answer(fields) {
    const a = ellipsoidAt(fields, 'ellipsoid1');
    const b = ellipsoidAt(fields, 'ellipsoid2');
    const contact = closestEllipsoids(createContact(), a.shape, a.pose, b.shape, b.pose);
    const packed = new Float64Array(24);
    packPosedEllipsoid(packed, 0, a.shape, a.pose);
    packPosedEllipsoid(packed, 1, b.shape, b.pose);
    const scaling = perramWertheim(createPerramWertheim(), packed, 0, packed, 1);
    return {
      gap: contact.distance,
      normal: components(contact.normal, 3),
      x1: components(contact.pointA, 3),
      x2: components(contact.pointB, 3),
      overlap: contact.distance < 0,
      status: contact.status,
      perramWertheim: scaling.contact,
      lambda: scaling.lambda,
    };
  },
  check({ expected }, answer) {
    const exact = expected as Fields;
    return [
      ...['gap', 'x1', 'x2'].map((key) => within(key, answer[key], exact[key], 1e-9)),
      within('normal', answer.normal, exact.normal, 1e-8),
      same('overlap', answer.overlap, exact.overlap),
      // its matrix squares the aspect ratio, up to 1000: 5e-12 is reached there, [PATH98-3.3]
      relative('perramWertheim', answer.perramWertheim, exact.perramWertheim, 1e-9),
      within('lambda', answer.lambda, exact.lambda_, 1e-8),
    ];
  },
};

export const ellipsoidOperations: readonly QueryOperation[] = [principalAxesOperation, ellipsoidPairsOperation];
