import { describe, expect, it } from 'vitest';
import { ADVERSARIAL_KINDS, adversarialMotion } from '../../test/adversarial/first-contact/motions.ts';
import { createRandom } from '../math/random.ts';
import {
  createEdgeEdgeContact,
  createNodeTriangleContact,
  edgeEdgeContact,
  type NodeTriangleContact,
  nodeTriangleContact,
} from './first-contact.ts';
import { createConstantVelocityMotion, createEndpointMotion } from './point-motion.ts';

/** Node and triangle by positions and velocities of the node, then of the three corners. */
function contactOf(x: number[][], v: number[][], duration = 1, tolerance = 0): NodeTriangleContact {
  const motion = createConstantVelocityMotion(Float64Array.from(x.flat()), Float64Array.from(v.flat()), duration);
  return nodeTriangleContact(createNodeTriangleContact(), motion, 0, 1, 2, 3, tolerance);
}

const STILL = [0, 0, 0];
const FLOOR = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const REST = [STILL, STILL, STILL];

describe('a node and a triangle', () => {
  it('worked example: falling 1 m at 2 m/s onto a resting triangle takes half a second', () => {
    const contact = contactOf([[0.25, 0.5, 1], ...FLOOR], [[0, 0, -2], ...REST]);
    expect(contact.hit).toBe(true);
    expect(contact.time).toBe(0.5);
    [0.25, 0.25, 0.5].forEach((w, i) => {
      expect(contact.weights[i]).toBeCloseTo(w, 15);
    });
    expect(contact.normal).toEqual({ x: 0, y: 0, z: 1 });
    expect(contact.gapRate).toBe(-2);
    expect([contact.side, contact.stage]).toEqual([1, 'filter']);
    expect(contact.safeTime).toBeLessThanOrEqual(0.5);
    expect(contact.safeTime).toBeGreaterThan(0.5 - 1e-12);
  });

  it('from below the side is -1 and the gap rate positive: the normal remains that of the triangle', () => {
    const contact = contactOf([[0.25, 0.25, -1], ...FLOOR], [[0, 0, 4], ...REST]);
    expect([contact.time, contact.side, contact.gapRate]).toEqual([0.25, -1, 4]);
  });

  it('without contact the time is the end of the step', () => {
    const contact = contactOf([[2, 2, 1], ...FLOOR], [[0, 0, -2], ...REST], 3);
    expect([contact.hit, contact.time, contact.safeTime, contact.stage]).toEqual([false, 3, 3, 'culled']);
  });
});

/** [VBC24-2.5]; each with the exact method and with a tolerance. */
describe.each([0, 1e-12])('degenerate motions, tolerance %f', (tolerance) => {
  const time = (x: number[][], v: number[][], duration = 1) => {
    const { hit, time: t } = contactOf(x, v, duration, tolerance);
    return hit ? t : undefined;
  };

  it('a translating triangle gives one linear root', () => {
    const u = [0.5, -1, 3];
    expect(time([[0.25, 0.5, 1], ...FLOOR], [[0.5, -1, 2], u, u, u], 2)).toBe(1);
  });

  it('a node that moves with the triangle touches it at the start or never', () => {
    const u = [0.5, -1, 3];
    expect(time([[0.25, 0.5, 0], ...FLOOR], [u, u, u, u])).toBe(0);
    expect(time([[0.25, 0.5, 0.1], ...FLOOR], [u, u, u, u])).toBeUndefined();
    expect(time([[0.75, 0.5, 0], ...FLOOR], [u, u, u, u])).toBeUndefined();
  });

  it('quadratic: one corner sinks while the node translates', () => {
    // at t the plane is z = -t x; the node at (0.25 + t/2, 0.25, -0.1875): t (0.25 + t/2) = 0.1875 at t = 0.41144
    const t = time([[0.25, 0.25, -0.1875], ...FLOOR], [[0.5, 0, 0], STILL, [0, 0, -1], STILL]);
    expect(t).toBeCloseTo(Math.sqrt(0.4375) - 0.25, 14);
  });

  it('touching: the node reaches the plane and leaves again', () => {
    // the corner (1, 0) rises: the plane is z = t x; the node at (2 - 2t, 0, ½) is in it where t (2 - 2t) = ½, a double
    // root at ½
    const corners = [
      [0, -1, 0],
      [0, 1, 0],
      [1, 0, 0],
    ];
    const t = time([[2, 0, 0.5], ...corners], [[-2, 0, 0], STILL, STILL, [0, 0, 1]]);
    // the distance is within a tolerance of 1e-12 from √1e-12 earlier
    expect(t).toBeCloseTo(0.5, tolerance === 0 ? 15 : 6);
  });

  it('roots exactly at the start and at the end count', () => {
    expect(time([[0.25, 0.5, 0], ...FLOOR], [[0, 0, 1], ...REST])).toBe(0);
    expect(time([[0.25, 0.5, 1], ...FLOOR], [[0, 0, -1], ...REST])).toBe(1);
  });

  it('in-plane: a node that slides in the plane of the triangle touches its edge', () => {
    expect(time([[0.5, -1, 0], ...FLOOR], [[0, 2, 0], ...REST])).toBe(0.5);
    expect(time([[-1, -1, 0], ...FLOOR], [[1, 1, 0], ...REST])).toBe(1);
    expect(time([[1.5, -1, 0], ...FLOOR], [[0, 2, 0], ...REST])).toBeUndefined();
  });

  it('a triangle that degenerates to a line is touched on that line, at that instant', () => {
    // the corner (0, 1) moves down to (0.5, 0) and on to the other side; the node arrives at (0.5, 0)
    expect(time([[0.5, 0, 0.25], ...FLOOR], [[0, 0, -0.5], STILL, STILL, [1, -2, 0]])).toBe(0.5);
  });

  it('a triangle that is always a segment or a point can still be touched', () => {
    const segment = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ];
    expect(time([[1.5, 0, 1], ...segment], [[0, 0, -2], ...REST])).toBe(0.5);
    expect(time([[2.5, 0, 1], ...segment], [[0, 0, -2], ...REST])).toBeUndefined();
    const point = [
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ];
    expect(time([[1, 0, 1], ...point], [[0, 0, -2], ...REST])).toBe(0.5);
    expect(time([[1, 0.5, 1], ...point], [[0, 0, -2], ...REST])).toBeUndefined();
  });
});

