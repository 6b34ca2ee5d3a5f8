import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BodyWords, floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { ROW } from '../../../response/solver/contact-rows.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCapsule } from '../../../shapes/capsule.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { advanceStep } from './advance-step.ts';
import { DEFAULT_FORCE_SETTINGS, setForceSettings } from './body-forces.ts';
import { createStepWorld, type StepWorld } from './step-world.ts';

const KERNELS = ['wasm', 'typescript'] as const;

/** Boxes, spheres and capsules of random sizes, orientations and velocities above a floor. */
function randomBodies(random: Random, count: number): BodyWords[] {
  const number = () => random.between(-1, 1);
  return Array.from({ length: count }, (_, k): BodyWords => {
    const size = random.between(0.1, 0.3);
    const shapes = [createBox([size, random.between(0.1, 0.3), 0.2]), createSphere(size), createCapsule(0.12, size)];
    return {
      shape: shapes[k % 3],
      at: [0.5 * (k % 4) + 0.05 * number(), 0.5 * (Math.floor(k / 4) % 4), 0.4 + 0.55 * Math.floor(k / 16)],
      rotated: [1, number(), number(), number()],
      velocity: [number(), number(), 2 * number()],
      angularVelocity: [3 * number(), 3 * number(), 3 * number()],
      density: 10 ** random.between(2, 4),
    };
  });
}

/** All numbers that the solver writes, as bits. */
function solverBits({ contacts, solver, bodies, totals }: StepWorld): unknown {
  const { rows, starts, manifoldCount, meanImpulses, selectedCount } = contacts;
  const bits = (array: Float64Array) => Array.from(new BigUint64Array(array.slice().buffer));
  return {
    rows: bits(rows.slice(0, ROW * starts[manifoldCount])),
    records: bits(solver.records),
    positions: bits(bodies.positions),
    orientations: bits(bodies.orientations),
    meanImpulses: bits(meanImpulses.slice(0, manifoldCount)),
    selectedCount,
    totals: JSON.stringify(totals),
  };
}

describe('the kernels of the contact solver in WebAssembly and in TypeScript', () => {
  it.each([
    ['sliding and sticking', { staticFriction: 0.6, dynamicFriction: 0.4 }],
    ['without friction', { staticFriction: 0, dynamicFriction: 0 }],
    ['bouncing', { restitution: 0.5, staticFriction: 0.3 }],
  ])('give the same bits in every step of a pile that settles: %s', (_, material) => {
    const random = createRandom(11);
    const scene = stepScene([floorAt(), ...randomBodies(random, 60)], { material });
    const [first, second] = KERNELS.map((solverKernel) => createStepWorld(scene, { solverKernel }));
    expect([first.solverKernel, second.solverKernel]).toEqual(KERNELS);
    let largest = 0;
    for (let step = 0; step < 150; step++) {
      advanceStep(first);
      advanceStep(second);
      expect(solverBits(first), `step ${step}`).toEqual(solverBits(second));
      largest = Math.max(largest, first.contacts.rowCount);
    }
    // enough contacts for the arrays to be resized, which replaces all views of the memory
    expect(largest).toBeGreaterThan(100);
  });

  it('give the same bits in a world with many contacts, which is solved in slabs', () => {
    const cube = createBox([0.5, 0.5, 0.5]);
    const wall = Array.from({ length: 400 }, (_, k) => ({
      shape: k % 9 === 0 ? createSphere(0.5) : cube,
      at: [1.0001 * (k % 40), 0.3 * Math.sin(k), 0.6 + 1.05 * Math.floor(k / 40)],
    }));
    const scene = stepScene([floorAt(), ...wall], { material: { staticFriction: 0.5, dynamicFriction: 0.4 } });
    const [first, second] = KERNELS.map((solverKernel) => createStepWorld(scene, { solverKernel }));
    let chunks = 0;
    for (let step = 0; step < 30; step++) {
      advanceStep(first);
      advanceStep(second);
      expect(solverBits(first), `step ${step}`).toEqual(solverBits(second));
      chunks = Math.max(chunks, first.contacts.schedule.chunkCount);
    }
    expect(chunks).toBeGreaterThan(4);
  });

  it('give the same bits under a load many times that of the lighter body, and on a moving surface', () => {
    // a manifold of one point below one of four
    const heavy = (k: number) => ({
      shape: k === 0 ? createSphere(0.1) : createBox([0.1, 0.1, 0.1]),
      at: [0, 0, 0.1 + 0.2 * k],
      density: 10 ** (2 + k),
    });
    const scene = stepScene([floorAt(), heavy(0), heavy(1), heavy(2)]);
    const worlds = KERNELS.map((solverKernel) => createStepWorld(scene, { solverKernel }));
    const surfaceVelocity = createVec3(0.5, 0.2, 0.1);
    for (const world of worlds) {
      setForceSettings(world.bodyForces, 0, { ...DEFAULT_FORCE_SETTINGS, surfaceVelocity });
      let overloaded = 0;
      for (let step = 0; step < 60; step++) {
        advanceStep(world);
        overloaded = Math.max(overloaded, world.contacts.selectedCount);
      }
      expect(world.contacts.driven).toBe(true);
      expect(overloaded).toBeGreaterThan(0);
    }
    expect(solverBits(worlds[0])).toEqual(solverBits(worlds[1]));
  });
});

describe('an engine without WebAssembly SIMD', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  class ForbiddenModule {
    constructor() {
      throw Object.assign(new Error('forbidden by the policy'), { name: 'CompileError' });
    }
  }

  class LimitedModule {
    constructor() {
      throw new RangeError(
        'WebAssembly.Module is disallowed on the main thread, if the buffer size is larger than 4KB',
      );
    }
  }

  it.each([
    ['without WebAssembly', undefined, /the engine has no WebAssembly/],
    ['without SIMD', { validate: (): boolean => false }, /has no SIMD instructions/],
    ['of an old browser', { validate: (): boolean => true, Module: LimitedModule }, /only asynchronously/],
    ['of a page with a strict policy', { validate: (): boolean => true, Module: ForbiddenModule }, /wasm-unsafe-eval/],
  ])('%s uses the kernels in TypeScript, or gives the reason', (_, engine, reason) => {
    vi.stubGlobal('WebAssembly', engine);
    const scene = stepScene([floorAt()]);
    expect(createStepWorld(scene).solverKernel).toBe('typescript');
    expect(() => createStepWorld(scene, { solverKernel: 'wasm' })).toThrow(reason);
  });
});
