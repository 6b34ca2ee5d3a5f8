import { describe, expect, it } from 'vitest';
import { createPlanarBody, type RigidBody } from '../../dynamics/rigid-body.ts';
import { createPose } from '../../math/pose.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3 } from '../../math/vec3.ts';
import { createMaterial } from '../material.ts';
import { createRestingPoint, type RestingPoint, solveResting } from '../resting.ts';
import { eliminationOrder } from './elimination-order.ts';
import {
  ALPHA,
  createRestingProblem,
  DYNAMIC_FRICTION,
  NORMAL_ARMS,
  NORMAL_IMPULSES,
  NORMAL_X,
  NORMAL_Y,
  POINTS,
  prepareManifold,
  type RestingProblem,
  resizeProblem,
  STATIC_FRICTION,
  STRIDE,
  TANGENT_ARMS,
  TANGENT_IMPULSE,
} from './resting-problem.ts';
import { createRestingWorkspace, solvePlanarResting } from './solve-planar-resting.ts';

const G = 9.81;
const H = 1e-2;

interface Manifold {
  readonly a: number;
  readonly b: number;
  readonly normal: readonly [number, number];
  readonly points: readonly (readonly [number, number])[];
}

/** Bodies x, y, vx, vy, ω, mass, inertia (mass 0: immovable). */
interface Bodies {
  readonly states: readonly (readonly number[])[];
  readonly manifolds: readonly Manifold[];
  readonly friction: { readonly static: number; readonly dynamic: number };
}

function problemOf({ states, manifolds, friction }: Bodies): RestingProblem {
  const problem = createRestingProblem();
  resizeProblem(problem, states.length, manifolds.length);
  const m = problem.manifolds;
  m.fill(0);
  for (const [i, [, , vx, vy, w, mass, inertia]] of states.entries()) {
    problem.velocities.set([vx, vy, w], 3 * i);
    problem.inverseMasses.set(mass === 0 ? [0, 0] : [1 / mass, 1 / inertia], 2 * i);
  }
  for (const [i, { a, b, normal, points }] of manifolds.entries()) {
    const at = STRIDE * i;
    problem.bodies.set([a, b], 2 * i);
    m[at + NORMAL_X] = normal[0];
    m[at + NORMAL_Y] = normal[1];
    m[at + POINTS] = points.length;
    m[at + ALPHA] = points.length === 2 ? 0.5 : 0;
    m[at + STATIC_FRICTION] = friction.static;
    m[at + DYNAMIC_FRICTION] = friction.dynamic;
    for (const [k, [x, y]] of points.entries()) {
      for (const [side, body] of [a, b].entries()) {
        const [rx, ry] = [x - states[body][0], y - states[body][1]];
        m[at + NORMAL_ARMS + 2 * side + k] = rx * normal[1] - ry * normal[0];
        m[at + TANGENT_ARMS + 2 * side + k] = rx * normal[0] + ry * normal[1];
      }
    }
    prepareManifold(problem, i);
  }
  return problem;
}

function solve(given: Bodies) {
  const problem = problemOf(given);
  const solution = solvePlanarResting(problem, eliminationOrder(problem), createRestingWorkspace());
  return { problem, solution };
}

/** The same problem with the general solver: friction per point, other iterations. */
function solveByPoints({ states, manifolds, friction }: Bodies): { bodies: RigidBody[]; points: RestingPoint[] } {
  const bodies = states.map(([x, y, vx, vy, w, mass, inertia]) =>
    createPlanarBody(
      createPose([x, y]),
      mass === 0 ? Infinity : mass,
      mass === 0 ? Infinity : inertia,
      createVec3(vx, vy),
      w,
    ),
  );
  const material = createMaterial({
    restitution: 0,
    staticFriction: friction.static,
    dynamicFriction: friction.dynamic,
  });
  const points = manifolds.flatMap(({ a, b, normal, points: list }) =>
    list.map(([x, y]) => {
      const point = createVec3(x, y);
      const contact = { pointA: point, pointB: point, normal: createVec3(normal[0], normal[1]) };
      return createRestingPoint(bodies[a], bodies[b], contact, material);
    }),
  );
  expect(solveResting(points, { sweeps: 20000 }).status).toBe('converged');
  return { bodies, points };
}

/** Boxes of 1 kg, 1 m high, on a floor, after a step of gravity. */
function stack(count: number, sideways = 0, halfWidth = 0.5): Bodies {
  return {
    states: [
      [0, -1, 0, 0, 0, 0, 0],
      ...Array.from({ length: count }, (_, i) => [0, 0.5 + i, sideways, -G * H, 0, 1, 1 / 6]),
    ],
    manifolds: Array.from({ length: count }, (_, i): Manifold => {
      return { a: i, b: i + 1, normal: [0, 1], points: [[-halfWidth, i], [halfWidth, i]] }; // biome-ignore format: points
    }),
    friction: { static: 0.5, dynamic: 0.4 },
  };
}

