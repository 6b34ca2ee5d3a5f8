import { join } from 'node:path';
import { build } from 'rolldown';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

/** The modules that a page has to load that imports `names` from `path` and uses `value`; test/bundlers.ts measures the package. */
async function pageModules(path: string, names: string, value = `[${names}]`): Promise<Map<string, number>> {
  const entry = `import { ${names} } from '${join(root, path)}'; globalThis.used = ${value};`;
  const page = {
    name: 'page',
    resolveId: (id: string) => (id === 'page' ? id : null),
    load: (id: string) => (id === 'page' ? entry : null),
  };
  const { output } = await build({ cwd: root, input: 'page', plugins: [page], write: false });
  return new Map(Object.entries(output[0].modules).map(([path, { renderedLength }]) => [path, renderedLength]));
}

it('closest of convex solids has no tracker and no search of smooth bodies', async () => {
  const modules = await pageModules('src/entries/pairs.ts', 'createClosest, solidRows', 'createClosest([solidRows])');
  const unused =
    /distance\/(smooth\/(search|tracking|fast)\/|compound\/closest)|nurbs\/(nurbs|refine-nurbs|subdivide)\.ts|pairs\/query/;
  expect(modules.size).toBeGreaterThan(20);
  expect([...modules.keys()].filter((path) => unused.test(path))).toEqual([]);
});

it('closest and impact of every pair have no response, no worlds and no files', async () => {
  const modules = await pageModules('src/index.ts', 'closest, impact');
  expect(modules.size).toBeGreaterThan(100);
  const used = [...modules].filter(([, length]) => length > 0).map(([path]) => path);
  expect(used.filter((path) => /\/src\/(response|formats|scene|sim|record|query|picture)\//.test(path))).toEqual([]);
});
