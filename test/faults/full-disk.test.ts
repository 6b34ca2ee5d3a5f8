import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { appulse, env, files, folder, MAIN, ONE_LINE, useFolder } from '../command-line.ts';
import { bytesOf, read, SCENE, start } from './recordings.ts';

useFolder((folder) => writeFileSync(join(folder, 'box.scene.json'), JSON.stringify(SCENE)));

/** Would need several pieces of 8 MB of rows, more than half a MB on the disk each [s]. */
const LARGE = 60;

const run = (target: string, until: number) => ['run', 'box.scene.json', '-o', target, '--until', String(until)];

/** The old recording is as it was, and what was written of the new one before the disk was full is a recording of its own. */
async function expectFirstPart(target: string, old: Record<string, string>, err: string, reason: string) {
  expect(err).toMatch(ONE_LINE);
  expect(err).toContain(
    `cannot write recording to '${target}': ${reason}; what was recorded is in '${target}.incomplete'`,
  );
  expect(bytesOf(target)).toEqual(old);
  const part = await read(`${target}.incomplete`);
  expect(part.summary).toMatchObject({ status: 'failed', failure: reason });
  expect(part.summary.time).toBeGreaterThan(1);
  expect(part.summary.time).toBeLessThan(LARGE);
  expect(part.ledger.columns.time.at(-1)).toBe(part.summary.time);
  const exported = appulse(['export', `${target}.incomplete`, '-o', 'tables']);
  expect(exported.code).toBe(0);
  expect(exported.err).toContain('the recording is incomplete');
}

describe('a disk that becomes full', () => {
  it('during a run leaves the old recording and the recorded part: files may be 1.1 MiB long', async () => {
    appulse(run('data', 0.1));
    const old = bytesOf('data');
    const command = `trap '' XFSZ; ulimit -f 1100; exec '${process.execPath}' '${MAIN}' ${run('data', LARGE).join(' ')}`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder(), env, encoding: 'utf8' });
    expect(status).toBe(1);
    await expectFirstPart('data', old, stderr, 'the file would be larger than allowed here');
    expect(files()).toEqual(['box.scene.json', 'data', 'data.incomplete', 'tables']);
  });

  it('during a run leaves the old recording and the recorded part: a file system of 3 MiB', async (context) => {
    await onSmallDisk(context, '3m', async () => {
      appulse(run('disk/data', 0.1));
      const old = bytesOf('disk/data');
      const { code, err } = appulse(run('disk/data', LARGE));
      expect(code).toBe(1);
      await expectFirstPart('disk/data', old, err, 'no space left on the device');
      expect(files('disk')).toEqual(['data', 'data.incomplete']);
    });
  });

  it('already is detected before the run starts', async (context) => {
    await onSmallDisk(context, '512k', async () => {
      const { code, err } = appulse(run('disk/data', 9000));
      expect(err).toMatch(ONE_LINE);
      expect(err).toContain("cannot write recording to 'disk/data': no space left on the device");
      expect(code).toBe(2);
      expect(files('disk')).toEqual([]);
    });
  });
});

/** Runs a test with a small file system in `disk`; skipped if no file system can be mounted. */
async function onSmallDisk(context: TestContext, size: string, test: () => Promise<void>): Promise<void> {
  const disk = join(folder(), 'disk');
  mkdirSync(disk);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  if (status !== 0) context.skip('not run: no file system may be mounted here');
  try {
    await test();
  } finally {
    spawnSync('umount', [disk]);
  }
}

describe('a target that cannot be written is rejected before the run starts', () => {
  it('in a folder that is read-only', async (context) => {
    chmodSync(folder(), 0o755);
    mkdirSync(join(folder(), 'closed'), { mode: 0o555 });
    // root may write everywhere
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const { code } = await start(['--version'], user).outcome;
    if (code !== 0) context.skip('not run: another user cannot read the program');
    for (const [option, what] of [
      ['-o', 'recording'],
      ['--picture', 'picture'],
    ]) {
      const args = ['run', 'box.scene.json', option, 'closed/data', ...(option === '-o' ? [] : ['--no-record'])];
      const outcome = await start(args, user).outcome;
      expect(outcome.err).toMatch(ONE_LINE);
      expect(outcome.err).toContain(`cannot write ${what} to 'closed/data': permission denied`);
      expect(outcome.code).toBe(2);
    }
    expect(files('closed')).toEqual([]);
  });

  it('below a file, and with circular links', () => {
    symlinkSync('circle', join(folder(), 'circle'));
    for (const [target, reason] of [
      ['box.scene.json/data', 'part of the path is a file, expected a folder'],
      ['circle', 'too many symbolic links'],
    ]) {
      const { code, err } = appulse(['run', 'box.scene.json', '-o', target]);
      expect(err).toBe(`appulse: cannot write recording to '${target}': ${reason}\n`);
      expect(code).toBe(2);
    }
    expect(files()).toEqual(['box.scene.json', 'circle']);
  });
});
