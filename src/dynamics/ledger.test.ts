import { describe, expect, it } from 'vitest';
import { createMat3, mat3FromRows } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { createLedger, measureLedger } from './ledger.ts';
import { createPlanarBody, createSpatialBody, isImmovable, withOwnVelocity } from './rigid-body.ts';

const infinite = Number.POSITIVE_INFINITY;

describe('the ledger [CP13-3.5]', () => {
  it('adds up m v, x × m v + I ω and ½ m v² + ½ ω·I ω', () => {
    const bodies = [
      createPlanarBody(createPose([1, 2]), 2, 3, createVec3(4, 5), 6),
      createPlanarBody(createPose([-1, 0]), 1, 1, createVec3(0, 2), -1),
    ];
    const ledger = measureLedger(createLedger(), bodies);
    expect(ledger.momentum).toEqual(createVec3(8, 12));
    expect(ledger.angularMomentum.z).toBeCloseTo(2 * (1 * 5 - 2 * 4) + 3 * 6 - 2 - 1, 14);
    expect(ledger.kineticEnergy).toBeCloseTo(41 + 54 + 2 + 0.5, 13);
  });

  it('measures the angular momentum about the given point: it changes by the momentum times the shift', () => {
    const bodies = [createPlanarBody(createPose([1, 2]), 2, 3, createVec3(4, 5), 6)];
    const about = createVec3(3, -1);
    const here = measureLedger(createLedger(), bodies).angularMomentum.z;
    const there = measureLedger(createLedger(), bodies, about).angularMomentum.z;
    expect(here - there).toBeCloseTo(3 * 10 - -1 * 8, 13);
  });

  it('uses the full inertia tensor in 3-D', () => {
    const inertia = mat3FromRows([
      [4, 1, 0],
      [1, 3, 0.5],
      [0, 0.5, 2],
    ]);
    const body = createSpatialBody(createPose([0, 0, 0]), 1, inertia, createVec3(), createVec3(1, 2, 3));
    const { angularMomentum, kineticEnergy } = measureLedger(createLedger(), [body]);
    [6, 8.5, 7].forEach((value, i) => {
      expect([angularMomentum.x, angularMomentum.y, angularMomentum.z][i]).toBeCloseTo(value, 13);
    });
    expect(kineticEnergy).toBeCloseTo(0.5 * (6 + 17 + 21), 13);
  });

  it('excludes immovable bodies, and the infinite part of a partly immovable one', () => {
    const wall = createPlanarBody(createPose([5, 5]), infinite, infinite, createVec3(1, 1), 1);
    const rock = createSpatialBody(createPose(), infinite, createMat3(), createVec3(1), createVec3(1));
    expect(measureLedger(createLedger(), [wall, rock])).toEqual(createLedger());
    expect([wall, rock].map(isImmovable)).toEqual([true, true]);
    const wheel = createPlanarBody(createPose([5, 5]), infinite, 2, createVec3(), 3);
    expect(measureLedger(createLedger(), [wheel])).toMatchObject({ kineticEnergy: 9, angularMomentum: { z: 6 } });
    expect(isImmovable(wheel)).toBe(false);
  });

  it('a body with its own velocity can receive impulses without changing the original', () => {
    const body = createPlanarBody(createPose(), 1, 1, createVec3(1), 1);
    const copy = withOwnVelocity(body);
    copy.velocity.x = 7;
    copy.angularVelocity.z = 7;
    expect([body.velocity.x, body.angularVelocity.z]).toEqual([1, 1]);
  });
});
