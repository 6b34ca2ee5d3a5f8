import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build as esbuild } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '../scripts/setup.mjs';
import { ENTRIES } from './entries.ts';
import { installPackage, packPackage, removeTemporaryFolders, runNode, runProgram, type Tarball } from './packed.ts';
import { root } from './sources.ts';

const MEGABYTE = 1e6;
/** Two unit boxes of half extent 1, the second rotated by 45 degrees: the distance is 4 - 1 - sqrt(2). */
const PROGRAM = `
import { closest, polygon, pose } from 'appulse';
const box = polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]]);
console.log(closest(box, pose([0, 0]), box, pose([4, 0.5], Math.PI / 4)).distance.toFixed(10));
`;
const DISTANCE = `${(3 - Math.SQRT2).toFixed(10)}\n`;

let tarball: Tarball;
let project: string;

beforeAll(async () => {
  await ensureBuild();
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
    for (const [entry, source] of ENTRIES) {
      const text = `import * as entry from '${entry}';\nconsole.log(JSON.stringify(Object.keys(entry)));`;
      const names: string[] = JSON.parse(runText('entry.mjs', text));
      expect(names.length, entry).toBeGreaterThan(0);
      expect(names.sort(), entry).toEqual(Object.keys(await import(join(root, source))).sort());
    }
  });

  it('runs a program', () => expect(runNode(['program.mjs'], project)).toBe(DISTANCE));

  it.skipIf(!hasRequireOfModules())('is loaded by require, on Node 20.19 or newer', () => {
    for (const entry of ENTRIES.keys()) {
      const text = `const entry = require('${entry}');\nconsole.log(Object.keys(entry).length);`;
      expect(Number(runText('entry.cjs', text)), entry).toBeGreaterThan(0);
    }
  });

  it('is bundled for Node by rolldown', async () => {
    const bundle = await rolldown({ cwd: project, input: 'program.mjs', platform: 'node' });
    await bundle.write({ file: join(project, 'rolldown.mjs') });
    await bundle.close();
    expect(runNode(['rolldown.mjs'], project)).toBe(DISTANCE);
  });

  it.each(['esm', 'cjs'] as const)('is bundled for Node by esbuild, as %s', async (format) => {
    const outfile = join(project, `esbuild.${format === 'esm' ? 'mjs' : 'cjs'}`);
    const options = { platform: 'node', bundle: true, logLevel: 'silent', outfile } as const;
    const { warnings } = await esbuild({ ...options, format, absWorkingDir: project, entryPoints: ['program.mjs'] });
    expect(warnings).toEqual([]);
    expect(runNode([outfile], project)).toBe(DISTANCE);
  });

  it('is bundled for a page, except the threads of Node, which name the missing condition', async () => {
    const options = { platform: 'browser', format: 'esm', bundle: true, logLevel: 'silent', write: false } as const;
    for (const entry of ENTRIES.keys()) {
      const stdin = { contents: `export * from '${entry}';`, resolveDir: project };
      const bundled = esbuild({ ...options, absWorkingDir: project, stdin });
      if (entry === 'appulse/workers') {
        const active = expect.stringContaining(
          'None of the conditions in the package definition ("types", "node") match',
        );
        const notes = expect.arrayContaining([expect.objectContaining({ text: active })]);
        await expect(bundled).rejects.toMatchObject({ errors: [{ notes }] });
      } else expect((await bundled).warnings, entry).toEqual([]);
    }
  });
});

describe('TypeScript in strict mode, with the declarations of libraries checked', () => {
  /** The compiler is the one that this package uses: 6.0 here, and 5.6, older than generic typed arrays, in the second. */
  const NEWEST = 'package.json';
  const OLDER = 'node_modules/@arethetypeswrong/core/package.json';
  const strict = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2022', lib: ['es2022', 'dom'] };

  function typeCheck(user: string, text: string, module: string, moduleResolution: string): string {
    const compilerOptions = { ...strict, module, moduleResolution, types: ['node'] };
    writeFileSync(join(project, 'types.ts'), text);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    return runNode([createRequire(join(root, user)).resolve('typescript/bin/tsc'), '-p', project], project);
  }

  const imports = [...ENTRIES.keys()].map((entry, i) => `import * as entry${i} from '${entry}';\n`);
  const uses = imports.map((_, i) => `console.log(entry${i});\n`);
  // an error that is missing is an error too: types that are not found would accept everything
  const wrong = `// @ts-expect-error a distance is a number\nclosest(box, pose([0, 0]), box, pose([4, 0])).distance.length;\n`;
  const program = `${imports.join('')}${uses.join('')}${PROGRAM}${wrong}`;

  it.each([
    [NEWEST, 'nodenext', 'nodenext'],
    [NEWEST, 'esnext', 'bundler'],
    [OLDER, 'nodenext', 'nodenext'],
  ])(
    'accepts a program that imports every entry: compiler of %s, module %s, moduleResolution %s',
    (user, module, resolution) => {
      expect(typeCheck(user, program, module, resolution)).toBe('');
    },
  );
});

