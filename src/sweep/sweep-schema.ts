import { type Schema, type Static, Type } from '../scene/json-schema.ts';
import { choice, object, two, withDefault } from '../scene/schema-types.ts';

/** The format of sweep specifications: this schema validates files, fills in defaults, and is what editors use. */

const text = (description: string) => Type.String({ minLength: 1, description });

/** A number in SI units, or a text with a unit of the parameter: its dimension is known when the scene is. */
const amount = (description: string) =>
  Type.Unsafe<number | string>({ type: ['number', 'string'], description: `${description}, as in the scene` });

const integer = (minimum: number, description: string) => Type.Integer({ minimum, description });

const axis = object('One parameter of the sweep, with exactly one of values, range, uniform and normal.', {
  path: Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 1,
    minItems: 1,
    items: text('A path.'),
    description:
      'Where the value is in the scene: `bodies.pod.velocity[0]`, `time.step`. In a list, an item is selected by its index, from 0, or by its name. Several paths get the same value.',
  }),
  name: Type.Optional(text('Column of the results. Default: the first path')),
  values: Type.Optional(
    Type.Unsafe<unknown[]>({ type: 'array', minItems: 1, description: 'The values, as the scene accepts them.' }),
  ),
  range: Type.Optional(
    object('Values at equal distances, with either `count` or `step`.', {
      from: amount('First value'),
      to: amount('Last value; with `step`, the upper limit'),
      count: Type.Optional(integer(1, 'Number of values.')),
      step: Type.Optional(amount('Distance of the values')),
      spacing: withDefault('linear', choice(['linear', 'log'], 'log: equal ratios instead; only with `count`.')),
    }),
  ),
  uniform: Type.Optional(
    object('Random values, uniform between two limits.', { from: amount('Lower limit'), to: amount('Upper limit') }),
  ),
  normal: Type.Optional(
    object('Random values, normally distributed; truncated where a limit is given.', {
      mean: amount('Mean before truncation'),
      deviation: amount('Standard deviation before truncation'),
      min: Type.Optional(amount('Lower limit')),
      max: Type.Optional(amount('Upper limit')),
    }),
  ),
});

const samples = object('How axes with a distribution are sampled. Each point of the grid gets the same samples.', {
  count: integer(1, 'Number of samples.'),
  method: withDefault(
    'random',
    choice(
      ['random', 'latin-hypercube', 'sobol'],
      'random: independent samples. latin-hypercube: one sample in each of `count` intervals of equal probability of every axis. sobol: low-discrepancy sequence, best with a power of 2.',
    ),
  ),
  seed: withDefault(
    1,
    Type.Integer({ minimum: 0, maximum: 4294967295, description: 'Seed. The same seed gives the same samples.' }),
  ),
});

const correlation = object('Correlation of two axes with a distribution.', {
  axes: two(text('Name of an axis.'), 'Names of two axes.'),
  value: Type.Number({
    minimum: -1,
    maximum: 1,
    description:
      'Correlation coefficient of the normal variables behind the two axes (Gaussian copula); of the axes themselves if both are normal.',
  }),
});

const output = {
  type: ['string', 'object'],
  minLength: 1,
  description:
    'A value to store: the name of a value of the summary such as `collisions` or `ledgerEnd.kineticEnergy`, or an object with exactly one of summary, event and table.',
  additionalProperties: false,
  properties: {
    name: Type.Optional(text('Column of the results. Default: made from the other keys')),
    summary: Type.Optional(text('A value of the summary of the run: `time`, `dockings`, `ledgerEnd.kineticEnergy`.')),
    event: Type.Optional(text('Type of events: `collision`, `docking`.')),
    table: Type.Optional(
      text(
        'Table of a recording: frames, contacts, ledger, tracking, couplers, vehicles or distances. Needs `column` and `statistic`.',
      ),
    ),
    column: Type.Optional(text('Column of the table, or field of the event. Default for events: time')),
    statistic: Type.Optional(
      choice(
        ['first', 'last', 'min', 'max', 'mean', 'sum', 'count'],
        'Of all rows of the table, or of all events of the type. Default for events: first',
      ),
    ),
    bodies: Type.Optional(
      Type.Array(text('Name of a body.'), {
        minItems: 1,
        maxItems: 2,
        description: 'Only rows or events of this body, or of these two.',
      }),
    ),
  },
} as unknown as Schema<string | OutputDocument>;

/** An output in a specification. */
export interface OutputDocument {
  readonly name?: string;
  readonly summary?: string;
  readonly event?: string;
  readonly table?: string;
  readonly column?: string;
  readonly statistic?: 'first' | 'last' | 'min' | 'max' | 'mean' | 'sum' | 'count';
  readonly bodies?: readonly string[];
}

/** Used unless outputs are given. */
const DEFAULT_OUTPUTS = ['time', 'collisions', 'dockings', 'ledgerEnd.kineticEnergy', 'balance.energyError'];

const sweep = object('Many runs of one scene with changed parameters.', {
  $schema: Type.Optional(Type.String({ description: 'Location of this schema, for editors.' })),
  title: Type.Optional(text('Short title.')),
  description: Type.Optional(text('What is varied, and why.')),
  scene: Type.Optional(
    Type.Unsafe<unknown>({
      type: ['string', 'object'],
      minLength: 1,
      description: 'The scene: a file, relative to the specification, the name of an example, or the scene itself.',
    }),
  ),
  vehicles: Type.Optional(
    object('Instead of `scene`: data files of vehicles.', {
      models: text('Model file, .dat.'),
      platoon: text('Platoon file, .dat.'),
      end: withDefault(3, Type.Number({ exclusiveMinimum: 0, description: 'End time [s].' })),
    }),
  ),
  axes: Type.Array(axis, {
    minItems: 1,
    description:
      'What is varied. Axes with values or a range make a grid: every combination is run, the last axis varies fastest.',
  }),
  samples: Type.Optional(samples),
  correlations: withDefault([], Type.Array(correlation, { description: 'Of axes with a distribution.' })),
  outputs: withDefault(
    DEFAULT_OUTPUTS,
    Type.Array(output, { description: 'Values to store for each run, in addition to its status.' }),
  ),
  recordings: Type.Optional(
    object('Complete recordings of some runs.', { every: integer(1, 'Of every run, every second run, and so on.') }),
  ),
  limits: withDefault(
    {},
    object('Limits of a single run.', {
      seconds: withDefault(60, Type.Number({ exclusiveMinimum: 0, description: 'Wall-clock time [s].' })),
      steps: Type.Optional(integer(1, 'Number of steps or events.')),
    }),
  ),
  chunk: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100000,
      description: 'Runs per file of results. Default: the square root of the number of runs',
    }),
  ),
});

/** A specification after validation: defaults filled in, paths and units not yet resolved. */
export type SweepDocument = Static<typeof sweep>;

/** The JSON Schema of sweep specifications, as in `schema/sweep.schema.json`; a new object. */
export function sweepSchema(): Record<string, unknown> {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Appulse sweep', ...sweep };
}
