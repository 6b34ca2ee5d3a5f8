import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findQuestion, questions } from './catalogue.ts';
import { verifyFile } from './verify.ts';

const folder = new URL('../../reference/', import.meta.url);
const files = readdirSync(folder).flatMap((set) =>
  readdirSync(new URL(`${set}/`, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${set}/${name}`),
);

describe('files of exact answers', () => {
  it.each(files)('%s: every case is within its tolerance', (file) => {
    const report = verifyFile(readFileSync(new URL(file, folder), 'utf8'), file);
    expect(report.rows.flatMap(({ firstFailure }) => firstFailure ?? [])).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.rows.reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThan(0);
  });

  it('every question with a check has a file', () => {
    const checked = questions.filter(({ check }) => check).map(({ name }) => name);
    const tags = files.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).format.split('/')[0]);
    expect(checked.toSorted()).toEqual(tags.toSorted());
  });

  it.each(files)('%s: a wrong answer is found out', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const data = JSON.parse(text);
    const question = findQuestion(data.format.split('/')[0]);
    // an answer that is right for another case is wrong for this one
    const [first, second] = [data.cases[0], data.cases.find((other: { id: string }) => other.id !== data.cases[0].id)];
    const findings = question?.check?.(first, question.answer(second)) ?? [];
    expect(findings.some(({ error, limit }) => error > limit)).toBe(true);
  });

  it('bad files: no JSON, no format, unknown format, no cases', () => {
    expect(() => verifyFile('{', 'a.json')).toThrow(/a\.json: expected JSON/);
    expect(() => verifyFile('{}', 'a.json')).toThrow(/"format"/);
    expect(() => verifyFile('{"format":"teapot/1"}', 'a.json')).toThrow(/expected one of .*point-segment\/1/);
    expect(() => verifyFile('{"format":"docking/1","cases":[]}', 'a.json')).toThrow(/at least one case/);
  });
});
