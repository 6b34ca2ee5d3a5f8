import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { appulse, files, folder, useFolder } from '../command-line.ts';
import { bytesOf, CASES, PATIENCE, read, SCENE, start } from './recordings.ts';

useFolder((folder) => writeFileSync(join(folder, 'box.scene.json'), JSON.stringify(SCENE)));

describe('runs into one folder at the same time', () => {
  it('all succeed, and the recording has the bytes of one of them', { timeout: PATIENCE }, async () => {
    const random = createRandom(4);
    const ends = [0.5, 0.51, 0.52];
    const run = (target: string, until: number) => ['run', 'box.scene.json', '-o', target, '--until', String(until)];
    for (const until of ends) expect(appulse(run(`alone-${until}`, until)).code).toBe(0);
    const before = files();
    for (let k = 0; k < CASES / 2; k++) {
      const outcomes = await Promise.all(
        ends.map(async (until) => {
          await setTimeout(random.between(0, 100));
          return start(run('shared', until)).outcome;
        }),
      );
      for (const { code, err } of outcomes) expect({ code, err }).toEqual({ code: 0, err: '' });
      const { summary } = await read('shared');
      expect(bytesOf('shared')).toEqual(bytesOf(`alone-${summary.time}`));
      expect(files(), folder()).toEqual([...before, 'shared'].sort());
    }
  });
});
