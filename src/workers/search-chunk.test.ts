import { describe, expect, it } from 'vitest';
import { type BodyWords, floorAt, stepScene } from '../../test/step-scenes.ts';
import { createBox } from '../shapes/box.ts';
import { advanceStep } from '../sim/solids/steps/advance-step.ts';
import type { NarrowPhasePairs } from '../sim/solids/steps/narrow-phase-pairs.ts';
import { createStepWorld, type StepWorld } from '../sim/solids/steps/step-world.ts';
import { closeRound, createControl, enterRound, leaveRound, openRound, runChunk, updateView } from './search-chunk.ts';

const cube = createBox([0.5, 0.5, 0.5]);
const boxes = Array.from(
  { length: 40 },
  (_, k): BodyWords => ({
    shape: cube,
    at: [1.01 * (k % 4), 1.01 * (Math.floor(k / 4) % 4), 0.6 + 1.05 * Math.floor(k / 16)],
  }),
);
const scene = stepScene([floorAt(), ...boxes], { time: { substeps: 4 } });

function run(search?: (world: StepWorld, list: NarrowPhasePairs) => void): StepWorld {
  const world = createStepWorld(scene, { search });
  for (let k = 0; k < 30; k++) advanceStep(world);
  return world;
}

describe('the work of a helper thread', () => {
  it('depends on shared data alone, and the results do not depend on which thread processes a pair', () => {
    const pairsOf = { helper: 0, caller: 0 };
    const shared = run((world, list) => {
      const { bodies, cache } = world;
      const view = updateView(undefined, { bodies: { ...world, bodies }, cache, numbers: list.numbers });
      const control = createControl();
      openRound(control, list.count);
      // the helper takes the whole of every second round
      const [search, thread] =
        world.stepCount % 2 === 0 ? ([view.search, 'helper'] as const) : ([world, 'caller'] as const);
      runChunk(search, list, control);
      pairsOf[thread] += list.count;
    });
    const alone = run();
    expect(shared.bodies).toEqual(alone.bodies);
    expect(shared.cache.impulses.some((impulse) => impulse !== 0)).toBe(true);
    expect(shared.cache.impulses).toEqual(alone.cache.impulses);
    expect(Math.min(pairsOf.helper, pairsOf.caller)).toBeGreaterThan(500);
  });

  it('cannot start before the bodies are sent', () => {
    const { cache } = createStepWorld(scene);
    expect(() => updateView(undefined, { cache, numbers: new Int32Array() })).toThrow('before its bodies were set');
  });
});

describe('a round', () => {
  it('is entered only while it is open', () => {
    const control = createControl();
    expect(enterRound(control)).toBe(false);
    openRound(control, 0);
    expect(enterRound(control)).toBe(true);
    leaveRound(control);
    expect(closeRound(control, 0)).toBe(true);
    expect(enterRound(control)).toBe(false);
    openRound(control, 0);
    expect(enterRound(control)).toBe(true);
  });

  it('does not end while a helper is inside; waiting times out', () => {
    const control = createControl();
    openRound(control, 0);
    enterRound(control);
    expect(closeRound(control, 1)).toBe(false);
  });
});
