import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createNodes } from '../../dynamics/finite-elements/nodes.ts';
import { createVec3, normalizeVec3 } from '../../math/vec3.ts';
import { normalDifference } from './contact-coupling.ts';
import { addNodeContact, createMeshContacts } from './contact-list.ts';
import { solveRebound } from './normal-impulses.ts';

type Fraction = number | [numerator: number, denominator: number];

interface ResponseCase {
  id: string;
  invMass: Fraction[];
  invMassSlave: Fraction;
  weights: number[];
  v: number[][];
  vs: number[];
  nRaw: number[];
  e: number;
  J: string[];
  vAfter: string[][];
  vsAfter: string[];
  normalSpeedBefore: string;
  normalSpeedAfter: string;
}

const url = new URL('../../../reference/velocity-contact/response.json', import.meta.url);
const cases: ResponseCase[] = JSON.parse(readFileSync(url, 'utf8')).cases;

/** Reference values are exact to 30 digits; the README of the files requires 1e-13. */
const TOLERANCE = 1e-13;

const toNumber = (given: Fraction) => (typeof given === 'number' ? given : given[0] / given[1]);

function near(actual: number, expected: string): void {
  const error = Math.abs(actual - Number(expected));
  expect(error).toBeLessThan(TOLERANCE * Math.max(1, Math.abs(Number(expected))));
}

describe('the reference impacts of a node on a triangle [VBC24-3.3]', () => {
  it.each(cases.map((given) => [given.id, given] as const))(
    '%s: impulse and velocities are the exact ones',
    (_id, given) => {
      const nodes = createNodes(new Float64Array(12), new Float64Array(4).fill(1));
      nodes.inverseMasses.set([...given.invMass, given.invMassSlave].map(toNumber));
      nodes.velocities.set([...given.v, given.vs].flat());
      const contacts = createMeshContacts();
      const [x, y, z] = given.nRaw;
      const normal = normalizeVec3(createVec3(), createVec3(x, y, z));
      addNodeContact(contacts, 3, [0, 1, 2], given.weights, normal);

      near(normalDifference(contacts, 0, nodes.velocities), given.normalSpeedBefore);
      solveRebound(contacts, nodes, given.e);
      for (let i = 0; i < 3; i++) near(contacts.impulses[0] * contacts.normals[i], given.J[i]);
      const after = [...given.vAfter, given.vsAfter].flat();
      for (let i = 0; i < 12; i++) near(nodes.velocities[i], after[i]);
      near(normalDifference(contacts, 0, nodes.velocities), given.normalSpeedAfter);
    },
  );

  it('are thirty, some with fixed nodes, some separating, some perfectly elastic', () => {
    expect(cases.length).toBe(30);
    expect(cases.some(({ invMass }) => invMass.every((m) => m === 0))).toBe(true);
    expect(cases.some(({ J }) => J.every((j) => Number(j) === 0))).toBe(true);
    expect(cases.some(({ e }) => e === 1)).toBe(true);
  });
});
