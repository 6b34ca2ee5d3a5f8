import { friction } from './contact-schema.ts';
import { type Static, Type } from './json-schema.ts';
import { header, name, restitution, rotation } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  choice,
  NOT_NEGATIVE,
  object,
  quantity,
  spatialVector,
  tuple,
  two,
  withDefault,
} from './schema-types.ts';
import { solidShape } from './solid-shape-schema.ts';

/** Worlds of solids: many rigid bodies of space that fly, strike, slide, roll, stack, rest and dock. */

const repeat = object('The same body many times, on a grid; the copies are called "name 1", "name 2", ...', {
  count: tuple(3, Type.Integer({ minimum: 1, description: 'How many' }), '[x, y, z]: how many along each axis'),
  spacing: spatialVector('length', 'from one to the next, along each axis'),
  positionJitter: withDefault(
    0,
    quantity('length', 'Each copy is moved by chance, by up to this much along each axis', NOT_NEGATIVE),
  ),
  rotationJitter: withDefault(
    0,
    quantity('angle', 'Each copy is turned by chance, by up to this much about any axis', NOT_NEGATIVE),
  ),
  seed: withDefault(1, Type.Integer({ minimum: 0, description: 'Another number, other chances.' })),
});

const body = object('One rigid body of space.', {
  name: name('How the rest of the scene refers to the body; unique.'),
  shape: solidShape,
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'free: moved by forces and contacts. fixed: stays where it is. prescribed: keeps its velocity and spin whatever touches it.',
    ),
  ),
  position: withDefault(
    [0, 0, 0],
    spatialVector(
      'length',
      'where the origin of the shape is at the start. A free body turns about its centre of mass, wherever that lies, unless `inertia` is given: then the origin is the centre of mass',
    ),
  ),
  rotation: Type.Optional(rotation),
  velocity: withDefault(
    [0, 0, 0],
    spatialVector('speed', 'velocity of the centre of mass (of the origin, if prescribed)'),
  ),
  angularVelocity: withDefault([0, 0, 0], spatialVector('angular velocity', 'rate of turn at the start, world axes')),
  density: Type.Optional(quantity('density', 'Mass per volume. A free body has either this or `mass`', ABOVE_ZERO)),
  mass: Type.Optional(quantity('mass', 'Mass. A free body has either this or `density`', ABOVE_ZERO)),
  inertia: Type.Optional(
    tuple(
      3,
      quantity('inertia', 'Moment', ABOVE_ZERO),
      '[x, y, z]: principal moments of inertia about the origin, along the axes of the shape. Only with `mass`; without it the mass is spread evenly over the shape [kg m^2]',
    ),
  ),
  restitution: Type.Optional({
    ...restitution,
    description: 'Of this body. The smaller of two counts; left out, that of `contacts`.',
  }),
  friction: Type.Optional({
    ...friction,
    description: 'Of this body. Of two the geometric mean counts; left out, that of `contacts`.',
  }),
  group: Type.Optional(name('Bodies of a group have a law in common, see `contacts.groups`.')),
  trigger: withDefault(
    false,
    Type.Boolean({ description: 'true: the body reports overlaps and has no contact response.' }),
  ),
  repeat: Type.Optional(repeat),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const ownLaw = {
  collide: withDefault(true, Type.Boolean({ description: 'false: they pass through each other.' })),
  restitution: Type.Optional(restitution),
  friction: Type.Optional(friction),
};

const pair = object('A law of its own for two bodies; what is left out is as for all others.', {
  bodies: two(name('Name of a body.'), 'Names of two different bodies.'),
  ...ownLaw,
});

const groupPair = object('A law of its own for two groups of bodies, or within one.', {
  groups: two(name('Name of a group.'), 'Two groups; twice the same for the bodies within it.'),
  ...ownLaw,
});

const contacts = object('What happens where bodies touch.', {
  restitution: withDefault(1, restitution),
  friction: withDefault({ law: 'none' }, friction),
  groups: withDefault([], Type.Array(groupPair, { description: 'Groups of bodies with a law of their own.' })),
  pairs: withDefault([], Type.Array(pair, { description: 'Pairs of bodies with a law of their own; before groups.' })),
  restitutionThreshold: Type.Optional(
    quantity(
      'speed',
      'Contacts that approach slower than this do not bounce. Default: 0 if nothing presses bodies together (no gravity, no loads), 2 |gravity| step under gravity with the method steps, else 0.001 m/s',
      NOT_NEGATIVE,
    ),
  ),
  slop: Type.Optional(
    quantity(
      'length',
      'Overlap that fixed steps leave alone. Default: 1e-4 times the size of the smallest free body',
      NOT_NEGATIVE,
    ),
  ),
});

const sensor = object('A docking sensor.', {
  name: name('How docking refers to the sensor; unique.'),
  body: name('Name of the body that carries it.'),
  point: spatialVector('length', 'where it sits, in the axes in which the shape is given'),
});

const docking = object('Two sensors that join their bodies into one when they meet (method events only).', {
  sensors: two(name('Name of a sensor.'), 'Names of two sensors on different bodies.'),
  tolerance: withDefault(1e-3, quantity('length', 'Sensors nearer than this meet', ABOVE_ZERO)),
  maxSpeed: Type.Optional(
    quantity('speed', 'No docking above this relative speed of the sensors. Default: any speed', NOT_NEGATIVE),
  ),
  release: Type.Optional(quantity('time', 'When the bodies part again. Default: never', NOT_NEGATIVE)),
});

const load = object('A constant force or torque on one body (a torque with the method steps only).', {
  body: name('Name of a free body.'),
  force: withDefault([0, 0, 0], spatialVector('force', 'force at the centre of mass, world axes')),
  torque: withDefault([0, 0, 0], spatialVector('torque', 'torque, world axes')),
  from: withDefault(0, quantity('time', 'When it begins', NOT_NEGATIVE)),
  until: Type.Optional(quantity('time', 'When it ends. Default: never', NOT_NEGATIVE)),
});

export const solidScene = object('Many rigid bodies of space and what they do to each other.', {
  ...header('solids'),
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  contacts: withDefault({}, contacts),
  sensors: withDefault([], Type.Array(sensor, { description: 'Docking sensors.' })),
  docking: withDefault([], Type.Array(docking, { description: 'Which sensors may join.' })),
  forces: withDefault(
    {},
    object('What acts on the free bodies besides contacts.', {
      gravity: withDefault([0, 0, 0], spatialVector('acceleration', 'the same for all free bodies')),
      loads: withDefault([], Type.Array(load, { description: 'Forces and torques on single bodies.' })),
    }),
  ),
  time: object('How the scene is run.', {
    end: quantity('time', 'How long', ABOVE_ZERO),
    method: withDefault(
      'events',
      choice(
        ['events', 'steps'],
        'events: from one exact time of impact to the next. steps: a fixed step, for many contacts and resting ones.',
      ),
    ),
    step: withDefault(0.01, quantity('time', 'The fixed step, and that of resting after impacts pile up', ABOVE_ZERO)),
    substeps: withDefault(
      8,
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Parts of a step, each with its own pass of the solver.',
      }),
    ),
    timeToSleep: withDefault(
      0.5,
      quantity('time', 'Groups of bodies that rest fall asleep after this long; 0: never', NOT_NEGATIVE),
    ),
    maxEvents: withDefault(
      1000000,
      Type.Integer({ minimum: 1, description: 'The run stops after this many contact events, with exit code 1.' }),
    ),
  }),
});

/** The description of a world of solids after validation: defaults filled in, units converted, names not yet looked up. */
export type SolidDocument = Static<typeof solidScene>;
