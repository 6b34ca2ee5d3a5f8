import { INTEGRATORS } from '../distance/smooth/witness/schemes.ts';
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

/** World of smooth bodies: tiled surfaces, curves and points that move in space or in the plane z = 0. */

const axis = tuple(3, Type.Number({ description: 'Component' }), '[x, y, z]: axis, of any length');

const position = taggedUnion(
  'kind',
  'Position of the origin at time t.',
  object('A fixed position.', { kind: Type.Literal('static'), point: spatialVector('length', 'position') }),
  object('Linear motion: point + velocity t.', {
    kind: Type.Literal('linear'),
    point: spatialVector('length', 'initial position'),
    velocity: spatialVector('speed', 'velocity'),
  }),
  object('Circles, spirals, helices: center + (r cos θ, r sin θ, z), with r, θ and z linear in time.', {
    kind: Type.Literal('spiral'),
    center: withDefault([0, 0, 0], spatialVector('length', 'centre')),
    r0: withDefault(0, quantity('length', 'Radius r at the start')),
    radialSpeed: withDefault(0, quantity('speed', 'Rate of r')),
    theta0: withDefault(0, quantity('angle', 'Angle θ at the start')),
    angularSpeed: withDefault(0, quantity('angular velocity', 'Rate of θ')),
    z0: withDefault(0, quantity('length', 'Height z at the start')),
    vz: withDefault(0, quantity('speed', 'Rate of z')),
  }),
  object('Each coordinate separately: center + velocity t + amplitude sin(angularFrequency t + phase).', {
    kind: Type.Literal('harmonic'),
    center: withDefault([0, 0, 0], spatialVector('length', 'centre')),
    amplitude: spatialVector('length', 'amplitudes'),
    angularFrequency: spatialVector('angular velocity', 'angular frequencies'),
    phase: withDefault([0, 0, 0], spatialVector('angle', 'phases')),
    velocity: withDefault([0, 0, 0], spatialVector('speed', 'velocity of the centre')),
  }),
);

const orientation = object('Orientation at time t: rotation about `axis` by angle0 + rate t, after the tilt.', {
  axis,
  angle0: withDefault(0, quantity('angle', 'Initial angle')),
  rate: withDefault(0, quantity('angular velocity', 'Rate of the angle')),
  tilt: Type.Optional(
    object('A constant rotation, applied first.', { axis, angle: quantity('angle', 'Rotation about that axis') }),
  ),
});

const path = (what: string) =>
  object(`${what} Default: at the origin, without rotation.`, {
    position: Type.Optional(position),
    orientation: Type.Optional(orientation),
  });

const body = object('One body.', {
  name: name('Unique name of the body, used in the rest of the scene.'),
  shape: smoothShape,
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'free: moved by forces and contacts. fixed: does not move. prescribed: follows its `path`, not affected by contacts.',
    ),
  ),
  position: Type.Optional(
    spatialVector(
      'length',
      'initial position of the origin of the shape; a free body rotates about the centre of mass of its shape. Default: the origin',
    ),
  ),
  rotation: Type.Optional(rotation),
  velocity: Type.Optional(spatialVector('speed', 'velocity of the centre of mass at the start. Default: at rest')),
  angularVelocity: Type.Optional(
    spatialVector('angular velocity', 'initial angular velocity, world axes. Default: none'),
  ),
  density: Type.Optional(
    quantity(
      'density',
      'Mass per volume, for planar bodies per area. A free body has either this or `mass`',
      ABOVE_ZERO,
    ),
  ),
  mass: Type.Optional(
    quantity(
      'mass',
      'Mass, uniformly distributed over the shape. A free body has either this or `density`',
      ABOVE_ZERO,
    ),
  ),
  path: Type.Optional(path('Pose of a prescribed body over time.')),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const witness = object('A point of a body.', {
  feature: name('Name of a face, an edge or a vertex; "P" for a point.'),
  x: withDefault(
    [],
    Type.Array(Type.Number({ minimum: 0, maximum: 1, description: 'Parameter' }), {
      maxItems: 2,
      description: 'Its parameters: [u, v] on a face, [t] on an edge, none at a vertex or point.',
    }),
  ),
});

/** A number, or "max" for the optimal one. */
const gain: Schema<number | 'max'> = Type.Unsafe({
  type: ['number', 'string'],
  exclusiveMinimum: 0,
  pattern: '^max$',
  patternErrorMessage: 'must be a number [1/s] or "max"',
  description: 'Gain K of an integrator [1/s]; max: the one that converges fastest for the scheme and the step.',
});

