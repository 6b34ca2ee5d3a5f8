import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Left to right: a file imports its own layer or one to its left. */
export const LAYERS = [
  'math',
  'statistics',
  'shapes',
  'bounds',
  'broad',
  'distance',
  'toi',
  'ccd',
  'pairs',
  'manifold',
  'ray',
  'free-flight',
  'dynamics',
  'response',
  'formats',
  'scene',
  'sim',
  'record',
  'sweep',
  'reconstruct',
  'world',
  'query',
  'picture',
  'index',
  'entries',
  'three',
  'gpu',
  'workers',
  'fmu',
  'cli',
];

/** The folders of `distance`, in the same order: a file imports its own folder or one to its left. */
export const DISTANCE_FOLDERS = [
  'features',
  'gap',
  'convex-polygon',
  'planar',
  'ellipsoid',
  'smooth/witness',
  'convex',
  'smooth/fast',
  'smooth/search',
  'smooth/tracking',
  'smooth',
  'compound',
  'rounded-box',
  'brep',
];

export interface Source {
  /** From the root of the repository: `src/math/vec3.ts`. */
  path: string;
  layer: string;
  text: string;
  /** As written: `../math/vec3.ts`, `ajv`, `node:fs`. */
  imports: string[];
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

/** Path of the file that a relative import means. */
export function target(source: Source, specifier: string): string {
  return posix.join(posix.dirname(source.path), specifier);
}

/** The layer of a file: its folder in src, or its name for src/index.ts. */
export function layerOf(path: string): string {
  return path.split('/')[1].replace('.ts', '');
}

/** Every TypeScript file in src, or in another folder, tests included. */
export function readSources(folder = 'src'): Source[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const paths = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')));
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = ts.preProcessFile(text).importedFiles.map((file) => file.fileName);
    return { path, layer: layerOf(path), text, imports };
  });
}

/** An object literal: its keys in order, and its values as written; `{ x }` is `{ x: x }`. */
export interface Literal {
  keys: string[];
  values: string[];
}

/** The object literals of a file, except for those with spreads and with computed or quoted keys. */
export function objectLiterals({ path, text }: Source): Literal[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const literals: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.every(({ name }) => name && ts.isIdentifier(name))) {
      const values = node.properties.map((property) =>
        (ts.isPropertyAssignment(property) ? property.initializer : property).getText(file),
      );
      literals.push({ keys: node.properties.map(({ name }) => name?.getText(file) ?? ''), values });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return literals;
}

/** Mermaid text: the layers with their file counts, an arrow for "imports" with the number of import lines. */
export function drawLayers(sources: Source[]): string {
  const used = LAYERS.filter((layer) => sources.some((source) => source.layer === layer));
  const lines = used.map((layer) => {
    const count = sources.filter((source) => source.layer === layer).length;
    return `  ${layer}["${layer}<br>${count} ${count === 1 ? 'file' : 'files'}"]`;
  });
  for (const from of used) {
    const imports = sources
      .filter((source) => source.layer === from)
      .flatMap((source) => source.imports.filter(isRelative).map((specifier) => layerOf(target(source, specifier))));
    for (const to of used) {
      const count = imports.filter((layer) => layer === to).length;
      if (to !== from && count > 0) lines.push(`  ${from} -->|${count}| ${to}`);
    }
  }
  return ['```mermaid', 'graph RL', ...lines, '```'].join('\n');
}
