import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../scene/read.ts';
import { parameterNames } from './block-params.ts';
import { blockSchema } from './block-schema.ts';
import { readBlockDocument } from './read-block.ts';

const validate = new Ajv({ strict: false }).compile(blockSchema());

function isRead(document: object): boolean {
  try {
    readBlockDocument(JSON.stringify(document), 'b.json');
    return true;
  } catch {
    return false;
  }
}

describe('the schema of block documents', () => {
  it('is that of schema/block.schema.json', async () => {
    await expect(`${JSON.stringify(blockSchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../../schema/block.schema.json',
    );
  });

  it.each(['planar-docking', 'spacecraft'])('accepts the example %s, which names it', (name) => {
    const text = readFileSync(new URL(`../../../examples/blocks/${name}.block.json`, import.meta.url), 'utf8');
    const { data } = parseDocument(text, name);
    expect(validate(data) ? [] : validate.errors).toEqual([]);
    expect((data as { $schema: string }).$schema).toBe('../../schema/block.schema.json');
  });

  it('has every parameter', () => {
    const { properties, patternProperties } = blockSchema() as Record<string, Record<string, unknown>>;
    const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern));
    const known = (name: string) => name in properties || patterns.some((pattern) => pattern.test(name));
    expect(parameterNames(['A', 'chaser2']).filter((name) => !known(name))).toEqual([]);
  });

  const base = {
    block: 'collision',
    dimension: 3,
    shape_A: { kind: 'sphere', radius: 1 },
    shape_B: { kind: 'box', halfExtents: [1, 1, 1] },
  };
  it.each([
    [true, { m_A: '2 t' }],
    [true, { m_A: 'Infinity' }],
    [false, { m_A: 0 }],
    [false, { m_A: '2 m' }],
    [true, { I_A: [1, 2, '3 kg m^2'] }],
    [true, { I_A: [[2, 0, 0], [0, 2, 0], [0, 0, 2]] }], // biome-ignore format: a matrix
    [false, { I_A: [1, 2] }],
    [true, { sens_A: [['10 cm', 0, 0]] }],
    [false, { sens_A: '10 cm' }],
    [false, { shape_A: { kind: 'disc', radius: 1 } }],
    [false, { shape_A: { kind: 'sphere', radius: -1 } }],
    [true, { e: 0.5, frictionLaw: 'algebraic', mu_s: 0.3, mu_d: 0.2 }],
    [false, { e: 1.5 }],
    [false, { frictionLaw: 'sticky' }],
    [true, { contactLaw: { law: 'linear', stiffness: '20 kN/m' } }],
    [false, { contactLaw: { law: 'linear', stiffness: '20 m' } }],
    [true, { pairs: [{ bodies: ['A', 'B'], e: 0.2 }] }],
    [false, { pairs: [{ bodies: ['A', 'B'], restitution: 0.2 }] }],
    [true, { maxDockSpeed: 'Infinity', horizon: '10 s', manipulator: ['B'] }],
    [false, { tolCollision: 0 }],
    [false, { horizon: -1 }],
    [false, { dimension: 4 }],
    [false, { bodies: ['A'] }],
    [false, { mass_A: 1 }],
    [false, { block: 'contact' }],
    [false, { manifold: 'some' }],
  ])('agrees with the reader, %s: %j', (isValid, change) => {
    const document = { ...base, ...change };
    expect([validate(document), isRead(document)]).toEqual([isValid, isValid]);
  });
});
