import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DISCS, SOLIDS } from '../../test/fmu/scenes.ts';
import { childOf, type Described, descriptionOf, readZip, variablesOf } from '../../test/fmu/unpack.ts';
import { exampleNames, exampleText } from '../../test/scenes.ts';
import type { XmlElement } from '../formats/xml.ts';
import { exportFmu, type FmuRequest } from './export-fmu.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

const parts = {
  libraries: new Map([
    ['x86_64-linux', Buffer.from('linux')],
    ['x86_64-windows', Buffer.from('windows')],
    ['aarch64-darwin', Buffer.from('darwin')],
  ]),
  host: new Map([['host.mjs', Buffer.from('host')]]),
  licenses: new Map([['license.txt', Buffer.from('license')]]),
  tool: 'Appulse test',
};

function exported(text: string, fmi: 2 | 3, rest: Partial<FmuRequest> = {}): Map<string, Buffer> {
  return readZip(exportFmu({ text, source: 'test', name: 'a-scene', fmi, pairs: [], ...rest }, parts).bytes);
}

/** Scenes with names of all kinds, of both worlds. */
const documents = [
  { name: 'solids', text: SOLIDS, pairs: [['box', 'a sphere']] },
  { name: 'discs', text: DISCS, pairs: [['one', 'post']] },
  { name: 'names', text: DISCS.replaceAll('"one"', '"ü & <one> \\"\'"'), pairs: [] },
  ...[
    'docking',
    'manipulator-capture',
    'newtons-cradle-of-spheres',
    'grip-and-slip',
    'docking-in-space',
    'bounce-penalty',
  ].map((name) => ({
    name,
    text: readFileSync(new URL(`${name}.scene.json`, EXAMPLES), 'utf8'),
    pairs: [],
  })),
  ...['planar-docking', 'spacecraft'].map((name) => ({
    name,
    text: readFileSync(new URL(`blocks/${name}.block.json`, EXAMPLES), 'utf8'),
    pairs: [],
  })),
];

const cases = documents.flatMap((document) => ([2, 3] as const).map((fmi) => ({ ...document, fmi })));

/** Numbers in an attribute that is a list. */
function listOf(element: XmlElement, name: string): number[] {
  const text = element.attributes.get(name);
  if (text === undefined) throw new Error(`${element.name} has no ${name}`);
  return text === '' ? [] : text.split(' ').map(Number);
}

const withoutIndex = (name: string) => name.replace(/\[[\d,]+\]$/, '');

const is = (variable: Described, key: string, value: string) => variable.attributes.get(key) === value;

