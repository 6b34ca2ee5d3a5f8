import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { appulse, files, folder, useFolder } from '../command-line.ts';
import { bytesOf, CASES, deadProcess, PATIENCE, read, SCENE, start, temporaryOf } from './recordings.ts';

useFolder((folder) => writeFileSync(join(folder, 'box.scene.json'), JSON.stringify(SCENE)));

const run = (target: string, until: number) => ['run', 'box.scene.json', '-o', target, '--until', String(until)];

/** Simulated time of the run that is killed: one that takes as long as the start of the program [s]. */
const LONG = 3;
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const;

describe('a run with --copy-every', () => {
  it('can be read while it continues, leaves the same bytes, and no copy', async () => {
    expect(appulse(run('plain', LONG)).code).toBe(0);
    const { child, outcome } = start([...run('data', 9000), '--copy-every', '0.02']);
    for (let k = 0; k < 500 && !files().includes('data.incomplete'); k++) await setTimeout(20);
    const { summary, frames, ledger } = await read('data.incomplete');
    expect(summary).toMatchObject({ status: 'interrupted', failure: 'the run continues' });
    expect(frames.rowCount).toBe(SCENE.bodies.length * ledger.rowCount);
    expect(child.exitCode).toBe(null);
    child.kill('SIGTERM');
    await outcome;
    const later = await read('data.incomplete');
    expect(later.summary.time).toBeGreaterThan(summary.time);
    expect(later.summary.failure).toBe('stopped by SIGTERM');
    expect(appulse([...run('data', LONG), '--copy-every', '0']).code).toBe(0);
    expect(bytesOf('data')).toEqual(bytesOf('plain'));
    expect(files()).toEqual(['box.scene.json', 'data', 'plain']);
    expect(appulse([...run('data', LONG), '--no-record', '--copy-every', '1']).err).toContain(
      '--copy-every needs a recording',
    );
  });
});

describe('a run that is killed at any moment', () => {
  /** How long the whole run takes here [ms], with an old recording in its place. */
  async function prepare(): Promise<number> {
    expect(appulse(run('data', 0.5)).code).toBe(0);
    const begun = performance.now();
    expect((await start(run('other', LONG)).outcome).code).toBe(0);
    return performance.now() - begun;
  }

  it.each([
    ['SIGKILL', 1],
    ['SIGINT', 2],
    ['SIGTERM', 3],
  ] as const)(
    '%s leaves the old recording or the new one, and the next run leaves nothing else',
    async (signal, seed) => {
      const random = createRandom(seed);
      const wholeTime = await prepare();
      const old = bytesOf('data');
      const fresh = bytesOf('other');
      for (let k = 0; k < CASES; k++) {
        const { child, outcome } = start(run('data', LONG));
        await setTimeout(random.between(0, 1.1) * wholeTime);
        child.kill(signal);
        const { code, err } = await outcome;
        const label = `case ${k}, ${code}: ${err}`;
        // the reader puts in place what was about to be
        const { summary } = await read('data');
        expect([0.5, LONG], label).toContain(summary.time);
        expect(bytesOf('data'), label).toEqual(summary.time === LONG ? fresh : old);
        const left = files().filter((name) => !['box.scene.json', 'data', 'other'].includes(name));
        const isTemporary = (name: string) => /^\.data\..*\.(tmp|new|old)$/.test(name);
        if (signal === 'SIGKILL')
          expect(
            left.filter((name) => !isTemporary(name)),
            label,
          ).toEqual([]);
        else {
          expect([0, null, SIGNAL_CODES[signal]], label).toContain(code);
          // before the program listens to signals it has made nothing
          expect(left, label).toEqual(code === SIGNAL_CODES[signal] ? ['data.incomplete'] : []);
        }
        if (left.includes('data.incomplete')) {
          const part = await read('data.incomplete');
          expect(part.summary.status).toBe('interrupted');
          expect(part.summary.time).toBeLessThan(LONG);
          expect(part.frames.rowCount).toBe(SCENE.bodies.length * part.ledger.rowCount);
          expect(err).toContain(`stopped by ${signal}`);
        }
        expect(appulse(run('data', 0.5)).code).toBe(0);
        expect(
          files().filter((name) => name.startsWith('.')),
          label,
        ).toEqual([]);
        expect(bytesOf('data')).toEqual(old);
        rmSync(join(folder(), 'data.incomplete'), { recursive: true, force: true });
      }
    },
    PATIENCE,
  );
});

describe('the files left by a killed run', () => {
  it('are removed by the next run into the same folder, except for files of a run in progress', async () => {
    const [dead, mine] = [await deadProcess(), process.pid];
    for (const pid of [dead, mine]) mkdirSync(`${temporaryOf(pid, '.', 'data')}.tmp`);
    writeFileSync(`${temporaryOf(dead, '.', 'data.svg')}.tmp`, '<svg');
    expect(files()).toHaveLength(4);
    expect(appulse([...run('data', 0.01), '--picture', 'data.svg']).code).toBe(0);
    const left = files().filter((name) => name.startsWith('.'));
    expect(left).toEqual([expect.stringContaining(`.${mine}.`)]);
  });

  it('of a replacement are completed by the next reader: with the new recording if there is one, else with the old one', async () => {
    const dead = await deadProcess();
    appulse(run('old', 0.01));
    appulse(run('new', 0.02));
    const expected = bytesOf('new');
    // both renamed away, as it is between the two renames of a replacement
    const both = temporaryOf(dead, '.', 'data');
    cpSync(join(folder(), 'old'), `${both}.old`, { recursive: true });
    cpSync(join(folder(), 'new'), `${both}.new`, { recursive: true });
    expect((await read('data')).summary.time).toBe(0.02);
    expect(bytesOf('data')).toEqual(expected);
    // the old one alone
    rmSync(join(folder(), 'data'), { recursive: true });
    rmSync(`${both}.old`, { recursive: true });
    cpSync(join(folder(), 'old'), `${both}.old`, { recursive: true });
    expect((await read('data')).summary.time).toBe(0.01);
    expect(appulse(run('data', 0.02)).code).toBe(0);
    expect(files()).toEqual(['box.scene.json', 'data', 'new', 'old']);
  });

  it('of a folder written file by file are completed', async () => {
    const dead = await deadProcess();
    appulse(run('data', 0.01));
    appulse(run('new', 0.02));
    const expected = bytesOf('new');
    const inside = `${temporaryOf(dead, 'data', 'data')}.new`;
    renameSync(join(folder(), 'new'), inside);
    renameSync(join(inside, 'frames.parquet'), join(folder(), 'data/frames.parquet'));
    expect((await read('data')).summary.time).toBe(0.02);
    expect(bytesOf('data')).toEqual(expected);
  });
});
