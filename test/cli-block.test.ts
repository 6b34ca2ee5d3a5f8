import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBlockStream } from '../src/query/block-stream.ts';
import { createCollisionBlock } from '../src/sim/collision-block/create-collision-block.ts';
import { readBlockDocument } from '../src/sim/collision-block/read-block.ts';
import { appulse, expectInputError, folder, MAIN, ROOT, useFolder } from './command-line.ts';

const example = (name: string) => readFileSync(join(ROOT, 'examples/blocks', name), 'utf8');
const DOCUMENT = 'examples/blocks/spacecraft.block.json';

useFolder((at) => {
  writeFileSync(join(at, 'planar.block.json'), example('planar-docking.block.json'));
  writeFileSync(join(at, 'states.jsonl'), example('planar-docking.states.jsonl'));
  writeFileSync(join(at, 'bad.block.json'), '{ "block": "collision",\n  "m_A": 0 }');
});

describe('appulse block', () => {
  it('writes what the library answers, from a pipe or a file, with latches from line to line', () => {
    const states = example('spacecraft.states.csv');
    const stream = createBlockStream(
      createCollisionBlock(readBlockDocument(example('spacecraft.block.json'), 'x').params),
    );
    const wanted = states.split('\n').map((line, i) => stream.answer(line, i + 1).text).join(''); // biome-ignore format: a chain
    expect(appulse(['block', DOCUMENT], states)).toEqual({ code: 0, out: wanted, err: '' });
    const { out } = appulse(['block', 'planar.block.json', 'states.jsonl']);
    const flags = out.trimEnd().split('\n').map((line) => JSON.parse(line).docking); // biome-ignore format: a chain
    expect(flags).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1]);
  });

  it('answers before the next line is read', async () => {
    const child = spawn(process.execPath, [MAIN, 'block', join(folder(), 'planar.block.json')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answer = () => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    const lines = example('planar-docking.states.jsonl').split('\n');
    for (const line of lines.slice(0, 3)) {
      const next = answer();
      child.stdin.write(`${line}\n`);
      expect(JSON.parse(await next).t).toBe(JSON.parse(line).t);
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  });

  it('times itself on request', () => {
    const { out, err } = appulse(['block', 'planar.block.json', 'states.jsonl', '--time']);
    expect(JSON.parse(out.split('\n')[0]).stepTime).toBeGreaterThan(0);
    expect(err).toMatch(/^appulse: 9 samples: median \S+ us, 99 % within \S+ us, maximum \S+ us per line\n$/);
  });

  it('lists its ports', () => {
    expect(appulse(['block', DOCUMENT, '--ports']).out).toMatch(/Xcm_chaser +input +real +9 +m, m\/s, rad\/s/);
    const ports = JSON.parse(appulse(['block', DOCUMENT, '--ports', '--json']).out);
    expect(ports[1]).toMatchObject({ name: 'R_chaser', direction: 'input', size: [3, 3] });
  });

  it('names what is wrong: document, line, port and value', () => {
    expectInputError(['block', 'bad.block.json'], 'bad.block.json:2:10 m_A: must be a number above zero, got 0');
    expectInputError(['block', 'nowhere.json'], "cannot read block document 'nowhere.json': no such file");
    expectInputError(['block', 'planar.block.json', 'nowhere.csv'], "cannot read states 'nowhere.csv': no such file");
    writeFileSync(join(folder(), 'bad.csv'), 'Xcm_A[1],speed\n');
    expectInputError(
      ['block', 'planar.block.json', 'bad.csv'],
      /bad\.csv: line 1: column 2: must be t or one of .*, got "speed"/,
    );
    const lines = example('planar-docking.states.jsonl').split('\n');
    const { code, out, err } = appulse(['block', 'planar.block.json'], `${lines[0]}\n{"Xcm_A":[]}\n${lines[1]}\n`);
    const answers = out.trimEnd().split('\n').map((line) => JSON.parse(line)); // biome-ignore format: a chain
    expect(answers.map(({ t, error }) => t ?? error.line)).toEqual([0, 2, 0.5]);
    expect({ code, err }).toEqual({ code: 1, err: 'appulse: 1 of 3 lines could not be used\n' });
  });
});
