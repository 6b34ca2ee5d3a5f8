import { DEFAULT_FOLLOW } from '../dynamics/vehicle/driver.ts';
import { DEFAULT_HITCH } from '../dynamics/vehicle/hitch.ts';
import { Type } from './json-schema.ts';
import { name } from './schema-parts.ts';
import { ABOVE_ZERO, NOT_NEGATIVE, object, quantity, tuple, vector, withDefault } from './schema-types.ts';

/** Drivers, trailers, areas and slopes of a scene of vehicles; all of them for the tyre model `ellipse`, but trailers. */

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const brakes = object('Brakes of all wheels.', {
  force: quantity('force', 'Sum of the forces on the road at full brake', ABOVE_ZERO),
  front: withDefault(0.65, fraction('Fraction of the force at the front axle.')),
});

const engine = object('Engine.', {
  force: quantity('force', 'Sum of the forces on the road at full throttle', ABOVE_ZERO),
  power: Type.Number({ exclusiveMinimum: 0, description: 'Power that limits the force at high speed [W].' }),
  front: withDefault(1, fraction('Fraction of the force at the front axle: 1 for front-wheel drive.')),
});

export const drive = object('Tyres, brakes and engine, for the tyre model "ellipse".', {
  stiffness: Type.Optional(
    tuple(
      2,
      Type.Number({ exclusiveMinimum: 0, description: 'Lateral force per load and slip angle [1/rad].' }),
      '[front, rear]: lateral force of the tyres per load and slip angle [1/rad]. Default: road.tyreStiffness',
    ),
  ),
  longitudinal: withDefault(
    1,
    Type.Number({ exclusiveMinimum: 0, description: 'Friction along the wheel over that across it.' }),
  ),
  sliding: withDefault(
    1,
    Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Friction of a locked wheel over the maximum.' }),
  ),
  loadSensitivity: withDefault(
    0,
    Type.Number({
      minimum: 0,
      maximum: 0.9,
      description: 's of the friction coefficient at the load N: that at the static load N0 over 1 + s (N / N0 - 1).',
    }),
  ),
  brakes: Type.Optional(brakes),
  engine: Type.Optional(engine),
  dragArea: withDefault(
    0,
    Type.Number({ minimum: 0, description: 'Coefficient of air resistance times frontal area [m^2].' }),
  ),
});

const pedal = (description: string) =>
  Type.Optional(
    Type.Array(
      object('A point of the history; linear between points, constant before and after.', {
        time: quantity('time', 'Time'),
        value: fraction('Pedal, from 0 to 1.'),
      }),
      { minItems: 1, description },
    ),
  );

const follow = object('Car following: what the driver sees acts after the reaction time.', {
  vehicle: name('Name of the vehicle ahead.'),
  reaction: withDefault(DEFAULT_FOLLOW.reaction, quantity('time', 'Reaction time', NOT_NEGATIVE)),
  distance: withDefault(DEFAULT_FOLLOW.distance, quantity('length', 'Wanted gap at standstill', NOT_NEGATIVE)),
  headway: withDefault(DEFAULT_FOLLOW.headway, quantity('time', 'Wanted time gap', NOT_NEGATIVE)),
  speedGain: withDefault(
    DEFAULT_FOLLOW.speedGain,
    Type.Number({ exclusiveMinimum: 0, description: 'Acceleration per difference of speeds [1/s].' }),
  ),
  gapGain: withDefault(
    DEFAULT_FOLLOW.gapGain,
    Type.Number({ minimum: 0, description: 'Acceleration per error of the gap [1/s^2].' }),
  ),
});

export const driver = object('What the driver does. Needs the tyre model "ellipse".', {
  brake: pedal('Brake pedal over time.'),
  throttle: pedal('Throttle pedal over time.'),
  steering: Type.Optional(
    Type.Array(
      object('A point of the history; linear between points, constant before and after.', {
        time: quantity('time', 'Time'),
        angle: quantity('angle', 'Angle of the front wheels, counter-clockwise'),
      }),
      { minItems: 1, description: 'Angle of the front wheels over time, instead of the constant steering.' },
    ),
  ),
  follow: Type.Optional(follow),
});

export const hitch = object('A ball joint between a vehicle and its trailer, which do not touch otherwise.', {
  vehicle: name('Name of the towing vehicle.'),
  trailer: name('Name of the trailer.'),
  behind: quantity('length', 'From the centre of mass of the towing vehicle back to the joint'),
  ahead: quantity('length', 'From the centre of mass of the trailer forward to the joint'),
  height: withDefault(0.4, quantity('length', 'Height of the joint above the road at rest')),
  stiffness: withDefault(DEFAULT_HITCH.stiffness, quantity('stiffness', 'Stiffness of the joint', ABOVE_ZERO)),
  damping: withDefault(DEFAULT_HITCH.damping, quantity('damping', 'Damping of the joint', NOT_NEGATIVE)),
});

export const area = object('A rectangle with another friction coefficient; where areas overlap, the last one counts.', {
  position: vector('length', 'its centre'),
  halfExtents: vector('length', 'half of its length along the heading, and of its width'),
  heading: withDefault(0, quantity('angle', 'Heading, counter-clockwise from the x axis')),
  friction: Type.Number({ exclusiveMinimum: 0, description: 'Friction coefficient of the tyres in it.' }),
});

export const ramp = object(
  'A rise of the road, infinitely wide: a slope, a bank (heading across the road) or a curb.',
  {
    position: vector('length', 'a point of the line at which it begins'),
    heading: withDefault(0, quantity('angle', 'Heading in which it rises, counter-clockwise from the x axis')),
    length: quantity('length', 'Length of the rise', ABOVE_ZERO),
    rise: quantity('length', 'Height gained, below zero for a descent'),
    rounding: Type.Optional(
      quantity('length', 'Length of each rounded end. Default: a quarter of the length', ABOVE_ZERO),
    ),
  },
);
