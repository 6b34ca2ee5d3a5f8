import { describe, expect, it } from 'vitest';
import { queryOperations } from './catalogue.ts';
import type { Fields } from './query-operation.ts';
import { runQueryLine } from './run-query.ts';

function ask(fields: object): Fields {
  return JSON.parse(runQueryLine(JSON.stringify(fields), 1).json);
}

describe('answerLine', () => {
  it('worked example: two segments at right angles, one metre apart', () => {
    const answer = ask({ op: 'segment-segment-2d', A1: [0, 0], B1: [2, 0], A2: [3, -1], B2: [3, 1] });
    expect(answer).toEqual({
      dist: 1,
      touching: false,
      unique: true,
      solutions: [{ s: 1, t: 0.5, Q1: [2, 0], Q2: [3, 0] }],
    });
  });

  it('worked example: a box and a disc, in three queries', () => {
    const box = { shape: { kind: 'polygon', vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] } }; // biome-ignore format: one shape per line
    const disc = { shape: { kind: 'disc', radius: 0.5 }, position: [3, 0], velocity: [-1, 0] };
    const close = ask({ op: 'closest', A: box, B: disc });
    expect([close.distance, close.pointA, close.pointB, close.normal]).toEqual([
      1.5,
      [1, 0, 0],
      [2.5, 0, 0],
      [1, 0, 0],
    ]);
    expect(ask({ op: 'impact', A: box, B: disc, duration: 5 })).toMatchObject({ status: 'hit', time: 1.5 });
    expect(ask({ op: 'impact', A: box, B: disc, duration: 1 })).toMatchObject({ status: 'none' });
    const { status, time, gap } = ask({ op: 'impact', A: box, B: disc, duration: 5, separation: 0.25 });
    expect(status).toBe('hit');
    // at 1 m/s, 0.25 m before the contact; up to 1e-9 of the sizes (1.5 m and 0.5 m) early, never late
    expect(time).toBeLessThanOrEqual(1.25);
    expect([time, gap]).toEqual([expect.closeTo(1.25, 8), expect.closeTo(0.25, 8)]);
    const rejected = ask({ op: 'impact', A: box, B: disc, duration: 5, separation: -1 });
    expect(rejected).toMatchObject({ error: { path: 'separation', expected: 'at least 0' } });
    const [a, b] = [
      { mass: 1, inertia: 1, velocity: [1, 0] },
      { mass: 1, inertia: 1, position: [2, 0] },
    ];
    const after = ask({ op: 'respond', A: a, B: b, point: [1, 0], normal: [1, 0] });
    expect(after).toMatchObject({ impulse: [1, 0], A: { velocity: [0, 0] }, B: { velocity: [1, 0] } });
  });

  it.each(queryOperations)('$name: its example is answered', ({ name, example }) => {
    const { ok, json } = runQueryLine(JSON.stringify({ op: name, ...example }), 1);
    expect(json).not.toContain('"error"');
    expect(ok).toBe(true);
  });

  it('bad lines name the line, the field, the value and what was expected', () => {
    const message = (text: string) => JSON.parse(runQueryLine(text, 7).json).error;
    expect(message('{"op":')).toMatchObject({ line: 7, path: 'line' });
    expect(message('[1]').message).toMatch(/expected a JSON object/);
    expect(message('{"op":"teapot"}').message).toMatch(/op: expected one of closest, .*got "teapot"/);
    const segment = '{"op":"point-segment","P":[0,0],"A":[0,0],"B":[1,"x"]}';
    expect(message(segment)).toEqual({
      line: 7,
      path: 'B[1]',
      expected: 'a finite number',
      message: 'B[1]: expected a finite number, got "x"',
    });
    expect(message('{"op":"point-segment","P":[0,0],"A":[0,0]}').message).toBe('B: expected 2 numbers, got nothing');
    expect(message('{"op":"point-segment","P":[1e999,0],"A":[0,0],"B":[1,1]}').message).toMatch(
      /P\[0\]: expected a finite number/,
    );
    const bowTie = '{"op":"point-polygon","polygon":[[0,0],[1,1],[1,0],[0,1]],"P":[0,0]}';
    expect(message(bowTie).message).toMatch(/polygon: expected a simple polygon/);
  });
});