const tracking = object('Tracking of the closest points of bodies.', {
  pairs: Type.Optional(
    Type.Array(
      object('Two bodies.', {
        bodies: two(name('Name of a body.'), 'Names of two different bodies: A and B.'),
        start: Type.Optional(two(witness, 'Initial guess on A and on B. Default: none.')),
      }),
      { description: 'Tracked pairs. Default: all with possible relative motion.' },
    ),
  ),
  mode: withDefault(
    'predictor-corrector',
    choice(
      ['predictor-corrector', 'integrator'],
      'predictor-corrector: predicts from the motion, then iterates to convergence. integrator: the feedback law of the source alone.',
    ),
  ),
  scheme: withDefault(
    'heun',
    choice(
      [...INTEGRATORS, 'tableau'],
      'Integration scheme of the mode integrator. abm2 to abm4: Adams-Bashforth-Moulton predictor-correctors. tableau: the Runge-Kutta scheme of the key tableau.',
    ),
  ),
  tableau: Type.Optional(
    object('Butcher tableau of a Runge-Kutta scheme, explicit or implicit.', {
      a: Type.Array(
        Type.Array(Type.Number({ description: 'Weight of a stage.' }), { description: 'Row of a stage.' }),
        {
          description: 'Matrix by rows; missing numbers at the end of a row are 0.',
        },
      ),
      b: Type.Array(Type.Number({ description: 'Weight of a stage.' }), {
        description: 'Weights of the stages; their sum is 1.',
      }),
      c: Type.Array(Type.Number({ description: 'Time of a stage.' }), {
        description: 'Times of the stages in units of the step: the sums of the rows.',
      }),
    }),
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
      'For the mode integrator. direct: evaluates the points on their bodies at every stage. integrated: does not, and drifts; for comparison.',
    ),
  ),
  signed: Type.Optional(
    Type.Boolean({
      description: 'Track signed distance, negative for overlap. Default: only with a contact response.',
    }),
  ),
});

const contacts = object('Contact response of tracked bodies.', {
  response: withDefault(
    'none',
    choice(
      ['none', 'impulse', 'penalty'],
      'none: they pass through each other. impulse: instantaneous velocity change at the time of contact. penalty: a force while they overlap.',
    ),
  ),
  restitution: withDefault(1, restitution),
  friction: withDefault({ law: 'none' }, friction),
  penalty: withDefault(DEFAULT_PENALTY, penalty),
  tolerance: Type.Optional(
    quantity(
      'length',
      'Bodies closer than this are in contact (response impulse). Default: 1e-7 times the size of the smallest',
      ABOVE_ZERO,
    ),
  ),
  restitutionThreshold: Type.Optional(
    quantity(
      'speed',
      'No restitution below this approach speed. Default: 0 without gravity and couplers, else the speed gained in two steps from gravity, plus 1 m/s² with couplers',
      NOT_NEGATIVE,
    ),
  ),
});

const coupler = object('A spring and damper between a free body and a handle that follows its own path.', {
  name: name('Unique name of the coupler, used in the recording.'),
  body: name('Name of a free body.'),
  point: withDefault([0, 0, 0], spatialVector('length', 'attachment point, in the axes of the shape')),
  handle: path('Pose of the other end over time.'),
  stiffness: withDefault(0, quantity('stiffness', 'Force per elongation', NOT_NEGATIVE)),
  damping: withDefault(0, quantity('damping', 'Force per speed', NOT_NEGATIVE)),
  angularStiffness: withDefault(
    0,
    quantity(
      'angular stiffness',
      'Torque per relative rotation of handle and body: 2 sin(angle/2) times this',
      NOT_NEGATIVE,
    ),
  ),
  angularDamping: withDefault(0, quantity('angular damping', 'Torque per angular velocity', NOT_NEGATIVE)),
});

export const smoothScene = object('Smooth bodies in space or in the plane, with distance tracking.', {
  ...header('smooth'),
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  tracking: withDefault({}, tracking),
  contacts: withDefault({}, contacts),
  couplers: withDefault([], Type.Array(coupler, { description: 'Virtual couplers between handles and bodies.' })),
  forces: withDefault(
    {},
    object('Forces other than contacts and couplers.', {
      gravity: withDefault([0, 0, 0], spatialVector('acceleration', 'the same for all free bodies')),
    }),
  ),
  time: object('Time integration with a fixed step.', {
    end: quantity('time', 'End time', ABOVE_ZERO),
    step: withDefault(1e-3, quantity('time', 'Fixed step', ABOVE_ZERO)),
  }),
});

/** A scene of smooth bodies after validation: defaults filled in, units converted, names not yet resolved. */
export type SmoothDocument = Static<typeof smoothScene>;
