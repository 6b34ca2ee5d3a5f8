/** Module hooks of Node: a TypeScript file is loaded without its types. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const [file] = url.split('?');
  if (!file?.startsWith('file:') || !file.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(file);
  const options = /** @type {const} */ ({ loader: 'ts', target: 'node20', sourcemap: 'inline', sourcefile: path });
  const { code } = await transform(readFileSync(path, 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}
