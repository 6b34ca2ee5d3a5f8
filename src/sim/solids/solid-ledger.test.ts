import { describe, expect, it } from 'vitest';
import { createLedger, measureLedger } from '../../dynamics/ledger.ts';
import { createSolidBodies } from '../../dynamics/solid-bodies.ts';
import { createMat3, multiplyMat3, rotateTensor, rotationAboutAxis } from '../../math/mat3.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, normalizeVec3 } from '../../math/vec3.ts';
import { createLedgerTotals } from '../ledger-totals.ts';
import { solidLedger } from './solid-ledger.ts';

describe('the ledger of packed bodies', () => {
  const random = createRandom(3);
  const vector = () => createVec3(random.normal(), random.normal(), random.normal());
  const rotate = () => rotationAboutAxis(createMat3(), normalizeVec3(createVec3(), vector()), random.between(-3, 3));
  const states = Array.from({ length: 20 }, () => ({
    pose: { position: vector(), rotation: rotate() },
    velocity: vector(),
    angularVelocity: vector(),
    mass: random.between(0.5, 3),
    moments: createVec3(random.between(1, 2), random.between(1, 2), random.between(1, 2)),
    principalAxes: rotate(),
  }));

  it('equals that of the same bodies one by one, with their inertia as a tensor', () => {
    const { momentum, angularMomentum, kineticEnergy } = solidLedger(
      createSolidBodies(states),
      createLedgerTotals(),
      createVec3(),
      0,
    );
    const bodies = states.map(({ pose, velocity, angularVelocity, mass, moments, principalAxes }) => {
      const axes = multiplyMat3(createMat3(), pose.rotation, principalAxes);
      const own = createMat3(1 / moments.x, 1 / moments.y, 1 / moments.z);
      const inverseInertia = rotateTensor(createMat3(), axes, own);
      return { pose, velocity, angularVelocity: angularVelocity, inverseMass: 1 / mass, inverseInertia };
    });
    const other = measureLedger(createLedger(), bodies);
    // sums of twenty terms of magnitude 10
    expect(kineticEnergy).toBeCloseTo(other.kineticEnergy, 11);
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(momentum[axis]).toBeCloseTo(other.momentum[axis], 12);
      expect(angularMomentum[axis]).toBeCloseTo(other.angularMomentum[axis], 11);
    }
  });

  it('excludes immovable bodies, and measures heights against gravity', () => {
    const never = Number.POSITIVE_INFINITY;
    const wall = { ...states[0], mass: never, moments: createVec3(never, never, never) };
    const ball = { ...states[1], pose: { ...states[1].pose, position: createVec3(1, 2, 5) }, mass: 2 };
    const gravity = createVec3(0, 0, -10);
    const both = solidLedger(createSolidBodies([wall, ball]), createLedgerTotals(), gravity, 1);
    expect(both).toEqual(solidLedger(createSolidBodies([ball]), createLedgerTotals(), gravity, 1));
    expect(both.potentialEnergy).toBe(100);
  });
});
