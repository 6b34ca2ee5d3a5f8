/** The errata of [VBC24] by number, with tests. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createNodeTriangleContact, nodeTriangleContact } from '../../src/ccd/first-contact.ts';
import { createNodeQuadContact, nodeQuadContact } from '../../src/ccd/node-quad.ts';
import { createConstantVelocityMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import { closedFormTime, realRoots } from './closed-form.ts';
import { sum } from './expansion.ts';
import { insertInPlane, PRINTED_PLANE } from './printed-expansions.ts';

/** Points 0 1 2 are the triangle, point 3 the node. */
function meet(motion: PointMotion) {
  return nodeTriangleContact(createNodeTriangleContact(), motion, 3, 0, 1, 2);
}

function motionOf(x: number[][], v: number[][], duration = 1): PointMotion {
  return createConstantVelocityMotion(Float64Array.from(x.flat()), Float64Array.from(v.flat()), duration);
}

const FLOOR = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]; // biome-ignore format: three points
const REST = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]; // biome-ignore format: three points

describe('V1, signs of the plane', () => {
  it('with a0 as it is the corners lie in their plane; without its minus sign they leave it', () => {
    for (const corner of [0, 1, 2] as const) {
      expect(insertInPlane(corner)).toEqual([]);
      expect(sum(insertInPlane(corner), PRINTED_PLANE[0], -2).length).toBeGreaterThan(0);
    }
  });
});

describe('V2, coplanarity', () => {
  it('a node that falls next to the triangle is in its plane at half a second, and never in contact', () => {
    const motion = motionOf([...FLOOR, [3, 3, 1]], [...REST, [0, 0, -2]]);
    expect(realRoots(1, -2, 0, 0)).toEqual([0.5]);
    expect(meet(motion).hit).toBe(false);
  });
});

describe('V4, the centroid', () => {
  it('moves as the mean of the corners: a folding surface is touched when it has folded', () => {
    // a unit square whose corner 2 rises at 4 m/s: its centroid rises at 1 m/s, the node waits 0.25 m above it
    const corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]; // biome-ignore format: four points
    const velocities = [[0, 0, 0], [0, 0, 0], [0, 0, 4], [0, 0, 0]]; // biome-ignore format: four points
    const motion = motionOf([...corners, [0.5, 0.5, 0.25]], [...velocities, [0, 0, 0]]);
    const quad = nodeQuadContact(createNodeQuadContact(), motion, 4, [0, 1, 2, 3]);
    expect([quad.hit, quad.time]).toEqual([true, 0.25]);
    expect(quad.weights).toEqual([0.25, 0.25, 0.25, 0.25]);
    // as a separate node at rest it would never get there
    const alone = motionOf([[0, 0, 0], [1, 0, 0], [0.5, 0.5, 0], [0.5, 0.5, 0.25]], [...REST, [0, 0, 0]]); // biome-ignore format: four points
    expect(meet(alone).hit).toBe(false);
  });
});

describe('V5, the step and the time in it', () => {
  it('a root after the end of the step is not a contact of the step, and the time does not depend on its length', () => {
    const falling = (duration: number) => meet(motionOf([...FLOOR, [0.2, 0.2, 1]], [...REST, [0, 0, -2]], duration));
    expect(falling(0.4).hit).toBe(false);
    for (const duration of [0.5, 1, 4]) {
      expect(falling(duration).hit).toBe(true);
      // times are accurate to 1e-12 of the step
      expect(Math.abs(falling(duration).time - 0.5)).toBeLessThanOrEqual(1e-12 * duration);
    }
  });
});

interface ReferenceCase {
  readonly kind: string;
  readonly x: number[][];
  readonly v: number[][];
  readonly xs: number[];
  readonly vs: number[];
  readonly dt: number;
  readonly hit: boolean;
}

describe('V3, the printed sums in doubles, on the exact answers of the reference set', () => {
  const url = new URL('../../reference/velocity-contact/node-triangle.json', import.meta.url);
  const cases: ReferenceCase[] = JSON.parse(readFileSync(url, 'utf8')).cases;
  const contacts = cases
    .filter(({ hit }) => hit)
    .map(({ kind, x, v, xs, vs, dt }) => ({ kind, motion: motionOf([...x, xs], [...v, vs], dt) }));
  const missed = contacts.filter(({ motion }) => closedFormTime(motion) === undefined);

  it('1e6 m from the origin every contact is missed, and the exact check finds them all', () => {
    const far = contacts.filter(({ kind }) => kind === 'offset');
    expect(far.length).toBe(8);
    expect(missed.filter(({ kind }) => kind === 'offset').length).toBe(8);
    for (const { motion } of far) expect(meet(motion).hit).toBe(true);
  });

  it('of all 181 contacts the closed form misses 52, the exact check none', () => {
    expect(contacts.length).toBe(181);
    expect(missed.length).toBe(52);
    expect(contacts.filter(({ motion }) => !meet(motion).hit)).toEqual([]);
  });
});
