import { DEFAULT_PENALTY, friction, penalty } from './contact-schema.ts';
import { type Static, Type } from './json-schema.ts';
import { header, name, restitution } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  choice,
  NOT_NEGATIVE,
  object,
  quantity,
  taggedUnion,
  two,
  vector,
  withDefault,
} from './schema-types.ts';

/** Worlds of the plane: rigid bodies and what they do to each other. */

const shape = taggedUnion(
  'kind',
  'Outline of the body in its own axes.',
  object('A simple polygon, convex or not.', {
    kind: Type.Literal('polygon'),
    vertices: Type.Array(vector('length', 'a vertex'), {
      minItems: 3,
      description: 'Corners in order around the outline, either way round. No edge may cross another.',
    }),
  }),
  object('A polygon with equal sides about the origin; the first corner lies on the x axis.', {
    kind: Type.Literal('regular-polygon'),
    sides: Type.Integer({ minimum: 3, maximum: 10000, description: 'Number of sides.' }),
    radius: quantity('length', 'From the centre to each corner', ABOVE_ZERO),
  }),
  object('A rectangle about the origin.', {
    kind: Type.Literal('rectangle'),
    width: quantity('length', 'Along x', ABOVE_ZERO),
    height: quantity('length', 'Along y', ABOVE_ZERO),
  }),
  object('A disc about the origin.', {
    kind: Type.Literal('disc'),
    radius: quantity('length', 'Radius', ABOVE_ZERO),
  }),
  object('Everything behind a straight wall through the origin. Only for bodies that contacts cannot move.', {
    kind: Type.Literal('halfspace'),
    normal: two(
      Type.Number({ description: 'Component' }),
      '[x, y]: direction out of the wall, of any length above zero.',
    ),
  }),
  object('A thin rod.', {
    kind: Type.Literal('segment'),
    start: vector('length', 'one end'),
    end: vector('length', 'the other end'),
  }),
  object('A single point at the origin. Nothing can change its spin.', { kind: Type.Literal('point') }),
);

const body = object('One rigid body of the plane.', {
  name: name('How the rest of the scene refers to the body; unique.'),
  shape,
  position: withDefault(
    [0, 0],
    vector(
      'length',
      'where the origin of the shape is at the start. A free body turns about its centre of mass, wherever that lies in the shape, unless `inertia` is given: then the origin is the centre of mass. Fixed and prescribed bodies turn about the origin.',
    ),
  ),
  angle: withDefault(0, quantity('angle', 'Turn of the shape at the start, counter-clockwise')),
  velocity: withDefault([0, 0], vector('speed', 'velocity of the centre of mass (of the origin, if prescribed)')),
  angularVelocity: withDefault(0, quantity('angular velocity', 'Rate of turn, counter-clockwise')),
  density: Type.Optional(quantity('area density', 'Mass per area. A free body has either this or `mass`', ABOVE_ZERO)),
  mass: Type.Optional(quantity('mass', 'Mass. A free body has either this or `density`', ABOVE_ZERO)),
  inertia: Type.Optional(
    quantity(
      'inertia',
      'Moment of inertia about the origin, which becomes the centre of mass. Only with `mass`; without it the mass is spread evenly over the shape',
      ABOVE_ZERO,
    ),
  ),
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'free: moved by forces and contacts. fixed: stays where it is. prescribed: keeps its velocity and spin whatever touches it.',
    ),
  ),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const pair = object('A law of its own for two bodies; what is left out is as in the rest of the scene.', {
  bodies: two(name('Name of a body.'), 'Names of two different bodies.'),
  collide: withDefault(true, Type.Boolean({ description: 'false: the two pass through each other.' })),
  restitution: Type.Optional(restitution),
  friction: Type.Optional(friction),
  penalty: Type.Optional(penalty),
});

