import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '../scripts/setup.mjs';
import { createBlockStream } from '../src/query/block-stream.ts';
import { createCollisionBlock } from '../src/sim/collision-block/create-collision-block.ts';
import { readBlockDocument } from '../src/sim/collision-block/read-block.ts';
import { MAIN } from './command-line.ts';

/** The System object for MATLAB, in Octave with Java and a base class that calls it as MATLAB does. */
const OCTAVE = 'octave-cli';
const folder = join(import.meta.dirname, '../examples/blocks');

/** Where Java is, if nothing says so: Octave looks in the folder of a default version only. */
function javaHome(): string | undefined {
  const all = '/usr/lib/jvm';
  const homes = existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : [];
  return process.env['JAVA_HOME'] ?? homes.find((home) => existsSync(join(home, 'lib/server/libjvm.so')));
}

/** What Octave prints; '' where it is not installed. */
function octave(...words: string[]): string {
  const home = javaHome();
  const env = { ...process.env, ...(home !== undefined && { JAVA_HOME: home }) };
  return spawnSync(OCTAVE, words, { encoding: 'utf8', env, timeout: 100_000 }).stdout ?? '';
}

const hasJava = octave('--eval', "javaObject('java.util.ArrayList'); disp('Java')").startsWith('Java');

describe.skipIf(!hasJava)('CollisionBlock.m in Octave', { timeout: 120_000 }, () => {
  beforeAll(ensureBuild);
  const files = ['planar-docking.block.json', 'planar-docking.states.jsonl'].map((name) => join(folder, name));
  const script = join(import.meta.dirname, 'octave/run_block.m');

  it('has the outputs of the stream, keeps, clears and restores the latches, and reports errors', () => {
    const printed = octave(script, folder, process.execPath, MAIN, ...files)
      .trimEnd()
      .split('\n');
    const { params } = readBlockDocument(readFileSync(files[0], 'utf8'), files[0]);
    const stream = createBlockStream(createCollisionBlock(params));
    const samples = readFileSync(files[1], 'utf8').trim().split('\n');
    for (const [k, line] of samples.entries()) {
      const out = JSON.parse(stream.answer(line, k + 1).text);
      const expected = [out.collision, out.docking, out.j, out.gap, ...out.Vcm_c, ...out.Wcm_c];
      expect(printed[k].trim().split(' ').map(Number)).toEqual(expected);
    }
    expect(printed.slice(samples.length)).toEqual([
      'after reset: 0',
      'restored: 1',
      'error: CollisionBlock:Input: Xcm_A: must be finite numbers',
      'continues: 1',
      "error: CollisionBlock:Ended: appulse block has ended: appulse: cannot read block document 'no-such-file.json': no such file or folder",
    ]);
  });
});