describe('resting contact of planar bodies', () => {
  it.each([1, 5, 20, 80])(
    'in a stack of %d every point carries half of the weight above it, after few sweeps',
    (count) => {
      const { problem, solution } = solve(stack(count));
      expect(solution.status).toBe('converged');
      expect(solution.sweeps).toBeLessThan(5); // independent of the height
      for (let i = 0; i < count; i++) {
        for (const k of [0, 1]) {
          const impulse = problem.manifolds[STRIDE * i + NORMAL_IMPULSES + k];
          expect(impulse / ((count - i) * G * H)).toBeCloseTo(0.5, 11);
        }
      }
      const fastest = problem.velocities.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      expect(fastest).toBeLessThan(1e-13 * count);
    },
  );

  it('the impulses of the last step solve the next one in one sweep', () => {
    const { problem } = solve(stack(20));
    for (let i = 1; i <= 20; i++) problem.velocities[3 * i + 1] = -G * H;
    for (let i = 1; i <= 20; i++) problem.velocities[3 * i] = problem.velocities[3 * i + 2] = 0;
    const again = solvePlanarResting(problem, eliminationOrder(problem), createRestingWorkspace());
    expect(again.sweeps).toBe(1);
    expect(again.newtonSteps).toBe(0);
  });

  it('a stack that is accelerated sideways sticks below the static limit and slides with the dynamic one above it', () => {
    const held = solve(stack(4, 0.49 * G * H, 5)).problem;
    expect(Math.abs(held.velocities[3])).toBeLessThan(1e-14);
    const sliding = solve(stack(4, 0.51 * G * H, 5)).problem;
    // all boxes together, on the floor; the tangent of the normal (0, 1) is (-1, 0)
    for (let i = 1; i <= 4; i++) expect(sliding.velocities[3 * i]).toBeCloseTo(0.11 * G * H, 13);
    expect(sliding.manifolds[TANGENT_IMPULSE]).toBeCloseTo(0.4 * 4 * G * H, 12);
  });

  it('property: velocities are those of the solver with friction at every point', () => {
    const random = createRandom(7);
    const { between } = random;
    for (let trial = 0; trial < 60; trial++) {
      const count = 2 + random.below(6);
      const states = [
        [0, -1, 0, 0, 0, 0, 0],
        ...Array.from({ length: count }, (_, i) => {
          return [0, 0.5 + i, between(-1, 1), between(-2, 0.2), between(-1, 1), between(0.2, 5), between(0.1, 1)];
        }),
      ];
      const manifolds = Array.from({ length: count }, (_, i): Manifold => {
        const [left, right] = [between(-0.5, -0.1), between(0.1, 0.5)];
        return { a: i, b: i + 1, normal: [0, 1], points: trial % 2 ? [[left, i]] : [[left, i], [right, i]] }; // biome-ignore format: points
      });
      const given: Bodies = { states, manifolds, friction: { static: 0.6, dynamic: 0.6 } };
      const { problem, solution } = solve(given);
      expect(solution.status).toBe('converged');
      const { bodies } = solveByPoints(given);
      for (const [i, { velocity, angularVelocity }] of bodies.entries()) {
        expect(problem.velocities[3 * i]).toBeCloseTo(velocity.x, 9);
        expect(problem.velocities[3 * i + 1]).toBeCloseTo(velocity.y, 9);
        expect(problem.velocities[3 * i + 2]).toBeCloseTo(angularVelocity.z, 9);
      }
    }
  });

  it('a box on three supports, one too many for its degrees of freedom, rests without motion', () => {
    const given: Bodies = {
      states: [
        [0, -1, 0, 0, 0, 0, 0],
        [0, 0.5, 0, -G * H, 0, 1, 1 / 6],
      ],
      manifolds: [
        { a: 0, b: 1, normal: [0, 1], points: [[-0.5, 0], [0, 0]] }, // biome-ignore format: points
        { a: 0, b: 1, normal: [0, 1], points: [[0.1, 0], [0.5, 0]] }, // biome-ignore format: points
      ],
      friction: { static: 0.5, dynamic: 0.5 },
    };
    const { problem, solution } = solve(given);
    expect(solution.status).toBe('converged');
    expect(Math.max(...problem.velocities.subarray(3, 6).map(Math.abs))).toBeLessThan(1e-13);
  });
});
