import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// by its path: vitest sets the condition `development`, by which the package resolves to sources that it does not contain
import { checkPackage, createPackageFromTarballData } from '../node_modules/@arethetypeswrong/core/dist/index.js';
import { ensureBuild, ensureStudio } from '../scripts/setup.mjs';
import { describeBundlers } from './bundlers.ts';
import { ENTRIES } from './entries.ts';
import { installPackage, packPackage, removeTemporaryFolders, runNode, runProgram, type Tarball } from './packed.ts';
import { root } from './sources.ts';
import { installTestTools, testTool } from './test-tools.ts';

const MEGABYTE = 1e6;
/** Two unit boxes of half extent 1, the second rotated by 45 degrees: the distance is 4 - 1 - sqrt(2). */
const PROGRAM = `
import { closest, polygon, pose } from 'appulse';
const box = polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]]);
console.log(closest(box, pose([0, 0]), box, pose([4, 0.5], Math.PI / 4)).distance.toFixed(10));
`;
const DISTANCE = `${(3 - Math.SQRT2).toFixed(10)}\n`;

const require = createRequire(import.meta.url);
const hasTools = installTestTools();
let tarball: Tarball;
let project: string;

beforeAll(async () => {
  await ensureBuild();
  await ensureStudio();
  tarball = packPackage();
  project = installPackage(tarball);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'program.mjs'), PROGRAM);
});
afterAll(removeTemporaryFolders);

/** Runs a program in the project and returns what it prints. */
function runText(name: string, text: string): string {
  writeFileSync(join(project, name), text);
  return runNode([name], project);
}

describe('in an empty project, the installed package', () => {
  it('is imported by Node, and every entry has the names of its source', async () => {
    expect(ENTRIES.size).toBeGreaterThan(5);
    const text = `
const names = {};
for (const entry of ${JSON.stringify([...ENTRIES.keys()])}) names[entry] = Object.keys(await import(entry)).sort();
console.log(JSON.stringify(names));`;
    const expected = Array.from(ENTRIES, async ([entry, source]) => {
      const names = Object.keys(await import(join(root, source))).sort();
      expect(names.length, entry).toBeGreaterThan(0);
      return [entry, names];
    });
    expect(JSON.parse(runText('entries.mjs', text))).toEqual(Object.fromEntries(await Promise.all(expected)));
  });

  it('runs a program', () => expect(runNode(['program.mjs'], project)).toBe(DISTANCE));

  it('shows an error that nobody catches on one screen', () => {
    const text = "import { closest, disc, pose } from 'appulse';\nclosest(disc(1), pose(), disc(1));";
    writeFileSync(join(project, 'wrong.mjs'), text);
    const { stderr } = spawnSync(process.execPath, ['wrong.mjs'], { cwd: project, encoding: 'utf8' });
    expect(stderr).toContain('TypeError: closest: poseB must be a pose { position, rotation }, got undefined');
    // without line breaks: 700 000 characters
    expect(stderr.length).toBeLessThan(2500);
  });

  it.skipIf(!hasRequireOfModules())('is loaded by require, on Node 20.19 or newer', () => {
    const text = `
const entries = ${JSON.stringify([...ENTRIES.keys()])};
console.log(entries.every((entry) => Object.keys(require(entry)).length > 0));`;
    expect(runText('entries.cjs', text)).toBe('true\n');
  });
});

describeBundlers(() => ({ folder: project, printed: DISTANCE }), hasTools);

describe('TypeScript in strict mode, with the declarations of libraries checked', () => {
  const strict = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2022', lib: ['es2022', 'dom'] };

  function typeCheck(compiler: string, text: string, module: string, moduleResolution: string): string {
    const compilerOptions = { ...strict, module, moduleResolution, types: ['node'] };
    writeFileSync(join(project, 'types.ts'), text);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    return runNode([compiler, '-p', project], project);
  }

  const imports = [...ENTRIES.keys()].map((entry, i) => `import * as entry${i} from '${entry}';\n`);
  const uses = imports.map((_, i) => `console.log(entry${i});\n`);
  // an error that is missing is an error too: types that are not found would accept everything
  const wrong = `// @ts-expect-error a distance is a number\nclosest(box, pose([0, 0]), box, pose([4, 0])).distance.length;\n`;
  const program = `${imports.join('')}${uses.join('')}${PROGRAM}${wrong}`;

  // with the oldest version below, and in other tests with this one
  it.skipIf(hasTools && process.env['REPEAT_ALL'] === undefined)(
    'accepts a program that imports every entry: version 6.0, modules as Node resolves them',
    () => {
      expect(typeCheck(require.resolve('typescript/bin/tsc'), program, 'nodenext', 'nodenext')).toBe('');
    },
  );

  it.skipIf(!hasTools)('accepts it too in version 5.0, the oldest that is supported, as bundlers resolve them', () => {
    expect(typeCheck(testTool('typescript-oldest/bin/tsc'), program, 'esnext', 'bundler')).toBe('');
    const { version } = require(testTool('typescript-oldest/package.json'));
    const [supported] = /\d+\.\d+/.exec(version) ?? [];
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`TypeScript ${supported} or newer`);
  });
});

