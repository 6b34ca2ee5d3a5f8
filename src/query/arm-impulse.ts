import { createVec3 } from '../math/vec3.ts';
import { armImpulse } from '../response/arm-impulse.ts';
import { toBody } from './bodies.ts';
import { components, fieldsAt, numberAt, numberWithin, objectsAt, pointsAt, QueryError, vectorAt } from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';

const ROD = { m: 3, I: 1, v: [0, 0], w: 0 };

function planarBodyAt(fields: Fields, path: string) {
  if ((fields.x as unknown[] | undefined)?.length !== 2) throw new QueryError(`${path}.x`, fields.x, '2 numbers');
  return toBody(fields, path);
}

/** Impact on a planar arm whose hinges transmit the impulse. */
export const armImpulseOperation: QueryOperation = {
  name: 'arm-impulse',
  description:
    'frictionless impact of body `B` on link `link` (0 is the first) of a planar arm at the point `P`, normal `n` from the link to B, restitution `e`; `hinges` between the links, with one more first if the arm is on the ground: impulses of contact and hinges, velocities after',
  example: {
    links: [{ ...ROD, x: [1, 0] }],
    hinges: [[0, 0]],
    B: { m: 1, I: 1, x: [2, 0.1], v: [0, -1], w: 0 },
    link: 0,
    P: [2, 0],
    n: [0, 1],
    e: 1,
  },
  answer(fields) {
    const links = objectsAt(fields, 'links').map((link, i) => planarBodyAt(link, `links[${i}]`));
    const hinges = pointsAt(fields, 'hinges', 2).map(([x, y]) => createVec3(x, y));
    if (hinges.length !== links.length && hinges.length !== links.length - 1) {
      throw new QueryError(
        'hinges',
        fields.hinges,
        `${links.length - 1} or ${links.length} points for ${links.length} links`,
      );
    }
    const link = numberAt(fields, 'link');
    if (!Number.isInteger(link) || link < 0 || link >= links.length) {
      throw new QueryError('link', fields.link, `an index from 0 to ${links.length - 1}`);
    }
    const normal = vectorAt(fields, 'n', [2]);
    if (!(Math.abs(normal.x * normal.x + normal.y * normal.y - 1) < 1e-9)) {
      throw new QueryError('n', fields.n, 'a unit vector');
    }
    const point = vectorAt(fields, 'P', [2]);
    const contact = { link, pointA: point, pointB: point, normal, restitution: numberWithin(fields, 'e', 0, 1) };
    const found = armImpulse({ links, hinges }, planarBodyAt(fieldsAt(fields, 'B'), 'B'), contact);
    return {
      j: found.impulse,
      hinges: found.hingeImpulses.map((impulse) => components(impulse, 2)),
      v: found.velocities.map((velocity) => components(velocity, 2)),
      w: found.angularVelocities,
      vB: components(found.velocityB, 2),
      wB: found.angularVelocityB,
      energyChange: found.energyChange,
    };
  },
};
