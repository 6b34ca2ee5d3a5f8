import { DEFAULT_PENALTY, friction, penalty } from './contact-schema.ts';
import { type Schema, type Static, Type } from './json-schema.ts';
import { header, name, restitution, rotation } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  choice,
  NOT_NEGATIVE,
  object,
  quantity,
  spatialVector,
  taggedUnion,
  tuple,
  two,
  withDefault,
} from './schema-types.ts';
import { smoothShape } from './smooth-shape-schema.ts';

/** Worlds of smooth bodies: tiled surfaces, curves and points that move in space or in the plane z = 0. */

const axis = tuple(3, Type.Number({ description: 'Component' }), '[x, y, z]: axis, of any length');

const position = taggedUnion(
  'kind',
  'Where the origin is at time t.',
  object('Always at the same place.', { kind: Type.Literal('static'), point: spatialVector('length', 'the place') }),
  object('Straight on: p + vel t.', {
    kind: Type.Literal('linear'),
    point: spatialVector('length', 'the place at the start'),
    velocity: spatialVector('speed', 'velocity'),
  }),
  object('Circles, spirals, helices: center + (r cos θ, r sin θ, z), with r, θ and z linear in time.', {
    kind: Type.Literal('spiral'),
    center: withDefault([0, 0, 0], spatialVector('length', 'the middle')),
    r0: withDefault(0, quantity('length', 'Radius r at the start')),
    radialSpeed: withDefault(0, quantity('speed', 'Rate of r')),
    theta0: withDefault(0, quantity('angle', 'Angle θ at the start')),
    angularSpeed: withDefault(0, quantity('angular velocity', 'Rate of θ')),
    z0: withDefault(0, quantity('length', 'Height z at the start')),
    vz: withDefault(0, quantity('speed', 'Rate of z')),
  }),
  object('Each coordinate on its own: center + vel t + amp sin(freq t + phase).', {
    kind: Type.Literal('harmonic'),
    center: withDefault([0, 0, 0], spatialVector('length', 'the middle')),
    amplitude: spatialVector('length', 'amplitudes'),
    angularFrequency: spatialVector('angular velocity', 'frequencies'),
    phase: withDefault([0, 0, 0], spatialVector('angle', 'phases')),
    velocity: withDefault([0, 0, 0], spatialVector('speed', 'velocity of the middle')),
  }),
);

const orientation = object('How it is turned at time t: about `axis` by angle0 + rate t, after the tilt.', {
  axis,
  angle0: withDefault(0, quantity('angle', 'Turn at the start')),
  rate: withDefault(0, quantity('angular velocity', 'Rate of the turn')),
  tilt: Type.Optional(
    object('A turn that comes first and stays.', { axis, angle: quantity('angle', 'Turn about that axis') }),
  ),
});

const path = (what: string) =>
  object(`${what} Left out: at the origin, and not turned.`, {
    position: Type.Optional(position),
    orientation: Type.Optional(orientation),
  });

const body = object('One body.', {
  name: name('How the rest of the scene refers to the body; unique.'),
  shape: smoothShape,
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'free: moved by forces and contacts. fixed: stays where it is. prescribed: follows its `path` whatever touches it.',
    ),
  ),
  position: Type.Optional(
    spatialVector(
      'length',
      'where the origin of the shape is at the start; a free body turns about its centre of mass, wherever that lies. Default: the origin',
    ),
  ),
  rotation: Type.Optional(rotation),
  velocity: Type.Optional(spatialVector('speed', 'velocity of the centre of mass at the start. Default: at rest')),
  angularVelocity: Type.Optional(
    spatialVector('angular velocity', 'rate of turn at the start, world axes. Default: none'),
  ),
  density: Type.Optional(
    quantity(
      'density',
      'Mass per volume, of bodies of the plane per area. A free body has either this or `mass`',
      ABOVE_ZERO,
    ),
  ),
  mass: Type.Optional(
    quantity('mass', 'Mass, spread evenly over the shape. A free body has either this or `density`', ABOVE_ZERO),
  ),
  path: Type.Optional(path('Of a prescribed body: where it is at every time.')),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const witness = object('A point of a body.', {
  feature: name('Name of a face, an edge or a vertex; of a point P.'),
  x: withDefault(
    [],
    Type.Array(Type.Number({ minimum: 0, maximum: 1, description: 'Parameter' }), {
      maxItems: 2,
      description: 'Its parameters: [u, v] on a face, [t] on an edge, none at a vertex or point.',
    }),
  ),
});

