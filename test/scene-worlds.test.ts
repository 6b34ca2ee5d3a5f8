import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSceneWorld, readScene, runScene } from '../src/index.ts';
import type { SteppableScene } from '../src/world/scene-run.ts';
import { root } from './sources.ts';

const NO_OBSERVER = { frame: () => undefined, contact: () => undefined, event: () => undefined };

/** An example of a given duration [s]. */
function example(name: string, end: number): SteppableScene {
  const file = `examples/${name}.scene.json`;
  const scene = readScene(readFileSync(join(root, file), 'utf8'), file);
  if (scene.world === 'solids') throw new Error('not for this test');
  return { ...scene, time: { ...scene.time, end } } as SteppableScene;
}

describe('examples of all worlds, step by step', () => {
  it.each([
    ['sphere-into-membrane', 2e-4],
    ['two-bars', 1e-4],
    ['platoon-1-boxes', 0.05],
    ['haptic-tool', 0.02],
    ['slope-sliding', 0.1],
    ['bounce-penalty', 0.02],
  ])('%s ends as a run without pauses does', (name, end) => {
    const scene = example(name, end);
    const world = createSceneWorld(scene);
    while (!world.finished) world.step();
    expect(world.time).toBe(end);
    expect(world.summary?.stateHash).toBe(runScene(scene, NO_OBSERVER).stateHash);
    expect(world.stepCount).toBe(world.summary?.steps);
  });

  it('a force on a vehicle changes its momentum by F h, and is in the ledger', () => {
    const [free, loaded] = [0, 1].map(() => createSceneWorld(example('platoon-1-boxes', 0.05)));
    for (let k = 0; k < 10; k++) {
      loaded.applyForce(0, [0, 3000, 0]);
      for (const world of [free, loaded]) world.step();
    }
    const impulse = loaded.ledger().momentum.y - free.ledger().momentum.y;
    const external = loaded.ledger().externalImpulse.y - free.ledger().externalImpulse.y;
    const expected = 3000 * 10 * free.timeStep;
    // tyres resist a little
    expect(impulse / expected).toBeGreaterThan(0.9);
    expect(impulse / expected).toBeLessThan(1.001);
    expect(impulse).toBeCloseTo(external, 6);
    expect(loaded.balance().energyError).toBeLessThan(1e-6);
  });

  it('deformable worlds report their nodes, and reject forces', () => {
    const world = createSceneWorld(example('sphere-into-membrane', 2e-4));
    world.step();
    expect(world.frame().nodes?.length).toBe(world.bodies().length);
    expect(() => world.applyForce(0, [1, 0, 0])).toThrow('deformable worlds have gravity and prescribed nodes');
  });
});
