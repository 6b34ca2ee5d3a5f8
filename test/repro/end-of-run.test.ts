import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import type { SolidScene } from '../../src/scene/solid-scene.ts';
import type { RunSummary } from '../../src/sim/observer.ts';
import { simulate } from '../../src/sim/simulate.ts';
import type { SolidRunOptions, SolidSnapshot } from '../../src/sim/solids/run-solids.ts';
import { advancePartOfStep, advanceStep } from '../../src/sim/solids/steps/advance-step.ts';
import { createStepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { exampleText } from '../scenes.ts';

/** Runs of fixed steps whose end is not a multiple of the step continued to the next multiple. */

interface Run {
  readonly summary: RunSummary;
  readonly times: readonly number[];
  readonly bodies: readonly { readonly position: { readonly z: number; readonly y: number } }[];
}

function run(text: string, time: object, options: SolidRunOptions = {}): Run {
  const document = JSON.parse(text);
  document.time = { ...document.time, ...time };
  delete document.record;
  const times: number[] = [];
  let bodies: Run['bodies'] = [];
  const steps = simulate(
    readScene(JSON.stringify(document), 'test'),
    {
      frame(at, states) {
        times.push(at);
        bodies = states;
      },
      contact() {},
      event() {},
    },
    options,
  );
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { summary: value, times, bodies };
  }
}

const ball = { name: 'ball', mass: 1 };
const falling = (world: object, shape: object, gravity: readonly number[], time: object = {}): string =>
  JSON.stringify({
    title: 'test',
    description: 'A test.',
    ...world,
    bodies: [{ ...ball, shape }],
    forces: { gravity },
    time,
  });

const WORLDS = {
  planar: falling({}, { kind: 'disc', radius: 0.5 }, [0, -10], { method: 'steps' }),
  solids: falling({ world: 'solids' }, { kind: 'sphere', radius: 0.5 }, [0, 0, -10], { method: 'steps' }),
  deformable: falling({ world: 'deformable' }, { kind: 'icosphere', radius: 0.5, subdivisions: 1 }, [0, 0, -10]),
  smooth: falling({ world: 'smooth' }, { kind: 'sphere', radius: 0.5 }, [0, 0, -10]),
};

describe('a run of fixed steps ends at its end time', () => {
  it.each(Object.entries(WORLDS))('a ball in the world "%s" has fallen for 15 ms, not for 20', (world, text) => {
    const { summary, times, bodies } = run(text, { end: 0.015, step: 0.01 });
    expect([summary.status, summary.time, summary.steps]).toEqual(['end', 0.015, 2]);
    expect(times[times.length - 1]).toBe(0.015);
    const { y, z } = bodies[0].position;
    expect(Math.abs((world === 'planar' ? y : z) + 0.5 * 10 * 0.015 ** 2)).toBeLessThan(1e-16);
    expect(summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('vehicles too', () => {
    const { summary } = run(exampleText('t-bone'), { end: 0.0015, step: 0.001 });
    expect([summary.time, summary.steps]).toEqual([0.0015, 2]);
  });

  it.each(Object.entries(WORLDS))('an end a hundred million times shorter than a step: "%s"', (_, text) => {
    const { summary } = run(text, { end: 1e-10, step: 0.01 });
    expect([summary.status, summary.time, summary.steps]).toEqual(['end', 1e-10, 1]);
  });

  it('elastic bodies: the balance of a shorter last step closes like that of full steps', () => {
    const text = exampleText('block-on-block');
    const step = 0.003338091841585118;
    const errors = (steps: number) => run(text, { end: steps * step }).summary.balance;
    for (const steps of [20.003, 20.3, 20.98]) {
      const { energyError, momentumError } = errors(steps);
      expect(energyError).toBeLessThan(2 * Math.max(errors(20).energyError, errors(21).energyError));
      expect(momentumError).toBeLessThan(1e-12);
    }
  });
});

describe('the shorter last step of solids', () => {
  const pile = exampleText('wall-of-boxes');
  const sceneOf = (time: object): SolidScene => {
    const document = JSON.parse(pile);
    document.time = { ...document.time, method: 'steps', ...time };
    return readScene(JSON.stringify(document), 'test') as SolidScene;
  };

  it('leaves a stack of boxes as much at rest as full steps do', () => {
    const scene = sceneOf({});
    const speedAfter = (parts: readonly number[]) => {
      const world = createStepWorld(scene);
      for (let k = 0; k < 20; k++) advanceStep(world);
      for (const part of parts) {
        if (part === 1) advanceStep(world);
        else advancePartOfStep(world, part * scene.time.step);
      }
      return Math.max(...Array.from(world.bodies.velocities, Math.abs));
    };
    const whole = speedAfter([1, 1]);
    // what contacts of a wall under its own weight leave over is of the same size
    for (const part of [0.9, 0.37, 0.01]) expect(speedAfter([part, 1])).toBeLessThan(3 * whole + 1e-6);
  });

  it('a run resumed from its end gives the same results every time', () => {
    const whole = JSON.stringify({ ...JSON.parse(pile), time: { ...JSON.parse(pile).time, method: 'steps' } });
    let snapshot: SolidSnapshot | undefined;
    const onSnapshot = (taken: SolidSnapshot) => {
      snapshot = taken;
    };
    const first = run(whole, { end: 0.105, step: 0.01 }, { onSnapshot });
    expect(first.summary.time).toBe(0.105);
    expect(snapshot?.time).toBe(0.105);
    const again = [0, 1].map(() => run(whole, { end: 0.2, step: 0.01 }, { resume: snapshot }).summary);
    expect(again[0].time).toBe(0.2);
    expect(again[0].stateHash).toBe(again[1].stateHash);
  });
});