describe.each(cases)('modelDescription.xml of $name, FMI $fmi', ({ text, pairs, fmi }) => {
  const files = exported(text, fmi, { pairs });
  const root = descriptionOf(files);
  const isBlock = text.includes('"block": "collision"');
  const variables = variablesOf(root);
  const outputs = variables.filter((variable) => is(variable, 'causality', 'output'));

  it('has its elements in the order of the schema, and the required attributes', () => {
    expect(root.name).toBe('fmiModelDescription');
    expect(root.attributes.get('fmiVersion')).toBe(fmi === 2 ? '2.0' : '3.0');
    expect(root.attributes.get(fmi === 2 ? 'guid' : 'instantiationToken')).toMatch(
      /^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/,
    );
    expect(root.attributes.get('modelName')).toBe('a-scene');
    expect(root.attributes.get('variableNamingConvention')).toBe(text.includes('ü') ? 'flat' : 'structured');
    expect(root.children.map(({ name }) => name)).toEqual([
      'CoSimulation',
      'UnitDefinitions',
      'TypeDefinitions',
      'LogCategories',
      'DefaultExperiment',
      'ModelVariables',
      'ModelStructure',
    ]);
    const { attributes } = childOf(root, 'CoSimulation');
    const state = fmi === 2 ? 'FMUstate' : 'FMUState';
    for (const key of ['needsExecutionTool', `canGetAndSet${state}`, `canSerialize${state}`]) {
      expect(attributes.get(key), key).toBe('true');
    }
    expect(attributes.get('modelIdentifier')).toBe('a_scene');
    const step = childOf(root, 'DefaultExperiment').attributes.get('stepSize');
    expect(step === undefined).toBe(isBlock);
    if (fmi === 3) expect(attributes.get('fixedInternalStepSize')).toBe(step);
  });

  it('has variables with unique names and value references, and the time as the only independent one', () => {
    expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length);
    expect(variables.map(({ reference }) => reference)).toEqual(variables.map((_, i) => i));
    const independent = variables.filter((variable) => is(variable, 'causality', 'independent'));
    expect(independent.map(({ name, reference }) => ({ name, reference }))).toEqual([{ name: 'time', reference: 0 }]);
    expect(outputs.length).toBeGreaterThan(10);
  });

  it('has start values exactly where the standard requires or allows them', () => {
    const types = fmi === 2 ? ['Real', 'Integer', 'Boolean'] : ['Float64', 'Int32', 'Boolean'];
    for (const { name, type, attributes } of variables) {
      expect(types, name).toContain(type);
      const causality = attributes.get('causality');
      const isGiven = causality === 'parameter' || causality === 'input';
      expect(attributes.has('start'), name).toBe(isGiven);
      const initial = { parameter: 'exact', output: 'calculated', input: undefined, independent: undefined }[
        causality ?? ''
      ];
      expect(attributes.get('initial'), name).toBe(initial);
      const variability = attributes.get('variability') ?? '';
      if (causality === 'parameter') expect(['fixed', 'tunable'], name).toContain(variability);
      // only floating-point numbers are continuous
      else expect(variability, name).toBe(type === types[0] ? 'continuous' : 'discrete');
      const isNumber = Number.isFinite(Number(attributes.get('start')));
      if (isGiven) expect(type === 'Boolean' ? attributes.get('start') === 'false' : isNumber, name).toBe(true);
    }
  });

  it('declares every type and unit that a variable has, with exponents that fit the dimension', () => {
    const units = new Map(childOf(root, 'UnitDefinitions').children.map((unit) => [unit.attributes.get('name'), unit]));
    const types = new Map(
      childOf(root, 'TypeDefinitions').children.map((type) => {
        const inner = fmi === 2 ? type.children[0] : type;
        return [type.attributes.get('name'), inner.attributes.get('unit')];
      }),
    );
    for (const { name, attributes } of variables) {
      const type = attributes.get('declaredType');
      expect(attributes.get('unit'), name).toBe(type === undefined ? undefined : types.get(type));
      if (type !== undefined) expect(units.has(attributes.get('unit')), name).toBe(true);
    }
    expect(new Set(types.values())).toEqual(new Set(units.keys()));
    const energy = units.get('J')?.children[0].attributes;
    expect(Object.fromEntries(energy ?? [])).toEqual({ kg: '1', m: '2', s: '-2' });
  });

  it('lists all outputs and initial unknowns in order, with all dependencies', () => {
    const structure = childOf(root, 'ModelStructure');
    const numbers = outputs.map(({ reference }) => (fmi === 2 ? reference + 1 : reference));
    const lists =
      fmi === 2
        ? ['Outputs', 'InitialUnknowns'].map((name) => childOf(structure, name).children)
        : ['Output', 'InitialUnknown'].map((name) => structure.children.filter((child) => child.name === name));
    const key = fmi === 2 ? 'index' : 'valueReference';
    for (const list of lists) {
      expect(list.map((unknown) => Number(unknown.attributes.get(key)))).toEqual(numbers);
    }
    // inputs act after the next step
    expect(lists[0].flatMap((unknown) => listOf(unknown, 'dependencies'))).toEqual([]);
    const offset = fmi === 2 ? 1 : 0;
    const known = lists[1].map((unknown) => ({
      of: variables[Number(unknown.attributes.get(key)) - offset].name,
      on: listOf(unknown, 'dependencies').map((number) => withoutIndex(variables[number - offset].name)),
    }));
    // the outputs of a block follow from its inputs and parameters; the state of a scene is given, its energy follows from gravity
    const given = variables.filter(({ attributes }) => attributes.has('start')).map(({ name }) => withoutIndex(name));
    for (const { of, on } of known) {
      const expected = isBlock ? given : of === 'energy.potential' ? ['gravity'] : [];
      expect(new Set(on), of).toEqual(new Set(expected));
    }
  });

  it('is in an archive with the libraries under the names of the standard', () => {
    const names = [...files.keys()].filter((name) => name.startsWith('binaries/'));
    expect(names).toEqual(
      fmi === 2
        ? ['binaries/linux64/a_scene.so', 'binaries/win64/a_scene.dll', 'binaries/aarch64-darwin/a_scene.dylib']
        : [
            'binaries/x86_64-linux/a_scene.so',
            'binaries/x86_64-windows/a_scene.dll',
            'binaries/aarch64-darwin/a_scene.dylib',
          ],
    );
    expect([...files.keys()][0]).toBe('modelDescription.xml');
    expect(String(files.get('resources/document.json'))).toBe(text);
  });
});

describe('an FMU', () => {
  it('has the same bytes for the same document', () => {
    const request = { text: SOLIDS, source: 'test', name: 'a', fmi: 2 as const, pairs: [] };
    expect(exportFmu(request, parts).bytes).toEqual(exportFmu(request, parts).bytes);
  });

  it('is not made of other worlds, unknown pairs and invalid scenes', () => {
    const vehicles = readFileSync(new URL('t-bone.scene.json', EXAMPLES), 'utf8');
    expect(() => exported(vehicles, 2)).toThrow(/a scene of the world "vehicles" cannot be exported as an FMU/);
    expect(() => exported(SOLIDS, 2, { pairs: [['box', 'spher']] })).toThrow(/the scene has no body "spher"/);
    expect(() => exported(SOLIDS, 2, { pairs: [['box', 'box']] })).toThrow(/expected the names of two bodies/);
    const twice = {
      pairs: [
        ['box', 'table'],
        ['table', 'box'],
      ],
    };
    expect(() => exported(SOLIDS, 2, twice)).toThrow(/table,box is given twice/);
    expect(() => exported('{', 3)).toThrow(/test:1/);
    const open = '{ "block": "collision" }';
    expect(() => exported(open, 3)).toThrow(/test: mesh_A must be in the document, or a shape/);
    const disc = '{ "kind": "disc", "radius": 1 }';
    const block = `{ "block": "collision", "shape_A": ${disc}, "shape_B": ${disc} }`;
    expect(exported(block, 2).size).toBeGreaterThan(5);
    expect(() => exported(block, 2, { timeStep: 0.1 })).toThrow(/a collision block has no internal steps/);
    expect(() => exported(block, 2, { pairs: [['A', 'B']] })).toThrow(/a collision block has no pairs/);
  });

  it('is made of every example of solids and of the plane', () => {
    const results = exampleNames.map((name) => {
      try {
        return exported(exampleText(name), 3).size;
      } catch (error) {
        return (error as Error).message;
      }
    });
    const rejected = results.filter((result) => typeof result === 'string');
    expect(results.length - rejected.length).toBeGreaterThan(25);
    for (const message of rejected) {
      expect(message).toMatch(/of the world "(vehicles|smooth|deformable)" cannot be exported/);
    }
  });
});
