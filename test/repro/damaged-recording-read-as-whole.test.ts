import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appulse, expectInputError, folder, ROOT, useFolder } from '../command-line.ts';

useFolder(() => {});

it('a recording with one character of its scene changed, or a table of another run, is rejected by the command line', () => {
  const scene = join(ROOT, 'examples/docking.scene.json');
  appulse(['run', scene, '-o', 'data', '--until', '1']);
  appulse(['run', scene, '-o', 'other', '--until', '1']);
  const path = (name: string) => join(folder(), name);
  const text = readFileSync(path('data/scene.json'), 'utf8');
  writeFileSync(path('data/scene.json'), text.replace('Docking', 'docking'));
  expectInputError(['export', 'data'], "cannot read recording 'data': scene.json: the file is damaged");
  writeFileSync(path('data/scene.json'), text);
  expect(appulse(['export', 'data', '-o', 'tables']).code).toBe(0);
  // the same columns and as many rows, with one byte of a page changed
  const bytes = readFileSync(path('other/ledger.parquet'));
  bytes[40] ^= 1;
  writeFileSync(path('other/ledger.parquet'), bytes);
  expectInputError(['export', 'other'], "cannot read recording 'other': ledger.parquet: the file is damaged");
});
