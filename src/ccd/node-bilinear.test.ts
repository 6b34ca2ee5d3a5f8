import { describe, expect, it } from 'vitest';
import { locateStatic } from '../../test/oracles/bilinear-contact.ts';
import { bilinearAreas, bilinearPoint, createBilinearPoint } from '../distance/features/bilinear-patch.ts';
import { createRandom, type Random } from '../math/random.ts';
import { createNodeBilinearContact, nodeBilinearContact } from './node-bilinear.ts';
import { createNodeQuadContact, nodeQuadContact } from './node-quad.ts';
import { coordinateAt, createConstantVelocityMotion, createEndpointMotion } from './point-motion.ts';

const QUAD = [0, 1, 2, 3];
/** z = x y over the unit square */
const WARPED = [0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0];

function fall(corners: readonly number[], node: readonly number[], velocity = [0, 0, -2]) {
  const v = new Float64Array(15);
  v.set(velocity, 12);
  const motion = createConstantVelocityMotion(Float64Array.of(...corners, ...node), v, 1);
  return { motion, contact: nodeBilinearContact(createNodeBilinearContact(), motion, 4, QUAD) };
}

describe('a node that falls on a warped patch', () => {
  it('touches z = x y at the known time, with the shape functions and the smooth normal there', () => {
    const { contact } = fall(WARPED, [0.25, 0.75, 1.1875]);
    expect(contact).toMatchObject({ hit: true, time: 0.5, side: 1, stage: 'exact' });
    expect([contact.xi, contact.eta]).toEqual([-0.5, 0.5]);
    expect(contact.weights).toEqual([0.1875, 0.0625, 0.1875, 0.5625]);
    // gradient of z - x y
    const size = Math.hypot(0.75, 0.25, 1);
    expect(contact.normal.x).toBeCloseTo(-0.75 / size, 14);
    expect(contact.normal.y).toBeCloseTo(-0.25 / size, 14);
    expect(contact.normal.z).toBeCloseTo(1 / size, 14);
    expect(contact.gapRate).toBeCloseTo(-2 / size, 13);
    expect(contact.safeTime).toBeLessThanOrEqual(0.5);
    expect(contact.latestTime).toBeGreaterThanOrEqual(0.5);
    expect(contact.latestTime - contact.safeTime).toBeLessThan(1e-14);
  });

  it('touches it later than the four triangles, which lie above it there', () => {
    const { motion, contact } = fall(WARPED, [0.25, 0.25, 1]);
    expect(contact.time).toBe((1 - 0.0625) / 2);
    expect(nodeQuadContact(createNodeQuadContact(), motion, 4, QUAD).time).toBe((1 - 0.125) / 2);
  });

  it('from below the side is -1 and the gap rate positive', () => {
    expect(fall(WARPED, [0.5, 0.5, -1], [0, 0, 2]).contact).toMatchObject({ hit: true, time: 0.625, side: -1 });
  });

  it('on its corner and edge, and one last digit next to it', () => {
    expect(fall(WARPED, [1, 1, 2]).contact).toMatchObject({ hit: true, time: 0.5, xi: 1, eta: 1 });
    expect(fall(WARPED, [1, 0.5, 1]).contact).toMatchObject({ hit: true, time: 0.25, xi: 1, eta: 0 });
    expect(fall(WARPED, [1 + 2 ** -52, 0.5, 1]).contact.hit).toBe(false);
  });

  it('is the same for every order of the corners', () => {
    const random = createRandom(4);
    for (let i = 0; i < 60; i++) {
      const draw = () => Float64Array.from({ length: 15 }, () => random.below(9) - 4);
      const motion = createEndpointMotion(draw(), draw());
      const [first, ...others] = [QUAD, [1, 2, 3, 0], [3, 2, 1, 0]].map((quad) =>
        nodeBilinearContact(createNodeBilinearContact(), motion, 4, quad),
      );
      for (const other of others) expect([other.hit, other.time]).toEqual([first.hit, first.time]);
      expect([others[0].side, others[1].side]).toEqual([first.side, -first.side || 0]);
    }
  });
});

/** A convex quadrilateral in a plane that moves, deforms and tilts, in numbers without rounding. */
function flatMotion(random: Random) {
  const whole = (size: number) => random.below(2 * size + 1) - size;
  // the corners of a square, moved by less than half its side, stay convex
  const square = [-4, -4, 4, -4, 4, 4, -4, 4];
  const [p, q] = [whole(3), whole(3)];
  const corner = () => {
    const plane = square.map((value) => value + whole(1));
    return [0, 1, 2, 3].flatMap((a) => [plane[2 * a], plane[2 * a + 1], p * plane[2 * a] + q * plane[2 * a + 1]]);
  };
  const inPlane = random.next() < 0.3;
  const node = () => {
    const [x, y] = [whole(6), whole(6)];
    return [x, y, inPlane ? p * x + q * y : whole(9)];
  };
  return createEndpointMotion(Float64Array.of(...corner(), ...node()), Float64Array.of(...corner(), ...node()));
}

