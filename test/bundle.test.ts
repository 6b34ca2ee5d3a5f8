import { join } from 'node:path';
import { build } from 'rolldown';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

/** What a page has to load that asks for these names alone, as a bundler makes it; minified [bytes]. */
async function pageSize(path: string, ...names: string[]): Promise<number> {
  const entry = `import { ${names} } from '${join(root, path)}'; globalThis.asked = [${names}];`;
  const page = {
    name: 'page',
    resolveId: (id: string) => (id === 'page' ? id : null),
    load: (id: string) => (id === 'page' ? entry : null),
  };
  const { output } = await build({ cwd: root, input: 'page', plugins: [page], write: false, output: { minify: true } });
  return output[0].code.length;
}

it('a page gets what it asks for, not the whole library', async () => {
  // 10 and 268 kB when written: the whole is above a megabyte
  expect(await pageSize('src/entries/kernels.ts', 'closestConvexPolygons')).toBeLessThan(20_000);
  expect(await pageSize('src/index.ts', 'closest', 'impact')).toBeLessThan(400_000);
});
