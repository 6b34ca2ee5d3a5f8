/** The words of the reference files for how vehicles are run. [PATH98] spec 5 to 9 */
import { DEPTH_LAWS } from '../../response/vehicle-contact/contact-law.ts';
import type { GivenRunSettings } from '../../sim/vehicles/run-settings.ts';
import { booleanOr, choiceAt, fieldsAt, numberAt } from '../fields.ts';
import type { Fields } from '../question.ts';

const CONTACT_NUMBERS = {
  radius: 'radius',
  kPen: 'stiffness',
  cPen: 'damping',
  muContact: 'friction',
  vEps: 'slipSpeed',
  filterTol: 'parallelAngle',
  fbDepth: 'fallbackOverlap',
  fbRatio: 'fallbackShare',
};
const CONTACT_CHOICES = {
  mode: ['model', ['EM', 'BM']],
  law: ['depthLaw', DEPTH_LAWS],
  filter: ['filter', ['sat', 'eq1']],
  axisOrder: ['axisOrder', ['material', 'length']],
} as const;
const ROAD_NUMBERS = { g: 'gravity', tyreMu: 'tyreFriction', tyreC: 'tyreStiffness', vEps: 'slipSpeed' };
const RUN_NUMBERS = { dt: 'step', T: 'duration', matDamp: 'viscosity' };

/** `settings` of a question; what it leaves out is as usual. */
export function runSettingsAt(fields: Fields): GivenRunSettings {
  if (fields.settings === undefined) return {};
  const given = fieldsAt(fields, 'settings');
  const numbers = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(words)
        .filter(([word]) => given[word] !== undefined)
        .map(([word, name]) => [name, numberAt(given, word, 'settings')]),
    );
  const choices = Object.entries(CONTACT_CHOICES)
    .filter(([word]) => given[word] !== undefined)
    .map(([word, [name, words]]) => [name, choiceAt<string>(given, word, words, 'settings')]);
  return {
    ...numbers(RUN_NUMBERS),
    ...(given.equilibrium !== undefined && {
      equilibrium: choiceAt(given, 'equilibrium', ['exact', 'file'], 'settings'),
    }),
    contact: {
      ...numbers(CONTACT_NUMBERS),
      ...Object.fromEntries(choices),
      fallback: booleanOr(given, 'fallback', true, 'settings'),
    },
    road: { ...numbers(ROAD_NUMBERS), tyres: booleanOr(given, 'tyreOn', true, 'settings') },
  };
}

const MODEL_TEXT =
  'NUMBER_OF_MODELS 1 MODEL 1 COSSERAT_POINT MASS 1573 Ix 479.6 Iy 2594.6 Iz 2782 E 2e8 nu 0.3 volume 0.42 ' +
  'SUSPENSION L1 1.034 L2 1.491 B 0.725 H1 0 H2 0 spring_ref 0.15 C1 40000 C2 40000 D1 1500 D2 1200 ' +
  'TYRE 0.0016 CONTACT A1 5 A2 3 A3 2.9';
const START = 'ORIENTATION 0 STEERING 0';

/** The vehicle of the published examples, and two of them of which one runs into the other. */
export const exampleFiles = {
  models: MODEL_TEXT,
  platoon:
    `NUMBER_OF_VEHICLES 2 VEHICLE_HAS_MODEL 1 INITIALLY_WITH X 0 Y 0 SPEED 29.1 ${START} ` +
    `VEHICLE_HAS_MODEL 1 INITIALLY_WITH X 6 Y -2 SPEED 26.8 ${START}`,
};
