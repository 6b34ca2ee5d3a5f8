import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../math/random.ts';
import { parseModels, writeModels } from './model-file.ts';
import { parsePlatoon, writePlatoon } from './platoon-file.ts';
import { VehicleFileError } from './vehicle-file-error.ts';

interface Case {
  readonly id: string;
  readonly kind: 'model' | 'platoon';
  readonly text: string;
  readonly expected: { readonly ok: unknown } | { readonly error: string; readonly line: number };
}

function reference(name: string): string {
  return readFileSync(new URL(`../../../reference/vehicles/${name}`, import.meta.url), 'utf8');
}

const { cases } = JSON.parse(reference('parser_cases.json')) as { cases: Case[] };
const models = parseModels(reference('model.dat'));

/** The tree of the reference file, or code and line. */
function answer({ kind, text }: Pick<Case, 'kind' | 'text'>): unknown {
  try {
    if (kind === 'platoon') return { ok: parsePlatoon(text, models, 'p.dat') };
    return { ok: Object.fromEntries(parseModels(text, 'm.dat').map((model) => [model.id, model])) };
  } catch (error) {
    if (error instanceof VehicleFileError) return { error: error.code, line: error.line };
    throw error;
  }
}

/** The error of a text that must have one. */
function errorOf(text: string, kind: 'model' | 'platoon' = 'model'): VehicleFileError {
  try {
    if (kind === 'model') parseModels(text, 'cars.dat');
    else parsePlatoon(text, models, 'row.dat');
  } catch (error) {
    if (error instanceof VehicleFileError) return error;
    throw error;
  }
  throw new Error('expected a VehicleFileError');
}

