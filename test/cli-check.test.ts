import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { appulse, folder, useFolder } from './command-line.ts';

useFolder(() => {});

describe('appulse check', () => {
  const square = (height: number) => `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n${spike(height)}`;
  const spike = (z: number) => `v 0.3 0.4 ${z}\nv 0.4 0.5 ${z + 9}\nv 0.3 0.5 ${z + 9}\nf 5 6 7\n`;

  beforeEach(() => {
    writeFileSync(join(folder(), 'a.obj'), square(1));
    writeFileSync(join(folder(), 'b.obj'), square(-3));
  });

  it('lists the contacts of a step, on the screen, as JSON and in files', () => {
    const { code, out } = appulse(['check', 'a.obj', 'b.obj', '--dt', '0.02', '-o', 'contacts.csv']);
    expect(code).toBe(0);
    expect(out).toMatch(/7 nodes, 2 faces/);
    expect(out).toMatch(/0\.005 s\s+node-quad\s+4 0 1 2 3\s+0\.3 0\.4 0\s+-200 m\/s/);
    expect(readFileSync(join(folder(), 'contacts.csv'), 'utf8')).toMatch(/^time,kind,face.*\n0\.005,node-quad,1,4,/);
    const [first] = JSON.parse(appulse(['check', 'a.obj', 'b.obj', '--json']).out);
    expect(first).toMatchObject({ kind: 'node-quad', time: 0.25, nodes: [4, 0, 1, 2, 3] });
    for (const name of ['c.json', 'c.parquet', 'c.vtp']) {
      expect(appulse(['check', 'a.obj', 'b.obj', '-o', name]).code).toBe(0);
      expect(readdirSync(folder())).toContain(name);
    }
  });

  it('prints the same from several threads', () => {
    const one = appulse(['check', 'a.obj', 'b.obj', '--json']);
    expect(appulse(['check', 'a.obj', 'b.obj', '--json', '--threads', '3'])).toEqual(one);
  });

  it.each([
    [
      'frames of different meshes',
      ['a.obj', 'other.obj'],
      /other\.obj: expected the mesh of a\.obj .*got 3 nodes, 1 triangles/,
    ],
    ['no second frame and no velocities', ['a.obj'], /a\.obj: has no velocities/],
    ['an index out of range', ['bad.obj', 'a.obj'], /bad\.obj:5.*9/],
    ['a node that is no number', ['nan.obj', 'a.obj'], /nan\.obj:2/],
    ['an empty mesh', ['empty.obj', 'a.obj'], /empty\.obj/],
    ['a step that is none', ['a.obj', 'b.obj', '--dt', '0'], /above zero/],
    ['no threads', ['a.obj', 'b.obj', '--threads', '0'], /integer from 1 to 1024/],
    ['an output without a known ending', ['a.obj', 'b.obj', '-o', 'x.foo'], /x\.foo.*csv, json, parquet, vtp/],
  ])('%s: rejected with exit code 2, and no file is written', (_what, args, message) => {
    writeFileSync(join(folder(), 'other.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    writeFileSync(join(folder(), 'bad.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 9\n');
    writeFileSync(join(folder(), 'nan.obj'), 'v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n');
    writeFileSync(join(folder(), 'empty.obj'), '# nothing\n');
    const before = readdirSync(folder());
    const { code, err } = appulse(['check', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder())).toEqual(before);
  });
});
