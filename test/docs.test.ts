import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { reproducibles } from '../reproduce/reproduce.ts';
import * as appulse from '../src/index.ts';
import { groupByMethod, METHOD_FAMILIES } from '../src/picture/method-families.ts';
import { pairTableSvg } from '../src/picture/pair-table-svg.ts';
import { readExactFile } from '../src/query/verify.ts';
import { readCase } from '../src/reconstruct/read-case.ts';
import { TABLE_COLUMNS } from '../src/record/columns.ts';
import { type Dimension, unitsOf } from '../src/scene/units.ts';
import { ENTRIES } from './entries.ts';
import { commentExamples, hasThreads, runExample } from './examples.ts';
import { readSources, root } from './sources.ts';

const REFERENCES = ['rigid-bodies', 'velocity-contact', 'tracker', 'vehicles'].map((name) => `reference/${name}`);
const PAGES = ['.', 'docs', 'docs/guide', 'docs/tutorials', 'bench', ...REFERENCES].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
const GUIDE = PAGES.filter((page) => page === 'README.md' || /^docs.(guide|tutorials)/.test(page));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The fenced blocks of a language; those that the site runs in the page are marked, as in `ts live`. */
function blocks(page: string, language: string): string[] {
  return [...read(page).matchAll(/^```(\w*)(?: live)?\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text);
}

/** What stands in `spans` and in fenced blocks. */
function codeOf(page: string): string[] {
  return [...read(page).matchAll(/^```[\w ]*\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].map(([, block, span]) => block ?? span);
}

/** The names in the code of a page. */
function wordsOf(page: string): Set<string> {
  return new Set(codeOf(page).flatMap((code) => code.match(/[$\w]+/g) ?? []));
}

function section(page: string, title: string): string {
  const [, after = ''] = read(page).split(`\n## ${title}\n`);
  return after.split('\n## ')[0];
}

/** The rows of all tables of a text as cells, without the heads. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n');
  const isRule = (line = '') => line.startsWith('| ---');
  const rows = lines.filter((line, i) => line.startsWith('| ') && !isRule(line) && !isRule(lines[i + 1]));
  return rows.map((line) => line.slice(2, -2).split(' | '));
}

/** Compares the part of a page between two marks with the text generated from the code; UPDATE_DOCS=1 writes it. */
function expectGenerated(page: string, mark: string, lines: readonly string[]): void {
  const part = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*(\n<!-- end of ${mark} -->)`);
  const before = read(page);
  expect(before).toMatch(part);
  const after = before.replace(part, (_all, start, end) => `${start}\n${lines.join('\n')}\n${end}`);
  if (process.env['UPDATE_DOCS']) writeFileSync(join(root, page), after);
  expect(read(page)).toBe(after);
}

/** "**box** with point, segment; **hull** with point": the pairs of a group by their second kind. */
function pairList(pairs: readonly (readonly [string, string])[]): string {
  const seconds = [...new Set(pairs.map(([, kind]) => kind))];
  const firsts = (second: string) => pairs.filter(([, kind]) => kind === second).map(([kind]) => kind);
  return seconds.map((second) => `**${second}** with ${firsts(second).join(', ')}`).join('; ');
}

describe('links', () => {
  /** As GitHub makes them. */
  const anchorsOf = (page: string) =>
    [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(PAGES)('of %s lead somewhere', (page) => {
    const prose = read(page).replaceAll(/^```[\s\S]*?^```$/gm, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^\w+:/.test(link));
    const broken = links.filter((link) => {
      const [path, anchor] = link.split('#');
      const file = path === '' ? page : relative(root, join(root, dirname(page), path));
      return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** The entries of the package as imports of their sources. */
function withSources(text: string): string {
  return text.replace(/from '(appulse[\w/]*)'/g, (whole, entry) => `from './${ENTRIES.get(entry) ?? whole}'`);
}

const modules = new Map<string, object>();
for (const [entry, path] of ENTRIES) modules.set(entry, await import(join(root, path)));
// its CommonJS build, which `require` would load, is deprecated
modules.set('three', await import('three'));

describe('examples in TypeScript', () => {
  const pages = GUIDE.flatMap((page) =>
    blocks(page, 'ts').map((text, i) => ({ name: `${page}, example ${i + 1}`, text })),
  );
  const comments = ['src', 'reproduce'].flatMap(commentExamples);
  const examples = [...pages, ...comments];

  it('are fenced in doc comments, so that they are run', () => {
    const sources = ['src', 'reproduce'].flatMap((folder) => readSources(folder));
    const tags = sources.flatMap(({ text }) => text.match(/^ *\* @example/gm) ?? []);
    expect(comments.length).toBe(tags.length);
    expect(comments.length).toBeGreaterThan(80);
  });

  it('compile', () => {
    const texts = new Map(examples.map(({ text }, i) => [join(root, `example-${i}.ts`), withSources(text)]));
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      module: ts.ModuleKind.NodeNext,
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    };
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (name) => texts.has(name) || fileExists(name);
    host.readFile = (name) => texts.get(name) ?? readFile(name);
    host.getSourceFile = (name, ...rest) => {
      const text = texts.get(name);
      return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, rest[0]);
    };
    const program = ts.createProgram([...texts.keys()], options, host);
    const wrong = [...texts.keys()].flatMap((name, i) => {
      const file = program.getSourceFile(name);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return found.map(
        ({ messageText }) => `${examples[i].name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    });
    expect(wrong).toEqual([]);
  });

  // `test/workers.test.ts` runs those with threads
  it.each(examples.filter((example) => !hasThreads(example)))(
    '$name runs, and prints what its comments say',
    async (example) => {
      const { printed, promised } = await runExample(example, modules);
      expect(printed).toEqual(promised);
    },
  );
});

