import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Schema, schemasAt } from './schema.ts';

const schema: Schema = JSON.parse(readFileSync(new URL('../../schema/scene.schema.json', import.meta.url), 'utf8'));
const names = (document: unknown, path: (string | number)[]) => [
  ...new Set(schemasAt(schema, document, path).flatMap(({ properties = {} }) => Object.keys(properties))),
];

describe('schema at a path of a scene', () => {
  it('follows the world of the document', () => {
    expect(names({}, [])).toContain('docking');
    expect(names({ world: 'vehicles' }, [])).toContain('vehicles');
    expect(names({ world: 'vehicles' }, [])).not.toContain('bodies');
    expect(names({ world: 'deformable' }, ['contacts'])).toContain('iterations');
  });

  it('follows the kind of a shape once it is given', () => {
    const scene = { bodies: [{ shape: { kind: 'disc' } }, { shape: {} }] };
    expect(names(scene, ['bodies', 0, 'shape'])).toEqual(['kind', 'radius']);
    expect(names(scene, ['bodies', 1, 'shape'])).toEqual(expect.arrayContaining(['kind', 'radius', 'vertices']));
  });

  it('lists the allowed values', () => {
    const [method] = schemasAt(schema, {}, ['time', 'method']);
    expect(method.enum ?? schemasAt(schema, {}, ['time', 'method']).map((one) => one.const)).toEqual(
      expect.arrayContaining(['events', 'steps']),
    );
  });

  it('is empty for unknown paths', () => {
    expect(schemasAt(schema, {}, ['bodies', 0, 'wings'])).toEqual([]);
  });
});