describe('the installed command', () => {
  const run = (...args: string[]) => {
    const { bin } = JSON.parse(readFileSync(join(project, 'node_modules/appulse/package.json'), 'utf8'));
    return runNode([join(project, 'node_modules/appulse', bin.appulse), ...args], project);
  };

  it('prints its version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run('--version')).toBe(`${version}\n`);
  });

  it('runs an example of the package by its name', () => {
    expect(run('run', 'docking')).toContain('Docking');
    expect(readdirSync(join(project, 'out'))).toEqual(['docking.recording']);
  });

  it('has the answers that it checks itself against', () => {
    const { files } = tarball;
    expect(files.filter((file) => file.startsWith('reference/')).length).toBeGreaterThan(10);
    expect(run('schema')).toContain('"$schema"');
  });
});

describe('the tarball', () => {
  it('is at most 3 MB without the studio, and 5 MB with it', () => {
    const copy = installPackage(tarball);
    const library = join(copy, 'node_modules/appulse');
    rmSync(join(library, 'dist/studio'), { recursive: true, force: true });
    const withoutStudio = packPackage(library);
    expect(withoutStudio.files).toEqual(tarball.files.filter((file) => !file.startsWith('dist/studio/')));
    expect(withoutStudio.size).toBeLessThan(3 * MEGABYTE);
    expect(tarball.size).toBeLessThan(5 * MEGABYTE);
    expect(tarball.files).toContain('LICENSE');
  });

  it('has no source maps, build information, tests or pictures of pages that are in the studio already', () => {
    const unwanted = /\.map$|\.tsbuildinfo$|\.built$|\.test\.|^docs\/pictures\//;
    expect(tarball.files.filter((file) => unwanted.test(file))).toEqual([]);
    const scripts = tarball.files.filter((file) => file.endsWith('.js') && !file.startsWith('dist/studio/'));
    const read = (file: string) => readFileSync(join(project, 'node_modules/appulse', file), 'utf8');
    expect(scripts.filter((file) => read(file).includes('sourceMappingURL'))).toEqual([]);
  });

  it('has no module whose source is gone', () => {
    const modules = tarball.files.filter((file) => /^dist\/(?!node\/|studio\/)/.test(file));
    const source = (file: string) => file.replace(/(\.d\.ts|\.js)$/, '.ts').replace(/^dist\/(?!reproduce\/)/, 'src/');
    const missing = modules.filter((file) => !existsSync(join(root, source(file).replace(/^dist\//, ''))));
    expect(modules.length).toBeGreaterThan(500);
    expect(missing).toEqual([]);
  });

  it('satisfies publint', async () => {
    const data = readFileSync(tarball.path);
    const tarballData = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
    const { messages, pkg } = await publint({ pack: { tarball: tarballData }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has the types of what is loaded', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball.path)));
    if (result.types === false) throw new Error('no types found');
    expect(Object.keys(result.entrypoints).length).toBeGreaterThanOrEqual(ENTRIES.size);
    expect(result.problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });
});

type TypesProblem = Extract<Awaited<ReturnType<typeof checkPackage>>, { problems: unknown }>['problems'][number];

/** The package has modules only: resolvers that do not read "exports", and require before Node 20.19, are not supported. */
function isExpected(problem: TypesProblem): boolean {
  return 'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind);
}

/** Whether `require` loads modules. */
function hasRequireOfModules(): boolean {
  return runProgram(process.execPath, ['-p', 'process.features.require_module === true'], root) === 'true\n';
}
