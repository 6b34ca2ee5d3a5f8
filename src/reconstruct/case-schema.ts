import { type Static, Type } from '../scene/json-schema.ts';
import {
  ABOVE_ZERO,
  choice,
  NOT_NEGATIVE,
  object,
  quantity,
  taggedUnion,
  tuple,
  two,
  vector,
  withDefault,
} from '../scene/schema-types.ts';

/** The format of cases: this schema validates files, fills in defaults, and is what editors use. */

const text = (description: string) => Type.String({ minLength: 1, description });

/** A number in SI units, or a text with a unit of the parameter: its dimension is known when the path is. */
const amount = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: `${description}, with the unit of the parameter`,
  });

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const vehicle = object('A vehicle of the one-impulse model, at the moment of the impact.', {
  name: text('Unique name of the vehicle.'),
  mass: quantity('mass', 'Mass', ABOVE_ZERO),
  yawInertia: quantity('inertia', 'Moment of inertia about the vertical through the centre of mass', ABOVE_ZERO),
  length: withDefault(4.5, quantity('length', 'Length of the body, for drawings', ABOVE_ZERO)),
  width: withDefault(1.8, quantity('length', 'Width of the body, for drawings', ABOVE_ZERO)),
  frontAxle: withDefault(1.2, quantity('length', 'From the centre of mass to the front axle', ABOVE_ZERO)),
  rearAxle: withDefault(1.5, quantity('length', 'From the centre of mass to the rear axle', ABOVE_ZERO)),
  track: withDefault(1.5, quantity('length', 'Distance from the left to the right wheels', ABOVE_ZERO)),
  position: vector('length', 'position of its centre of mass'),
  heading: withDefault(0, quantity('angle', 'Heading, counter-clockwise from the x axis')),
  sideslip: withDefault(0, quantity('angle', 'Direction of motion, counter-clockwise from the heading')),
  speed: withDefault(0, quantity('speed', 'Speed of its centre of mass')),
  yawRate: withDefault(0, quantity('angular velocity', 'Yaw rate, counter-clockwise')),
});

const impact = object('The impact of the one-impulse model.', {
  point: vector('length', 'point of impact, where the impulse acts'),
  normal: quantity('angle', 'Direction of the contact normal, counter-clockwise from the x axis'),
  restitution: withDefault(0, fraction('Ratio of the normal speeds after and before the impact.')),
  friction: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        'Maximum ratio of tangential to normal impulse. Without it the vehicles do not slip at the point of impact.',
    }),
  ),
});

const runOut = object('How a vehicle comes to rest after the impact, or after the end of the scene.', {
  vehicle: text('Name of the vehicle.'),
  friction: withDefault(
    0.7,
    Type.Number({ exclusiveMinimum: 0, maximum: 1.3, description: 'Friction coefficient of tyres and road.' }),
  ),
  locks: withDefault(
    [1, 1, 1, 1],
    tuple(
      4,
      fraction('Lock of a wheel. 1: it slides in every direction. 0: it rolls and resists lateral sliding only.'),
      '[front left, front right, rear left, rear right]: lock of the wheels, by brakes or damage',
    ),
  ),
  steering: withDefault(0, quantity('angle', 'Angle of the front wheels, counter-clockwise')),
});

const braking = object('A skid mark before the impact, for the speed at its start.', {
  vehicle: text('Name of the vehicle.'),
  length: quantity('length', 'Length of the mark', NOT_NEGATIVE),
  friction: withDefault(
    0.7,
    Type.Number({ exclusiveMinimum: 0, maximum: 1.3, description: 'Friction coefficient of tyres and road.' }),
  ),
});

const deviation = {
  length: quantity('length', 'Standard deviation', ABOVE_ZERO),
  angle: quantity('angle', 'Standard deviation', ABOVE_ZERO),
  speed: quantity('speed', 'Standard deviation', ABOVE_ZERO),
  energy: quantity('energy', 'Standard deviation', ABOVE_ZERO),
};

const kind = <const K extends string>(value: K) => Type.Literal(value);
const ofVehicle = text('Name of the vehicle.');

