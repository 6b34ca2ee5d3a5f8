import { type Static, Type } from './json-schema.ts';
import { MESH_FILE, meshFileKeys } from './mesh-file-schema.ts';
import { NODE_SETS } from './mesh-scene.ts';
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
import { triangle, triangulableShapes, vertexIndex, vertices } from './solid-shape-schema.ts';

/** Deformable world: elastic and rigid meshes in contact. */

const count = (what: string, maximum = 1000) => Type.Integer({ minimum: 1, maximum, description: what });

const thickness = quantity('length', 'Thickness, which sets mass and stiffness', ABOVE_ZERO);

const nodeSets = withDefault(
  [],
  Type.Array(
    object('A set of nodes.', {
      name: name('Name of the set, for `clamp` and `prescribedNodes`.'),
      nodes: Type.Array(vertexIndex, { minItems: 1, description: 'Vertex indices, from 0.' }),
    }),
    { description: 'Named sets of nodes.' },
  ),
);

const shape = taggedUnion(
  'kind',
  'Shape of the body, in body axes.',
  object('An elastic box of eight-node bricks.', {
    kind: Type.Literal('hexahedra'),
    halfExtents: tuple(3, quantity('length', 'Half extent', ABOVE_ZERO), '[x, y, z]: half extents [m]'),
    elements: tuple(3, count('Bricks'), '[x, y, z]: number of bricks along each edge'),
  }),
  object('An elastic sheet of triangles, perpendicular to z, with membrane stiffness and no bending stiffness.', {
    kind: Type.Literal('membrane'),
    halfExtents: tuple(2, quantity('length', 'Half extent', ABOVE_ZERO), '[x, y]: half extents [m]'),
    elements: tuple(2, count('Rectangles'), '[x, y]: number of rectangles, of two triangles each, along each edge'),
    thickness,
  }),
  object('An elastic body of given elements, also of several kinds that share faces.', {
    kind: Type.Literal('solid-mesh'),
    vertices,
    hexahedra: withDefault(
      [],
      Type.Array(Type.Array(vertexIndex, { minItems: 8, maxItems: 8, description: 'Eight vertex indices, from 0.' }), {
        description: 'The lower four corners counter-clockwise seen from above, then those above them.',
      }),
    ),
    tetrahedra: withDefault(
      [],
      Type.Array(tuple(4, vertexIndex, 'Four vertex indices, from 0.'), {
        description: 'The first three corners are counter-clockwise seen from the fourth.',
      }),
    ),
    wedges: withDefault(
      [],
      Type.Array(Type.Array(vertexIndex, { minItems: 6, maxItems: 6, description: 'Six vertex indices, from 0.' }), {
        description: 'The lower three corners counter-clockwise seen from above, then those above them.',
      }),
    ),
    pyramids: withDefault(
      [],
      Type.Array(Type.Array(vertexIndex, { minItems: 5, maxItems: 5, description: 'Five vertex indices, from 0.' }), {
        description: 'The four corners of the base counter-clockwise seen from the apex, then the apex.',
      }),
    ),
    nodeSets,
  }),
  object('An elastic sheet of given triangles, with membrane stiffness and no bending stiffness.', {
    kind: Type.Literal('membrane-mesh'),
    vertices,
    triangles: Type.Array(triangle, { minItems: 1, description: 'The elements.' }),
    thickness,
    nodeSets,
  }),
  object('A rigid sphere: a subdivided icosahedron.', {
    kind: Type.Literal('icosphere'),
    radius: quantity('length', 'Radius', ABOVE_ZERO),
    subdivisions: withDefault(
      2,
      Type.Integer({ minimum: 0, maximum: 6, description: 'Number of subdivisions of each triangle into four.' }),
    ),
  }),
  ...triangulableShapes,
  object(MESH_FILE, {
    ...meshFileKeys,
    thickness: Type.Optional({
      ...thickness,
      description: `Thickness of an elastic sheet [m]; an elastic body without it has the volume elements of the file, or its shells with their thickness`,
    }),
  }),
);

const elastic = object('Material of an elastic body (St Venant-Kirchhoff).', {
  modulus: quantity('modulus', "Young's modulus", ABOVE_ZERO),
  poisson: withDefault(0, Type.Number({ description: "Poisson's ratio, above -1 and below 0.5." })),
  density: quantity('density', 'Mass per volume', ABOVE_ZERO),
});

const nodeSet = Type.String({
  minLength: 1,
  examples: NODE_SETS,
  description:
    'Nodes of the body by location: on one of its sides (x- ... z+, the nodes with the smallest or largest coordinate in body axes; a membrane has no z sides), on the rim of a membrane, or all. Or the name of a set: of `nodeSets`, or of the mesh file.',
});

const prescribedNodes = object('Nodes with prescribed motion.', {
  nodes: nodeSet,
  velocity: withDefault([0, 0, 0], spatialVector('speed', 'velocity of their centre')),
  angularVelocity: withDefault([0, 0, 0], spatialVector('angular velocity', 'angular velocity about their centre')),
  until: Type.Optional(quantity('time', 'Time at which they stop; fixed afterwards. Default: never', ABOVE_ZERO)),
});

