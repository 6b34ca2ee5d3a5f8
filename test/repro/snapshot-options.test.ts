import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appulse, expectInputError, files, folder, ROOT, useFolder } from '../command-line.ts';

useFolder((folder) => mkdirSync(join(folder, 'out')));

const SCENE = join(ROOT, 'examples/rolling-coin.scene.json');

it('a time for a snapshot without a file is rejected', () => {
  expectInputError(['run', SCENE, '--snapshot-at', '0.1', '--no-record'], '--snapshot <file>');
});

it('a run resumed from a snapshot does not change the recording of the whole run', () => {
  const summary = () => readFileSync(join(folder(), 'out/rolling-coin.recording/summary.json'), 'utf8');
  const options = ['--until', '0.4'];
  expect(appulse(['run', SCENE, ...options, '--snapshot', 'half', '--snapshot-at', '0.2']).code).toBe(0);
  const whole = summary();
  const { code, out } = appulse(['run', SCENE, ...options, '--resume', 'half']);
  expect(code).toBe(0);
  expect(out).toContain('recording in out/rolling-coin.resumed.recording');
  expect(summary()).toBe(whole);
  expect(files('out')).toEqual(['rolling-coin.recording', 'rolling-coin.resumed.recording']);
});