describe('flat patches', () => {
  it('agree with the rule of four triangles: decision and time, also for motion in the plane', () => {
    const random = createRandom(12);
    const quad = createNodeQuadContact();
    const contact = createNodeBilinearContact();
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const motion = flatMotion(random);
      nodeBilinearContact(contact, motion, 4, QUAD);
      nodeQuadContact(quad, motion, 4, QUAD);
      expect([i, contact.hit]).toEqual([i, quad.hit]);
      expect(Math.abs(contact.time - quad.time)).toBeLessThan(1e-12);
      expect(contact.side).toBe(quad.side === 0 ? contact.side : quad.side);
      if (!contact.hit) continue;
      hits++;
      for (let axis = 0; axis < 3; axis++) {
        const at = (point: number) => coordinateAt(motion, 3 * point + axis, contact.time);
        const point = contact.weights.reduce((sum, weight, a) => sum + weight * at(a), 0);
        expect(Math.abs(point - at(4))).toBeLessThan(1e-12);
      }
    }
    expect(hits).toBeGreaterThan(60);
  });

  it('that are folded or crossed contain exactly the points of the bilinear map', () => {
    const random = createRandom(13);
    let [inside, beyondEdges] = [0, 0];
    for (let i = 0; i < 400; i++) {
      const plane = Array.from({ length: 10 }, (_, k) => (k < 8 ? random.below(9) - 4 : random.below(3) - 1));
      const points = [0, 1, 2, 3, 4].flatMap((k) => [plane[2 * k], plane[2 * k + 1], plane[2 * k] - plane[2 * k + 1]]);
      const motion = createEndpointMotion(Float64Array.from(points), Float64Array.from(points));
      const { hit } = nodeBilinearContact(createNodeBilinearContact(), motion, 4, QUAD);
      const relative = QUAD.map((a) => [0, 1, 2].map((axis) => BigInt(points[3 * a + axis] - points[12 + axis])));
      const [p0, p1, p2, p3] = relative;
      const [b, c] = [p1.map((x, k) => x - p0[k]), p3.map((x, k) => x - p0[k])];
      const where = locateStatic([p0, b, c, p2.map((x, k) => x - p1[k] - c[k])]);
      expect([i, hit]).toEqual([i, where !== 'outside']);
      if (where === 'inside') inside++;
      const area = (u: bigint[], w: bigint[]) => Math.sign(Number(u[0] * w[1] - u[1] * w[0]));
      const sides = QUAD.map((a) => area(relative[a], relative[(a + 1) % 4]));
      if (where === 'inside' && sides.includes(1) && sides.includes(-1)) beyondEdges++;
    }
    expect(inside).toBeGreaterThan(50);
    expect(beyondEdges).toBeGreaterThan(10);
  });

  it('a node that slides in the plane meets the fold of a reflex patch before its edges', () => {
    // corners of a dart: the map folds over the notch at corner 2
    const corners = [0, 0, 0, 8, 0, 0, 1, 1, 0, 0, 8, 0];
    const { motion, contact } = fall(corners, [4, 4, 0], [-4, -4, 0]);
    expect(contact.hit).toBe(true);
    // on the diagonal x(ξ, ξ) = 8 ξ - 7 ξ², which folds at its maximum 16/7
    expect(contact.time).toBeCloseTo((4 - 16 / 7) / 4, 14);
    const triangles = nodeQuadContact(createNodeQuadContact(), motion, 4, QUAD);
    expect(triangles.hit).toBe(true);
  });
});

describe('areas of the corners', () => {
  it('of a planar patch add up to its area, each the integral of a shape function', () => {
    const areas = bilinearAreas([0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0]);
    for (const area of areas) expect(area).toBeCloseTo(1.5, 14);
  });

  it('of a warped patch add up to the integral of the area density', () => {
    // midpoint rule with many points
    const n = 200;
    let sum = 0;
    const point = createBilinearPoint();
    for (let i = 0; i < n * n; i++) {
      const [xi, eta] = [(2 * (i % n) + 1) / n - 1, (2 * Math.floor(i / n) + 1) / n - 1];
      sum += (bilinearPoint(point, WARPED, xi, eta).areaDensity * 4) / n / n;
    }
    expect(bilinearAreas(WARPED).reduce((a, b) => a + b, 0)).toBeCloseTo(sum, 5);
  });
});

it('rejects what is not a patch of the motion', () => {
  const motion = createEndpointMotion(new Float64Array(15), new Float64Array(15));
  const out = createNodeBilinearContact();
  expect(() => nodeBilinearContact(out, motion, 4, [0, 1, 2])).toThrow('quad must be four point indices');
  expect(() => nodeBilinearContact(out, motion, 4, [0, 1, 2, 5])).toThrow('quad[3] must be an integer from 0 to 4');
});
