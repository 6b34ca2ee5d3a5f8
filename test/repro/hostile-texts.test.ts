import { describe, expect, it } from 'vitest';
import { readPlyHeader } from '../../src/formats/ply-header.ts';
import { runQueryLine } from '../../src/query/run-query.ts';
import { verifyFile } from '../../src/query/verify.ts';
import { eventsFromJsonLines } from '../../src/record/events.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('lists that are nested a hundred thousand levels deep', () => {
  it.each([deep(100_000), `{"op":"point-segment","P":${deep(100_000)}}`])('are rejected by name in a query', (line) => {
    const { error } = JSON.parse(runQueryLine(line, 1).json);
    expect(error.message).not.toContain('call stack');
    expect(error.message).toMatch(/expected (a JSON object|at most 64 levels of lists and objects)/);
  });

  it('are rejected by name in a file of exact answers and in events', () => {
    const none = () => '';
    expect(() => verifyFile(`{"format":"docking/1","cases":[${deep(100_000)}]}`, 'a.json', none)).toThrow(/64 levels/);
    expect(() => eventsFromJsonLines(`{"type":"x","time":0,"bodies":${deep(100_000)}}\n`)).toThrow(/64 levels/);
  });

  it('can be part of a message', () => {
    expect(() => createPolygon(JSON.parse(deep(100_000)))).toThrow(/polygon/);
  });
});

describe('the header of a PLY file', () => {
  it('is read in time proportional to its length: properties are not compared with each other', () => {
    const count = 200_000;
    const properties = Array.from({ length: count }, (_, i) => `property float p${i}\n`).join('');
    const text = `ply\nformat ascii 1.0\nelement vertex 0\n${properties}end_header\n`;
    const { elements } = readPlyHeader('a.ply', new TextEncoder().encode(text));
    expect(elements[0].properties).toHaveLength(count);
  });
});
