import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findViolation, type NodeSchema } from './check-schema.ts';
import { schemaOfWorld } from './schema.ts';

const WORDS: Record<keyof NodeSchema, true> = {
  type: true,
  const: true,
  enum: true,
  default: true,
  minimum: true,
  maximum: true,
  exclusiveMinimum: true,
  minLength: true,
  maxLength: true,
  pattern: true,
  patternErrorMessage: true,
  dimension: true,
  items: true,
  minItems: true,
  maxItems: true,
  properties: true,
  required: true,
  additionalProperties: true,
  discriminator: true,
  oneOf: true,
};

const worlds = ['planar', 'deformable', 'smooth', 'solids', 'vehicles'];

/** Every node of a schema. */
function nodesOf(schema: NodeSchema): NodeSchema[] {
  const { items, properties = {}, oneOf = [] } = schema;
  const below = [...(items ? [items] : []), ...Object.values(properties), ...oneOf];
  return [schema, ...below.flatMap(nodesOf)];
}

describe('schema validation', () => {
  // descriptions and examples are for editors
  it.each(worlds)('supports every keyword of the schema of world %s', (world) => {
    const known = new Set([...Object.keys(WORDS), 'description', 'examples']);
    const used = nodesOf(schemaOfWorld({ world })).flatMap((node) => Object.keys(node));
    expect(used.filter((word) => !known.has(word))).toEqual([]);
  });

  const schema: NodeSchema = {
    type: 'object',
    required: ['n', 'list'],
    additionalProperties: false,
    properties: {
      n: { type: 'number', minimum: 0, maximum: 5 },
      whole: { type: 'integer', exclusiveMinimum: 1 },
      word: { type: 'string', enum: ['a', 'b'] },
      name: { type: 'string', minLength: 1, maxLength: 4, pattern: '^[a-z]*$' },
      flag: { type: 'boolean', default: true },
      list: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'number' } },
      shape: {
        type: 'object',
        discriminator: { propertyName: 'kind' },
        oneOf: [
          {
            type: 'object',
            required: ['kind', 'r'],
            properties: { kind: { const: 'disc' }, r: { type: 'number', default: 1 } },
          },
          { type: 'object', required: ['kind', 'w'], properties: { kind: { const: 'box' }, w: { type: 'number' } } },
        ],
      },
    },
  };

  it('property: agrees with another validator on errors and defaults', () => {
    const validate = new Ajv({ discriminator: true, useDefaults: true }).compile(schema);
    const mostly = (good: unknown[], bad: unknown[]) =>
      fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
    const number = mostly([0, 1, 2.5], [-1, 6, 'x', null]);
    const shape = fc.record(
      { kind: mostly(['disc', 'box'], ['blob', 3]), r: number, w: number },
      { requiredKeys: ['w'] },
    );
    const parts = {
      n: number,
      whole: mostly([2, 3], [1, 2.5, null]),
      word: mostly(['a', 'b'], ['c', 7]),
      name: mostly(['a'], ['', 'B']),
      flag: mostly([false, true], ['yes']),
      list: fc.oneof({ weight: 12, arbitrary: fc.array(number, { minLength: 1, maxLength: 4 }) }, fc.constant({})),
      shape,
    };
    const document = fc.oneof(
      { weight: 12, arbitrary: fc.record(parts, { requiredKeys: ['n', 'list'] }) },
      fc.record({ ...parts, extra: fc.constant(1) }, { requiredKeys: [] }),
    );
    let misfits = 0;
    const check = fc.property(document, (given) => {
      const [ours, theirs] = [structuredClone(given), structuredClone(given)];
      const found = findViolation(schema, ours);
      expect(found === undefined).toBe(validate(theirs));
      if (found) {
        misfits++;
        const [{ keyword, instancePath }] = validate.errors ?? [];
        expect([found.keyword, found.path.map((step) => `/${step}`).join('')]).toEqual([keyword, instancePath]);
      } else expect(ours).toEqual(theirs);
    });
    fc.assert(check, { seed: 7, numRuns: 3000 });
    // both outcomes must occur often for the test to be meaningful
    expect(misfits).toBeGreaterThan(500);
    expect(misfits).toBeLessThan(2500);
  });

  it('does not treat inherited properties as keys of the document', () => {
    expect(findViolation(schema, { n: 1, list: [1], constructor: 1 })).toMatchObject({ property: 'constructor' });
    expect(findViolation({ type: 'object', required: ['toString'] }, {})).toMatchObject({ keyword: 'required' });
  });

  it('converts texts with units in place', () => {
    const document = { x: '30 cm' };
    const length: NodeSchema = { type: ['number', 'string'], dimension: 'length', pattern: 'm$' };
    expect(findViolation({ type: 'object', properties: { x: length } }, document)).toBeUndefined();
    expect(document.x).toBe(0.3);
  });
});