describe('commands', () => {
  const fileOf = (command: string) => `src/cli/${command}.ts`;
  /** With its imports from the same folder: some options are described there. */
  const sourceOf = (command: string) => {
    const source = read(fileOf(command));
    const imported = [...source.matchAll(/ from '\.\/([\w-]+\.ts)'/g)].map(([, file]) => read(`src/cli/${file}`));
    return [source, ...imported].join('\n');
  };
  /** `appulse run x.json --until 2`, also as `npm start -- run ...`, up to the end of the command. */
  const used = PAGES.flatMap((page) =>
    codeOf(page).flatMap((code) =>
      [...code.matchAll(/(?:^|[\s(])(?:appulse|npm start --) ([a-z]+)\b([^|>&#\n]*)/gm)].map(([, command, rest]) => ({
        page,
        command,
        words: rest.match(/(?<= )[a-z][a-z-]+(?= |$)(?<!-o \S*)/g) ?? [],
        options: [...rest.matchAll(/(?:^|\s)(--?[a-z][a-z-]*)/g)].map(([, option]) => option),
      })),
    ),
  );

  it('that the pages name exist, with their options', () => {
    expect(used.length).toBeGreaterThan(20);
    const wrong = used.filter(({ command, options }) => {
      if (command === 'help') return false;
      if (!existsSync(join(root, fileOf(command)))) return true;
      return options.some((option) => !sourceOf(command).includes(option));
    });
    expect(wrong).toEqual([]);
  });

  it('reproduce items that are there', () => {
    const known = reproducibles.map(({ id }) => id);
    const named = used.filter(({ command }) => command === 'reproduce').flatMap(({ words }) => words);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
  });

  it('work on scenes that are there', () => {
    const named = PAGES.flatMap((page) => read(page).match(/examples\/[\w-]+\.scene\.json/g) ?? []);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('scenes', () => {
  const page = 'docs/guide/scenes.md';

  it('shown in full can be run', () => {
    const shown = GUIDE.flatMap((guide) => blocks(guide, 'json')).filter((text) => /"bodies"|"vehicles"/.test(text));
    const isCase = (text: string) => text.includes('"unknowns"');
    for (const text of shown.filter(isCase)) expect(readCase(text, 'guide').unknowns.length).toBeGreaterThan(0);
    const scenes = shown.filter((text) => !isCase(text));
    expect(scenes.length).toBeGreaterThan(2);
    for (const text of scenes) expect(appulse.readScene(text, 'example').bodies.length).toBeGreaterThan(0);
  });

  it('have no key that the pages do not explain', () => {
    const keys = new Set<string>();
    const visit = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, item] of Object.entries(value)) {
        if (key === 'properties') for (const name of Object.keys(item)) keys.add(name);
        visit(item);
      }
    };
    visit(appulse.sceneSchema());
    const explained = new Set(
      [page, 'docs/guide/rigid-body-worlds.md', 'docs/guide/docking.md', 'docs/guide/joints.md'].flatMap((guide) => [
        ...wordsOf(guide),
      ]),
    );
    expect([...keys].filter((key) => !explained.has(key))).toEqual([]);
  });

  const unquote = (cell: string) => cell.slice(1, -1);

  it('with the errors of the table are rejected with the messages of the table', () => {
    const scenes = blocks(page, 'json');
    const errors = rowsOf(section(page, 'Input errors')).map((cells) => cells.map(unquote));
    expect(errors.length).toBeGreaterThan(5);
    for (const [from, to, message] of errors) {
      const scene = scenes.find((text) => text.includes(from)) ?? '';
      expect(scene).toContain(from);
      expect(() => appulse.readScene(scene.replace(from, to), 'my.scene.json')).toThrow(message);
    }
  });

  it('take the units of the table', () => {
    const rows = rowsOf(section(page, 'Units'));
    expect(rows.length).toBe(20);
    for (const [dimension, units] of rows) {
      expect(units.split(', ').map(unquote), dimension).toEqual(unitsOf(dimension as Dimension));
    }
  });
});

describe('pages made from the code (UPDATE_DOCS=1 writes them)', () => {
  it('every question of `appulse query` with its example and the answer', () => {
    const sections = appulse.queryOperations.flatMap(({ name, description, example }) => {
      const operation = { op: name, ...example };
      const lines = [JSON.stringify(operation), JSON.stringify(appulse.runQuery(operation))];
      return [
        `### ${name}`,
        '',
        `${description[0].toUpperCase()}${description.slice(1)}.`,
        '',
        '```jsonl',
        ...lines,
        '```',
        '',
      ];
    });
    expectGenerated('docs/guide/query.md', 'questions', sections.slice(0, -1));
  });

  it('the pair table by method', () => {
    const groups = groupByMethod(appulse.pairTable);
    const sections = METHOD_FAMILIES.flatMap((family) => {
      const rows = groups
        .filter((group) => group.family === family)
        .map(
          ({ method, accuracy, planar, pairs }) =>
            `| ${pairList(pairs)} | ${planar ? 'plane' : 'space'} | ${method} | ${accuracy} |`,
        );
      const head = '| pairs | where | how `closest` finds the answer | accuracy of the distance |';
      return [`### ${family.letter}: ${family.name}`, '', head, '| --- | --- | --- | --- |', ...rows, ''];
    });
    expectGenerated('docs/pair-table.md', 'pairs', sections.slice(0, -1));
  });

  it('the picture of the pair table', () => {
    const path = join(root, 'docs/pictures/pair-table.svg');
    const picture = pairTableSvg(appulse.pairTable);
    if (process.env['UPDATE_DOCS']) writeFileSync(path, picture);
    expect(readFileSync(path, 'utf8')).toBe(picture);
  });

  it.each(Object.entries(TABLE_COLUMNS))('every column of the table %s of a recording', (name, columns) => {
    const rows = Object.entries(columns).map(
      ([column, { unit, meaning }]) => `| \`${column}\` | ${unit} | ${meaning} |`,
    );
    expectGenerated('docs/guide/recordings.md', name, ['| column | unit | meaning |', '| --- | --- | --- |', ...rows]);
  });
});

describe('figures of the README', () => {
  it('count what there is: exact answers, items of the report and example scenes', () => {
    let allCases = 0;
    for (const folder of REFERENCES) {
      const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'));
      const casesOf = (name: string) =>
        readExactFile(read(join(folder, name)), name, (other) => read(join(folder, other))).cases.length;
      const cases = files.reduce((sum, name) => sum + casesOf(name), 0);
      expect(read('README.md')).toContain(`${cases} of ${cases} cases`);
      allCases += cases;
    }
    expect(read('CHANGELOG.md')).toContain(`${allCases} cases of known answers`);
    const scenes = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.scene.json')).length;
    for (const page of ['README.md', 'CHANGELOG.md']) expect(read(page)).toContain(`${scenes} example scenes`);
    const items = reproducibles.length;
    expect(read('README.md')).toContain(`${items} of ${items} items`);
  });
});

describe('the collision block', () => {
  it('has no parameter, input or output that its page does not explain', () => {
    const io = read('src/sim/collision-block/block-io.ts') + read('src/sim/collision-block/block-params.ts');
    const fieldsOf = (name: string) => {
      const [, after = ''] = io.split(new RegExp(`interface ${name}[^{]* {`));
      const [body] = after.split('\n}');
      // fields of a body: [m: `m_${string}`]
      return [...body.matchAll(/^ {2}readonly (?:(\w+)\??:|\[\w+: `(\w+_)\$)/gm)].map(
        ([, field, of]) => field ?? `${of}A`,
      );
    };
    const interfaces = ['PairParams', 'CollisionBlockParams', 'CollisionBlockInputs', 'CollisionBlockOutputs'];
    const fields = interfaces.flatMap(fieldsOf);
    expect(fields.length).toBeGreaterThan(55);
    const explained = wordsOf('docs/guide/collision-block.md');
    expect(fields.filter((field) => !explained.has(field))).toEqual([]);
  });
});

describe('sources', () => {
  /** Identifier of a row of docs/equations.md. */
  const ROW = /^(CP13|PG05|VBC24|PATH98|SOLID|SWEEP)-\d/;
  /** `path` › name of a test in it. */
  const testsIn = (cell: string) => [...cell.matchAll(/`([\w./-]+\.test\.ts)` › ([^<]+)/g)];
  /** `function` in `path`. */
  const functionsIn = (cell: string) => [...cell.matchAll(/`(\w+)` in `([\w./-]+\.ts)`/g)];

  it.each(['docs/equations.md', 'docs/errata.md'])('%s names functions and tests that are there', (page) => {
    const text = read(page);
    const tests = testsIn(text.replaceAll(' |', '<'));
    const missing = tests.filter(
      ([, path, name]) => !existsSync(join(root, path)) || !read(path).includes(name.trim()),
    );
    expect(missing.map(([all]) => all)).toEqual([]);
    const unknown = functionsIn(text).filter(
      ([, name, path]) =>
        !existsSync(join(root, path)) ||
        !new RegExp(`export (function\\*?|class|const|interface) ${name}\\b`).test(read(path)),
    );
    expect(unknown.map(([all]) => all)).toEqual([]);
  });

  it('every equation has a function and a test', () => {
    const rows = rowsOf(read('docs/equations.md')).filter(([id]) => ROW.test(id));
    expect(rows.length).toBeGreaterThan(100);
    const bare = rows.filter(([, , code, tests]) => functionsIn(code).length === 0 || testsIn(tests).length === 0);
    expect(bare).toEqual([]);
  });

  it('every erratum is listed, with a test that shows it', () => {
    const rows = rowsOf(read('docs/errata.md'));
    const ids = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
    expect(rows.map(([id]) => id)).toEqual([...ids('E', 22), ...ids('P', 23), ...ids('V', 5), ...ids('M', 22)]);
    expect(rows.filter((cells) => testsIn(cells.at(-1) ?? '').length === 0)).toEqual([]);
  });

  it('every row that a comment or a report cites exists', () => {
    const ids = rowsOf(read('docs/equations.md'))
      .map(([id]) => id)
      .filter((id) => ROW.test(id));
    expect(new Set(ids).size).toBe(ids.length);
    const missing = ['src', 'reproduce', 'studio', 'bench', 'test']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
      )
      .filter((path) => path.endsWith('.ts') && !/node_modules|dist/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\[((?:CP13|PG05|VBC24|PATH98|SOLID|SWEEP)-[\d.]+)\]/g)].map(
          ([, id]) => `${path}: ${id}`,
        ),
      )
      .filter((place) => {
        const [, id] = place.split(': ');
        return !ids.some((row) => row === id || row.startsWith(`${id}.`));
      });
    expect(missing).toEqual([]);
  });
});
