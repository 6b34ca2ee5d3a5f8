import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as appulse from '../src/index.ts';

const file = new URL('../src/index.ts', import.meta.url);
const { statements } = ts.createSourceFile('index.ts', readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);

/** The re-exports `export { a, type B } from '...'`; any other statement is given as it is written. */
const names = statements.flatMap((statement) => {
  const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
  if (!ts.isExportDeclaration(statement) || !clause || !ts.isNamedExports(clause)) return [`not a named re-export`];
  return clause.elements.map(({ isTypeOnly, name }) => (isTypeOnly || statement.isTypeOnly ? 'type ' : '') + name.text);
});

it('the public surface changes only on purpose (npx vitest run test/api.test.ts -u accepts a change)', async () => {
  await expect(`${names.toSorted().join('\n')}\n`).toMatchFileSnapshot('api.txt');
});

it('every name that is no type is there at run time', () => {
  expect(names.filter((name) => !name.startsWith('type ')).toSorted()).toEqual(Object.keys(appulse).toSorted());
});
