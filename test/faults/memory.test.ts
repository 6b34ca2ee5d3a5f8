import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { env, folder, MAIN, useFolder } from '../command-line.ts';
import { PATIENCE, SCENE } from './recordings.ts';

useFolder((folder) => writeFileSync(join(folder, 'box.scene.json'), JSON.stringify(SCENE)));

/** The most memory that a run has had [MB]. */
function peakMemory(until: number, ...options: string[]): number {
  const tell = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
  const args = ['--import', `data:text/javascript,${tell}`, MAIN, 'run', 'box.scene.json', '--until', String(until)];
  const { status, stderr } = spawnSync(process.execPath, [...args, ...options], {
    cwd: folder(),
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return Number(/peak (\d+)/.exec(stderr)?.[1]) / 1000;
}

/** Allowance for garbage that is not collected yet [MB]; the rows of the longer run are 80 MB, and tables that double have twice the capacity. */
const NOISE = 50;

describe('a run ten times as long', () => {
  it.each([
    ['with a recording', []],
    ['without one', ['--no-record']],
  ])('%s needs no more memory', { timeout: PATIENCE }, (_, options) => {
    const short = peakMemory(8, ...options);
    expect(short).toBeGreaterThan(30);
    expect(peakMemory(80, ...options)).toBeLessThan(short + NOISE);
  });
});
