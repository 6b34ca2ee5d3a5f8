/** Keys of the reference files for run settings of vehicles. [PATH98-5] to [PATH98-9] */
import { DEPTH_LAWS } from '../../response/vehicle-contact/contact-law.ts';
import type { GivenRunSettings } from '../../sim/vehicles/run-settings.ts';
import { booleanOr, choiceAt, fieldsAt, numberAt } from '../fields.ts';
import type { Fields } from '../query-operation.ts';

/** `settings` of a query; missing keys have their defaults. */
export function runSettingsAt(fields: Fields): GivenRunSettings {
  if (fields.settings === undefined) return {};
  const settings = fieldsAt(fields, 'settings');
  const read = <T>(word: string, reader: () => T) => (settings[word] === undefined ? undefined : reader());
  const number = (word: string) => read(word, () => numberAt(settings, word, 'settings'));
  const isTrue = (word: string) => read(word, () => booleanOr(settings, word, true, 'settings'));
  const choice = <T extends string>(word: string, words: readonly T[]) =>
    read(word, () => choiceAt(settings, word, words, 'settings'));
  return {
    ...given({
      step: number('dt'),
      duration: number('T'),
      viscosity: number('matDamp'),
      equilibrium: choice('equilibrium', ['exact', 'file']),
    }),
    contact: given({
      model: choice('mode', ['EM', 'BM']),
      stiffness: number('kPen'),
      damping: number('cPen'),
      friction: number('muContact'),
      slipSpeed: number('vEps'),
      depthLaw: choice('law', DEPTH_LAWS),
      filter: choice('filter', ['sat', 'eq1']),
      parallelAngle: number('filterTol'),
      radius: number('radius'),
      axisOrder: choice('axisOrder', ['material', 'length']),
      fallback: isTrue('fallback'),
      fallbackOverlap: number('fbDepth'),
      fallbackFraction: number('fbRatio'),
    }),
    road: given({
      gravity: number('g'),
      tyres: isTrue('tyreOn'),
      tyreFriction: number('tyreMu'),
      tyreStiffness: number('tyreC'),
      slipSpeed: number('vEps'),
    }),
  };
}

/** Without undefined values, which would override defaults. */
function given<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

const MODEL_TEXT =
  'NUMBER_OF_MODELS 1 MODEL 1 COSSERAT_POINT MASS 1573 Ix 479.6 Iy 2594.6 Iz 2782 E 2e8 nu 0.3 volume 0.42 ' +
  'SUSPENSION L1 1.034 L2 1.491 B 0.725 H1 0 H2 0 spring_ref 0.15 C1 40000 C2 40000 D1 1500 D2 1200 ' +
  'TYRE 0.0016 CONTACT A1 5 A2 3 A3 2.9';
const START = 'ORIENTATION 0 STEERING 0';

/** The vehicle of the published examples, and two of them, one of which hits the other. */
export const exampleFiles = {
  models: MODEL_TEXT,
  platoon:
    `NUMBER_OF_VEHICLES 2 VEHICLE_HAS_MODEL 1 INITIALLY_WITH X 0 Y 0 SPEED 29.1 ${START} ` +
    `VEHICLE_HAS_MODEL 1 INITIALLY_WITH X 6 Y -2 SPEED 26.8 ${START}`,
};
