import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appulse, files, folder, ROOT, useFolder } from '../command-line.ts';

useFolder(() => {});

const SCENE = join(ROOT, 'examples/docking.scene.json');

it('an output is written to the target of a symbolic link, and the link remains', () => {
  const path = (name: string) => join(folder(), name);
  mkdirSync(path('disk'));
  symlinkSync('disk/recording', path('link'));
  symlinkSync('disk/picture.svg', path('link.svg'));
  const args = ['run', SCENE, '--until', '1', '-o', 'link', '--picture', 'link.svg'];
  // the first makes what the links point to, the second replaces it
  for (let k = 0; k < 2; k++) {
    expect(appulse(args).code).toBe(0);
    for (const link of ['link', 'link.svg']) expect(lstatSync(path(link)).isSymbolicLink()).toBe(true);
    expect(files('disk')).toEqual(['picture.svg', 'recording']);
    expect(readFileSync(path('disk/picture.svg'), 'utf8')).toContain('<svg');
    expect(files('disk/recording')).toContain('summary.json');
  }
  expect(files()).toEqual(['disk', 'link', 'link.svg']);
});

it('a link to a folder with other files is rejected like that folder', () => {
  mkdirSync(join(folder(), 'mine'));
  writeFileSync(join(folder(), 'mine/notes.txt'), 'precious');
  symlinkSync('mine', join(folder(), 'link'));
  const { code, err } = appulse(['run', SCENE, '--until', '1', '-o', 'link']);
  expect(code).toBe(2);
  expect(err).toContain('the folder has other files in it');
});
