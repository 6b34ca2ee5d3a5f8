/** The polynomials of a node and a triangle, and the fate of every real root. [VBC24-1.1], [VBC24-2.1] */
import { contactPolynomial, planeAt } from '../ccd/contact-polynomial.ts';
import { createNodeTriangleContact, nodeTriangleContact } from '../ccd/first-contact.ts';
import { numberAt } from './fields.ts';
import type { QueryOperation } from './query-operation.ts';
import { motionAt } from './velocity-contact.ts';

export const contactPolynomialOperation: QueryOperation = {
  name: 'contact-polynomial',
  description:
    'the moving plane a0 + a1 x + a2 y + a3 z = 0 of the triangle x, at `t` if given, the cubic b of the node xs, and all real roots with the reason why each is the first contact within dt or not',
  example: {
    dt: 1,
    x: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    v: [
      [0, 0, 0],
      [0, 0, 1],
      [0, 0, 1],
    ],
    xs: [0.25, 0.25, 0.5],
    vs: [0, 0, -1],
    t: 0.25,
  },
  answer(fields) {
    const motion = motionAt(fields, 3);
    const { plane, b, identicallyZero, roots } = contactPolynomial(motion, 3, 0, 1, 2);
    const { hit, time } = nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
    const at = fields.t === undefined ? {} : { planeAt: planeAt(plane, numberAt(fields, 't')) };
    const list = roots.map(({ time: t, ...rest }) => ({ t, ...rest }));
    return { plane: { ...plane }, ...at, b: [...b], identicallyZero, roots: list, hit, ...(hit && { t: time }) };
  },
};
