/** Vehicle data files, valid and invalid. [PATH98-10] */
import { parseModels } from '../../formats/vehicle-files/model-file.ts';
import { parsePlatoon } from '../../formats/vehicle-files/platoon-file.ts';
import { VehicleFileError } from '../../formats/vehicle-files/vehicle-file-error.ts';
import { same } from '../compare.ts';
import { choiceAt, isFields, textAt } from '../fields.ts';
import type { Fields, QueryOperation } from '../query-operation.ts';

/** Platoons are read with this model number only. */
const MODELS = [{ id: 1 }];

export const dataFileOperation: QueryOperation = {
  name: 'parser-cases',
  description:
    'content of a data file of vehicle models, or of a platoon of vehicles of model 1, or the code and location of the first input error',
  example: {
    kind: 'platoon',
    text: 'NUMBER_OF_VEHICLES 1 VEHICLE_HAS_MODEL 1 INITIALLY_WITH X 0 Y 0 ORIENTATION 0 SPEED 29.1 STEERING 0',
  },
  answer(fields) {
    const kind = choiceAt(fields, 'kind', ['model', 'platoon']);
    const text = textAt(fields, 'text');
    try {
      if (kind === 'platoon') return { ok: parsePlatoon(text, MODELS) };
      return { ok: Object.fromEntries(parseModels(text).map((model) => [model.id, model])) };
    } catch (error) {
      if (!(error instanceof VehicleFileError)) throw error;
      const { code, line, column, message } = error;
      return { inputError: { error: code, line, column, message } };
    }
  },
  check({ expected }, answer) {
    const exact = expected as Fields;
    if (exact.ok !== undefined) return [same('ok', inOrder(answer.ok), inOrder(exact.ok))];
    const { error, line } = (answer.inputError ?? {}) as Fields;
    return [same('error', error, exact.error), same('line', line, exact.line)];
  },
};

/** The same with sorted keys, since their order has no meaning. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isFields(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key])]));
}
