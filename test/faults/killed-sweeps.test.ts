import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { appulse, env, files, folder, MAIN, ONE_LINE, useFolder } from '../command-line.ts';
import { dockingSweep, partsOf, readRows, writeSpec } from '../sweep-results.ts';
import { CASES, PATIENCE, start } from './recordings.ts';

/** Takes about as long as the start of the program with its threads. */
const COUNT = 1000;
/** Runs of a chunk: there are 40 of them, and some runs of both halves fail. */
const CHUNK = 25;

useFolder((folder) => {
  writeFileSync(join(folder, 'sweep.json'), JSON.stringify(dockingSweep(COUNT, { chunk: CHUNK })));
});

const run = (target: string, ...options: string[]) => ['sweep', 'run', 'sweep.json', '-o', target, ...options];

/** The parts of a sweep that is not killed, and how long it takes [ms]; it is the same sweep for all tests, run once. */
let known: { readonly parts: Record<string, string>; readonly time: number } | undefined;

async function wholeSweep(): Promise<NonNullable<typeof known>> {
  if (known !== undefined) return known;
  const begun = performance.now();
  expect((await start(run('whole')).outcome).code).toBe(1);
  known = { time: performance.now() - begun, parts: partsOf('whole') };
  rmSync(join(folder(), 'whole'), { recursive: true });
  return known;
}

/** Hidden files in the folder of the parts: temporary ones. */
const temporary = (results: string) =>
  existsSync(join(folder(), results, 'parts'))
    ? readdirSync(join(folder(), results, 'parts')).filter((name) => name.startsWith('.'))
    : [];

describe('a sweep that is killed at any moment', () => {
  it.each([
    ['SIGKILL', 1],
    ['SIGINT', 2],
    ['SIGTERM', 3],
  ] as const)(
    '%s loses and duplicates nothing: resumed, it has the results of one that was not killed',
    async (signal, seed) => {
      const random = createRandom(seed);
      const { parts: whole, time: wholeTime } = await wholeSweep();
      for (let k = 0; k < CASES; k++) {
        const { child, outcome } = start(run('data'));
        await setTimeout(random.between(0.2, 1) * wholeTime);
        child.kill(signal);
        const { code, err } = await outcome;
        const label = `case ${k}, ${code}: ${err}`;
        const parts = existsSync(join(folder(), 'data/parts')) ? partsOf('data') : {};
        // what is there is complete
        expect(whole, label).toMatchObject(parts);
        if (code === 130 || code === 143) {
          expect(err, label).toMatch(ONE_LINE);
          const stored = Object.keys(parts).length * CHUNK;
          expect(err).toContain(
            `sweep stopped by ${signal}: ${stored} of ${COUNT} runs are in 'data', --resume continues`,
          );
          expect(temporary('data'), label).toEqual([]);
        }
        const resumed = appulse(run('data', '--resume'));
        expect(resumed.code, `${label}\n${resumed.err}`).toBe(1);
        expect(partsOf('data'), label).toEqual(whole);
        expect(temporary('data'), label).toEqual([]);
        rmSync(join(folder(), 'data'), { recursive: true });
      }
    },
    PATIENCE,
  );

  it(
    'loses only its own part if it is one of several shards in one folder, and the part is continued',
    async () => {
      const { parts: whole } = await wholeSweep();
      const killSecond = async () => {
        const shards = ['0/2', '1/2'].map((shard) => start(run('data', '--shard', shard, '--workers', '1')));
        // its first results
        while (!existsSync(join(folder(), 'data/parts/part-000001.parquet'))) await setTimeout(5);
        shards[1].child.kill('SIGKILL');
        const [first, second] = await Promise.all(shards.map(({ outcome }) => outcome));
        expect(first.code).toBe(1);
        return second.signal;
      };
      // on a busy machine it may end before the signal comes: then again
      while ((await killSecond()) !== 'SIGKILL') rmSync(join(folder(), 'data'), { recursive: true });
      const status = JSON.parse(appulse(['sweep', 'status', 'data', '--json']).out);
      expect(status.missing).toBeGreaterThan(0);
      expect(status.chunksDone).toBeGreaterThanOrEqual(21);
      expect(appulse(run('data', '--shard', '1/2')).code).toBe(1);
      expect(partsOf('data')).toEqual(whole);
      expect(temporary('data')).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'may be started twice in one folder: the results are those of one',
    async () => {
      const { parts: whole } = await wholeSweep();
      const both = [start(run('data', '--shard', '0/1')), start(run('data', '--shard', '0/1', '--resume'))];
      for (const { outcome } of both) expect([1, 2]).toContain((await outcome).code);
      appulse(run('data', '--resume'));
      expect(partsOf('data')).toEqual(whole);
    },
    PATIENCE,
  );
});

describe('a full disk under the results of a sweep', () => {
  it(
    'ends the sweep with the reason; resumed with space, nothing is lost',
    async (context) => {
      await onSmallDisk(context, '100k', async (resize) => {
        const { code, err } = appulse(run('disk/data'));
        expect(err).toMatch(ONE_LINE);
        expect(err).toMatch(
          /^appulse: cannot write .* to 'disk\/data.*no space left on the device; \d+ runs are stored, --resume continues/,
        );
        expect(code).toBe(1);
        expect(temporary('disk/data')).toEqual([]);
        resize('20m');
        expect(appulse(run('disk/data', '--resume')).code).toBe(1);
        expect(partsOf('disk/data')).toEqual((await wholeSweep()).parts);
      });
    },
    PATIENCE,
  );

  it('is reported where files may not be longer than 2 kB', () => {
    const command = `trap '' XFSZ; ulimit -f 2; exec '${process.execPath}' '${MAIN}' ${run('data').join(' ')}`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder(), env, encoding: 'utf8' });
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain('the file would be larger than allowed here');
    expect(status).toBe(1);
    expect(temporary('data')).toEqual([]);
  });
});

