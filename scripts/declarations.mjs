/** The declarations that are shipped: those that the entries of the package reach, of about 800 that the compiler writes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './setup.mjs';

const dist = join(root, 'dist');

/** Copies the declarations of `reproduce` into `dist` and writes `dist/.npmignore`, which keeps all unreached ones out of the package. */
export function selectDeclarations() {
  copyReproduce();
  const reached = reachedDeclarations();
  const written = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const unwanted = written.filter((name) => name.endsWith('.d.ts') && !reached.has(name));
  writeFileSync(
    join(dist, '.npmignore'),
    ['*.tsbuildinfo', '.built', ...unwanted.map((name) => `/${name}`), ''].join('\n'),
  );
}

/** Declarations of `src` lie in `dist` itself, those of `reproduce` in `dist/reproduce`: one folder less between them than between the sources. */
function copyReproduce() {
  const types = join(root, 'node_modules/.cache/appulse/types/reproduce');
  rmSync(join(dist, 'reproduce'), { recursive: true, force: true });
  for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts') || !existsSync(join(root, 'reproduce', name.replace('.d.ts', '.ts')))) continue;
    const path = join(dist, 'reproduce', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readFileSync(join(types, name), 'utf8').replaceAll(/(from '(?:\.\.\/)+)src\//g, '$1'));
  }
}

/** @returns {Set<string>} paths relative to `dist` */
function reachedDeclarations() {
  /** @type {{ exports: Record<string, string | { types: string }> }} */
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const open = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : join(root, entry.types)));
  /** @type {Set<string>} */
  const reached = new Set();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const name = relative(dist, path).replaceAll('\\', '/');
    if (reached.has(name)) continue;
    reached.add(name);
    for (const [, target] of readFileSync(path, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)\.[jt]s'/g)) {
      open.push(join(dirname(path), `${target}.d.ts`));
    }
  }
  return reached;
}
