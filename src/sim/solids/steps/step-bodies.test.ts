import { describe, expect, it } from 'vitest';
import { freeSolid, solidScene } from '../../../../test/solid-scenes.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { advanceStep } from './advance-step.ts';
import { addStepBody, removeStepBody } from './step-bodies.ts';
import { createStepWorld } from './step-world.ts';

const ball = (k: number) => freeSolid(`ball ${k}`, createSphere(0.5), { at: [1.5 * k, 0, 0], velocity: [0, 0, 1] });

describe('bodies of a step world', () => {
  it('added one by one, move with the same bits as those of a scene', () => {
    const scene = solidScene([0, 1, 2, 3, 4].map(ball), { gravity: [0, 0, -9.81] });
    const whole = createStepWorld(scene);
    const grown = createStepWorld({ ...scene, bodies: scene.bodies.slice(0, 1) });
    for (const body of scene.bodies.slice(1)) addStepBody(grown, body);
    for (let k = 0; k < 20; k++) for (const world of [whole, grown]) advanceStep(world);
    expect([...grown.bodies.positions.subarray(0, 15)]).toEqual([...whole.bodies.positions]);
    expect(grown.bodies.count).toBe(5);
    expect(grown.bodies.positions.length).toBe(3 * 16);
  });

  it('an index is used again after removal: a thousand bodies in turn need one', () => {
    const world = createStepWorld(solidScene([ball(0)]));
    for (let k = 1; k < 1000; k++) {
      const index = addStepBody(world, ball(1));
      advanceStep(world);
      removeStepBody(world, index);
    }
    expect(world.bodies.count).toBe(2);
    expect(world.pairs.slotCount).toBeLessThan(4);
    expect(world.bodies.positions.length).toBe(3 * 16);
  });
});