/** A number, or the word for the best one. */
const gain: Schema<number | 'max'> = Type.Unsafe({
  type: ['number', 'string'],
  exclusiveMinimum: 0,
  pattern: '^max$',
  patternErrorMessage: 'must be a number [1/s] or "max"',
  description: 'Gain K of an integrator [1/s]; max: the one that converges fastest for the scheme and the step.',
});

const tracking = object('How the closest points of bodies are followed from step to step.', {
  pairs: Type.Optional(
    Type.Array(
      object('Two bodies.', {
        bodies: two(name('Name of a body.'), 'Names of two different bodies: A and B.'),
        start: Type.Optional(two(witness, 'Where the search begins, on A and on B. Default: anywhere.')),
      }),
      { description: 'Which bodies. Default: all that can move against each other.' },
    ),
  ),
  mode: withDefault(
    'predictor-corrector',
    choice(
      ['predictor-corrector', 'integrator'],
      'predictor-corrector: follows the motion, then corrects until the points are right. integrator: the feedback law of the source alone.',
    ),
  ),
  scheme: withDefault(
    'heun',
    choice(['euler', 'midpoint', 'heun', 'rk3', 'rk4', 'ab2'], 'How the mode integrator takes its steps.'),
  ),
  gain: withDefault('max', gain),
  feedforward: withDefault(
    true,
    Type.Boolean({ description: 'Use the velocities of the bodies. Without them an integrator lags by 1/K seconds.' }),
  ),
  form: withDefault(
    'direct',
    choice(
      ['direct', 'integrated'],
      'Of the mode integrator. direct: compares the points with their bodies at every stage. integrated: never does, and drifts; for comparison.',
    ),
  ),
  signed: Type.Optional(
    Type.Boolean({
      description: 'Follow the distance below zero, inside bodies. Default: only where contacts push.',
    }),
  ),
});

const contacts = object('What happens where tracked bodies touch.', {
  response: withDefault(
    'none',
    choice(
      ['none', 'impulse', 'penalty'],
      'none: they pass through each other. impulse: velocities jump at the time of contact. penalty: a force while they overlap.',
    ),
  ),
  restitution: withDefault(1, restitution),
  friction: withDefault({ law: 'none' }, friction),
  penalty: withDefault(DEFAULT_PENALTY, penalty),
  tolerance: Type.Optional(
    quantity(
      'length',
      'Bodies nearer than this touch (response impulse). Default: 1e-7 times the size of the smallest',
      ABOVE_ZERO,
    ),
  ),
  restitutionThreshold: Type.Optional(
    quantity(
      'speed',
      'Contacts that approach slower than this do not bounce. Default: 0 if nothing presses bodies together (no gravity, no couplers), else the speed that gravity, and 1 m/s² more with couplers, give in two steps',
      NOT_NEGATIVE,
    ),
  ),
});

const coupler = object('A spring and damper between a free body and a handle that follows its own path.', {
  name: name('How the recording refers to the coupler; unique.'),
  body: name('Name of a free body.'),
  point: withDefault(
    [0, 0, 0],
    spatialVector('length', 'where it holds the body, in the axes in which the shape is given'),
  ),
  handle: path('Where the other end is at every time.'),
  stiffness: withDefault(0, quantity('stiffness', 'Force per stretch', NOT_NEGATIVE)),
  damping: withDefault(0, quantity('damping', 'Force per speed', NOT_NEGATIVE)),
  angularStiffness: withDefault(
    0,
    quantity('angular stiffness', 'Torque per turn between handle and body: 2 sin(angle/2) times this', NOT_NEGATIVE),
  ),
  angularDamping: withDefault(0, quantity('angular damping', 'Torque per rate of turn', NOT_NEGATIVE)),
});

export const smoothScene = object('Smooth bodies in space or in the plane, and how near they come.', {
  ...header('smooth'),
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  tracking: withDefault({}, tracking),
  contacts: withDefault({}, contacts),
  couplers: withDefault([], Type.Array(coupler, { description: 'Virtual couplers: how handles pull at bodies.' })),
  forces: withDefault(
    {},
    object('What acts on the free bodies besides contacts and couplers.', {
      gravity: withDefault([0, 0, 0], spatialVector('acceleration', 'the same for all free bodies')),
    }),
  ),
  time: object('How the scene is run: with a fixed step.', {
    end: quantity('time', 'How long', ABOVE_ZERO),
    step: withDefault(1e-3, quantity('time', 'The step', ABOVE_ZERO)),
  }),
});

/** The description of a world of smooth bodies after validation: defaults filled in, units converted, names not yet looked up. */
export type SmoothDocument = Static<typeof smoothScene>;
