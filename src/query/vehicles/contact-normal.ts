/** From the deformations of two vehicles to the contact normal. [PATH98-2] to [PATH98-4] */

import { type Contact, createContact } from '../../distance/contact.ts';
import { closestEllipsoids } from '../../distance/ellipsoid/ellipsoid-contact.ts';
import {
  type BoxContactNormal,
  boxContactNormal,
  createBoxContactNormal,
} from '../../distance/rounded-box/box-contact-normal.ts';
import { createRoundedBoxGap, type RoundedBoxGap, roundedBoxGap } from '../../distance/rounded-box/rounded-box-gap.ts';
import { createMat3, mat3FromRows, multiplyMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import { boxOfEllipsoid, createVehicleBox, ellipsoidOfBox, type VehicleBox } from '../../shapes/vehicle-box.ts';
import { same, within } from '../compare.ts';
import { choiceAt, components, fieldsAt, numberAt, numberOr, numbersAt, pointsAt, QueryError } from '../fields.ts';
import type { Fields, QueryOperation } from '../query-operation.ts';
import { expectOk, halved, matrixAt } from './vehicle-fields.ts';

/** Contact geometry of a vehicle: an ellipsoid and a rounded box with the same centre. */
interface ContactBody {
  readonly shape: Ellipsoid;
  readonly pose: Pose;
  readonly box: VehicleBox;
}

function contactBody(
  halfExtents: readonly number[],
  radius: number,
  deformation: ReadonlyMat3,
  pose: Pose,
): ContactBody {
  const shape = ellipsoidOfBox(halfExtents, deformation);
  const box = createVehicleBox(halfExtents, radius, pose.position);
  const b = multiplyMat3(createMat3(), pose.rotation, ellipsoidMatrix(createMat3(), shape));
  expectOk(boxOfEllipsoid(box, pose.position, b, radius), 'the radius must fit the deformed box');
  return { shape, pose, box };
}

interface VehicleNormal {
  readonly contact: Contact;
  readonly rule: BoxContactNormal;
  readonly gap: RoundedBoxGap;
}

function vehicleNormal(a: ContactBody, b: ContactBody): VehicleNormal {
  const contact = closestEllipsoids(createContact(), a.shape, a.pose, b.shape, b.pose);
  const rule = createBoxContactNormal();
  expectOk(
    boxContactNormal(rule, a.box, b.box, contact.pointA, contact.pointB),
    'a contact point must not be the centre of a vehicle',
  );
  return { contact, rule, gap: roundedBoxGap(createRoundedBoxGap(), a.box, b.box) };
}

const pipelineOperation: QueryOperation = {
  name: 'pipeline',
  description:
    'contact of two vehicles with given F and box edges before the deformation: gap, points and normal of the ellipsoids, normal n1 and rule of the boxes, gap of the boxes',
  example: {
    vehicle1: { center: [0, 0, 0], F: [0.98, 0, 0, 0, 1, 0, 0, 0, 1], boxEdges: [5, 3, 2.9] },
    vehicle2: { center: [5, 1, 0], F: [0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1], boxEdges: [5, 3, 2.9] },
    radius: 0.3,
  },
  answer(fields) {
    const radius = numberAt(fields, 'radius');
    const [a, b] = ['vehicle1', 'vehicle2'].map((key) => {
      const given = fieldsAt(fields, key);
      const pose = createPose(numbersAt(given, 'center', [3], key));
      return contactBody(halved(numbersAt(given, 'boxEdges', [3], key)), radius, matrixAt(given, 'F', key), pose);
    });
    const { contact, rule, gap } = vehicleNormal(a, b);
    return {
      gap: contact.distance,
      normalEM: components(contact.normal, 3),
      x1: components(contact.pointA, 3),
      x2: components(contact.pointB, 3),
      n1: components(rule.normal, 3),
      rule: rule.rule,
      boxGap: gap.gap,
      coreState: gap.core,
    };
  },
  check({ expected }, answer) {
    const exact = expected as Fields;
    return [
      ...['gap', 'normalEM', 'x1', 'x2', 'n1', 'boxGap'].map((key) => within(key, answer[key], exact[key], 1e-9)),
      ...['rule', 'coreState'].map((key) => same(key, answer[key], exact[key])),
    ];
  },
};

/** { shape: { kind: 'rounded-box', halfExtents, radius }, position, angle, deformation } with the keys of scenes. */
function vehicleAt(fields: Fields, key: string): ContactBody {
  const given = fieldsAt(fields, key);
  const shape = fieldsAt(given, 'shape', key);
  const location = `${key}.shape`;
  choiceAt(shape, 'kind', ['rounded-box'], location);
  const halfExtents = numbersAt(shape, 'halfExtents', [3], location);
  const position = given.position === undefined ? [0, 0, 0] : numbersAt(given, 'position', [2, 3], key);
  const pose = createPose(position, numberOr(given, 'angle', 0, key));
  return contactBody(halfExtents, numberAt(shape, 'radius', location), deformationAt(given, key), pose);
}

function deformationAt(body: Fields, path: string): ReadonlyMat3 {
  if (body.deformation === undefined) return createMat3();
  const rows = pointsAt(body, 'deformation', 3, path);
  if (rows.length !== 3) throw new QueryError(`${path}.deformation`, rows, 'a 3 x 3 matrix');
  return mat3FromRows(rows);
}

const CAR = { kind: 'rounded-box', halfExtents: [2.5, 1.5, 1.45], radius: 0.3 };

const normalOperation: QueryOperation = {
  name: 'vehicle-normal',
  description:
    'contact normal of two vehicles, from A to B, by the rule of their rounded boxes, from the contact of the ellipsoids of equal volume',
  example: {
    A: { shape: CAR },
    B: {
      shape: CAR,
      position: [5, 1],
      angle: 0.3,
      deformation: [
        [0.98, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
  },
  answer(fields) {
    const { contact, rule, gap } = vehicleNormal(vehicleAt(fields, 'A'), vehicleAt(fields, 'B'));
    return {
      normal: components(rule.normal, 3),
      rule: rule.rule,
      regionA: rule.regionA,
      regionB: rule.regionB,
      normalA: components(rule.normalA, 3),
      normalB: components(rule.normalB, 3),
      psiA: rule.psiA,
      psiB: rule.psiB,
      boxDistance: gap.gap,
      ellipsoidDistance: contact.distance,
      ellipsoidNormal: components(contact.normal, 3),
      pointA: components(contact.pointA, 3),
      pointB: components(contact.pointB, 3),
    };
  },
};

export const contactNormalOperations: readonly QueryOperation[] = [normalOperation, pipelineOperation];