const contacts = object('What happens where bodies touch.', {
  response: withDefault(
    'impulse',
    choice(
      ['impulse', 'penalty'],
      'impulse: velocities jump. penalty: a force while bodies overlap (method steps only).',
    ),
  ),
  restitution: withDefault(1, restitution),
  friction: withDefault({ law: 'none' }, friction),
  multiContact: withDefault(
    'sequential',
    choice(['sequential', 'simultaneous'], 'Several contacts at once: one after the other, or all together.'),
  ),
  order: withDefault(
    'fastest-approach',
    choice(['fastest-approach', 'first'], 'Which contact comes first when they are taken one after the other.'),
  ),
  manifold: withDefault(
    'two-point',
    choice(['two-point', 'single'], 'Edge on edge: contact at both ends of the overlap, or at its middle.'),
  ),
  tolerance: withDefault(
    1e-3,
    quantity('length', 'Bodies nearer than this touch (method steps; times of impact are exact)', ABOVE_ZERO),
  ),
  restitutionThreshold: Type.Optional(
    quantity(
      'speed',
      'Contacts that approach slower than this do not bounce. Default: 0 if nothing presses bodies together (no gravity, no loads), 2 |gravity| step under gravity, else 0.001 m/s',
      NOT_NEGATIVE,
    ),
  ),
  penalty: withDefault(DEFAULT_PENALTY, penalty),
  pairs: withDefault([], Type.Array(pair, { description: 'Pairs of bodies with a law of their own.' })),
});

const sensor = object('A docking sensor.', {
  name: name('How docking refers to the sensor; unique.'),
  body: name('Name of the body that carries it.'),
  point: vector('length', 'where it sits, in the axes in which the shape is given'),
});

const docking = object('Two sensors that join their bodies when they meet.', {
  sensors: two(name('Name of a sensor.'), 'Names of two sensors on different bodies.'),
  mode: withDefault(
    'rigid',
    choice(
      ['rigid', 'pin'],
      'rigid: the bodies become one. pin: the sensors stay together, the bodies may turn (method steps only).',
    ),
  ),
  tolerance: withDefault(1e-3, quantity('length', 'Sensors nearer than this meet', ABOVE_ZERO)),
  maxSpeed: Type.Optional(
    quantity('speed', 'No docking above this relative speed of the sensors. Default: any speed', NOT_NEGATIVE),
  ),
  release: Type.Optional(quantity('time', 'When the bodies part again. Default: never', NOT_NEGATIVE)),
});

const load = object('A constant force or torque on one body (method steps only).', {
  body: name('Name of a free body.'),
  force: withDefault([0, 0], vector('force', 'force at the centre of mass, world axes')),
  torque: withDefault(0, quantity('torque', 'Torque, counter-clockwise')),
  from: withDefault(0, quantity('time', 'When it begins', NOT_NEGATIVE)),
  until: Type.Optional(quantity('time', 'When it ends. Default: never', NOT_NEGATIVE)),
});

export const planarScene = object('Bodies of the plane and what they do to each other.', {
  ...header('planar'),
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  contacts: withDefault({}, contacts),
  sensors: withDefault([], Type.Array(sensor, { description: 'Docking sensors.' })),
  docking: withDefault([], Type.Array(docking, { description: 'Which sensors may join.' })),
  forces: withDefault(
    {},
    object('What acts on the free bodies besides contacts.', {
      gravity: withDefault([0, 0], vector('acceleration', 'the same for all free bodies')),
      loads: withDefault([], Type.Array(load, { description: 'Forces and torques on single bodies.' })),
    }),
  ),
  time: object('How the scene is run.', {
    end: quantity('time', 'How long', ABOVE_ZERO),
    method: withDefault(
      'events',
      choice(['events', 'steps'], 'events: from one exact time of impact to the next. steps: a fixed step.'),
    ),
    step: withDefault(
      1e-3,
      quantity('time', 'Fixed step of the method steps, and of resting bodies with the method events', ABOVE_ZERO),
    ),
    integrator: withDefault(
      'semi-implicit-euler',
      choice(
        ['explicit-euler', 'semi-implicit-euler', 'held-force', 'rk4'],
        'How penalty forces are integrated. Impulses always act at the middle of a step.',
      ),
    ),
    broadPhase: withDefault(
      'sweep-and-prune',
      choice(
        ['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'],
        'How near pairs of bodies are found. Changes the speed, not the answer.',
      ),
    ),
    maxEvents: withDefault(
      1000000,
      Type.Integer({ minimum: 1, description: 'The run stops after this many contact events, with exit code 1.' }),
    ),
  }),
});

/** The description of a planar scene after validation: defaults filled in, units converted, names not yet looked up. */
export type PlanarDocument = Static<typeof planarScene>;
