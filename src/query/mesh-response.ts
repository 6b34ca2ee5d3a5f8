/** The impact of a node on a triangle with weights, [VBC24]. */
import { createNodes } from '../dynamics/finite-elements/nodes.ts';
import { createVec3, normalizeVec3 } from '../math/vec3.ts';
import { normalDifference } from '../response/mesh-contact/contact-coupling.ts';
import { addNodeContact, createMeshContacts } from '../response/mesh-contact/contact-list.ts';
import { solveRebound } from '../response/mesh-contact/normal-impulses.ts';
import { nearAll } from './bodies.ts';
import { listAt, numberAt, numbersAt, numberWithin, QueryError, toNumber, toNumbers, vectorAt } from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';

/** reference README */
const TOLERANCE = 1e-13;

export const meshResponseOperation: QueryOperation = {
  name: 'node-triangle-response',
  description: 'the impulse of a node on a triangle at the given weights, and the velocities after it',
  example: {
    invMass: [1, 1, 1],
    invMassSlave: 2,
    weights: [0.5, 0.25, 0.25],
    v: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    vs: [0, 0, -1],
    nRaw: [0, 0, 1],
    e: 0.5,
  },
  answer(fields) {
    const inverseMasses = [...masterMasses(fields), inverseMass(numberAt(fields, 'invMassSlave'), 'invMassSlave')];
    const masters = listAt(fields, 'v');
    if (masters.length !== 3) throw new QueryError('v', masters, '3 velocities');
    const velocities = masters.flatMap((row, i) => toNumbers(row, [3], `v[${i}]`));
    const raw = vectorAt(fields, 'nRaw', [3]);
    const normal = normalizeVec3(createVec3(), raw);
    if (normal.x === 0 && normal.y === 0 && normal.z === 0) {
      throw new QueryError('nRaw', fields.nRaw, 'a vector that is not zero');
    }
    const nodes = createNodes(new Float64Array(12), new Float64Array(4).fill(1));
    nodes.inverseMasses.set(inverseMasses);
    nodes.velocities.set([...velocities, ...numbersAt(fields, 'vs', [3])]);
    const contacts = createMeshContacts(1);
    addNodeContact(contacts, 3, [0, 1, 2], numbersAt(fields, 'weights', [3]), normal);
    const normalSpeedBefore = normalDifference(contacts, 0, nodes.velocities);
    solveRebound(contacts, nodes, numberWithin(fields, 'e', 0, 1));
    const after = (i: number) => Array.from(nodes.velocities.subarray(3 * i, 3 * i + 3));
    return {
      J: [0, 1, 2].map((axis) => contacts.impulses[0] * contacts.normals[axis]),
      vAfter: [0, 1, 2].map(after),
      vsAfter: after(3),
      normalSpeedBefore,
      normalSpeedAfter: normalDifference(contacts, 0, nodes.velocities),
    };
  },
  check(exact, answer) {
    return nearAll('', answer, exact, ['J', 'vAfter', 'vsAfter', 'normalSpeedBefore', 'normalSpeedAfter'], TOLERANCE);
  },
};

function masterMasses(fields: Fields): number[] {
  const given = listAt(fields, 'invMass');
  if (given.length !== 3) throw new QueryError('invMass', given, '3 inverse masses');
  return given.map((value, i) => inverseMass(toNumber(value, `invMass[${i}]`), `invMass[${i}]`));
}

/** [1/kg]; 0 is a fixed node. */
function inverseMass(value: number, location: string): number {
  if (value >= 0) return value;
  throw new QueryError(location, value, 'not below zero');
}
