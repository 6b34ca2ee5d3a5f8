import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScene } from './read.ts';
import { SceneError } from './scene-error.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.scene.json'));
const texts = names.map((name) => readFileSync(new URL(name, EXAMPLES), 'utf8'));

/** Values that tend to cause trouble, besides any JSON value. */
const awkward = fc.oneof(
  fc.constantFrom<unknown>(0, -0, 1e-320, 5e-324, 1e59, -1e60, 1e308, '1e999 m', '0 kg', '-1 deg', '', null, [], {}),
  fc.constantFrom<unknown>('polygon', 'disc', 'halfplane', 'free', 'fixed', 'prescribed', 'steps', 'pin', 'penalty'),
  fc.constantFrom<unknown>('meshes', 'plane', 'hexahedra', 'membrane', 'icosphere', 'rim', 'z+', 'all', 1000, 2, true),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.array(fc.double({ min: -1e60, max: 1e60, noNaN: true }), { minLength: 2, maxLength: 2 }), {
    maxLength: 6,
  }),
  fc.array(fc.double({ min: -1e60, max: 1e60, noNaN: true }), { minLength: 2, maxLength: 4 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Reads the text; whatever is read has no NaN in it. True if it was a scene. */
function readsOrComplains(text: string): boolean {
  try {
    expect(misfits(readScene(text, 'fuzz'), '')).toEqual([]);
    return true;
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    expect(error.message).toContain(error.expected);
    expect(error.line).toBeLessThanOrEqual(text.split('\n').length);
    return false;
  }
}

/** Where an infinite number means "immovable" or "never". */
const MAY_BE_INFINITE = /\.(mass|inertia|moments\.[xyz]|maxSpeed|release|until|sleepAfter)$/;

/** Paths of all numbers that are NaN, or infinite without leave. */
function misfits(value: unknown, path: string): string[] {
  if (typeof value === 'number') {
    const allowed = Number.isFinite(value) || (value === Number.POSITIVE_INFINITY && MAY_BE_INFINITE.test(path));
    return allowed ? [] : [path];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => misfits(child, `${path}.${key}`));
}

/** The paths of everything in a document, containers included. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: string[], replacement: (old: unknown) => unknown): unknown {
  if (key === undefined) return replacement(value);
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const container = copy as Record<string, unknown>;
  container[key] = replaceAt(container[key], rest, replacement);
  return copy;
}

describe('whatever the text, a scene is read or a SceneError thrown', () => {
  it('for examples with some characters changed', () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      drop: fc.nat(8),
      insert: fc.oneof(
        fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '-', 'e999', '//', '/*', '\\'),
        fc.string({ maxLength: 3 }),
      ),
    });
    const property = fc.property(
      fc.constantFrom(...texts),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      (text, edits) => {
        const changed = edits.reduce((now, { at, drop, insert }) => {
          const from = Math.floor(at * now.length);
          return now.slice(0, from) + insert + now.slice(from + drop);
        }, text);
        readsOrComplains(changed);
      },
    );
    fc.assert(property, { seed: 13, numRuns: 1500 });
  });

  it('for examples with some values replaced', () => {
    let read = 0;
    let refused = 0;
    const change = fc.tuple(fc.nat(), awkward, fc.double({ min: -1e60, max: 1e60, noNaN: true }), fc.boolean());
    const property = fc.property(
      fc.constantFrom(...texts),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (text, changes) => {
        const document = changes.reduce<unknown>((now, [pick, value, number, keepType]) => {
          const paths = pathsIn(now);
          const path = paths[pick % paths.length];
          return replaceAt(now, path, (old) => (keepType && typeof old === 'number' ? number : value));
        }, JSON.parse(text));
        if (readsOrComplains(JSON.stringify(document, null, 1) ?? '')) read++;
        else refused++;
      },
    );
    fc.assert(property, { seed: 14, numRuns: 3000 });
    // both outcomes happen often, or the test says little
    expect(read).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(1000);
  });

  it('for any JSON and any text at all', () => {
    const property = fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      readsOrComplains(text);
    });
    fc.assert(property, { seed: 15, numRuns: 1000 });
  });
});
