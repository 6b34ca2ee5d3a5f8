import { describe, expect, it } from 'vitest';
import { queryOperations } from '../../src/query/catalogue.ts';
import { isFields } from '../../src/query/fields.ts';
import type { Fields } from '../../src/query/query-operation.ts';
import { runQueryLine } from '../../src/query/run-query.ts';

const disc = { shape: { kind: 'disc', radius: 1 } };

function messageOf(operation: object): string | undefined {
  return JSON.parse(runQueryLine(JSON.stringify(operation), 1).json).error?.message;
}

/** The paths of all objects in a query. */
function objectsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => objectsIn(item, [...path, key]));
  return Array.isArray(value) ? inner : [[...path], ...inner];
}

/** The same with one more key in the object at `path`. */
function withKey(value: unknown, [step, ...rest]: readonly string[], key: string): unknown {
  if (step === undefined) return { ...(value as object), [key]: 1 };
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === step ? withKey(item, rest, key) : item));
  const fields = value as Fields;
  return { ...fields, [step]: withKey(fields[step], rest, key) };
}

describe('a key of a query that is misspelt', () => {
  it('is an error that names the nearest known key, where it would move or stop a body', () => {
    const moved = { op: 'closest', A: disc, B: { ...disc, postion: [3, 0] } };
    expect(messageOf(moved)).toBe('B.postion: is not a known key, did you mean "position"?');
    const thrown = { op: 'impact', A: disc, B: { ...disc, position: [3, 0], velocty: [-1, 0] }, duration: 5 };
    expect(messageOf(thrown)).toBe('B.velocty: is not a known key, did you mean "velocity"?');
  });

  it('is reported as misspelt where the intended key is missing', () => {
    expect(messageOf({ op: 'impact', A: disc, B: disc, duraton: 5 })).toBe(
      'duraton: is not a known key, did you mean "duration"?',
    );
  });

  it('is reported in shapes that scenes read, too', () => {
    const A = { shape: { kind: 'sphere', radius: 1, radus: 2 } };
    expect(messageOf({ op: 'closest', A, B: disc })).toBe('A.shape.radus: is not a known key, did you mean "radius"?');
  });

  const places = queryOperations.flatMap(({ name, example }) =>
    objectsIn(example).map((path) => ({ name, example, path, place: [name, ...path].join('.') })),
  );

  it.each(places)('is an error in every object of every operation: $place', ({ name, example, path }) => {
    const operation = withKey({ op: name, ...example }, path, 'misspelt');
    expect(isFields(operation)).toBe(true);
    expect(messageOf(operation as object)).toMatch(/misspelt\b.*is not a known key/);
  });
});

describe('the shape of a query', () => {
  it('with a key of its body is rejected by the name that the body has in the query', () => {
    const shape = { kind: 'sphere', radius: 1, position: [0, 0, 0] };
    const { json, ok } = runQueryLine(JSON.stringify({ op: 'closest', A: { shape }, B: { shape } }), 1);
    expect(ok).toBe(false);
    expect(JSON.parse(json).error.message).toBe('A.shape.position: is not a known key, it belongs in "A"');
  });
});
