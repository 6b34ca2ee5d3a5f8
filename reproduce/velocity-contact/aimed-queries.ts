/**
 * Nodes aimed at triangles so that contact is known by construction: at a fraction τ of the step the node is at a chosen
 * point of the triangle. All numbers have few enough digits to be exact in doubles; the products of the contact
 * polynomial have more.
 */

import { createConstantVelocityMotion, type PointMotion } from '../../src/ccd/point-motion.ts';
import type { Random } from '../../src/math/random.ts';

export const AIMED_KINDS = [
  'inside',
  'on an edge',
  'in a corner',
  'triangle translates',
  'triangle at rest',
  'node moves with the triangle',
  'at the start of the step',
  'at the end of the step',
  'touching',
  'in the plane of the triangle',
  'triangle collapses',
  'triangle without area',
  'needle',
  '1e6 m from the origin',
] as const;

export type AimedKind = (typeof AIMED_KINDS)[number];

export interface AimedQuery {
  /** Points 0, 1, 2: the corners. Point 3: the node. The step is 1 s. */
  readonly motion: PointMotion;
  /** The node is in the triangle at this time [s], if not before. */
  readonly time: number;
}

type Vector = readonly [number, number, number];

/** All random numbers are integer multiples of this, between -1 and 1. */
const UNIT = 2 ** -20;

function combine(weights: readonly number[], vectors: readonly Vector[]): Vector {
  const sum = (axis: number) => weights.reduce((total, w, i) => total + w * vectors[i][axis], 0);
  return [sum(0), sum(1), sum(2)];
}

export function aimedQuery(random: Random, kind: AimedKind): AimedQuery {
  const vector = (): Vector => {
    const component = () => (random.below(2 ** 21 + 1) - 2 ** 20) * UNIT;
    return [component(), component(), component()];
  };
  const three = (): Vector[] => [vector(), vector(), vector()];
  const time =
    kind === 'at the start of the step' ? 0 : kind === 'at the end of the step' ? 1 : (1 + random.below(3)) / 4;
  const weights = aimedWeights(random, kind);
  let corners = three();
  let velocities = three();
  let velocity = vector();
  switch (kind) {
    case 'triangle translates':
      velocities = [velocities[0], velocities[0], velocities[0]];
      break;
    case 'triangle at rest':
      velocities = velocities.map(() => [0, 0, 0]);
      break;
    case 'node moves with the triangle':
      velocities = [velocity, velocity, velocity];
      break;
    case 'in the plane of the triangle': {
      const [a, b] = [random.below(5) - 2, random.below(5) - 2];
      const tilted = ([x, y]: Vector): Vector => [x, y, a * x + b * y];
      corners = corners.map(tilted);
      velocities = velocities.map(tilted);
      velocity = tilted(velocity);
      break;
    }
    case 'triangle collapses': {
      // at that time the third corner is midway between the others
      const at = corners.map((corner, i) => combine([1, time], [corner, velocities[i]]));
      corners[2] = combine([0.5, 0.5, -time], [at[0], at[1], velocities[2]]);
      break;
    }
    case 'triangle without area':
      corners[2] = combine([0.5, 0.5], corners);
      velocities[2] = combine([0.5, 0.5], velocities);
      break;
    case 'needle':
      // its height is about 1e-6 of its length
      corners[2] = combine([0.5, 0.5, UNIT], corners);
      velocities[2] = combine([0.5, 0.5], velocities);
      break;
    case 'touching': {
      // at the contact the node moves in the plane of the triangle: the polynomial has a double root
      const [a, b, c] = corners.map((corner, i) => combine([1, time], [corner, velocities[i]]));
      velocity = combine([1, 0.5, 0.25, -0.75], [combine(weights, velocities), a, b, c]);
      break;
    }
    case '1e6 m from the origin':
      corners = corners.map(([x, y, z]) => [x + 1e6, y + 1e6, z + 1e6]);
      break;
  }
  const target = combine([1, time], [combine(weights, corners), combine(weights, velocities)]);
  const node = combine([1, -time], [target, velocity]);
  const pack = (vectors: readonly Vector[]) => Float64Array.from(vectors.flat());
  return { motion: createConstantVelocityMotion(pack([...corners, node]), pack([...velocities, velocity]), 1), time };
}

/** Weights of the vertices, in multiples of 1/8. */
function aimedWeights(random: Random, kind: AimedKind): readonly number[] {
  if (kind === 'in a corner') return [0, 0, 0].with(random.below(3), 1);
  const first = 1 + random.below(6);
  if (kind === 'on an edge') return [first / 8, 1 - first / 8, 0];
  const second = 1 + random.below(7 - first);
  return [first / 8, second / 8, 1 - (first + second) / 8];
}
