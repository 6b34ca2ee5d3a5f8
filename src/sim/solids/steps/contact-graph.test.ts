import { expect, it } from 'vitest';
import { floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createBox } from '../../../shapes/box.ts';
import { advanceStep } from './advance-step.ts';
import { contactGraph } from './contact-graph.ts';
import { createStepWorld } from './step-world.ts';

it('contacts of a stack carry the weight above, between floor, lower and upper box, and no other bodies', () => {
  const cube = createBox([0.5, 0.5, 0.5]);
  const bodies = [
    floorAt(),
    ...[0.5, 1.5].map((z) => ({ shape: cube, at: [0, 0, z] as const })),
    { shape: cube, at: [5, 0, 9] as const },
  ];
  const world = createStepWorld(stepScene(bodies, { time: { substeps: 4 } }));
  for (let k = 0; k < 20; k++) advanceStep(world);
  const { scene } = world;
  const graph = contactGraph(world);
  expect(graph.map(({ bodyA, bodyB, points }) => [bodyA, bodyB, points.length])).toEqual([
    [0, 1, 4],
    [1, 2, 4],
  ]);
  const weight = scene.bodies[1].mass * -scene.forces.gravity.z * scene.time.step;
  graph.forEach(({ points }, k) => {
    const normalImpulseSum = points.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0);
    // at rest after 20 steps except for small residual motion
    expect(normalImpulseSum / weight).toBeCloseTo(2 - k, 2);
    // boxes rest within the slop, tilted by about 1e-5
    for (const { normal, impulse, normalImpulse, point } of points) {
      expect([normal.x, normal.y, normal.z]).toEqual([
        expect.closeTo(0, 3),
        expect.closeTo(0, 3),
        expect.closeTo(1, 6),
      ]);
      expect(impulse.z).toBeCloseTo(normalImpulse, 2);
      expect(point.z).toBeCloseTo(k, 3);
    }
  });
});
