import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

interface PageSize {
  /** [bytes] */
  readonly minified: number;
  readonly gzipped: number;
  readonly modules: readonly string[];
}

/** What a page has to load that imports `names` from `path` and uses `value`, as a bundler makes it. */
async function pageSize(path: string, names: string, value = `[${names}]`): Promise<PageSize> {
  const entry = `import { ${names} } from '${join(root, path)}'; globalThis.asked = ${value};`;
  const page = {
    name: 'page',
    resolveId: (id: string) => (id === 'page' ? id : null),
    load: (id: string) => (id === 'page' ? entry : null),
  };
  const { output } = await build({ cwd: root, input: 'page', plugins: [page], write: false, output: { minify: true } });
  const { code, modules } = output[0];
  return { minified: code.length, gzipped: gzipSync(code).length, modules: Object.keys(modules) };
}

// sizes when written, in kB minified and gzipped: README and docs/guide/getting-started.md have them too
it('one kernel is 14 kB (6 kB gzipped)', async () => {
  const { minified, gzipped } = await pageSize('src/entries/kernels.ts', 'closestConvexPolygons');
  expect(minified).toBeLessThan(20_000);
  expect(gzipped).toBeLessThan(8_000);
});

it('closest of convex solids is 119 kB (46 kB gzipped) and has no tracker and no search of smooth bodies', async () => {
  const solids = await pageSize('src/entries/pairs.ts', 'createClosest, solidRows', 'createClosest([solidRows])');
  expect(solids.minified).toBeLessThan(135_000);
  expect(solids.gzipped).toBeLessThan(52_000);
  const unused =
    /distance\/(smooth\/(search|tracking|fast)\/|compound\/closest)|nurbs\/(nurbs|refine-nurbs|subdivide)\.ts|pairs\/query/;
  expect(solids.modules.filter((path) => unused.test(path))).toEqual([]);
});

it('closest of every pair is 326 kB (124 kB gzipped); with impact it is not the whole library', async () => {
  const full = await pageSize('src/index.ts', 'closest');
  expect(full.minified).toBeLessThan(360_000);
  expect(full.gzipped).toBeLessThan(140_000);
  expect((await pageSize('src/index.ts', 'closest, impact')).minified).toBeLessThan(400_000);
});
