import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, expectInputError, files, folder, ROOT, useFolder } from './command-line.ts';

const DOCKING = readFileSync(join(ROOT, 'examples/docking.scene.json'), 'utf8');
const MINE = DOCKING.replace(/"title": "[^"]*"/, '"title": "Mine"');
const runTitle = (name: string) => appulse(['run', name, '--no-record', '--until', '0.01']).out.split('\n')[0];

useFolder(() => {});

describe('an example of the package is run by its name', () => {
  it('in an empty folder, with the recording named after it', () => {
    const { code, err } = appulse(['run', 'docking', '--until', '0.01']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(files('out')).toEqual(['docking.recording']);
    expect(readFileSync(join(folder(), 'out/docking.recording/scene.json'), 'utf8')).toBe(DOCKING);
  });

  it('unless the current folder has a file of that name, with or without extension', () => {
    expect(MINE).not.toBe(DOCKING);
    expect(runTitle('docking')).not.toContain('Mine');
    writeFileSync(join(folder(), 'docking.scene.json'), MINE);
    expect(runTitle('docking')).toContain('Mine');
    writeFileSync(join(folder(), 'docking'), MINE.replace('Mine', 'Without extension'));
    expect(runTitle('docking')).toContain('Without extension');
  });

  it('also next to a folder of that name', () => {
    mkdirSync(join(folder(), 'docking'));
    expect(appulse(['run', 'docking', '--no-record', '--until', '0.01']).code).toBe(0);
  });

  it('and converted by its name', () => {
    expect(appulse(['convert', 't-bone', '-o', 'data']).code).toBe(0);
    expect(files('data')).toEqual(['model.dat', 'platoon.dat']);
  });
});

describe('a name that is neither a file nor an example is rejected', () => {
  it('with the nearest example', () => {
    expectInputError(
      ['run', 'dokcing'],
      'cannot read scene \'dokcing\': no such file or example, did you mean "docking"?',
    );
    expectInputError(['convert', 't-bon'], 'did you mean "t-bone"?');
  });

  it('with a list of examples when none is near', () => {
    expectInputError(['run', 'xyzxyzxyz'], /no such file or example, known are "ball-in-a-nurbs-bowl", .* \.\.\.\n/);
  });

  it('as a folder when it is one, and as a path when it has a folder or an extension', () => {
    mkdirSync(join(folder(), 'mine'));
    expectInputError(['run', 'mine'], "cannot read scene 'mine': it is a folder, expected a file");
    expectInputError(['run', 'here/docking'], "cannot read scene 'here/docking': no such file or folder");
    expectInputError(['run', 'docking.json'], "cannot read scene 'docking.json': no such file or folder");
  });
});
