import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Schema, schemasAt } from './schema.ts';

const schema: Schema = JSON.parse(readFileSync(new URL('../../schema/scene.schema.json', import.meta.url), 'utf8'));
const names = (document: unknown, path: (string | number)[]) => [
  ...new Set(schemasAt(schema, document, path).flatMap(({ properties = {} }) => Object.keys(properties))),
];

describe('what may stand at a place of a scene', () => {
  it('follows the world of the document', () => {
    expect(names({}, [])).toContain('docking');
    expect(names({ world: 'vehicles' }, [])).toContain('vehicles');
    expect(names({ world: 'vehicles' }, [])).not.toContain('bodies');
    expect(names({ world: 'deformable' }, ['contacts'])).toContain('iterations');
  });

  it('follows the kind of a shape once it is said', () => {
    const scene = { bodies: [{ shape: { kind: 'disc' } }, { shape: {} }] };
    expect(names(scene, ['bodies', 0, 'shape'])).toEqual(['kind', 'radius']);
    expect(names(scene, ['bodies', 1, 'shape'])).toEqual(expect.arrayContaining(['kind', 'radius', 'vertices']));
  });

  it('has the words to choose from', () => {
    const [method] = schemasAt(schema, {}, ['time', 'method']);
    expect(method.enum ?? schemasAt(schema, {}, ['time', 'method']).map((one) => one.const)).toEqual(
      expect.arrayContaining(['events', 'steps']),
    );
  });

  it('has nothing to say of places that there are not', () => {
    expect(schemasAt(schema, {}, ['bodies', 0, 'wings'])).toEqual([]);
  });
});
