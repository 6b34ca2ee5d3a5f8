import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from './entries.ts';
import { root } from './sources.ts';

/** Values that the main entry may have: more than a page of names is not read. */
const MAX_VALUES = 150;

/** The re-exports `export { a, type B } from '...'`; any other statement is given as it is written. */
function namesOf(path: string): string[] {
  const { statements } = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (!ts.isExportDeclaration(statement) || !clause || !ts.isNamedExports(clause)) return [`not a named re-export`];
    return clause.elements.map(
      ({ isTypeOnly, name }) => (isTypeOnly || statement.isTypeOnly ? 'type ' : '') + name.text,
    );
  });
}

const isValue = (name: string) => !name.startsWith('type ');

const entries = [...ENTRIES].map(([entry, path]) => ({ entry, path, names: namesOf(path).toSorted() }));

it('the public surface changes only on purpose (npx vitest run test/api.test.ts -u accepts a change)', async () => {
  const text = entries.map(({ entry, names }) => `# ${entry}\n${names.join('\n')}\n`).join('\n');
  await expect(text).toMatchFileSnapshot('api.txt');
});

it(`the main entry has at most ${MAX_VALUES} values, and no value has two entries`, () => {
  const [main, ...others] = entries.map(({ names }) => names.filter(isValue));
  expect(main.length).toBeLessThanOrEqual(MAX_VALUES);
  const all = [main, ...others].flat();
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});

describe.each(entries)('$entry', ({ path, names }) => {
  it('has every name that is no type at run time', async () => {
    const module: object = await import(join(root, path));
    expect(Object.keys(module).toSorted()).toEqual(names.filter(isValue));
  });
});
