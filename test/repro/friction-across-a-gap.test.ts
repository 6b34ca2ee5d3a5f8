import { describe, expect, it } from 'vitest';
import { createLedger, measureLedger } from '../../src/dynamics/ledger.ts';
import { createPlanarBody, type RigidBody } from '../../src/dynamics/rigid-body.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createMaterial } from '../../src/response/material.ts';
import { resolveContacts } from '../../src/response/resolve-contacts.ts';
import { applyResponse, respond } from '../../src/response/respond.ts';
import { createRestingPoint, solveResting } from '../../src/response/resting.ts';
import { createCollisionBlock } from '../../src/sim/collision-block/create-collision-block.ts';

const GAP = 0.05;
const material = createMaterial({ restitution: 0.5, staticFriction: 0.5 });
const contact = { pointA: createVec3(0, 0.5), pointB: createVec3(0, 0.5 + GAP), normal: createVec3(0, 1) };

/** A square at rest, and one above it that falls and slides. */
function squares(): [RigidBody, RigidBody] {
  return [
    createPlanarBody(createPose([0, 0]), 1, 1 / 6, createVec3(), 0),
    createPlanarBody(createPose([0, 1 + GAP]), 1, 1 / 6, createVec3(1, -1), 0.2),
  ];
}

function angularMomentum(...bodies: RigidBody[]): number {
  return measureLedger(createLedger(), bodies).angularMomentum.z;
}

describe('friction across a gap conserves angular momentum', () => {
  const [start] = [squares()].map((bodies) => angularMomentum(...bodies));

  it('of one contact', () => {
    const [a, b] = squares();
    const response = respond(contact, a, b, material);
    expect(Math.abs(response.tangentImpulse)).toBeGreaterThan(0.1);
    applyResponse(response, a, b);
    expect(angularMomentum(a, b)).toBeCloseTo(start, 14);
  });

  it.each(['sequential', 'simultaneous'] as const)('of two points of one pair, %s', (multiContact) => {
    const [a, b] = squares();
    const points = [-0.5, 0.5].map((x) => ({ pointA: createVec3(x, 0.5), pointB: createVec3(x, 0.5 + GAP) }));
    const { pairs } = resolveContacts([{ a, b, normal: contact.normal, points, material }], { multiContact });
    expect(Math.abs(pairs[0].impulse.x)).toBeGreaterThan(0.1);
    expect(angularMomentum(a, b)).toBeCloseTo(start, 14);
  });

  it('of a resting contact', () => {
    const [a, b] = squares();
    solveResting([createRestingPoint(a, b, contact, material)]);
    expect(angularMomentum(a, b)).toBeCloseTo(start, 14);
  });

  it('of the collision block, as its ledger shows', () => {
    const block = createCollisionBlock({ e: 0.5, frictionLaw: 'algebraic', mu_s: 0.5, mu_d: 0.5, tolCollision: 0.01 });
    const square = [
      [-0.5, -0.5, 0.5, 0.5],
      [-0.5, 0.5, 0.5, -0.5],
    ];
    const upright = [
      [1, 0],
      [0, 1],
    ];
    const { collision, ledger } = block.step({
      Xcm_A: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      Xcm_B: [0.3, 1.005, 0, 1, -1, 0, 0, 0, 0.2],
      R_A: upright,
      R_B: upright,
      mesh_A: square,
      mesh_B: square,
    });
    expect(collision).toBe(1);
    expect(ledger.after.L[0]).toBeCloseTo(ledger.before.L[0], 14);
  });
});
