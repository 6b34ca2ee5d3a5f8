import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const citation = read('CITATION.cff');

it('CITATION.cff has the version, the license and the keywords of package.json', () => {
  const { version, license, description, keywords } = JSON.parse(read('package.json'));
  expect(/^version: (.*)$/m.exec(citation)?.[1]).toBe(version);
  expect(/^license: (.*)$/m.exec(citation)?.[1]).toBe(license);
  expect(citation).toContain(`  ${description}\n`);
  const cited = citation.split('\nkeywords:\n')[1].split('\nreferences:\n')[0];
  expect(cited.split('\n').map((line) => line.replace('  - ', ''))).toEqual(keywords);
});

it('CITATION.cff has the title of every source of docs/equations.md', () => {
  const sources = [...read('docs/equations.md').matchAll(/^\| \[(\w+)\] \| [^|]*?\*([^*]+)\*[^|]* \|/gm)];
  expect(sources.length).toBe(4);
  for (const [, tag, title] of sources) {
    expect(citation).toContain(`[${tag}]`);
    expect(citation).toContain(title);
  }
});
