import { DEFAULT_PENALTY, solidFriction as friction, solidPenalty } from './contact-schema.ts';
import { dockingKeys, orbitKeys, spatialEnvelope } from './docking-schema.ts';
import { solidJoint } from './joint-schema.ts';
import { type Static, Type } from './json-schema.ts';
import { collideAs, header, name, restitution, rigidRecord, rotation } from './schema-parts.ts';
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

/** Rigid-body world in 3-D: free flight, impacts, sliding, rolling, stacking, resting and docking. */

const repeat = object('Copies of the body on a grid, named "name 1", "name 2", ...', {
  count: tuple(3, Type.Integer({ minimum: 1, description: 'Count' }), '[x, y, z]: number of copies along each axis'),
  spacing: spatialVector('length', 'spacing of the copies along each axis'),
  positionJitter: withDefault(
    0,
    quantity('length', 'Maximum random offset of each copy along each axis', NOT_NEGATIVE),
  ),
  rotationJitter: withDefault(
    0,
    quantity('angle', 'Maximum random rotation of each copy, about a random axis', NOT_NEGATIVE),
  ),
  seed: withDefault(1, Type.Integer({ minimum: 0, description: 'Seed of the random offsets and rotations.' })),
});

const body = object('One rigid body.', {
  name: name('Unique name of the body, used in the rest of the scene.'),
  shape: solidShape,
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'free: moved by forces and contacts. fixed: does not move. prescribed: constant velocity and angular velocity, not affected by contacts.',
    ),
  ),
  position: withDefault(
    [0, 0, 0],
    spatialVector(
      'length',
      'initial position of the origin of the shape. A free body rotates about the centre of mass of its shape, unless `inertia` is given: then the origin is the centre of mass',
    ),
  ),
  rotation: Type.Optional(rotation),
  velocity: withDefault(
    [0, 0, 0],
    spatialVector('speed', 'velocity of the centre of mass (of the origin, if prescribed)'),
  ),
  angularVelocity: withDefault([0, 0, 0], spatialVector('angular velocity', 'initial angular velocity, world axes')),
  density: Type.Optional(quantity('density', 'Mass per volume. A free body has either this or `mass`', ABOVE_ZERO)),
  mass: Type.Optional(quantity('mass', 'Mass. A free body has either this or `density`', ABOVE_ZERO)),
  inertia: Type.Optional(
    tuple(
      3,
      quantity('inertia', 'Moment', ABOVE_ZERO),
      '[x, y, z]: principal moments of inertia about the origin, along the axes of the shape. Only with `mass`; without it the mass is distributed uniformly over the shape [kg m^2]',
    ),
  ),
  restitution: Type.Optional({
    ...restitution,
    description: 'Restitution of this body. A pair uses the smaller value. Default: that of `contacts`.',
  }),
  friction: Type.Optional({
    ...friction,
    description: 'Friction of this body. A pair uses the geometric mean. Default: that of `contacts`.',
  }),
  group: Type.Optional(name('Group name, for the settings in `contacts.groups`.')),
  trigger: withDefault(
    false,
    Type.Boolean({ description: 'true: the body reports overlaps and has no contact response.' }),
  ),
  collideAs,
  repeat: Type.Optional(repeat),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const ownLaw = {
  collide: withDefault(true, Type.Boolean({ description: 'false: they pass through each other.' })),
  restitution: Type.Optional(restitution),
  friction: Type.Optional(friction),
  penalty: Type.Optional(solidPenalty),
};

const pair = object('Contact settings of one pair of bodies; the default is the setting of the scene.', {
  bodies: two(name('Name of a body.'), 'Names of two different bodies.'),
  ...ownLaw,
});

const groupPair = object('Contact settings of two groups of bodies, or within one.', {
  groups: two(name('Name of a group.'), 'Two groups; the same name twice for pairs within a group.'),
  ...ownLaw,
});