const body = object('One body: an elastic or a rigid mesh.', {
  name: name('Unique name of the body, used in the rest of the scene.'),
  shape,
  position: withDefault([0, 0, 0], spatialVector('length', 'position of the origin of the shape at the start')),
  rotation: Type.Optional(rotation),
  velocity: withDefault([0, 0, 0], spatialVector('speed', 'velocity of the centre at the start')),
  angularVelocity: withDefault(
    [0, 0, 0],
    spatialVector('angular velocity', 'angular velocity about the centre at the start'),
  ),
  elastic: Type.Optional(elastic),
  density: Type.Optional(
    quantity('density', 'Mass per volume. A free rigid body has either this or `mass`', ABOVE_ZERO),
  ),
  mass: Type.Optional(quantity('mass', 'Mass. A free rigid body has either this or `density`', ABOVE_ZERO)),
  inertia: Type.Optional(
    tuple(
      3,
      quantity('inertia', 'Moment', ABOVE_ZERO),
      '[x, y, z]: principal moments of inertia of a free rigid body about the origin, along the axes of the shape. Only with `mass`; without it the mass is distributed uniformly over the shape [kg m^2]',
    ),
  ),
  chordError: Type.Optional(
    quantity(
      'length',
      'Largest distance of the curved surfaces of a rigid body from the triangles that represent them. Default: 0.01 of their radius',
      ABOVE_ZERO,
    ),
  ),
  motion: withDefault(
    'free',
    choice(
      ['free', 'fixed', 'prescribed'],
      'Motion of a rigid body. free: moved by forces and contacts. fixed: does not move. prescribed: constant velocity and angular velocity, not affected by contacts.',
    ),
  ),
  clamp: withDefault([], Type.Array(nodeSet, { description: 'Nodes of an elastic body that are fixed.' })),
  prescribedNodes: withDefault(
    [],
    Type.Array(prescribedNodes, { description: 'Nodes of an elastic body with prescribed motion.' }),
  ),
  doubleSided: Type.Optional(
    Type.Boolean({
      description:
        'true: contact on both sides of the surface; false: only on the outside. Default: true for membranes, else false.',
    }),
  ),
  color: Type.Optional(name('Colour in pictures, any CSS colour.')),
});

const pair = object('Two surfaces that are checked for contact.', {
  slave: name('Name of the body whose nodes are checked, or "all".'),
  master: name('Name of the body whose faces they are checked against, or "all".'),
});

const tie = object('Two surfaces that are glued together.', {
  slave: name('Name of the body whose nodes are tied.'),
  master: name('Name of the body to whose faces they are tied.'),
  within: Type.Optional(
    quantity(
      'length',
      'Nodes that are at most this far from the faces at the start are tied. Default: 1e-6 of half a face',
      ABOVE_ZERO,
    ),
  ),
});

const contacts = object('Contact response.', {
  response: withDefault(
    'kinematic',
    choice(
      ['kinematic', 'impact', 'penalty', 'separation'],
      'kinematic: nodes that would pass through end the step on the surface. impact: the same, with `restitution` of the approach speed. penalty: a force proportional to the depth. separation: surfaces stay at least `separation` apart, and no node or edge ever passes through, in any number of layers.',
    ),
  ),
  separation: Type.Optional(
    quantity(
      'length',
      'Minimum distance of surfaces, for the response separation: the thickness of shells',
      ABOVE_ZERO,
    ),
  ),
  pairs: withDefault(
    [{ slave: 'all', master: 'all' }],
    Type.Array(pair, {
      minItems: 1,
      description: 'Surfaces that are checked for contact. Default: all bodies with all others.',
    }),
  ),
  passes: withDefault(
    2,
    oneOfNumbers(
      [1, 2],
      '1: slave nodes against master faces only. 2: also master nodes against slave faces, for meshes of unknown resolution.',
    ),
  ),
  tied: withDefault(
    [],
    Type.Array(tie, {
      description: 'Surfaces that are glued together; they are not checked for contact with each other.',
    }),
  ),
  iterations: Type.Optional(
    count(
      'Maximum number of iterations over all contacts of a step. Default: 8 with one pass, up to 50, until they converge, with two.',
    ),
  ),
  restitution: withDefault(1, restitution),
  penalty: withDefault(
    0.1,
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 0.5,
      description: 'Stiffness of the response penalty as a fraction of mass / step²; stable up to 0.5.',
    }),
  ),
  friction: withDefault(0, Type.Number({ minimum: 0, description: 'Coulomb friction coefficient.' })),
  edges: withDefault(
    false,
    Type.Boolean({ description: 'Check edges against edges too: node-face checks alone miss sharp edges.' }),
  ),
  selfContact: withDefault(false, Type.Boolean({ description: 'Detect self-contact of bodies.' })),
  persistentContacts: withDefault(
    true,
    Type.Boolean({
      description:
        'Store contacts from step to step. The check detects crossings only: otherwise bodies pass through each other.',
    }),
  ),
});

export const meshScene = object('Elastic and rigid meshes in contact.', {
  ...header('deformable'),
  bodies: Type.Array(body, { minItems: 1, description: 'The bodies.' }),
  contacts: withDefault({}, contacts),
  forces: withDefault(
    {},
    object('Forces other than contact.', {
      gravity: withDefault([0, 0, 0], spatialVector('acceleration', 'the same for all free bodies')),
    }),
  ),
  time: object('Time integration: central differences with a fixed step.', {
    end: quantity('time', 'End time', ABOVE_ZERO),
    courantNumber: withDefault(
      0.5,
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description:
          'The step as a fraction of the time in which a wave crosses the smallest element; at most the largest stable step.',
      }),
    ),
    step: Type.Optional(quantity('time', 'Fixed step, instead of `courantNumber`', ABOVE_ZERO)),
    broadPhase: withDefault(
      'aabb-tree',
      choice(
        ['brute-force', 'sweep-and-prune', 'grid', 'aabb-tree'],
        'Broad-phase method. Affects the speed, not the results.',
      ),
    ),
  }),
});

/** A deformable scene after validation: defaults filled in, units converted, names not yet resolved. */
export type MeshDocument = Static<typeof meshScene>;
