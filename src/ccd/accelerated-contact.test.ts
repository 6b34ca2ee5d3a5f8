import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { acceleratedEdgeEdgeContact, acceleratedNodeTriangleContact } from './accelerated-contact.ts';
import { createAcceleratedMotion } from './accelerated-motion.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { createConstantVelocityMotion } from './point-motion.ts';

const FLOOR = [0, 0, 0, 4, 0, 0, 0, 4, 0];

function throwNode(
  node: readonly number[],
  velocity: readonly number[],
  acceleration: readonly number[],
  duration: number,
) {
  const still = new Float64Array(9);
  const motion = createAcceleratedMotion(
    Float64Array.of(...FLOOR, ...node),
    Float64Array.of(...still, ...velocity),
    Float64Array.of(...still, ...acceleration),
    duration,
  );
  return acceleratedNodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
}

describe('parabolic motion', () => {
  it('a node thrown upwards lands at v/g + sqrt(v² + 2 g h)/g, where it has drifted to', () => {
    const [v, g, h] = [3, 10, 0.8];
    const contact = throwNode([0.5, 0.25, h], [1, 0.5, v], [0, 0, -g], 2);
    const expected = (v + Math.sqrt(v * v + 2 * g * h)) / g;
    expect(contact).toMatchObject({ hit: true, side: 1, stage: 'exact' });
    expect(contact.time).toBeCloseTo(expected, 15);
    expect(contact.gapRate).toBeCloseTo(v - g * expected, 13);
    expect(contact.weights[1]).toBeCloseTo((0.5 + expected) / 4, 14);
    expect(contact.weights[2]).toBeCloseTo((0.25 + 0.5 * expected) / 4, 14);
  });

  it('a node whose parabola touches the floor at its vertex touches it there; one last digit higher it does not', () => {
    // z = 2 (t - 1)²
    expect(throwNode([1, 1, 2], [0, 0, -4], [0, 0, 4], 2)).toMatchObject({ hit: true, time: 1 });
    expect(throwNode([1, 1, 2 + 2 ** -51], [0, 0, -4], [0, 0, 4], 2)).toMatchObject({ hit: false, stage: 'exact' });
    expect(throwNode([1, 1, 2 - 2 ** -51], [0, 0, -4], [0, 0, 4], 2).time).toBeCloseTo(1 - 2 ** -26, 12);
  });

  it('a node that passes next to the triangle and returns over it touches on its way down', () => {
    // outside at the first crossing (x = -1), inside at the second
    const contact = throwNode([-1, 1, -1], [1, 0, 5], [0, 0, -4], 4);
    expect(contact.time).toBeCloseTo((5 + Math.sqrt(25 - 8)) / 4, 14);
  });

  it('a floor that is accelerated upwards meets a falling node where their parabolas cross', () => {
    const motion = createAcceleratedMotion(
      Float64Array.of(...FLOOR, 1, 1, 4),
      new Float64Array(12),
      Float64Array.of(0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, -6),
      2,
    );
    const contact = acceleratedNodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
    expect(contact).toMatchObject({ hit: true, time: 1 });
    expect(contact.gapRate).toBe(-8);
  });
});

describe('without accelerations', () => {
  it('the decision and the time are those of constant velocities', () => {
    const random = createRandom(21);
    const [slow, fast] = [createNodeTriangleContact(), createNodeTriangleContact()];
    const [slowEdges, fastEdges] = [createEdgeEdgeContact(), createEdgeEdgeContact()];
    let hits = 0;
    for (let i = 0; i < 400; i++) {
      const draw = () =>
        Float64Array.from({ length: 12 }, () => (i % 2 === 0 ? random.below(5) - 2 : random.between(-1, 1)));
      const [x, v, duration] = [draw(), draw(), i % 3 === 0 ? 0.7 : 1];
      const motion = createAcceleratedMotion(x, v, new Float64Array(12), duration);
      const constant = createConstantVelocityMotion(x, v, duration);
      for (const [mine, other] of [
        [acceleratedNodeTriangleContact(slow, motion, 0, 1, 2, 3), nodeTriangleContact(fast, constant, 0, 1, 2, 3)],
        [acceleratedEdgeEdgeContact(slowEdges, motion, 0, 1, 2, 3), edgeEdgeContact(fastEdges, constant, 0, 1, 2, 3)],
      ]) {
        expect([i, mine.hit, mine.side]).toEqual([i, other.hit, other.side]);
        expect(Math.abs(mine.time - other.time)).toBeLessThan(1e-12);
        expect(Math.abs(mine.gapRate - other.gapRate)).toBeLessThan(1e-6);
        if (mine.hit) hits++;
      }
    }
    expect(hits).toBeGreaterThan(60);
  });
});

it('rejects arrays of different length, numbers that are not finite and unknown points', () => {
  const [six, three] = [new Float64Array(6), new Float64Array(3)];
  expect(() => createAcceleratedMotion(six, six, three, 1)).toThrow('got lengths 6, 6, 3');
  expect(() => createAcceleratedMotion(three, three, Float64Array.of(0, Number.NaN, 0), 1)).toThrow(
    'motion: accelerations[1] must be finite, got NaN',
  );
  expect(() => createAcceleratedMotion(three, three, three, 0)).toThrow('duration must be finite and above zero');
  const motion = createAcceleratedMotion(six, six, six, 1);
  expect(() => acceleratedEdgeEdgeContact(createEdgeEdgeContact(), motion, 0, 1, 2, 0)).toThrow(
    'acceleratedEdgeEdgeContact: p2',
  );
});