const contacts = object('Contact response.', {
  response: withDefault(
    'impulse',
    choice(
      ['impulse', 'penalty'],
      'impulse: rigid contact. penalty: compliant contact, a force while bodies overlap (method steps only).',
    ),
  ),
  restitution: withDefault(1, restitution),
  friction: withDefault({ law: 'none' }, friction),
  penalty: withDefault(DEFAULT_PENALTY, solidPenalty),
  groups: withDefault([], Type.Array(groupPair, { description: 'Groups of bodies with their own contact settings.' })),
  pairs: withDefault(
    [],
    Type.Array(pair, { description: 'Pairs of bodies with their own contact settings; these override groups.' }),
  ),
  restitutionThreshold: Type.Optional(
    quantity(
      'speed',
      'No restitution below this approach speed. Default: 0 without gravity and loads, 2 |gravity| step under gravity with the method steps, else 0.001 m/s',
      NOT_NEGATIVE,
    ),
  ),
  slop: Type.Optional(
    quantity(
      'length',
      'Penetration allowed by fixed steps (slop). Default: 1e-4 times the size of the smallest free body',
      NOT_NEGATIVE,
    ),
  ),
});

const directionOf = (description: string) =>
  tuple(3, Type.Number({ description: 'Component' }), `[x, y, z]: ${description}`);

const sensor = object('A docking sensor, or with an axis a docking port.', {
  name: name('Unique name of the sensor, used by docking.'),
  body: name('Name of the body it is attached to.'),
  point: spatialVector('length', 'position, in the axes of the shape'),
  axis: Type.Optional(
    directionOf('axis of the port out of the body, in the axes of the shape. Default: no orientation'),
  ),
  up: Type.Optional(directionOf('roll mark of the port, in the axes of the shape. Default: every roll position fits')),
});

const docking = object('Two sensors that join their bodies into one when they touch.', {
  sensors: two(name('Name of a sensor.'), 'Names of two sensors on different bodies.'),
  ...dockingKeys,
  envelope: Type.Optional(spatialEnvelope),
});

const load = object('A constant force or torque on one body.', {
  body: name('Name of a free body.'),
  force: withDefault([0, 0, 0], spatialVector('force', 'force at the centre of mass, world axes')),
  torque: withDefault([0, 0, 0], spatialVector('torque', 'torque, world axes')),
  from: withDefault(0, quantity('time', 'Start time', NOT_NEGATIVE)),
  until: Type.Optional(quantity('time', 'End time. Default: never', NOT_NEGATIVE)),
});

export const solidScene = object('Rigid bodies in 3-D, in contact.', {
  ...header('solids'),
  record: rigidRecord,
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  contacts: withDefault({}, contacts),
  sensors: withDefault([], Type.Array(sensor, { description: 'Docking sensors.' })),
  docking: withDefault([], Type.Array(docking, { description: 'Pairs of sensors that can dock.' })),
  joints: withDefault([], Type.Array(solidJoint, { description: 'Joints between the bodies (method steps only).' })),
  forces: withDefault(
    {},
    object('Forces other than contact.', {
      gravity: withDefault([0, 0, 0], spatialVector('acceleration', 'the same for all free bodies')),
      loads: withDefault([], Type.Array(load, { description: 'Forces and torques on single bodies.' })),
      ...orbitKeys,
      centralGravity: Type.Optional(
        object('Gravity of a central body: -mu d/|d|³ with d the position relative to its centre.', {
          mu: Type.Number({ exclusiveMinimum: 0, description: 'Gravitational parameter [m³/s²]' }),
          center: withDefault([0, 0, 0], spatialVector('length', 'centre of the central body')),
        }),
      ),
    }),
  ),
  time: object('Time integration.', {
    end: quantity('time', 'End time', ABOVE_ZERO),
    method: withDefault(
      'events',
      choice(
        ['events', 'steps'],
        'events: from one exact time of impact to the next. steps: a fixed step, for many or resting contacts.',
      ),
    ),
    step: withDefault(
      0.01,
      quantity('time', 'Fixed step, and that of resting contact after Zeno behaviour', ABOVE_ZERO),
    ),
    substeps: withDefault(
      8,
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Substeps per step, each with one solver pass.',
      }),
    ),
    timeToSleep: withDefault(
      0.5,
      quantity('time', 'Time at rest after which an island falls asleep; 0: never', NOT_NEGATIVE),
    ),
    maxEvents: withDefault(
      1000000,
      Type.Integer({ minimum: 1, description: 'The run stops after this many contact events, with exit code 1.' }),
    ),
  }),
});

/** A scene of solids after validation: defaults filled in, units converted, names not yet resolved. */
export type SolidDocument = Static<typeof solidScene>;
