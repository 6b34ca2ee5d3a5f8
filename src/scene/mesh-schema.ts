import { type Static, Type } from './json-schema.ts';
import { header, name, restitution, rotation } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  choice,
  object,
  oneOfNumbers,
  quantity,
  spatialVector,
  taggedUnion,
  tuple,
  withDefault,
} from './schema-types.ts';

/** Worlds of meshes: elastic and rigid surfaces in space that deform and strike each other. */

const count = (what: string, maximum = 1000) => Type.Integer({ minimum: 1, maximum, description: what });

const shape = taggedUnion(
  'kind',
  'What the body is, about its middle and along its own axes.',
  object('An elastic box of eight-node bricks.', {
    kind: Type.Literal('hexahedra'),
    size: tuple(3, quantity('length', 'Extent', ABOVE_ZERO), '[x, y, z]: extents [m]'),
    elements: tuple(3, count('Bricks'), '[x, y, z]: how many bricks along each side'),
  }),
  object('An elastic sheet of triangles across z; it resists stretching, not bending.', {
    kind: Type.Literal('membrane'),
    size: tuple(2, quantity('length', 'Extent', ABOVE_ZERO), '[x, y]: extents [m]'),
    elements: tuple(2, count('Rectangles'), '[x, y]: how many rectangles, of two triangles each, along each side'),
    thickness: quantity('length', 'Thickness, which sets mass and stiffness', ABOVE_ZERO),
  }),
  object('A rigid ball whose surface is an icosahedron with its triangles divided.', {
    kind: Type.Literal('icosphere'),
    radius: quantity('length', 'Radius', ABOVE_ZERO),
    subdivisions: withDefault(
      2,
      Type.Integer({ minimum: 0, maximum: 6, description: 'How often each triangle is cut into four.' }),
    ),
  }),
);

const elastic = object('What an elastic body is made of (St Venant-Kirchhoff).', {
  modulus: quantity('modulus', "Young's modulus", ABOVE_ZERO),
  poisson: withDefault(0, Type.Number({ description: "Poisson's ratio, above -1 and below 0.5." })),
  density: quantity('density', 'Mass per volume', ABOVE_ZERO),
});

const NODE_SETS = ['x-', 'x+', 'y-', 'y+', 'z-', 'z+', 'rim', 'all'] as const;
const nodeSet = choice(
  NODE_SETS,
  'Nodes of the body by place: on one of its sides (x- ... z+; a membrane has no z sides), on the rim of a membrane, or all.',
);

const prescribedNodes = object('Nodes that move as prescribed, whatever pulls at them.', {
  nodes: nodeSet,
  velocity: withDefault([0, 0, 0], spatialVector('speed', 'velocity of their middle')),
  angularVelocity: withDefault([0, 0, 0], spatialVector('angular velocity', 'rate of turn about their middle')),
  until: Type.Optional(quantity('time', 'When they stop, and are held from then on. Default: never', ABOVE_ZERO)),
});

const body = object('One body: an elastic or a rigid mesh.', {
  name: name('How the rest of the scene refers to the body; unique.'),
  shape,
  position: withDefault([0, 0, 0], spatialVector('length', 'where the middle of the shape is at the start')),
  rotation: Type.Optional(rotation),
  velocity: withDefault([0, 0, 0], spatialVector('speed', 'velocity of the middle at the start')),
  angularVelocity: withDefault(
    [0, 0, 0],
    spatialVector('angular velocity', 'rate of turn about the middle at the start'),
  ),
  elastic: Type.Optional(elastic),
  density: Type.Optional(
    quantity('density', 'Mass per volume of the ball. A free rigid body has either this or `mass`', ABOVE_ZERO),
  ),
  mass: Type.Optional(quantity('mass', 'Mass. A free rigid body has either this or `density`', ABOVE_ZERO)),
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'Of a rigid body. free: moved by forces and contacts. fixed: stays where it is. prescribed: keeps its velocity and spin whatever touches it.',
    ),
  ),
  clamp: withDefault(
    [],
    Type.Array(nodeSet, { description: 'Nodes of an elastic body that are held where they are.' }),
  ),
  prescribedNodes: withDefault(
    [],
    Type.Array(prescribedNodes, { description: 'Nodes of an elastic body that move as prescribed.' }),
  ),
  doubleSided: Type.Optional(
    Type.Boolean({
      description:
        'true: both sides of the surface can be touched; false: only the outside. Default: true for membranes, else false.',
    }),
  ),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const pair = object('Which surface is checked against which.', {
  slave: name('Name of the body whose nodes are checked, or "all".'),
  master: name('Name of the body against whose faces they are checked, or "all".'),
});

const contacts = object('What happens where surfaces touch.', {
  response: withDefault(
    'kinematic',
    choice(
      ['kinematic', 'impact', 'penalty'],
      'kinematic: nodes that would pass through end the step on the surface. impact: the same, but what closes bounces with `restitution`. penalty: a force that grows with the depth.',
    ),
  ),
  pairs: withDefault(
    [{ slave: 'all', master: 'all' }],
    Type.Array(pair, { minItems: 1, description: 'Surfaces that can touch. Default: all bodies with all others.' }),
  ),
  passes: withDefault(
    2,
    oneOfNumbers(
      [1, 2],
      '1: slave nodes against master faces only. 2: the other way round as well, for meshes of unknown fineness.',
    ),
  ),
  iterations: withDefault(8, count('Sweeps over all contacts of a step.')),
  restitution: withDefault(1, restitution),
  penalty: withDefault(
    0.1,
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 0.5,
      description: 'Stiffness of the response penalty as a share of mass / step²; stable up to 0.5.',
    }),
  ),
  friction: withDefault(0, Type.Number({ minimum: 0, description: "Coulomb's coefficient." })),
  edges: withDefault(
    false,
    Type.Boolean({ description: 'Check edges against edges too: nodes against faces let sharp edges pass.' }),
  ),
  selfContact: withDefault(false, Type.Boolean({ description: 'Bodies can touch themselves.' })),
  persistentContacts: withDefault(
    true,
    Type.Boolean({
      description: 'Remember what is in contact. The check sees crossings only: without memory bodies pass through.',
    }),
  ),
});

export const meshScene = object('Deforming and rigid meshes in space and what they do to each other.', {
  ...header('deformable'),
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  contacts: withDefault({}, contacts),
  forces: withDefault(
    {},
    object('What acts on the bodies besides contacts.', {
      gravity: withDefault([0, 0, 0], spatialVector('acceleration', 'the same for all free bodies')),
    }),
  ),
  time: object('How the scene is run: central differences with a fixed step.', {
    end: quantity('time', 'How long', ABOVE_ZERO),
    courantNumber: withDefault(
      0.5,
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          'The step as a share of the time in which a wave crosses the smallest element; not above the largest stable step.',
      }),
    ),
    step: Type.Optional(quantity('time', 'The step itself, instead of `courant`', ABOVE_ZERO)),
    broadPhase: withDefault(
      'aabb-tree',
      choice(
        ['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'],
        'How near nodes and faces are found. Changes the speed, not the answer.',
      ),
    ),
  }),
});

/** The description of a world of meshes after validation: defaults filled in, units converted, names not yet looked up. */
export type MeshDocument = Static<typeof meshScene>;
