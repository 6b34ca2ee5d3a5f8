import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import { createCylinder } from '../../src/shapes/cylinder.ts';
import { solidLedger } from '../../src/sim/solids/solid-ledger.ts';
import { advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld, type StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { type BodyWords, floorAt, rotatedAbout, stepScene } from '../step-scenes.ts';

function energyOf({ bodies, totals, scene, time }: StepWorld): number {
  const { kineticEnergy, potentialEnergy } = solidLedger(bodies, totals, scene.forces.gravity, time);
  return kineticEnergy + potentialEnergy;
}

/** A coin that leans by 20 degrees and rolls steadily on a circle, about which it goes at 2 rad/s. */
function coinAt(step: number): StepWorld {
  const coin: BodyWords = {
    shape: createCylinder(0.1, 0.01),
    at: [-0.024805088124707803, 0, 0.09738946351184755],
    rotated: rotatedAbout([0, 1, 0], (70 * Math.PI) / 180),
    velocity: [0, 0.8375712039706882, 0],
    angularVelocity: [-8.336777962914885, 0, -1.034339028187445],
    density: 8000,
  };
  const scene = stepScene([floorAt(), coin], { material: { staticFriction: 0.8 }, time: { step, substeps: 8 } });
  return createStepWorld(scene);
}

describe('a body that rolls on its rim or its tip gains no energy from the contact', () => {
  it.each([0.001, 0.005, 0.01])('a coin that rolls on a circle, with steps of %d s', (step) => {
    const world = coinAt(step);
    const start = energyOf(world);
    let highest = start;
    for (let k = 0; k < Math.round(4 / step); k++) {
      advanceStep(world);
      highest = Math.max(highest, energyOf(world));
    }
    expect(highest / start - 1).toBeLessThan(1e-6);
    expect(world.totals.energyCreated / start).toBeLessThan(1e-6);
    // the closed form: the centre stays on its circle of v/Ω; the error is of first order in the step
    const [x, y] = world.bodies.positions.subarray(3);
    const circle = 0.8375712039706882 / 2;
    const offset = x + 0.024805088124707803 + circle;
    expect(Math.abs(Math.sqrt(offset * offset + y * y) / circle - 1)).toBeLessThan(3 * step);
  });

  it.each([0.002, 0.01])('a top with a round tip, with steps of %d s', (step) => {
    const example = readScene(readFileSync('examples/spinning-top.scene.json', 'utf8'), 'spinning-top');
    if (example.world !== 'solids') throw new Error('not a rigid-body scene');
    const scene = { ...example, time: { ...example.time, step } };
    const world = createStepWorld(scene);
    const start = energyOf(world);
    for (let k = 0; k < Math.round(2 / step); k++) advanceStep(world);
    expect(world.totals.energyCreated / start).toBeLessThan(1e-6);
    // it precesses and does not fall
    expect(energyOf(world) / start).toBeGreaterThan(0.99);
    expect(world.bodies.positions[5]).toBeGreaterThan(0.1);
  });
});
