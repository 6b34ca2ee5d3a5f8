import { findModelViolation, type VehicleModel } from '../../dynamics/vehicle/vehicle-model.ts';
import {
  createTokenReader,
  fail,
  formatGroup,
  peekWord,
  type TokenReader,
  takeCount,
  takeGroup,
  takeKeyword,
  takeNumber,
  takeWord,
  type Word,
} from './token-reader.ts';

/** The keys of each block, in the order in which they are written. [PATH98-10] */
const BODY = ['MASS', 'Ix', 'Iy', 'Iz', 'E', 'nu', 'volume'] as const;
const SUSPENSION = ['L1', 'L2', 'B', 'H1', 'H2', 'spring_ref', 'C1', 'C2', 'D1', 'D2'] as const;
const CONTACT = ['A1', 'A2', 'A3'] as const;
const EQUILIBRIUM = ['R3', 'D11', 'D12', 'D13', 'D21', 'D22', 'D23', 'D31', 'D32', 'D33'] as const;

const REQUIRED = ['COSSERAT_POINT', 'SUSPENSION', 'TYRE', 'CONTACT'] as const;
const KEYWORDS = ['MODEL', ...REQUIRED, 'EQUILIBRIUM'];

type Draft = { -readonly [Block in keyof VehicleModel]?: VehicleModel[Block] };

/**
 * Reads a file of vehicle models, SI units. `source` names the text in errors. Throws a `VehicleFileError` for the
 * first problem.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { parseModels } from 'appulse/vehicles';
 *
 * const [first] = parseModels(readFileSync('examples/vehicles/model.dat', 'utf8'), 'model.dat');
 * console.log(first.id, first.COSSERAT_POINT.MASS, first.SUSPENSION.L1); // 1 1573 1.034
 * ```
 */
export function parseModels(text: string, source = 'models'): VehicleModel[] {
  const reader = createTokenReader(text, source);
  takeKeyword(reader, 'NUMBER_OF_MODELS');
  const count = takeCount(reader, 'NUMBER_OF_MODELS');
  const models: VehicleModel[] = [];
  while (peekWord(reader)) models.push(takeModel(reader, models));
  if (models.length !== count) {
    const expected = `must be the number of models, ${models.length}`;
    fail(reader, 'E_COUNT', { line: 1, column: 1 }, 'NUMBER_OF_MODELS', expected, count);
  }
  return models;
}

function takeModel(reader: TokenReader, others: readonly VehicleModel[]): VehicleModel {
  const keyword = takeKeyword(reader, 'MODEL');
  const number = peekWord(reader);
  const id = takeCount(reader, 'MODEL');
  if (number && others.some((model) => model.id === id)) {
    fail(reader, 'E_DUPLICATE_KEY', number, 'MODEL', 'must have a unique number', id);
  }
  const draft: Draft = { id };
  for (let word = peekWord(reader); word && word.text !== 'MODEL'; word = peekWord(reader)) {
    takeBlock(reader, draft, takeWord(reader, 'MODEL', 'must have a block'));
  }
  return finish(reader, draft, keyword);
}

function takeBlock(reader: TokenReader, draft: Draft, keyword: Word): void {
  if (Object.hasOwn(draft, keyword.text)) {
    fail(reader, 'E_DUPLICATE_KEY', keyword, keyword.text, 'must occur once per model');
  }
  switch (keyword.text) {
    case 'COSSERAT_POINT':
      draft.COSSERAT_POINT = takeGroup(reader, keyword, BODY, KEYWORDS);
      break;
    case 'SUSPENSION':
      draft.SUSPENSION = takeGroup(reader, keyword, SUSPENSION, KEYWORDS);
      break;
    case 'TYRE':
      draft.TYRE = takeNumber(reader, 'TYRE');
      break;
    case 'CONTACT':
      draft.CONTACT = takeGroup(reader, keyword, CONTACT, KEYWORDS);
      break;
    case 'EQUILIBRIUM':
      draft.EQUILIBRIUM = takeGroup(reader, keyword, EQUILIBRIUM, KEYWORDS);
      break;
    default:
      fail(reader, 'E_EXPECTED', keyword, 'MODEL', `must continue with one of ${KEYWORDS.join(' ')}`, keyword);
  }
}

function finish(reader: TokenReader, draft: Draft, keyword: Word): VehicleModel {
  const missing = REQUIRED.find((block) => draft[block] === undefined);
  if (missing) fail(reader, 'E_MISSING_KEY', keyword, missing, `model ${draft.id} must have the block ${missing}`);
  const model = draft as VehicleModel;
  const violation = findModelViolation(model);
  if (violation) fail(reader, 'E_RANGE', keyword, violation.key, violation.expected, violation.value);
  return model;
}

/**
 * The file of these models; `parseModels` restores them, number for number, except for `radius`, which the format does not have: it is
 * written as a comment.
 */
export function writeModels(models: readonly VehicleModel[]): string {
  return [`NUMBER_OF_MODELS ${models.length}\n`, ...models.map(writeModel)].join('\n');
}

function writeModel(model: VehicleModel): string {
  const { id, COSSERAT_POINT: body, SUSPENSION: suspension, CONTACT: box, EQUILIBRIUM: rest } = model;
  return [
    `MODEL ${id}\n`,
    `COSSERAT_POINT\n${formatGroup(BODY, body)}`,
    `SUSPENSION\n${formatGroup(SUSPENSION, suspension)}`,
    formatGroup(['TYRE'], model),
    `CONTACT\n${formatGroup(CONTACT, box)}`,
    model.radius === undefined ? '' : `  % radius ${model.radius} m: not a key of this format\n`,
    rest ? `EQUILIBRIUM\n${formatGroup(EQUILIBRIUM, rest)}` : '',
  ].join('');
}
