import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import { createCollisionBlock } from '../../src/sim/collision-block/create-collision-block.ts';
import { readBlockDocument } from '../../src/sim/collision-block/read-block.ts';
import { createSceneWorld } from '../../src/world/scene-world.ts';
import { createWorldFromScene } from '../../src/world/world-from-scene.ts';
import {
  bitsOf,
  exportScene,
  hasCompiler,
  INITIALIZE,
  PATIENCE,
  runMaster,
  type UnpackedFmu,
  useMaster,
} from './master.ts';
import { BLOCK, DISCS, SOLIDS } from './scenes.ts';

/** The libraries of FMUs, loaded and stepped by a program in C; not run where no C compiler is installed. */

const hasValgrind = spawnSync('valgrind', ['--version']).status === 0;

const STEP = 0.005;
const COUNT = 3000;

function referencesOf({ references }: UnpackedFmu, ...names: string[]): number[] {
  return names.map((name) => {
    const reference = references.get(name);
    if (reference === undefined) throw new Error(`the FMU has no ${name}`);
    return reference;
  });
}

const BOX = [
  'position[1]',
  'position[2]',
  'position[3]',
  'orientation[1]',
  'velocity[1]',
  'velocity[3]',
  'angularVelocity[2]',
];
const STATE = [
  ...BOX.map((name) => `box.${name}`),
  "'a sphere'.position[1]",
  "'a sphere'.velocity[3]",
  'energy.kinetic',
  "distance.box.'a sphere'",
];

/** A force that changes in every step. */
const forceAt = (k: number) => (k % 700 < 350 ? 4 : -4) + (k % 7) / 8;

/** Commands of a run with that force, and the same run by the library: the bits of the state after each step. */
function forcedRun(fmu: UnpackedFmu, from: number, to: number): string[] {
  const [force, torque] = referencesOf(fmu, 'box.force[1]', "'a sphere'.torque[2]");
  const outputs = referencesOf(fmu, ...STATE).join(' ');
  return Array.from({ length: to - from }, (_, i) => from + i).flatMap((k) => [
    `set 0 ${force} ${forceAt(k)} ${torque} ${k % 3}`,
    `step 0 ${k * STEP} ${STEP}`,
    `get 0 ${outputs}`,
  ]);
}

function libraryRun(count: number): string[] {
  const scene = readScene(SOLIDS, 'test');
  if (scene.world !== 'solids') throw new Error('not a scene of solids');
  const world = createWorldFromScene(scene);
  const [box, sphere] = [world.find('box') ?? -1, world.find('a sphere') ?? -1];
  return Array.from({ length: count }, (_, k) => {
    world.applyForce(box, [forceAt(k), 0, 0]);
    if (k % 3 > 0) world.applyTorque(sphere, [0, k % 3, 0]);
    world.step();
    const { position: p, orientation: q, velocity: v, angularVelocity: w } = world.state(box);
    const other = world.state(sphere);
    const { distance } = world.closest(box, sphere);
    const numbers = [p.x, p.y, p.z, q.w, v.x, v.z, w.y, other.position.x, other.velocity.z];
    return [...numbers, world.ledger().kineticEnergy, distance].map(bitsOf).join(' ');
  });
}

useMaster();

