/**
 * Motions of four points made to be hard for first-contact tests: touching, flat, tiny, huge, shared and off by one
 * last digit.
 */

import { createConstantVelocityMotion, createEndpointMotion, type PointMotion } from '../../../src/ccd/point-motion.ts';
import type { Random } from '../../../src/math/random.ts';

export const ADVERSARIAL_KINDS = [
  'grid',
  'co-moving',
  'coplanar',
  'tilted coplanar',
  'shared points',
  'needle',
  'tiny',
  'huge',
  'far away',
  'one last digit',
  'mixed exponents',
  'static',
  'collinear',
  'touching',
] as const;

export type AdversarialKind = (typeof ADVERSARIAL_KINDS)[number];

type Points = number[][];

/** Positions at the start and end of the step, or velocities of order one. */
export function adversarialMotion(random: Random, kind: AdversarialKind, given: PointMotion['given']): PointMotion {
  const [start, end] = adversarialEnds(random, kind);
  if (given === 'ends') return createEndpointMotion(Float64Array.from(start.flat()), Float64Array.from(end.flat()));
  const duration = random.next() < 0.5 ? 1 : random.between(0.1, 3);
  const velocities = end.map((p, i) => p.map((x, axis) => (x - start[i][axis]) / duration));
  return createConstantVelocityMotion(Float64Array.from(start.flat()), Float64Array.from(velocities.flat()), duration);
}

function adversarialEnds(random: Random, kind: AdversarialKind): [Points, Points] {
  const whole = (size: number) => random.below(2 * size + 1) - size;
  const points = (value: () => number): Points => [0, 1, 2, 3].map(() => [value(), value(), value()]);
  const grid = () => points(() => whole(2));
  const any = () => points(() => random.between(-1, 1));
  const map = (ps: Points, f: (x: number, axis: number, i: number) => number) =>
    ps.map((p, i) => p.map((x, a) => f(x, a, i)));
  switch (kind) {
    case 'grid':
      return [grid(), grid()];
    case 'co-moving': {
      const start = random.next() < 0.5 ? grid() : any();
      const shift = [whole(2), whole(2), whole(2)];
      return [start, map(start, (x, axis) => x + shift[axis])];
    }
    case 'coplanar':
      return [map(grid(), (x, axis) => (axis === 2 ? 0 : x)), map(grid(), (x, axis) => (axis === 2 ? 0 : x))];
    case 'tilted coplanar': {
      const [a, b] = [whole(2), whole(2)];
      const tilt = (ps: Points) => ps.map(([x, y]) => [x, y, a * x + b * y]);
      return [tilt(grid()), tilt(grid())];
    }
    case 'shared points': {
      const [start, end] = [any(), any()];
      const [from, to] = [random.below(4), random.below(4)];
      if (random.next() < 0.7) start[to] = [...start[from]];
      if (random.next() < 0.7) end[to] = [...end[from]];
      return [start, end];
    }
    case 'needle': {
      // three points within 1e-9 of a line, the fourth aimed at one of them
      const direction = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const start = points(() => 0).map((_, i) => direction.map((d) => i * d + 1e-9 * random.between(-1, 1)));
      const end = map(start, (x) => x + 1e-9 * random.between(-1, 1));
      start[0] = start[0].map((x, axis) => x + [0, 1, -1][random.below(3)] * (axis + 1));
      const target = random.next();
      end[0] = start[0].map((x, axis) => 2 * (end[1][axis] * target + end[2][axis] * (1 - target)) - x);
      return [start, end];
    }
    case 'tiny':
      return [map(grid(), (x) => x * 2 ** -30), map(any(), (x) => x * 2 ** -30)];
    case 'huge':
      return [map(grid(), (x) => x * 2 ** 30), map(any(), (x) => x * 2 ** 30)];
    case 'far away':
      return [map(random.next() < 0.5 ? grid() : any(), (x) => x + 1e6), map(any(), (x) => x + 1e6)];
    case 'one last digit': {
      const digit = (x: number) => x * (1 + whole(1) * 2 ** -52) + whole(1) * 2 ** -53;
      return [map(grid(), digit), map(grid(), digit)];
    }
    case 'mixed exponents':
      return [map(any(), (x) => x * 2 ** whole(40)), map(any(), (x) => x * 2 ** whole(40))];
    case 'static': {
      const start = random.next() < 0.5 ? grid() : any();
      const end = map(start, (x) => x);
      end[random.below(4)] = [whole(2), whole(2), whole(2)];
      return [start, end];
    }
    case 'collinear': {
      const onLine = () => [1, 2, 3, 4].map(() => whole(3)).map((t) => [t, 2 * t, -t]);
      const [start, end] = [onLine(), onLine()];
      if (random.next() < 0.5) start[0] = [whole(2), whole(2), whole(2)];
      return [start, end];
    }
    case 'touching': {
      // the first point passes through a point of the others' plane or line at a half or quarter of the step
      const [start, end] = [grid(), grid()];
      const fraction = [0.25, 0.5, 1][random.below(3)];
      const weights = [
        [1, 0, 0],
        [0.5, 0.5, 0],
        [0.5, 0.25, 0.25],
        [1.5, -0.5, 0],
      ][random.below(4)];
      const at = [0, 1, 2].map((axis) =>
        weights.reduce((sum, w, i) => sum + w * ((1 - fraction) * start[i + 1][axis] + fraction * end[i + 1][axis]), 0),
      );
      end[0] = start[0].map((x, axis) => x + (at[axis] - x) / fraction);
      return [start, end];
    }
  }
}
