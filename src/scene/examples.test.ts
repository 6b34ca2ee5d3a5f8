import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { readScene } from './read.ts';
import { sceneSchema } from './schema.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.scene.json'));
const textOf = (name: string) => readFileSync(new URL(name, EXAMPLES), 'utf8');

describe('the schema that editors use', () => {
  it('matches the source; after a change update it with `npx vitest run src/scene -u`', async () => {
    await expect(`${JSON.stringify(sceneSchema(), null, 2)}\n`).toMatchFileSnapshot('../../schema/scene.schema.json');
  });

  it('describes every property', () => {
    const unexplained: string[] = [];
    visitProperties(sceneSchema(), '', (path, property) => {
      const described = 'description' in property || 'const' in property;
      if (!described) unexplained.push(path);
    });
    expect(unexplained).toEqual([]);
  });
});

const validate = new Ajv({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../../schema/scene.schema.json', import.meta.url), 'utf8')),
);

describe.each(names)('%s', (name) => {
  const scene = readScene(exampleText(name.replace('.scene.json', '')), name);

  it('is valid under the committed schema, with an independent validator', () => {
    validate(JSON.parse(textOf(name)));
    expect(validate.errors).toBeNull();
  });

  it('has a description, a source and a topic', () => {
    expect(scene.title.length).toBeGreaterThan(5);
    expect(scene.description.length).toBeGreaterThan(60);
    // rigid-body worlds have no source: their guide page lists what they are checked against
    expect(scene.world === 'solids' ? scene.guide : scene.source).toBeDefined();
    expect(scene.topic).toBeDefined();
  });

  // elastic waves are too fast to watch, and tracked bodies use the time scale of their source:
  // playback is slowed down or sped up. The solids include bullets, and piles with large frames
  const seconds = { planar: [5, 20], deformable: [0.01, 20], smooth: [1, 100], solids: [5e-4, 20], vehicles: [1, 20] }[
    scene.world
  ];
  const fewest = scene.world === 'solids' ? 30 : 200;
  it(`lasts ${seconds.join(' to ')} seconds and records ${fewest} to 600 frames`, () => {
    expect(scene.time.end).toBeGreaterThanOrEqual(seconds[0]);
    expect(scene.time.end).toBeLessThanOrEqual(seconds[1]);
    const frames = scene.time.end / scene.record.interval;
    expect(frames).toBeGreaterThanOrEqual(fewest - 1e-9);
    expect(frames).toBeLessThanOrEqual(600);
  });
});

it.each([
  ['bounce-penalty', 'bounce-impulse', ['contacts.response']],
  ['newtons-cradle-sequential', 'newtons-cradle-simultaneous', ['contacts.multiContact']],
  ['slope-sticking', 'slope-sliding', ['contacts.friction.static', 'contacts.friction.dynamic']],
])('%s and %s differ in their texts and in one setting only', (first, second, keys) => {
  const [a, b] = [first, second].map((name) => flatten(JSON.parse(textOf(`${name}.scene.json`)), ''));
  const different = Object.keys(a).filter((key) => a[key] !== b[key]);
  expect(Object.keys(a)).toEqual(Object.keys(b));
  expect(different.sort()).toEqual(['title', 'description', ...keys].sort());
});

interface SchemaNode {
  readonly properties?: Record<string, SchemaNode>;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
}

function visitProperties(node: SchemaNode, path: string, see: (path: string, property: SchemaNode) => void): void {
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    see(`${path}.${key}`, property);
    visitProperties(property, `${path}.${key}`, see);
  }
  if (node.items !== undefined) visitProperties(node.items, `${path}[]`, see);
  for (const branch of [...(node.oneOf ?? []), node.then, node.else]) if (branch) visitProperties(branch, path, see);
}

function flatten(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [path]: value };
  const children = Object.entries(value).map(([key, child]) => flatten(child, path === '' ? key : `${path}.${key}`));
  return Object.assign({}, ...children);
}