const damage = object('Energy of the damage of one vehicle, with exactly one of energy, ees and crush.', {
  vehicle: ofVehicle,
  energy: Type.Optional(quantity('energy', 'Energy', NOT_NEGATIVE)),
  ees: Type.Optional(quantity('speed', 'Energy-equivalent speed', NOT_NEGATIVE)),
  crush: Type.Optional(
    object('Residual crush, with the stiffness coefficients of CRASH3: force per width A + B C.', {
      A: Type.Number({ minimum: 0, description: 'Force per width without crush [N/m].' }),
      B: Type.Number({ exclusiveMinimum: 0, description: 'Force per width and crush [N/m²].' }),
      width: quantity('length', 'Width of the damage', ABOVE_ZERO),
      depths: Type.Array(quantity('length', 'Residual crush', NOT_NEGATIVE), {
        minItems: 2,
        description: 'Residual crush at equal distances from one end of the width to the other [m].',
      }),
    }),
  ),
});

const measurement = taggedUnion(
  'kind',
  'What was measured, and its standard deviation.',
  object('Position of rest of the centre of mass.', {
    kind: kind('rest-position'),
    vehicle: ofVehicle,
    position: vector('length', 'position of rest'),
    deviation: deviation.length,
  }),
  object('Heading at rest, up to multiples of 360 degrees.', {
    kind: kind('rest-heading'),
    vehicle: ofVehicle,
    heading: quantity('angle', 'Heading, counter-clockwise from the x axis'),
    deviation: deviation.angle,
  }),
  object('A point of a tyre mark after the impact.', {
    kind: kind('tyre-mark'),
    vehicle: ofVehicle,
    wheel: choice(['front-left', 'front-right', 'rear-left', 'rear-right', 'centre'], 'Wheel that made the mark.'),
    point: vector('length', 'a point of the mark'),
    deviation: deviation.length,
  }),
  object('Energy dissipated by the damage of all vehicles.', {
    kind: kind('damage'),
    parts: Type.Array(damage, { minItems: 1, description: 'The energy of each vehicle; the sum is compared.' }),
    deviation: deviation.energy,
  }),
  object('Change of velocity in the impact, as crash recorders store it.', {
    kind: kind('delta-v'),
    vehicle: ofVehicle,
    deltaV: quantity('speed', 'Magnitude of the change of velocity', NOT_NEGATIVE),
    deviation: deviation.speed,
  }),
);

const unknown = object('A number of the case to be estimated. Its value in the case is the first guess.', {
  path: text(
    'Where the number is: `vehicles.A.speed`, `impact.normal`, `runOut.A.friction`, `scene.vehicles.A.speed`.',
  ),
  min: Type.Optional(amount('Lower limit')),
  max: Type.Optional(amount('Upper limit')),
  deviation: Type.Optional(
    amount('Standard deviation of the value in the case, where it is known beforehand; without it nothing is known'),
  ),
});

const reconstruction = object('Evidence of a crash, and what is to be estimated from it.', {
  $schema: Type.Optional(Type.String({ description: 'Location of this schema, for editors.' })),
  title: text('Short title.'),
  description: Type.Optional(text('What happened, and where the numbers come from.')),
  vehicles: Type.Optional(two(vehicle, 'The two vehicles of the one-impulse model, with `impact`.')),
  impact: Type.Optional(impact),
  scene: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'object',
      description: 'Instead of `vehicles` and `impact`: a vehicle scene, which is run to its end.',
    }),
  ),
  runOut: withDefault(
    [],
    Type.Array(runOut, { description: 'How vehicles come to rest. Default: they stay where they are.' }),
  ),
  braking: withDefault([], Type.Array(braking, { description: 'Skid marks before the impact.' })),
  measurements: Type.Array(measurement, { minItems: 1, description: 'The evidence.' }),
  unknowns: Type.Array(unknown, { minItems: 1, maxItems: 20, description: 'What is estimated.' }),
  region: Type.Optional(
    Type.Array(text('Path of an unknown.'), {
      minItems: 1,
      description: 'Unknowns of the joint confidence region. Default: the speeds, or all.',
    }),
  ),
  confidence: withDefault(
    0.95,
    Type.Number({ minimum: 0.5, maximum: 0.9999, description: 'Probability of regions and intervals.' }),
  ),
  deviations: withDefault(
    'known',
    choice(
      ['known', 'relative'],
      'known: the standard deviations are those of the measurements (chi-square). relative: only their ratios are known, and the residuals determine their size (F distribution).',
    ),
  ),
  starts: withDefault(
    8,
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Fits from different starts between the limits; the best one counts.',
    }),
  ),
});

/** A case after validation: defaults filled in, units converted, names not yet resolved. */
export type CaseDocument = Static<typeof reconstruction>;
export type MeasurementDocument = CaseDocument['measurements'][number];

/** The JSON Schema of cases, as in `schema/case.schema.json`; a new object. */
export function caseSchema(): Record<string, unknown> {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Appulse case', ...reconstruction };
}
