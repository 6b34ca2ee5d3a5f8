import { DEFAULT_PENALTY, friction, penalty } from './contact-schema.ts';
import { dockingKeys, orbitKeys, planarEnvelope } from './docking-schema.ts';
import { planarJoint } from './joint-schema.ts';
import { type Static, Type } from './json-schema.ts';
import { chain, planarPath } from './path-schema.ts';
import { collideAs, header, name, restitution, rigidRecord } from './schema-parts.ts';
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
} from './schema-types.ts';

/** Planar world: rigid bodies in 2-D. */

export const planarShape = taggedUnion(
  'kind',
  'Outline of the body in body axes.',
  object('A simple polygon, convex or not.', {
    kind: Type.Literal('polygon'),
    vertices: Type.Array(vector('length', 'a vertex'), {
      minItems: 3,
      description: 'Vertices in order around the outline, in either orientation. Edges must not cross.',
    }),
  }),
  object('A regular polygon centred at the origin; the first vertex lies on the x axis.', {
    kind: Type.Literal('regular-polygon'),
    sides: Type.Integer({ minimum: 3, maximum: 10000, description: 'Number of sides.' }),
    radius: quantity('length', 'Circumradius', ABOVE_ZERO),
  }),
  object('A rectangle centred at the origin.', {
    kind: Type.Literal('rectangle'),
    halfExtents: tuple(2, quantity('length', 'Half extent', ABOVE_ZERO), '[x, y]: half extents [m]'),
  }),
  object('A disc centred at the origin.', {
    kind: Type.Literal('disc'),
    radius: quantity('length', 'Radius', ABOVE_ZERO),
  }),
  object('A half-space whose boundary passes through the origin. Only for immovable bodies.', {
    kind: Type.Literal('halfspace'),
    normal: two(Type.Number({ description: 'Component' }), '[x, y]: outward normal, of any length above zero.'),
  }),
  object('A thin rod.', {
    kind: Type.Literal('segment'),
    start: vector('length', 'one end'),
    end: vector('length', 'the other end'),
  }),
  object('A single point at the origin. It has no rotational inertia.', { kind: Type.Literal('point') }),
);

const body = object('One planar rigid body.', {
  name: name('Unique name of the body, used in the rest of the scene.'),
  shape: planarShape,
  position: withDefault(
    [0, 0],
    vector(
      'length',
      'initial position of the origin of the shape. A free body rotates about the centre of mass of its shape, unless `inertia` is given: then the origin is the centre of mass. Fixed and prescribed bodies rotate about the origin.',
    ),
  ),
  angle: withDefault(0, quantity('angle', 'Initial rotation of the shape, counter-clockwise')),
  velocity: withDefault([0, 0], vector('speed', 'velocity of the centre of mass (of the origin, if prescribed)')),
  angularVelocity: withDefault(0, quantity('angular velocity', 'Angular velocity, counter-clockwise')),
  density: Type.Optional(quantity('area density', 'Mass per area. A free body has either this or `mass`', ABOVE_ZERO)),
  mass: Type.Optional(quantity('mass', 'Mass. A free body has either this or `density`', ABOVE_ZERO)),
  inertia: Type.Optional(
    quantity(
      'inertia',
      'Moment of inertia about the origin, which becomes the centre of mass. Only with `mass`; without it the mass is distributed uniformly over the shape',
      ABOVE_ZERO,
    ),
  ),
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'free: moved by forces and contacts. fixed: does not move. prescribed: constant velocity and angular velocity, or a `path`, or a link of a chain; not affected by contacts.',
    ),
  ),
  path: Type.Optional(planarPath),
  collideAs,
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const pair = object('Contact settings of one pair of bodies; the default is the setting of the scene.', {
  bodies: two(name('Name of a body.'), 'Names of two different bodies.'),
  collide: withDefault(true, Type.Boolean({ description: 'false: the two pass through each other.' })),
  restitution: Type.Optional(restitution),
  friction: Type.Optional(friction),
  penalty: Type.Optional(penalty),
});

