import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { queryOperations } from './catalogue.ts';
import type { Fields } from './query-operation.ts';
import { readExactFile, verifyFile } from './verify.ts';

const folder = new URL('../../reference/', import.meta.url);
const files = readdirSync(folder).flatMap((set) =>
  readdirSync(new URL(`${set}/`, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${set}/${name}`),
);

const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const siblingOf = (file: string) => (name: string) => readFileSync(new URL(name, new URL(file, folder)), 'utf8');
const noSibling = (name: string): string => {
  throw new Error(`this file has no sibling ${name}`);
};

describe('files of exact answers', () => {
  it.each(files)('%s: every case is within its tolerance', (file) => {
    const report = verifyFile(read(file), file, siblingOf(file));
    expect(report.rows.flatMap(({ firstFailure }) => firstFailure ?? [])).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.rows.reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThan(0);
  });

  it('every operation with a check has a file', () => {
    const checked = queryOperations.filter(({ check }) => check).map(({ name }) => name);
    const tags = new Set(files.map((file) => JSON.parse(read(file)).format.split('/')[0]));
    expect(checked.toSorted()).toEqual([...tags].toSorted());
  });

  it.each(files)('%s: a wrong answer is detected', (file) => {
    const { cases, operation } = readExactFile(read(file), file, siblingOf(file));
    // the answer of another case is wrong for the first, unless two neighbouring cases are equal
    const [first, ...others] = cases;
    const isDetected = (other: Fields) =>
      operation.check(first, operation.answer(other)).some(({ error, limit }) => error > limit);
    expect(others.some(isDetected)).toBe(true);
  });

  it('bad files: no JSON, no format, unknown format, no cases', () => {
    expect(() => verifyFile('{', 'a.json', noSibling)).toThrow(/a\.json: expected JSON/);
    expect(() => verifyFile('{}', 'a.json', noSibling)).toThrow(/"format"/);
    expect(() => verifyFile('{"format":"teapot/1"}', 'a.json', noSibling)).toThrow(
      /expected one of .*point-segment\/1/,
    );
    expect(() => verifyFile('{"format":"docking/1","cases":[]}', 'a.json', noSibling)).toThrow(/at least one case/);
  });
});