describe('the installed command', () => {
  const command = () => {
    const { bin } = JSON.parse(readFileSync(join(project, 'node_modules/appulse/package.json'), 'utf8'));
    return join(project, 'node_modules/appulse', bin.appulse);
  };
  const run = (...args: string[]) => runNode([command(), ...args], project);

  it('prints its version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run('--version')).toBe(`${version}\n`);
  });

  it('runs an example of the package by its name', () => {
    expect(run('run', 'docking')).toContain('Docking');
    expect(readdirSync(join(project, 'out'))).toEqual(['docking.recording']);
  });

  it('checks itself against the answers of the package', () => {
    const shipped = tarball.files.filter((file) => /^reference\/.*\.json$/.test(file));
    const sources = readdirSync(join(root, 'reference'), { recursive: true, encoding: 'utf8' });
    expect(shipped.length).toBe(sources.filter((file) => file.endsWith('.json')).length);
    const answers = ['vehicles/parser_cases.json', 'velocity-contact/response.json', 'tracker/unit-gains.json'];
    const paths = answers.map((answer) => `node_modules/appulse/reference/${answer}`);
    expect(run('verify', ...paths)).toMatch(/all \d+ cases within tolerance/);
  });

  it('recomputes an item of the sources', () => {
    run('reproduce', 'bounding-volumes');
    expect(readdirSync(join(project, 'out/reproduction')).sort()).toEqual(['report.html', 'report.json']);
  });

  it('prints the schema of scenes', () => expect(run('schema')).toContain('"$schema"'));

  it('serves the studio', async () => {
    const server = spawn(process.execPath, [command(), 'studio', '--no-open', '--port', '0'], { cwd: project });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let printed = '';
        const read = (text: string) => {
          printed += text;
          const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed) ?? [];
          if (address !== undefined) resolve(address);
        };
        server.stdout.setEncoding('utf8').on('data', read);
        server.stderr.setEncoding('utf8').on('data', read);
        server.on('close', () => reject(new Error(`the studio ended: ${printed}`)));
      });
      const page = await fetch(url).then((response) => response.text());
      const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1];
      for (const file of [script, 'third-party-licenses.txt', 'scenes/docking.scene.json', 'guide/studio.html']) {
        expect((await fetch(`${url}${file}`)).status, file).toBe(200);
      }
    } finally {
      server.kill();
    }
  });
});

describe('the tarball', () => {
  it('is at most 4.9 MB, with the studio', () => {
    expect(tarball.files).toContain('dist/studio/index.html');
    expect(tarball.size).toBeLessThan(4.9 * MEGABYTE);
  });

  it('has the licence, and those of the packages whose code is in it', () => {
    expect(tarball.files).toContain('LICENSE');
    for (const [file, names] of [
      ['dist/lib/third-party-licenses.txt', ['hyparquet', 'jsonc-parser', 'robust-predicates']],
      ['dist/studio/third-party-licenses.txt', ['three', 'uplot', '@codemirror/state', 'hyparquet']],
    ] as const) {
      const text = readFileSync(join(project, 'node_modules/appulse', file), 'utf8');
      for (const name of names) expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
    }
  });

  it('has no source maps, build information, tests or pictures of pages that are in the studio already', () => {
    const unwanted = /\.map$|\.tsbuildinfo$|\.built$|\.test\.|^docs\/pictures\//;
    expect(tarball.files.filter((file) => unwanted.test(file))).toEqual([]);
    const scripts = tarball.files.filter((file) => file.endsWith('.js') && !file.startsWith('dist/studio/'));
    const read = (file: string) => readFileSync(join(project, 'node_modules/appulse', file), 'utf8');
    expect(scripts.filter((file) => read(file).includes('sourceMappingURL'))).toEqual([]);
  });

  it('has declarations that the entries reach, and no others', () => {
    const declarations = tarball.files.filter((file) => file.endsWith('.d.ts'));
    const imported = new Set(declarations.flatMap((file) => importedDeclarations(file)));
    const entries = [...ENTRIES.values()].map((source) => declarationOf(source));
    expect(declarations.filter((file) => !imported.has(file) && !entries.includes(file))).toEqual([]);
    expect([...imported, ...entries].filter((file) => !declarations.includes(file))).toEqual([]);
    const isGone = (file: string) =>
      !existsSync(
        join(
          root,
          file
            .replace(/^dist\/(?!reproduce)/, 'src/')
            .replace(/^dist\//, '')
            .replace('.d.ts', '.ts'),
        ),
      );
    expect(declarations.filter(isGone)).toEqual([]);
  });

  it('satisfies publint', async () => {
    const data = readFileSync(tarball.path);
    const tarballData = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: tarballData }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  // takes ten seconds
  it.skipIf(process.env['REPEAT_ALL'] === undefined)('has the types of what is loaded', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball.path)));
    if (result.types === false) throw new Error('no types found');
    expect(Object.keys(result.entrypoints).length).toBeGreaterThanOrEqual(ENTRIES.size);
    expect(result.problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });
});

/** `src/index.ts` is declared in `dist/index.d.ts`, `reproduce/index.ts` in `dist/reproduce/index.d.ts`. */
function declarationOf(source: string): string {
  return `dist/${source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')}`;
}

function importedDeclarations(file: string): string[] {
  const text = readFileSync(join(project, 'node_modules/appulse', file), 'utf8');
  const paths = text.matchAll(/(?:from |import\()'(\.[^']+)\.[jt]s'/g);
  return Array.from(paths, ([, path]) => posix.join(posix.dirname(file), `${path}.d.ts`));
}

type TypesProblem = Extract<Awaited<ReturnType<typeof checkPackage>>, { problems: unknown }>['problems'][number];

/** The package has modules only: resolvers that do not read "exports", and require before Node 20.19, are not supported. */
function isExpected(problem: TypesProblem): boolean {
  return 'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind);
}

/** Whether `require` loads modules. */
function hasRequireOfModules(): boolean {
  return runProgram(process.execPath, ['-p', 'process.features.require_module === true'], root) === 'true\n';
}