describe('edges', () => {
  it('worked example: crossed rods 1 m apart, closing at 4 m/s', () => {
    const x = Float64Array.of(-1, 0, 0, 1, 0, 0, 0.5, -1, 1, 0.5, 1, 1);
    const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, -4, 0, 0, -4);
    const contact = edgeEdgeContact(createEdgeEdgeContact(), createConstantVelocityMotion(x, v, 1), 0, 1, 2, 3);
    expect([contact.time, contact.u, contact.v, contact.gapRate, contact.side]).toEqual([0.25, 0.75, 0.5, -4, 1]);
    expect(contact.normal).toEqual({ x: 0, y: 0, z: 1 });
  });

  it('parallel rods touch along their sides, and collinear rods at their ends', () => {
    const side = createEndpointMotion(
      Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1, 0, 2, 1, 0),
      Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, -1, 0, 2, -1, 0),
    );
    expect(edgeEdgeContact(createEdgeEdgeContact(), side, 0, 1, 2, 3).time).toBe(0.5);
    const line = createEndpointMotion(
      Float64Array.of(0, 0, 0, 1, 0, 0, 3, 0, 0, 4, 0, 0),
      Float64Array.of(0, 0, 0, 1, 0, 0, -5, 0, 0, -4, 0, 0),
    );
    expect(edgeEdgeContact(createEdgeEdgeContact(), line, 0, 1, 2, 3).time).toBe(0.25);
  });
});

describe('a transformed query', () => {
  it('translated by a power of two, exactly, has the same decision and time', () => {
    const random = createRandom(5);
    const out = createNodeTriangleContact();
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      const { start, endOrVelocity } = adversarialMotion(random, i % 2 ? 'grid' : 'touching', 'ends');
      const shift = 2 ** (random.below(60) - 20);
      // multiples of a quarter below 2^10, translated by at most 2^39: 50 bits
      const moved = [start, endOrVelocity].map((points) => points.map((x) => x + shift));
      if (moved.some((points, k) => points.some((x, j) => x - shift !== [start, endOrVelocity][k][j]))) continue;
      const here = { ...nodeTriangleContact(out, createEndpointMotion(start, endOrVelocity), 0, 1, 2, 3) };
      const there = nodeTriangleContact(out, createEndpointMotion(moved[0], moved[1]), 0, 1, 2, 3);
      expect(there.hit).toBe(here.hit);
      // each time has an error of at most 1e-12
      expect(Math.abs(there.time - here.time)).toBeLessThanOrEqual(2e-12);
      if (here.hit) hits++;
    }
    expect(hits).toBeGreaterThan(50);
  });

  it('scaled by a power of two has the same decision and time to the last digit', () => {
    const random = createRandom(6);
    const out = createNodeTriangleContact();
    for (let i = 0; i < 500; i++) {
      const { start, endOrVelocity } = adversarialMotion(random, ADVERSARIAL_KINDS[i % 4], 'ends');
      const scale = 2 ** (random.below(60) - 30);
      const here = nodeTriangleContact(
        createNodeTriangleContact(),
        createEndpointMotion(start, endOrVelocity),
        0,
        1,
        2,
        3,
      );
      const big = createEndpointMotion(
        start.map((x) => x * scale),
        endOrVelocity.map((x) => x * scale),
      );
      const there = nodeTriangleContact(out, big, 0, 1, 2, 3);
      expect([there.hit, there.time]).toEqual([here.hit, here.time]);
    }
  });

  it('coordinates of 1e300 m and 1e-300 m are decided like any others, without NaN', () => {
    for (const scale of [1e300, 1e-300, 2 ** -1070]) {
      const up = Float64Array.of(0.25, 0.25, 1, ...FLOOR.flat()).map((x) => 4 * x * scale);
      const down = Float64Array.of(0.25, 0.25, -1, ...FLOOR.flat()).map((x) => 4 * x * scale);
      const contact = nodeTriangleContact(createNodeTriangleContact(), createEndpointMotion(up, down), 0, 1, 2, 3);
      expect([contact.hit, contact.time]).toEqual([true, 0.5]);
      expect(Number.isNaN(contact.gapRate + contact.weights[0] + contact.normal.z)).toBe(false);
    }
  });
});

describe('input validation', () => {
  it('rejects arrays of different lengths, a step of zero length and coordinates that are not finite', () => {
    const three = new Float64Array(3);
    expect(() => createEndpointMotion(three, new Float64Array(6))).toThrow('lengths 3 and 6');
    expect(() => createConstantVelocityMotion(three, three, 0)).toThrow(
      'duration must be finite and above zero, got 0',
    );
    expect(() => createConstantVelocityMotion(three, Float64Array.of(0, Number.NaN, 0), 1)).toThrow('velocities[1]');
  });
});
