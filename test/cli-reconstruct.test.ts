import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, expectInputError, folder, ROOT, useFolder } from './command-line.ts';

useFolder((folder) => {
  copyFileSync(join(ROOT, 'examples/cases/intersection.case.json'), join(folder, 'crash.case.json'));
});

const text = (name: string) => readFileSync(join(folder(), name), 'utf8');

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('appulse reconstruct', () => {
  it('prints estimates, region and sensitivities, and writes a report', () => {
    const { code, out, err } = appulse(['reconstruct', 'crash.case.json', '--no-profiles', '-o', 'crash.html']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/vehicles\.car\.speed +15\.\d+ m\/s +0\.\d+ +14\.\d+ to 16\.\d+/);
    expect(out).toMatch(/Joint 95 % region of vehicles\.car\.speed and vehicles\.van\.speed/);
    expect(out).toMatch(/known beforehand: runOut\.car\.friction +0\.7 ± 0\.05/);
    expect(text('crash.html')).toMatch(/^<!doctype html>/);
  });

  it('prints the same numbers as JSON, and repeats them', () => {
    const run = () => appulse(['reconstruct', 'crash.case.json', '--no-profiles', '--bootstrap', '3', '--json']).out;
    const first = run();
    expect(JSON.parse(first).unknowns[0].bootstrap.low).toBeGreaterThan(10);
    expect(run()).toBe(first);
  });

  it('names the location of an error in a case', () => {
    writeFileSync(
      join(folder(), 'bad.case.json'),
      text('crash.case.json').replace('"rest-heading", "vehicle": "car"', '"rest-heading", "vehicle": "cat"'),
    );
    expectInputError(
      ['reconstruct', 'bad.case.json'],
      /bad\.case\.json:\d+:\d+ measurements\[1\]\.vehicle: is not the name of a vehicle, did you mean "?car/,
    );
    expectInputError(['reconstruct', 'crash.case.json', '--underlay', 'crash.case.json'], /--underlay needs --scale/);
    expectInputError(
      ['reconstruct', 'crash.case.json', '--underlay', 'crash.case.json', '--scale', '0.1'],
      /cannot read picture 'crash\.case\.json': expected a PNG or JPEG file/,
    );
  });
});

describe('appulse report', () => {
  it('writes a page about a recording of vehicles, with a picture of the site', () => {
    writeFileSync(join(folder(), 'site.png'), Buffer.from(PNG, 'base64'));
    expect(appulse(['run', 't-bone', '-o', 'crash.recording']).code).toBe(0);
    const options = [
      '--times',
      '0,1',
      '--underlay',
      'site.png',
      '--scale',
      '8',
      '--origin',
      '-4,-4',
      '--paper',
      'letter',
    ];
    const { code, out } = appulse(['report', 'crash.recording', ...options]);
    expect({ code, out }).toEqual({ code: 0, out: 'report in crash.html\n' });
    expect(text('crash.html')).toContain(`href="data:image/png;base64,${PNG}"`);
    expect(text('crash.html')).toContain('size: letter');
    expectInputError(['report', 'crash.recording', '--times', '0,x'], /Expected at most 50 times/);
    expectInputError(['report', 'crash.recording', '--times', '0,99'], /there is no position at 99 s/);
  });

  it('rejects recordings of other worlds, and files that are not reports', () => {
    expect(appulse(['run', 'bounce-impulse', '-o', 'ball.recording']).code).toBe(0);
    expectInputError(['report', 'ball.recording'], /its world is "planar", expected "vehicles"/);
    writeFileSync(join(folder(), 'notes.html'), '<p>notes</p>');
    expectInputError(['report', 'crash.recording', '-o', 'notes.html'], /there is a file of another kind/);
  });
});
