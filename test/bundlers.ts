import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { type OutputOptions, rolldown } from 'rolldown';
import { build as viteBuild } from 'vite';
import { describe, expect, it } from 'vitest';
import { ENTRIES } from './entries.ts';
import { runNode } from './packed.ts';
import { openPage } from './shared-browser.ts';
import { root } from './sources.ts';
import { testTool } from './test-tools.ts';

/** An empty project that has the package, a program `program.mjs` and what that prints. */
export interface PackedProject {
  readonly folder: string;
  readonly printed: string;
}

const PLATFORMS = ['node', 'browser'] as const;
/** Maximum size of a program that needs one small function [bytes]. */
const SMALL = 5000;
const VEC3 = `import { vec3 } from 'appulse';\nconsole.log(vec3(1, 2, 3).z);`;

/** Tests of bundlers and other engines; `hasTools`: whether webpack and Deno are installed. */
export function describeBundlers(project: () => PackedProject, hasTools: boolean): void {
  describe('a bundler makes a program that runs', () => {
    it('rolldown', async () => {
      await bundleByRolldown(project().folder, 'program.mjs', { file: join(project().folder, 'rolldown.mjs') });
      expect(runNode(['rolldown.mjs'], project().folder)).toBe(project().printed);
    });

    it.each(['esm', 'cjs'] as const)('esbuild, as %s', async (format) => {
      const { folder, printed } = project();
      const outfile = join(folder, `esbuild.${format === 'esm' ? 'mjs' : 'cjs'}`);
      const options = { platform: 'node', bundle: true, logLevel: 'silent', outfile } as const;
      const { warnings } = await esbuild({ ...options, format, absWorkingDir: folder, entryPoints: ['program.mjs'] });
      expect(warnings).toEqual([]);
      expect(runNode([outfile], folder)).toBe(printed);
    });

    it.skipIf(!hasTools || process.env['REPEAT_ALL'] === undefined)('webpack', () => {
      const { folder, printed } = project();
      // its minimizer takes four times as long as webpack itself, and runs below
      bundleByWebpack(folder, 'program.mjs', { minimize: false });
      expect(runNode(['webpack.cjs'], folder)).toBe(printed);
    });

    it('esbuild for a page, except the threads of Node, which name the missing condition', async () => {
      const { folder } = project();
      const options = { platform: 'browser', format: 'esm', bundle: true, logLevel: 'silent', write: false } as const;
      const bundle = (entries: readonly string[]) => {
        const contents = entries.map((entry, i) => `export * as entry${i} from '${entry}';\n`).join('');
        return esbuild({ ...options, absWorkingDir: folder, stdin: { contents, resolveDir: folder } });
      };
      const [workers, others] = [
        'appulse/workers',
        [...ENTRIES.keys()].filter((name) => name !== 'appulse/workers'),
      ] as const;
      expect((await bundle(others)).warnings).toEqual([]);
      const text = 'None of the conditions in the package definition ("types", "node") match';
      const notes = expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining(text) })]);
      await expect(bundle([workers])).rejects.toMatchObject({ errors: [{ notes }] });
    });
  });

  describe('a bundle has only what the program uses', () => {
    it.each(PLATFORMS)('esbuild, platform %s', async (platform) => {
      const { folder } = project();
      const stdin = { contents: VEC3, resolveDir: folder };
      const options = { platform, format: 'esm', bundle: true, write: false, absWorkingDir: folder } as const;
      const { outputFiles } = await esbuild({ ...options, stdin });
      expect(outputFiles[0].contents.length).toBeLessThan(SMALL);
    });

    it.each(PLATFORMS)('rolldown, platform %s', async (platform) => {
      const { folder } = project();
      writeFileSync(join(folder, 'vec3.mjs'), VEC3);
      expect((await bundleByRolldown(folder, 'vec3.mjs', {}, platform)).length).toBeLessThan(SMALL);
    });

    // its minimizer takes twenty seconds
    it.skipIf(!hasTools || process.env['REPEAT_ALL'] === undefined)('webpack', () => {
      const { folder } = project();
      writeFileSync(join(folder, 'vec3.mjs'), VEC3);
      bundleByWebpack(folder, 'vec3.mjs', { minimize: true });
      expect(readFileSync(join(folder, 'webpack.cjs')).length).toBeLessThan(SMALL);
      expect(runNode(['webpack.cjs'], folder)).toBe('3\n');
    });

    /** Programs of both pages, each bundled once. */
    const programs = new Map<string, string>();

    it.each(['README.md', 'docs/guide/getting-started.md'])('sizes in %s are true within a tenth', async (page) => {
      const { folder } = project();
      const rows = sizeRows(readFileSync(join(root, page), 'utf8'));
      expect(rows.length).toBeGreaterThan(2);
      for (const { value, entry, minified, gzipped } of rows) {
        const text = `import { ${value.match(/[a-z]\w*/gi)} } from '${entry}';\nglobalThis.used = ${value};`;
        writeFileSync(join(folder, 'size.mjs'), text);
        const code = programs.get(text) ?? (await bundleByRolldown(folder, 'size.mjs', { minify: true }, 'browser'));
        programs.set(text, code);
        expect(Math.abs(code.length / 1000 - minified) / minified, `${value}: ${code.length} bytes`).toBeLessThan(0.1);
        const size = gzipSync(code).length;
        expect(Math.abs(size / 1000 - gzipped) / gzipped, `${value}: ${size} bytes, gzipped`).toBeLessThan(0.1);
      }
    });
  });

  describe('a worker', () => {
    /** Sends what the program prints. */
    const worker = (send: string) =>
      readFileSync(join(project().folder, 'program.mjs'), 'utf8').replace('console.log', send);

    it('runs the files for pages in a thread of Node', async () => {
      const { folder, printed } = project();
      const contents = `import { parentPort } from 'node:worker_threads';\n${worker('parentPort.postMessage')}`;
      const options = { platform: 'browser', format: 'esm', bundle: true } as const;
      const stdin = { contents, resolveDir: folder };
      const outfile = join(folder, 'thread.mjs');
      await esbuild({ ...options, external: ['node:*'], absWorkingDir: folder, stdin, outfile });
      const starter = `import { Worker } from 'node:worker_threads';\nnew Worker('./thread.mjs').on('message', console.log);`;
      writeFileSync(join(folder, 'starter.mjs'), starter);
      expect(runNode(['starter.mjs'], folder)).toBe(printed);
    });

    it('runs in a page that Vite made', async () => {
      const { folder, printed } = project();
      writeFileSync(join(folder, 'worker.mjs'), worker('self.postMessage'));
      writeFileSync(join(folder, 'page.mjs'), PAGE);
      writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="./page.mjs"></script>');
      const options = { root: folder, configFile: false, logLevel: 'silent', worker: { format: 'es' } } as const;
      await viteBuild({ ...options, build: { outDir: 'site' } });
      expect(`${await answerOfPage(join(folder, 'site'))}\n`).toBe(printed);
    });
  });

  it.skipIf(!hasTools)('Deno runs the program', () => {
    const { folder, printed } = project();
    const args = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--no-remote', '--allow-read'];
    expect(runNode([testTool('deno/bin.cjs'), ...args, 'program.mjs'], folder)).toBe(printed);
  });
}

