import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, expectInputError, files, folder, ROOT, useFolder } from './command-line.ts';

useFolder((into) => {
  for (const name of ['dominoes', 'docking', 'two-bullets-crossing', 'wall-of-boxes']) {
    copyFileSync(join(ROOT, `examples/${name}.scene.json`), join(into, `${name}.scene.json`));
  }
});

const hashOf = (out: string) => JSON.parse(out).run.stateHash;

describe('appulse run, of solids', () => {
  it('prints events and ledger and writes a recording that can be exported, and a picture', () => {
    const { code, out } = appulse(['run', 'two-bullets-crossing.scene.json', '-o', 'bullets', '--picture', 'b.svg']);
    expect(code).toBe(0);
    expect(out).toContain('collision  left, right');
    expect(appulse(['export', 'bullets', '-o', 'tables']).code).toBe(0);
    expect(files('tables')).toEqual(['columns.csv', 'contacts.csv', 'events.csv', 'frames.csv', 'ledger.csv']);
    expect(readFileSync(join(folder(), 'b.svg'), 'utf8')).toMatch(/^<svg/);
  });

  it('resumes from a snapshot with the results of the whole run', () => {
    const run = ['run', 'dominoes.scene.json', '--no-record', '--json'];
    const whole = appulse([...run, '--snapshot', 'half.snapshot', '--snapshot-at', '1']);
    const rest = appulse([...run, '--resume', 'half.snapshot']);
    expect([whole.code, rest.code]).toEqual([0, 0]);
    expect(hashOf(rest.out)).toBe(hashOf(whole.out));
    expect(JSON.parse(rest.out).run.steps).toBeLessThan(JSON.parse(whole.out).run.steps);
  });

  it('rejects a snapshot of another scene, of a world without snapshots, and after the end', () => {
    expect(appulse(['run', 'dominoes.scene.json', '--no-record', '--until', '0.1', '--snapshot', 's']).code).toBe(0);
    const text = readFileSync(join(folder(), 'dominoes.scene.json'), 'utf8');
    writeFileSync(join(folder(), 'other.scene.json'), text.replace('"Dominoes"', '"Other dominoes"'));
    expectInputError(
      ['run', 'other.scene.json', '--no-record', '--resume', 's'],
      's: the snapshot is of another scene',
    );
    expectInputError(
      ['run', 'two-bullets-crossing.scene.json', '--no-record', '--snapshot', 'b'],
      'a snapshot needs time.method "steps"',
    );
    const late = ['run', 'dominoes.scene.json', '--no-record', '--snapshot', 'late', '--snapshot-at', '9'];
    expectInputError(late, '--snapshot-at 9 is after the end of the run, 3 s');
  });

  it('gives the same bits on several threads, and rejects threads for worlds that cannot use them', () => {
    const run = ['run', 'wall-of-boxes.scene.json', '--no-record', '--json', '--until', '0.3'];
    const [one, three] = [run, [...run, '--threads', '3']].map((args) => appulse(args));
    expect([one.code, three.code]).toEqual([0, 0]);
    expect(hashOf(three.out)).toBe(hashOf(one.out));
    expectInputError(
      ['run', 'docking.scene.json', '--no-record', '--threads', '2'],
      '--threads needs a scene with "world": "solids"',
    );
    expectInputError([...run, '--threads', '0'], /integer from 1 to 1024/);
  });
});
