import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createBox } from '../shapes/box.ts';
import { portComponents } from '../sim/collision-block/block-ports.ts';
import { createCollisionBlock } from '../sim/collision-block/create-collision-block.ts';
import { readBlockDocument } from '../sim/collision-block/read-block.ts';
import { createBlockStream } from './block-stream.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/blocks/${name}`, import.meta.url), 'utf8');
const UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: a matrix
const cube = createBox([0.5, 0.5, 0.5]);
const sample = (x: number, v: number) => ({
  Xcm_A: [0, 0, 0, v, 0, 0, 0, 0, 0],
  R_A: UNIT,
  Xcm_B: [x, 0, 0, 0, 0, 0, 0, 0, 0],
  R_B: UNIT,
});
const cubes = () => createCollisionBlock({ dimension: 3, shape_A: cube, shape_B: cube, collisionFlag: 'latch' });

function answers(text: string, stream = createBlockStream(cubes())) {
  return text.split('\n').map((line, i) => stream.answer(line, i + 1));
}

describe('a collision block over a stream', () => {
  it('keeps its latches between the lines of a stream, and a reset clears them', () => {
    const lines = [sample(1.0005, 1), sample(3, 0), { reset: true }, sample(3, 0)].map((line) => JSON.stringify(line));
    const got = answers(lines.join('\n')).map(({ text }) => JSON.parse(text));
    expect(got.map(({ collision, collisionCount }) => [collision, collisionCount])).toEqual([
      [1, 1],
      [1, 1],
      [undefined, undefined],
      [0, 0],
    ]);
  });

  it('a state that was returned and restored continues with the same bytes', () => {
    const lines = [sample(1.0005, 1), { state: true }, sample(1.0004, 0.3)].map((line) => JSON.stringify(line));
    const [, state, last] = answers(lines.join('\n'));
    const { state: saved } = JSON.parse(state.text);
    const [restored, again] = answers([JSON.stringify({ restore: saved }), lines[2]].join('\n'));
    expect(JSON.parse(restored.text)).toEqual({ restore: true });
    expect(again.text).toBe(last.text);
  });

  it('CSV with and without a header gives the numbers of JSON', () => {
    const { ports } = cubes();
    const required = ports.filter(({ direction, optional }) => direction === 'input' && !optional);
    const quote = (name: string) => (name.includes(',') ? `"${name}"` : name);
    const header = required.flatMap(portComponents).map(quote);
    const row = Object.values(sample(1.0005, 1)).flat(2);
    // columns in reverse order, and a time
    const named = answers(`${['t', ...header.toReversed()].join(',')}\n${[0.25, ...row.toReversed()].join(',')}`);
    const bare = answers(row.join(','));
    const json = JSON.parse(answers(JSON.stringify(sample(1.0005, 1)))[0].text);
    const columns = bare[0].text.split('\n')[0];
    expect(named[0].text).toBe(`t,${columns}\n`);
    expect(named[1].text).toBe(`0.25,${bare[0].text.split('\n')[1]}\n`);
    const values = bare[0].text.split('\n')[1].split(',');
    const at = (name: string) => values[columns.split(',').indexOf(name)];
    expect([at('j'), at('mode'), at('overlap'), at('Vcm_c[4]')]).toEqual([
      String(json.j),
      'sliding',
      '0',
      String(json.Vcm_c[3]),
    ]);
  });

  it('answers every line of the examples, in the plane and in space', () => {
    for (const [name, states] of [
      ['planar-docking', 'jsonl'],
      ['spacecraft', 'csv'],
    ]) {
      // biome-ignore format: examples
      const { params } = readBlockDocument(example(`${name}.block.json`), name);
      const got = answers(example(`${name}.states.${states}`), createBlockStream(createCollisionBlock(params)));
      expect(got.every(({ ok }) => ok)).toBe(true);
      expect(got.filter(({ isSample }) => isSample).length).toBeGreaterThan(7);
    }
  });

  it('an invalid line names its number, port, value and what was expected, and leaves the latches as they are', () => {
    const block = cubes();
    const stream = createBlockStream(block);
    stream.answer(JSON.stringify(sample(1.0005, 1)), 1);
    const before = block.state();
    const errors = [
      '{"Xcm_A": [1, 2]}',
      JSON.stringify({ ...sample(1, 1), R_B: [[1, 1, 0], [0, 1, 0], [0, 0, 1]] }), // biome-ignore format: a matrix
      JSON.stringify({ ...sample(1, 1), Rbi_A: UNIT }),
      JSON.stringify({ ...sample(1, 1), Xcm_C: [] }),
      '{"t": "now"}',
      '[1]',
      '{"reset": 1}',
      '{"restore": {"version": 2, "pairs": {}}}',
      '{',
    ].map((line) => JSON.parse(stream.answer(line, 7).text).error);
    expect(errors.map(({ line }) => line)).toEqual(errors.map(() => 7));
    const messages = errors.map(({ message }) => message).join('\n');
    for (const part of [
      'Xcm_A: must be 9 finite numbers',
      'R_B: must be a rotation matrix',
      'Rbi_A: must not be given together with R_A',
      'inputs.Xcm_C: is not a known key',
      't: must be a finite number, got "now"',
      'must be a JSON object, got [1]',
      'reset: must be true, got 1',
      'state.version: must be 1, got 2',
      'must be a JSON object, got "{"',
    ])
      expect(messages).toContain(part);
    expect(block.state()).toEqual(before);
  });

  it('an invalid row or header of CSV is an error without output', () => {
    const header = 'Xcm_A[1],Xcm_A[2]';
    expect(answers(header)[0]).toMatchObject({
      ok: false,
      text: '',
      error: 'line 1: Xcm_A[3]: is missing in the header',
    });
    expect(answers('t,Xcm_Q[1]')[0].error).toMatch(
      /^line 1: column 2: must be t or one of Xcm_A\[1\] .*, got "Xcm_Q\[1\]"$/,
    );
    expect(answers('1,2,3')[0].error).toBe('line 1: must have 36 cells, got 3');
    const row = Object.values(sample(1.0005, 1)).flat(2).join(',');
    expect(answers(`${row}\n${row.replace('0,0,0,1', '0,zero,0,1')}`)[1].error).toBe(
      'line 2: Xcm_A[2]: must be a finite number, got "zero"',
    );
    const outlines = createBlockStream(createCollisionBlock());
    expect(outlines.answer('t,Xcm_A[1]', 1).error).toContain('mesh_A: must be a parameter of the block');
  });

  it('a clock times each sample', () => {
    let now = 0;
    const stream = createBlockStream(cubes(), () => (now += 0.5));
    expect(JSON.parse(stream.answer(JSON.stringify(sample(3, 0)), 1).text).stepTime).toBe(0.5);
  });
});