/** The page shows the answer of its worker in its title. */
const PAGE = `
const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => { document.title = data; };
worker.onerror = ({ message }) => { document.title = message; };
`;

async function bundleByRolldown(
  cwd: string,
  input: string,
  output: OutputOptions,
  platform: (typeof PLATFORMS)[number] = 'node',
): Promise<string> {
  const bundle = await rolldown({ cwd, input, platform });
  const { output: files } = output.file === undefined ? await bundle.generate(output) : await bundle.write(output);
  await bundle.close();
  return files[0].code;
}

/** Writes `webpack.cjs`; warnings are errors. */
function bundleByWebpack(folder: string, entry: string, optimization: { minimize: boolean }): void {
  const options = {
    context: folder,
    entry: `./${entry}`,
    mode: 'production',
    target: 'node',
    optimization,
    output: { path: folder, filename: 'webpack.cjs' },
  };
  const build = `require(${JSON.stringify(testTool('webpack'))})(${JSON.stringify(options)}, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? new Error(stats.toString());
});`;
  writeFileSync(join(folder, 'webpack-build.cjs'), build);
  runNode(['webpack-build.cjs'], folder);
}

interface SizeRow {
  /** `createClosest([solidRows])` */
  readonly value: string;
  readonly entry: string;
  /** [kB] */
  readonly minified: number;
  readonly gzipped: number;
}

/** Rows like "one kernel, `closestConvexPolygons` of `appulse/kernels` | 14 kB | 6 kB". */
function sizeRows(text: string): SizeRow[] {
  const rows = text.matchAll(/^\|[^`|]*`([^`]+)` of `(appulse[^`]*)`[^|]*\| ([\d.]+) kB \| ([\d.]+) kB \|$/gm);
  return Array.from(rows, ([, value, entry, minified, gzipped]) => {
    return { value, entry, minified: Number(minified), gzipped: Number(gzipped) };
  });
}

/** Title of the page in a folder, once it has one. */
async function answerOfPage(folder: string): Promise<string> {
  const page = await openPage();
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
    await page.route('**/*', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      return files.includes(name) ? route.fulfill({ path: join(folder, name) }) : route.fulfill({ status: 404 });
    });
    await page.goto('http://localhost/index.html');
    await page.waitForFunction('document.title !== ""');
    return await page.title();
  } finally {
    await page.context().close();
  }
}