/** Runs a test with a small file system in `disk`, which can be resized; skipped if no file system can be mounted. */
async function onSmallDisk(
  context: TestContext,
  size: string,
  test: (resize: (size: string) => void) => Promise<void>,
): Promise<void> {
  const disk = join(folder(), 'disk');
  mkdirSync(disk);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  if (status !== 0) context.skip('not run: no file system may be mounted here');
  try {
    await test((size) => spawnSync('mount', ['-o', `remount,size=${size}`, disk]));
  } finally {
    spawnSync('umount', [disk]);
  }
}

/** Spheres on a grid, nx x ny: the world of 100 000 of them is built in one step. */
const SPHERES = {
  scene: {
    title: 'Spheres',
    description: 'A plane of spheres.',
    world: 'solids',
    bodies: [
      {
        name: 'sphere',
        shape: { kind: 'sphere', radius: 0.4 },
        mass: 1,
        repeat: { count: [1, 1, 1], spacing: [1, 1, 1] },
      },
    ],
    time: { end: 1 },
  },
  axes: [
    { path: 'bodies.sphere.repeat.count[0]', name: 'nx', values: [2, 1000, 3] },
    { path: 'bodies.sphere.repeat.count[1]', name: 'ny', values: [1, 100, 101] },
  ],
  outputs: ['stateHash'],
};

describe('a run that fails', () => {
  /** Rows of a sweep as `run: status reason`. */
  async function outcomes(args: readonly string[], results: string): Promise<string[]> {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder(), env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(appulse(['sweep', 'merge', results])).toMatchObject({ code: 0, err: '' });
    const { run, status: statuses, reason } = await readRows(results);
    expect(run).toEqual(run.map((_, i) => i));
    return statuses.map((status, i) => `${status}${reason[i] === null ? '' : ` ${reason[i]}`}`);
  }

  const BAD = 'error bodies[0].repeat: makes more than 100000 bodies in all';

  it(
    'because it never ends is ended at its time limit, also within a step; the others have results',
    async () => {
      writeSpec('spheres.json', { ...SPHERES, limits: { seconds: 0.05 } });
      const found = await outcomes([MAIN, 'sweep', 'spheres.json', '-o', 'data'], 'data');
      const limit = 'time-limit stopped after 0.05 s';
      // the small ones may be too slow on a busy machine
      expect(found).toEqual([
        expect.stringMatching(/^(end|time-limit)/),
        ...Array(3).fill(expect.any(String)),
        limit,
        BAD,
        ...Array(3).fill(expect.any(String)),
      ]);
      expect(appulse(['sweep', 'status', 'data']).out).toContain('run 4: time-limit: stopped after 0.05 s');
    },
    PATIENCE,
  );

  it(
    'because it needs too much memory ends its thread alone; it is tried twice',
    async () => {
      writeSpec('spheres.json', SPHERES);
      const args = ['--max-old-space-size=50', MAIN, 'sweep', 'spheres.json', '-o', 'data', '--workers', '2'];
      const found = await outcomes(args, 'data');
      expect(found[4]).toMatch(/^crash .*memory/);
      expect(found[5]).toBe(BAD);
      expect(found.filter((_, i) => i !== 4 && i !== 5)).toEqual(Array(7).fill('end'));
    },
    PATIENCE,
  );
});

/** One impact of a disc on a half-space: a short run, so that many of them are cheap. */
const BOUNCE = {
  scene: {
    title: 'Bounce',
    description: 'A disc hits a half-space.',
    bodies: [
      { name: 'disc', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0.51], velocity: [0, -1], mass: 1 },
      { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' },
    ],
    time: { end: 0.02 },
  },
  axes: [{ path: 'bodies.disc.mass', name: 'mass', uniform: { from: 1, to: 2 } }],
  outputs: ['collisions', { table: 'contacts', column: 'closingSpeed', statistic: 'max' }, 'stateHash'],
};

describe('the memory of a sweep', () => {
  it(
    'does not grow with the number of its runs',
    () => {
      /** The most memory that the process has had [MB]. */
      const peak = (count: number) => {
        writeSpec('many.json', { ...BOUNCE, samples: { count } });
        const tell = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
        const args = ['--import', `data:text/javascript,${tell}`, MAIN, 'sweep', 'many.json', '-o', `many-${count}`];
        const { stderr } = spawnSync(process.execPath, args, { cwd: folder(), env, encoding: 'utf8' });
        return Number(/peak (\d+)/.exec(stderr)?.[1]) / 1000;
      };
      const short = peak(1000);
      expect(short).toBeGreaterThan(30);
      // allowance for garbage that is not collected yet
      expect(peak(6000)).toBeLessThan(short + 50);
      expect(files()).toContain('many-6000');
    },
    PATIENCE,
  );
});