describe('data files of vehicles [PATH98-10]', () => {
  it.each(cases)('$id of the reference is read as in the reference', ({ kind, text, expected }) => {
    expect(answer({ kind, text })).toEqual(expected);
  });

  it('messages name file, location, key, the expected and the actual content', () => {
    const text = reference('model.dat');
    expect(errorOf(text.replace('1573.0', '1573,0')).message).toBe(
      'cars.dat:6:8 MASS: must be a number such as 12, -0.5 or 2.0e6, got "1573,0" (E_NUMBER)',
    );
    expect(errorOf(text.replace('nu     0.30', 'nu     0.50')).message).toBe(
      'cars.dat:4:1 nu: must be above -1 and below 0.5, got 0.5 (E_RANGE)',
    );
    expect(errorOf(text.replace('SUSPENSION', 'SPRINGS')).message).toBe(
      'cars.dat:13:1 MODEL: must continue with one of MODEL COSSERAT_POINT SUSPENSION TYRE CONTACT EQUILIBRIUM, got "SPRINGS" (E_EXPECTED)',
    );
    expect(errorOf('NUMBER_OF_VEHICLES 1 VEHICLE_HAS_MODEL 3', 'platoon').message).toBe(
      'row.dat:1:22 VEHICLE_HAS_MODEL: must be the number of a model (1), got 3 (E_MODEL_REF)',
    );
  });

  it.each([
    ['', 'E_EOF', 1, 1],
    ['NUMBER_OF_MODELS', 'E_EOF', 1, 1],
    ['NUMBER_OF_MODELS 1', 'E_COUNT', 1, 1],
    ['NUMBER_OF_MODELS 1.0 MODEL 1', 'E_NUMBER', 1, 18],
    ['NUMBER_OF_MODELS 1\nMODEL 0', 'E_NUMBER', 2, 7],
    ['NUMBER_OF_MODELS 1\nMODEL 1 TYRE 1 TYRE 2', 'E_DUPLICATE_KEY', 2, 16],
    ['NUMBER_OF_MODELS 1\nMODEL 1 CONTACT A1 1 A2 1 A3 1\nA2 1', 'E_DUPLICATE_KEY', 3, 1],
    ['NUMBER_OF_MODELS 1\nMODEL 1 CONTACT A1 1. A2 1 A3 1', 'E_NUMBER', 2, 20],
    ['NUMBER_OF_MODELS 1\nMODEL 1 CONTACT A1 .5', 'E_NUMBER', 2, 20],
    ['NUMBER_OF_MODELS 1\nMODEL 1 CONTACT A1 1e999', 'E_NUMBER', 2, 20],
    ['NUMBER_OF_MODELS 1\nMODEL 1\n  CONTACT A1', 'E_EOF', 3, 11],
    ['NUMBER_OF_MODELS 1\nMODEL 1\n  CONTACT A1 1\nMODEL 2', 'E_MISSING_KEY', 3, 3],
    ['NUMBER_OF_MODELS 1\nMODEL 1 constructor 1', 'E_EXPECTED', 2, 9],
  ])('%j is rejected with %s at %i:%i', (text, code, line, column) => {
    expect(errorOf(text)).toMatchObject({ code, line, column });
  });

  it('a duplicate model number is rejected', () => {
    const model = reference('model.dat').replace('NUMBER_OF_MODELS 1', 'NUMBER_OF_MODELS 2');
    const again = model.slice(model.indexOf('\nMODEL 1\n') + 1);
    expect(errorOf(model + again)).toMatchObject({ code: 'E_DUPLICATE_KEY', key: 'MODEL', line: 34, column: 7 });
    expect(parseModels(model + again.replace('MODEL 1', 'MODEL 5')).map(({ id }) => id)).toEqual([1, 5]);
  });

  it('written files are read back number for number', () => {
    const odd = { ...models[0], id: 7, TYRE: 1e-7, EQUILIBRIUM: undefined };
    const written = parseModels(writeModels([models[0], odd]));
    expect(written).toEqual([models[0], odd]);
    const platoon = [
      { model: 1, X: 1e21, Y: -0, ORIENTATION: 1 / 3, SPEED: 5e-324, STEERING: -1.7976931348623157e308 },
      ...parsePlatoon(reference('platoon2.dat'), models),
    ];
    expect(parsePlatoon(writePlatoon(platoon), models)).toEqual(platoon);
  });

  it('a damaged file gives an error with its location, or is read: never a crash', () => {
    const random = createRandom(1998);
    const outcomes = new Map<string, number>();
    for (const kind of ['model', 'platoon'] as const) {
      const text = reference(kind === 'model' ? 'model.dat' : 'platoon1.dat');
      for (let i = 0; i < 3000; i++) {
        const damaged = damage(text, random);
        const outcome = answer({ kind, text: damaged }) as { ok?: unknown; error?: string; line?: number };
        const lines = damaged.split(/\r\n|\r|\n/).length;
        if (outcome.line !== undefined) expect(outcome.line >= 1 && outcome.line <= lines).toBe(true);
        const name = outcome.error ?? 'ok';
        outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      }
    }
    // all kinds of outcome must occur
    expect([...outcomes.keys()].sort()).toEqual([
      'E_COUNT',
      'E_DUPLICATE_KEY',
      'E_EOF',
      'E_EXPECTED',
      'E_MISSING_KEY',
      'E_MODEL_REF',
      'E_NUMBER',
      'E_RANGE',
      'E_UNKNOWN_KEY',
      'ok',
    ]);
  });
});

/** One to three changes: a piece removed, duplicated or moved, a character replaced, the end cut off. */
function damage(text: string, random: Random): string {
  const letters = '0123456789.-+eE%\n\r\tAXMODEL_ \u0000\uFEFF√';
  let damaged = text;
  for (let n = random.below(3); n >= 0; n--) {
    const from = random.below(damaged.length + 1);
    const to = Math.min(damaged.length, from + random.below(40));
    const piece = damaged.slice(from, to);
    const letter = letters[random.below(letters.length)];
    damaged = [
      damaged.slice(0, from) + damaged.slice(to),
      damaged.slice(0, to) + piece + damaged.slice(to),
      damaged.slice(0, from) + letter + damaged.slice(from + 1),
      damaged.slice(0, from) + letter + damaged.slice(from),
      damaged.slice(0, from),
      piece + damaged.slice(0, from) + damaged.slice(to),
    ][random.below(6)];
  }
  return damaged;
}
