import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';

/** Fixed steps of spatial rigid bodies read a tangential restitution and did not apply it. */

const rubber = { law: 'algebraic', static: 2, tangentialRestitution: 0.5 };
const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 1], mass: 1 };
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };

function read(method: string, contacts: object, own: object = {}) {
  const scene = {
    title: 'A ball',
    description: 'A ball of rubber.',
    world: 'solids',
    bodies: [{ ...ball, ...own }, floor],
    contacts,
    time: { method, end: 1 },
  };
  return () => readScene(JSON.stringify(scene), 'ball');
}

describe('tangential restitution of spatial rigid bodies', () => {
  it.each([
    ['contacts.friction', { friction: rubber }, {}],
    ['bodies[0].friction', {}, { friction: rubber }],
    ['contacts.pairs[0].friction', { pairs: [{ bodies: ['ball', 'floor'], friction: rubber }] }, {}],
    ['contacts.groups[0].friction', { groups: [{ groups: ['g', 'g'], friction: rubber }] }, { group: 'g' }],
  ])('is an error in %s with fixed steps, and accepted with events', (path, contacts, own) => {
    expect(read('steps', contacts, own)).toThrow(`${path}.tangentialRestitution: must be 0 with time.method "steps"`);
    expect(read('events', contacts, own)).not.toThrow();
  });
});
