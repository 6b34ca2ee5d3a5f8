/** Boxes with rounded edges: exit points of rays, contact normals of two boxes, and their gap. [PATH98-2.3] and [PATH98-4] */
import { boxContactNormal, createBoxContactNormal } from '../../distance/rounded-box/box-contact-normal.ts';
import { boxRay, createBoxRay } from '../../distance/rounded-box/box-ray.ts';
import {
  createLateralClearance,
  isFalseContact,
  lateralClearance,
  PARALLEL_ANGLE,
} from '../../distance/rounded-box/false-contact.ts';
import { createRoundedBoxGap, roundedBoxGap } from '../../distance/rounded-box/rounded-box-gap.ts';
import { createVehicleBox } from '../../shapes/vehicle-box.ts';
import { same, within } from '../compare.ts';
import { components, numberAt, numberOr, numbersAt, objectsAt, QueryError, vectorAt } from '../fields.ts';
import type { Fields, QueryOperation } from '../query-operation.ts';
import { boxAt, expectOk, halved } from './vehicle-fields.ts';

const boxNormalsOperation: QueryOperation = {
  name: 'box-normals',
  description:
    'exit point of the ray t r from the centre of a box with edges L and edge radius R, with the outward normal and the region, all in the axes of the box',
  example: { L: [5, 3, 2.9], R: 0.3, r: [2, 1.2, 0] },
  answer(fields) {
    const { halfExtents, radius } = createVehicleBox(halved(numbersAt(fields, 'L', [3])), numberAt(fields, 'R'));
    const ray = createBoxRay();
    expectOk(boxRay(ray, halfExtents, radius, vectorAt(fields, 'r', [3])), 'r: a ray must have a direction');
    return { t: ray.t, normal: components(ray.normal, 3), region: ray.region };
  },
  casesIn(file) {
    return objectsAt(file, 'boxes').flatMap(({ L, R, points }, i) =>
      (points as readonly Fields[]).map((point, k) => ({ id: `boxes[${i}].points[${k}]`, L, R, ...point })),
    );
  },
  check(exact, answer) {
    return [
      within('t', answer.t, exact.t, 1e-12),
      within('normal', answer.normal, exact.normal, 1e-12),
      same('region', answer.region, exact.region),
    ];
  },
};

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const ORIENTED_BOX_LENGTH = [
  [0.8, 0.6, 0],
  [-0.6, 0.8, 0],
  [0, 0, 1],
];
const body1 = { center: [0, 0, 0], axes: AXES, boxEdges: [5, 3, 2.9], radius: 0.3 };
const body2 = { center: [4.8, 1, 0], axes: ORIENTED_BOX_LENGTH, boxEdges: [5, 3, 2.9], radius: 0.3 };

const contactNormalsOperation: QueryOperation = {
  name: 'contact-normals',
  description:
    'contact normal n1 (from 1 to 2) of two boxes with contact points x1 and x2, the rule that gave it, the outward normals and the angles between them and the rays',
  example: { body1, body2, x1: [2.4, 0.5, 0], x2: [2.3, 0.4, 0] },
  answer(fields) {
    const found = createBoxContactNormal();
    const status = boxContactNormal(
      found,
      boxAt(fields, 'body1'),
      boxAt(fields, 'body2'),
      vectorAt(fields, 'x1', [3]),
      vectorAt(fields, 'x2', [3]),
    );
    expectOk(status, 'x1, x2: a contact point must not be the centre of its box');
    return {
      n1: components(found.normal, 3),
      rule: found.rule,
      region1: found.regionA,
      region2: found.regionB,
      normal1: components(found.normalA, 3),
      normal2: components(found.normalB, 3),
      psi1: found.psiA,
      psi2: found.psiB,
    };
  },
  check({ expected }, answer) {
    const exact = expected as Fields;
    // the file's angles are arc cosines, which lose half of the digits near zero
    const angleLimit = (psi: unknown) => (Number(psi) > 1e-3 ? 1e-12 : 1e-7);
    return [
      ...['rule', 'region1', 'region2'].map((key) => same(key, answer[key], exact[key])),
      ...['n1', 'normal1', 'normal2'].map((key) => within(key, answer[key], exact[key], 1e-12)),
      ...['psi1', 'psi2'].map((key) => within(key, answer[key], exact[key], angleLimit(exact[key]))),
    ];
  },
};

const boxGapsOperation: QueryOperation = {
  name: 'box-gaps',
  description:
    'gap of two rounded boxes, negative if they overlap, and whether the boxes without their rounding overlap',
  example: { body1, body2: { ...body2, center: [6, 1, 0] } },
  answer(fields) {
    const { gap, core } = roundedBoxGap(createRoundedBoxGap(), boxAt(fields, 'body1'), boxAt(fields, 'body2'));
    return { gap, core };
  },
  check(exact, answer) {
    return [within('gap', answer.gap, exact.gap, 1e-10), same('core', answer.core, exact.core)];
  },
};

const falseContactOperation: QueryOperation = {
  name: 'false-contact',
  description:
    'whether the contact of the ellipsoids of two vehicles is false, by either filter, with the numbers of both: the gap of the rounded boxes (sat), and the angle, lateral distance and limit of equation (1) of the source (eq1); parallelAngle [rad] is the tolerance of eq1',
  example: { body1, body2: { ...body1, center: [0.5, 3.6, 0] }, parallelAngle: 0.017 },
  answer(fields) {
    const [a, b] = [boxAt(fields, 'body1'), boxAt(fields, 'body2')];
    const parallelAngle = numberOr(fields, 'parallelAngle', PARALLEL_ANGLE);
    if (!(parallelAngle >= 0)) throw new QueryError('parallelAngle', parallelAngle, 'an angle not below zero');
    return {
      sat: isFalseContact('sat', a, b),
      eq1: isFalseContact('eq1', a, b, parallelAngle),
      boxGap: roundedBoxGap(createRoundedBoxGap(), a, b).gap,
      ...lateralClearance(createLateralClearance(), a, b),
    };
  },
};

export const roundedBoxOperations: readonly QueryOperation[] = [
  boxNormalsOperation,
  contactNormalsOperation,
  boxGapsOperation,
  falseContactOperation,
];