describe.skipIf(!hasCompiler)('an FMU in a master', { timeout: PATIENCE }, () => {
  it.each([
    [2, 1000],
    [3, COUNT],
  ] as const)('has the bits of the library with changing forces: FMI %i, %i steps', (fmi, count) => {
    const fmu = exportScene(SOLIDS, fmi, '--pair', 'box,a sphere');
    const { lines, messages, code } = runMaster(fmu, [...INITIALIZE, ...forcedRun(fmu, 0, count), 'free 0']);
    expect({ messages, code }).toEqual({ messages: '', code: 0 });
    const expected = libraryRun(count);
    // the forces and contacts have an effect
    expect(new Set(expected).size).toBe(count);
    expect(lines).toEqual(expected);
  });

  it('has the bits of the library in the plane, with several internal steps in a communication step', () => {
    const fmu = exportScene(DISCS, 3, '--pair', 'one,two');
    const [force, torque] = referencesOf(fmu, 'one.force[1]', 'one.torque');
    const names = ['one.position[1]', 'one.angle', 'two.velocity[2]', 'distance.one.two', 'energy.kinetic'];
    const get = `get 0 ${referencesOf(fmu, ...names).join(' ')}`;
    const steps = Array.from({ length: 200 }, (_, k) => [`step 0 ${k * 0.04} 0.04`, get]).flat();
    const [collisions] = referencesOf(fmu, 'collisionCount');
    const run = [...INITIALIZE, `set 0 ${force} 2.5 ${torque} 0.3`, ...steps, `integer 0 ${collisions}`];
    const { lines, messages } = runMaster(fmu, run);
    expect(messages).toBe('');
    const scene = readScene(DISCS, 'test');
    if (scene.world !== 'planar') throw new Error('not a planar scene');
    const world = createSceneWorld({ ...scene, time: { ...scene.time, end: 1000 } });
    let count = 0;
    for (let k = 0; k < 200; k++) {
      for (let i = 0; i < 4; i++) {
        world.applyForce('one', [2.5, 0, 0], [0, 0, 0.3]);
        world.step();
        count += world.frame().events.filter(({ type }) => type === 'collision').length;
      }
      const { position, angle } = world.state('one');
      const numbers = [position.x, angle, world.state('two').velocity.y];
      const [x, bits, vy, , energy] = lines[k].split(' ');
      expect([x, bits, vy, energy]).toEqual([...numbers, world.ledger().kineticEnergy].map(bitsOf));
    }
    expect(count).toBeGreaterThan(1);
    expect(lines.at(-1)).toBe(String(count));
  });

  it.each([2, 3] as const)(
    'continues from a saved, restored and serialised state with the same bits: FMI %i',
    (fmi) => {
      const fmu = exportScene(SOLIDS, fmi, '--pair', 'box,a sphere');
      const file = join(fmu.folder, 'state.bin');
      const rest = forcedRun(fmu, 150, 400);
      const run = [
        ...INITIALIZE,
        ...forcedRun(fmu, 0, 150),
        'save 0 0',
        `write 0 0 ${file}`,
        ...rest,
        'restore 0 0',
        ...rest,
      ];
      const { lines, messages } = runMaster(fmu, [...run, 'forget 0 0', 'free 0']);
      expect(messages).toBe('');
      expect(lines.slice(400)).toEqual(lines.slice(150, 400));
      // another process and another instance, which has gone elsewhere
      const other = [...INITIALIZE, ...forcedRun(fmu, 0, 20), `read 0 1 ${file}`, 'restore 0 1', ...rest];
      const second = runMaster(fmu, other);
      expect(second.messages).toBe('');
      expect(second.lines.slice(20)).toEqual(lines.slice(150, 400));
      // a damaged one is rejected
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(file, bytes);
      const third = runMaster(fmu, [...INITIALIZE, `read 0 1 ${file}`, 'step 0 0 0.005']);
      expect(third.lines).toEqual(['read: status 3']);
      expect(third.messages).toContain('the serialised state is damaged');
    },
  );

  it('of a collision block has the bits of the block in space, through a collision, and restores its latches', () => {
    const fmu = exportScene(BLOCK, 3);
    const names = ['distance', 'j', 'Vcm_An[1]', 'Wcm_Bn[3]', 'gap'];
    const get = `get 0 ${referencesOf(fmu, ...names).join(' ')}`;
    const [x, v, w, count, collision] = referencesOf(
      fmu,
      'Xcm_A[1]',
      'Xcm_A[4]',
      'Xcm_B[9]',
      'collisionCount',
      'collision',
    );
    const position = (k: number) => -1.5 + 0.01 * k;
    const samples = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => from + i).flatMap((k) => [
        `set 0 ${x} ${position(k)} ${v} 1 ${w} 0.5`,
        `step 0 ${k * 0.01} 0.01`,
        get,
      ]);
    const rest = [...samples(60, 100), `integer 0 ${count}`, `boolean 0 ${collision}`];
    const run = [
      'new 0 first',
      'enter 0 0',
      `set 0 ${x} -1.5`,
      get,
      'exit 0',
      ...samples(0, 60),
      'save 0 0',
      ...rest,
      'restore 0 0',
    ];
    const { lines, messages } = runMaster(fmu, [...run, ...rest]);
    expect(messages).toBe('');
    const block = createCollisionBlock(readBlockDocument(BLOCK, 'test').params);
    const rows = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const expected = Array.from({ length: 100 }, (_, k) => {
      const Xcm_A = [position(k), 0, 0, 1, 0, 0, 0, 0, 0];
      const outputs = block.step({ Xcm_A, Xcm_B: [0, 0, 0, 0, 0, 0, 0, 0, 0.5], R_A: rows, R_B: rows });
      const { distance, j, Vcm_An, Wcm_Bn, gap, collisionCount } = outputs as unknown as Record<
        string,
        number & number[]
      >;
      return { bits: [distance, j, Vcm_An[0], Wcm_Bn[2], gap].map(bitsOf).join(' '), collisionCount };
    });
    expect(lines.slice(1, 101)).toEqual(expected.map(({ bits }) => bits));
    const total = expected[99].collisionCount;
    expect(total).toBeGreaterThan(expected[59].collisionCount);
    expect(lines.slice(101, 103)).toEqual([String(total), '1']);
    expect(lines.slice(103)).toEqual(lines.slice(61, 103));
    // in the initialization the outputs are those of the inputs
    expect(Buffer.from(lines[0].split(' ')[0], 'hex').readDoubleBE()).toBeCloseTo(0.5, 12);
  });

  it('restores a planar state with the same bits', () => {
    const fmu = exportScene(DISCS, 2);
    const [force] = referencesOf(fmu, 'one.force[1]');
    const get = `get 0 ${referencesOf(fmu, 'one.position[1]', 'two.angle', 'two.velocity[1]').join(' ')}`;
    const steps = Array.from({ length: 60 }, (_, k) => [`step 0 ${(50 + k) * 0.01} 0.01`, get]).flat();
    const first = Array.from({ length: 50 }, (_, k) => `step 0 ${k * 0.01} 0.01`);
    const run = [...INITIALIZE, `set 0 ${force} 3`, ...first, 'save 0 0', ...steps, 'restore 0 0', ...steps];
    const { lines, messages } = runMaster(fmu, run);
    expect(messages).toBe('');
    expect(lines.slice(60)).toEqual(lines.slice(0, 60));
    expect(new Set(lines).size).toBe(60);
  });

  it('runs many instances at the same time, each with its own state', () => {
    const fmu = exportScene(SOLIDS, 3);
    const [force, position] = referencesOf(fmu, 'box.force[2]', 'box.position[2]');
    const numbers = [0, 1, 2, 3, 4, 5];
    const commands = [
      ...numbers.map((i) => `new ${i} n${i}`),
      ...numbers.flatMap((i) => [`enter ${i} 0`, `exit ${i}`, `set ${i} ${force} ${i}`]),
      ...Array.from({ length: 20 }, (_, k) => numbers.map((i) => `step ${i} ${k * STEP} ${STEP}`)).flat(),
      'free 2',
      ...Array.from({ length: 20 }, (_, k) =>
        [0, 1, 3, 4, 5].map((i) => `step ${i} ${(20 + k) * STEP} ${STEP}`),
      ).flat(),
      ...[0, 1, 3, 4, 5].map((i) => `get ${i} ${position}`),
    ];
    const { lines, messages, code } = runMaster(fmu, commands);
    expect({ messages, code }).toEqual({ messages: '', code: 0 });
    expect(new Set(lines).size).toBe(5);
  });

  it('moves a prescribed body to the pose of its inputs by the end of the communication step', () => {
    const fmu = exportScene(SOLIDS, 2, '--pair', 'hammer,box');
    const [target, hammer, velocity] = referencesOf(
      fmu,
      'hammer.target.position[3]',
      'hammer.position[3]',
      'hammer.velocity[3]',
    );
    const get = `get 0 ${hammer} ${velocity}`;
    const run = [
      ...INITIALIZE,
      'step 0 0 0.05',
      get,
      `set 0 ${target} 1.5`,
      'step 0 0.05 0.1',
      get,
      'step 0 0.15 0.1',
      get,
    ];
    const { lines, messages } = runMaster(fmu, run);
    expect(messages).toBe('');
    const [before, moved, still] = lines.map((line) => line.split(' '));
    expect(before).toEqual([2, 0].map(bitsOf));
    expect(moved[0]).toBe(bitsOf(1.5));
    const speed = Buffer.from(moved[1], 'hex').readDoubleBE();
    expect(speed).toBeCloseTo(-5, 9);
    expect(still).toEqual([1.5, 0].map(bitsOf));
  });

  it('has parameters: gravity and restitution of the initialization, gravity also later', () => {
    const fmu = exportScene(SOLIDS, 3);
    const [gravity, restitution, z, vz, potential] = referencesOf(
      fmu,
      'gravity[3]',
      'contacts.restitution',
      'box.position[3]',
      'box.velocity[3]',
      'energy.potential',
    );
    const steps = (from: number, count: number) =>
      Array.from({ length: count }, (_, k) => `step 0 ${(from + k) * STEP} ${STEP}`);
    const run = [
      'new 0 first',
      'enter 0 0',
      `get 0 ${potential}`,
      `set 0 ${gravity} 0 ${restitution} 0.25`,
      `get 0 ${potential} ${restitution}`,
      'exit 0',
      ...steps(0, 10),
      `get 0 ${z} ${vz}`,
      `set 0 ${gravity} -1`,
      ...steps(10, 10),
      `get 0 ${vz}`,
      `set 0 ${restitution} 0.5`,
    ];
    const { lines, messages } = runMaster(fmu, run);
    const numbers = lines
      .slice(0, 4)
      .map((line) => line.split(' ').map((bits) => Buffer.from(bits, 'hex').readDoubleBE()));
    // m g z of the box and the sphere
    expect(numbers[0][0]).toBeCloseTo(2 * 9.81 * 0.5 + 9.81 * 0.4, 12);
    expect(numbers[1]).toEqual([0, 0.25]);
    expect(numbers[2]).toEqual([0.5, 0]);
    expect(numbers[3][0]).toBeCloseTo(-0.05, 12);
    expect(lines[4]).toBe('set: status 3');
    expect(messages).toContain('is fixed after initialization');
  });

  it('holds the last internal step where a communication point is between two', () => {
    const fmu = exportScene(SOLIDS, 3);
    const [vz] = referencesOf(fmu, 'box.velocity[3]');
    const run = [...INITIALIZE, 'step 0 0 0.004', `get 0 0 ${vz}`, 'step 0 0.004 0.004', `get 0 0 ${vz}`];
    const { lines, messages } = runMaster(fmu, run);
    expect(messages).toBe('');
    const [first, second] = lines.map((line) => line.split(' '));
    expect(first).toEqual([0.004, 0].map(bitsOf));
    expect(second[0]).toBe(bitsOf(0.008));
    expect(Buffer.from(second[1], 'hex').readDoubleBE()).toBeCloseTo(-9.81 * STEP, 12);
  });

  it('is reset to its start', () => {
    const fmu = exportScene(SOLIDS, 2, '--pair', 'box,a sphere');
    const run = forcedRun(fmu, 0, 100);
    const { lines, messages } = runMaster(fmu, [
      ...INITIALIZE,
      ...run,
      'terminate 0',
      'reset 0',
      'enter 0 0',
      'exit 0',
      ...run,
    ]);
    expect(messages).toBe('');
    expect(lines.slice(100)).toEqual(lines.slice(0, 100));
  });

  it('reports calls that the state does not allow, numbers that are not finite and unknown variables', () => {
    const fmu = exportScene(SOLIDS, 2);
    const [force, position] = referencesOf(fmu, 'box.force[1]', 'box.position[1]');
    const cases: [string, RegExp][] = [
      ['step 0 0 0.005', /DoStep: the instance is not initialized/],
      ['enter 0 0', /^$/],
      ['exit 0', /^$/],
      [`set 0 ${force} nan`, /must be finite, got -?nan/],
      [`set 0 ${position} 1`, /cannot be set/],
      ['get 0 9999', /no variable of this type with value reference 9999/],
      [`integer 0 ${position}`, /no variable of this type/],
      ['step 0 1 0.005', /the communication point is 1 s, but the instance is at 0 s/],
      ['step 0 0 0', /the step must be above zero/],
      ['step 0 0 0.005', /^$/],
    ];
    const { lines, messages } = runMaster(fmu, ['new 0 first', ...cases.map(([command]) => command)]);
    const expected = cases.filter(([, message]) => message.source !== '^$');
    const found = messages.split('\n').slice(0, -1);
    expect(found).toHaveLength(expected.length);
    for (const [i, [, message]] of expected.entries()) expect(found[i]).toMatch(message);
    expect(lines).toEqual(expected.map(([command]) => `${command.split(' ')[0]}: status 3`));
  });

  it.skipIf(!hasValgrind)('has no memory errors and no leak', () => {
    const fmu = exportScene(DISCS, 3);
    const file = join(fmu.folder, 'state.bin');
    const run = ['new 1 second', 'free 1', ...INITIALIZE, 'step 0 0 0.01', 'save 0 0', 'save 0 0', `write 0 0 ${file}`];
    const rest = [`read 0 1 ${file}`, 'restore 0 1', 'step 0 0.01 0.01', 'get 0 9999', 'free 0'];
    const valgrind = ['valgrind', '--quiet', '--leak-check=full', '--errors-for-leak-kinds=definite,indirect,possible'];
    const { messages, code } = runMaster(fmu, [...run, ...rest], process.env, ...valgrind, '--error-exitcode=9');
    expect(messages).toMatch(/^fmi3 3 logStatusError: [^\n]*9999\n$/);
    expect(code).toBe(0);
  });
});

describe.skipIf(!hasCompiler || !process.env['FMU_LATENCY'])('the latency of a step', { timeout: PATIENCE }, () => {
  it.each([
    [
      'one free body',
      JSON.stringify({ ...JSON.parse(SOLIDS), bodies: [JSON.parse(SOLIDS).bodies[4]], forces: {} }),
      STEP,
    ],
    ['two bodies that bounce and rest on a table', SOLIDS, STEP],
    ['a collision block of two spheres', BLOCK, STEP],
  ])('is printed: %s', (name, text, step) => {
    const { lines, messages } = runMaster(exportScene(text, 3), [...INITIALIZE, `measure 0 ${step} 20000`]);
    expect(messages).toBe('');
    process.stderr.write(`${name}: ${lines[0]}\n`);
    expect(lines[0]).toMatch(/^median [\d.]+ us/);
  });
});