const contacts = object('Contact response.', {
  response: withDefault(
    'impulse',
    choice(
      ['impulse', 'penalty'],
      'impulse: instantaneous velocity change. penalty: a force while bodies overlap (method steps only).',
    ),
  ),
  restitution: withDefault(1, restitution),
  friction: withDefault({ law: 'none' }, friction),
  multiContact: withDefault(
    'sequential',
    choice(
      ['sequential', 'simultaneous'],
      'Several contacts at the same time: resolved one after the other, or simultaneously.',
    ),
  ),
  order: withDefault('fastest-approach', choice(['fastest-approach', 'first'], 'Order of sequential resolution.')),
  manifold: withDefault(
    'two-point',
    choice(['two-point', 'single'], 'Edge-edge contact: points at both ends of the overlap, or at its midpoint.'),
  ),
  tolerance: withDefault(
    1e-3,
    quantity('length', 'Bodies closer than this are in contact (method steps; times of impact are exact)', ABOVE_ZERO),
  ),
  restitutionThreshold: Type.Optional(
    quantity(
      'speed',
      'No restitution below this approach speed. Default: 0 without gravity and loads, 2 |gravity| step under gravity, else 0.001 m/s',
      NOT_NEGATIVE,
    ),
  ),
  penalty: withDefault(DEFAULT_PENALTY, penalty),
  pairs: withDefault([], Type.Array(pair, { description: 'Pairs of bodies with their own contact settings.' })),
});

const sensor = object('A docking sensor, or with an axis a docking port.', {
  name: name('Unique name of the sensor, used by docking.'),
  body: name('Name of the body it is attached to.'),
  point: vector('length', 'position, in the axes of the shape'),
  axis: Type.Optional(
    two(Type.Number({ description: 'Component' }), '[x, y]: axis of the port out of the body. Default: no orientation'),
  ),
});

const docking = object('Two sensors that join their bodies when they touch.', {
  sensors: two(name('Name of a sensor.'), 'Names of two sensors on different bodies.'),
  mode: withDefault(
    'rigid',
    choice(
      ['rigid', 'pin'],
      'rigid: the bodies become one. pin: the sensors stay together, the bodies can rotate (method steps only).',
    ),
  ),
  ...dockingKeys,
  envelope: Type.Optional(planarEnvelope),
});

const load = object('A constant force or torque on one body.', {
  body: name('Name of a free body.'),
  force: withDefault([0, 0], vector('force', 'force at the centre of mass, world axes')),
  torque: withDefault(0, quantity('torque', 'Torque, counter-clockwise')),
  from: withDefault(0, quantity('time', 'Start time', NOT_NEGATIVE)),
  until: Type.Optional(quantity('time', 'End time. Default: never', NOT_NEGATIVE)),
});

export const planarScene = object('Planar rigid bodies in contact.', {
  ...header('planar'),
  record: rigidRecord,
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  chains: withDefault([], Type.Array(chain, { description: 'Manipulators: chains of links with given joint angles.' })),
  contacts: withDefault({}, contacts),
  sensors: withDefault([], Type.Array(sensor, { description: 'Docking sensors.' })),
  joints: withDefault([], Type.Array(planarJoint, { description: 'Joints between the bodies (method steps only).' })),
  docking: withDefault([], Type.Array(docking, { description: 'Pairs of sensors that can dock.' })),
  forces: withDefault(
    {},
    object('Forces other than contact.', {
      gravity: withDefault([0, 0], vector('acceleration', 'the same for all free bodies')),
      loads: withDefault([], Type.Array(load, { description: 'Forces and torques on single bodies.' })),
      ...orbitKeys,
    }),
  ),
  time: object('Time integration.', {
    end: quantity('time', 'End time', ABOVE_ZERO),
    method: withDefault(
      'events',
      choice(['events', 'steps'], 'events: from one exact time of impact to the next. steps: a fixed step.'),
    ),
    step: withDefault(
      1e-3,
      quantity('time', 'Fixed step of the method steps, and of resting contact with the method events', ABOVE_ZERO),
    ),
    integrator: withDefault(
      'semi-implicit-euler',
      choice(
        ['explicit-euler', 'semi-implicit-euler', 'held-force', 'rk4'],
        'Integrator of penalty forces. Impulses always act at the midpoint of a step.',
      ),
    ),
    broadPhase: withDefault(
      'sweep-and-prune',
      choice(
        ['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'],
        'Broad-phase method. Affects the speed, not the results.',
      ),
    ),
    maxEvents: withDefault(
      1000000,
      Type.Integer({ minimum: 1, description: 'The run stops after this many contact events, with exit code 1.' }),
    ),
  }),
});

/** A planar scene after validation: defaults filled in, units converted, names not yet resolved. */
export type PlanarDocument = Static<typeof planarScene>;
