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
const beside = (file: string) => (name: string) => readFileSync(new URL(name, new URL(file, folder)), 'utf8');
const nothing = (name: string): string => {
  throw new Error(`nothing stands beside this file, ${name} least of all`);
};

describe('files of exact answers', () => {
  it.each(files)('%s: every case is within its tolerance', (file) => {
    const report = verifyFile(read(file), file, beside(file));
    expect(report.rows.flatMap(({ firstFailure }) => firstFailure ?? [])).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.rows.reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThan(0);
  });

  it('every question with a check has a file', () => {
    const checked = queryOperations.filter(({ check }) => check).map(({ name }) => name);
    const tags = new Set(files.map((file) => JSON.parse(read(file)).format.split('/')[0]));
    expect(checked.toSorted()).toEqual([...tags].toSorted());
  });

  it.each(files)('%s: a wrong answer is found out', (file) => {
    const { cases, operation } = readExactFile(read(file), file, beside(file));
    // an answer that is right for another case is wrong for the first, unless they are as alike as neighbours may be
    const [first, ...others] = cases;
    const isFoundOut = (other: Fields) =>
      operation.check(first, operation.answer(other)).some(({ error, limit }) => error > limit);
    expect(others.some(isFoundOut)).toBe(true);
  });

  it('bad files: no JSON, no format, unknown format, no cases', () => {
    expect(() => verifyFile('{', 'a.json', nothing)).toThrow(/a\.json: expected JSON/);
    expect(() => verifyFile('{}', 'a.json', nothing)).toThrow(/"format"/);
    expect(() => verifyFile('{"format":"teapot/1"}', 'a.json', nothing)).toThrow(/expected one of .*point-segment\/1/);
    expect(() => verifyFile('{"format":"docking/1","cases":[]}', 'a.json', nothing)).toThrow(/at least one case/);
  });
});
