import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appulse, folder, useFolder } from './command-line.ts';
import { root } from './sources.ts';

/**
 * The tutorials, as a reader follows them: files are saved under the names that the text gives, commands are run in the same folder, and
 * print what the page shows. The programs in TypeScript are run by docs.test.ts. UPDATE_DOCS=1 writes the outputs without `...`.
 */

const TUTORIALS = readdirSync(join(root, 'docs/tutorials')).filter((name) => name.endsWith('.md'));
const PAGES = [...TUTORIALS.map((name) => `docs/tutorials/${name}`), 'docs/guide/getting-started.md'];

interface Block {
  readonly language: string;
  readonly text: string;
  /** The text between the block before and this one. */
  readonly prose: string;
}

function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const found of page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    blocks.push({ language: found[1], text: found[2], prose: page.slice(end, found.index) });
    end = found.index + found[0].length;
  }
  return blocks;
}

/** The last file with this extension that a text names. */
const fileIn = (prose: string, extension: string) =>
  [...prose.matchAll(/`([\w-]+(?:\.\w+)*)`/g)].map(([, name]) => name).findLast((name) => name.endsWith(extension));

/** "Save the scene again as `b.json` with `"key": value`": the scene with that key changed. */
function saveVariants(prose: string, scene: string): void {
  for (const [, name, key, value] of prose.matchAll(/again as `([\w.-]+)` with `("\w+"): ([^`]+)`/g)) {
    const line = new RegExp(`${key}: .*?(,?)\n`);
    expect(scene).toMatch(line);
    writeFileSync(join(folder(), name), scene.replace(line, `${key}: ${value}$1\n`));
  }
}

const withoutTimes = (text: string) => text.replaceAll(/simulated in [\d.]+ s/g, 'simulated in a moment');

/** Compares an output with a text in which a line `...` stands for any lines. */
function expectOutput(output: string, shown: string): void {
  const parts = withoutTimes(shown).split(/^ *\.\.\.\n/m);
  let rest = withoutTimes(output);
  for (const [i, part] of parts.entries()) {
    const at = i === 0 ? 0 : rest.indexOf(part);
    expect(rest.slice(Math.max(at, 0), Math.max(at, 0) + part.length)).toBe(part);
    rest = rest.slice(at + part.length);
  }
  if (!shown.endsWith('...\n')) expect(rest).toBe('');
}

describe('tutorials', () => {
  useFolder(() => {});

  it('are one for each audience', () => {
    const names = ['docking.md', 'finite-elements.md', 'haptics-and-cad.md', 'vehicle-collisions.md', 'web-pages.md'];
    expect(TUTORIALS.sort()).toEqual(names);
  });

  it.each(PAGES)('%s: the files of the page and its commands give the outputs of the page', (name) => {
    const path = join(root, name);
    const page = readFileSync(path, 'utf8');
    const blocks = blocksOf(page);
    let updated = page;
    let scene = '';
    let outputs = 0;
    for (const [i, { language, text, prose }] of blocks.entries()) {
      saveVariants(prose, scene);
      if (language === 'json' || language === 'obj') {
        const file = fileIn(prose, `.${language}`);
        expect(file, `a file name before the ${language} block`).toBeDefined();
        if (language === 'json') scene = text;
        writeFileSync(join(folder(), file ?? ''), text);
      }
      if (language !== 'text') continue;
      expect(blocks[i - 1].language).toBe('sh');
      const command = blocks[i - 1].text.trim();
      expect(command).toMatch(/^npx appulse [^\n]*$/);
      const { code, out, err } = appulse(command.split(' ').slice(2));
      expect({ code, err }).toEqual({ code: 0, err: '' });
      if (process.env['UPDATE_DOCS'] && !/^ *\.\.\.$/m.test(text)) updated = updated.replace(text, out);
      else expectOutput(out, text);
      outputs++;
    }
    if (updated !== page) writeFileSync(path, updated);
    expect(outputs).toBeGreaterThan(0);
    for (const [, scene] of page.matchAll(/npx appulse (?:run|studio --run) ([\w.-]+)/g)) {
      const isExample = existsSync(join(root, `examples/${scene}.scene.json`));
      expect(isExample || existsSync(join(folder(), scene)), scene).toBe(true);
    }
    for (const [, program] of page.matchAll(/`(?:examples\/programs\/)?([\w-]+-[\w-]+\.ts)`/g)) {
      expect(existsSync(join(root, 'examples/programs', program)), program).toBe(true);
    }
  });

  it('have examples that run in a page: fenced `ts live`, imports of the package only', () => {
    const pages = ['docs/guide', 'docs/tutorials'].flatMap((at) =>
      readdirSync(join(root, at)).map((name) => join(root, at, name)),
    );
    const live = pages
      .flatMap((path) => blocksOf(readFileSync(path, 'utf8')))
      .filter(({ language }) => language === 'ts live');
    expect(live.length).toBeGreaterThanOrEqual(8);
    for (const { text } of live) {
      expect(text).toContain('console.log(');
      for (const [, from] of text.matchAll(/ from '([^']+)'/g))
        expect(from).toMatch(/^appulse(\/(?!workers|reproduce|three)\w+)?$/);
    }
  });
});
