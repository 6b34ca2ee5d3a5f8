/** The JSON Schema of block documents, for completion and validation in editors; `readBlockDocument` checks the same and more. */
import { FRICTION_LAWS } from '../../response/material.ts';
import { penalty } from '../../scene/contact-schema.ts';
import { type Schema, Type } from '../../scene/json-schema.ts';
import { planarShape } from '../../scene/planar-schema.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, oneOfNumbers, quantity, two } from '../../scene/schema-types.ts';
import { solidShape } from '../../scene/solid-shape-schema.ts';
import type { Dimension } from '../../scene/units.ts';

/** Names are letters and digits, and begin with a letter. */
const NAME = '[A-Za-z][A-Za-z0-9]*';

const bodyName = (description: string) => Type.String({ pattern: `^${NAME}$`, description });

/** A quantity that may be the text "Infinity". */
function unlimited(dimension: Dimension, description: string): Schema<number | string> {
  const { pattern, patternErrorMessage, ...given } = quantity(dimension, description, ABOVE_ZERO);
  return Type.Unsafe({
    ...given,
    pattern: `^Infinity$|${pattern}`,
    patternErrorMessage: `${patternErrorMessage}, or "Infinity"`,
  });
}

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const friction = (description: string) => Type.Number({ minimum: 0, description });

const pairKeys = {
  e: Type.Optional(fraction('Restitution. Default: 1')),
  frictionLaw: Type.Optional(choice(FRICTION_LAWS, 'Law of the tangential impulse. Default: none')),
  mu_s: Type.Optional(friction('Static friction coefficient, at least `mu_d`. Default: 0')),
  mu_d: Type.Optional(friction('Dynamic friction coefficient. Default: 0')),
  e_t: Type.Optional(fraction('Tangential restitution. Default: 0')),
  contactLaw: Type.Optional({
    ...penalty,
    description: 'Compliant contact: the block returns forces instead of impulses. Default: rigid contact',
  }),
};

const bodies = Type.Array(bodyName('Name of a body: letters and digits.'), {
  minItems: 2,
  uniqueItems: true,
  description: 'Names of the bodies; parameters of a body end with its name. Default: A and B',
});

const pair = object('A pair of bodies, with contact properties of its own where given.', {
  bodies: two(bodyName('Name of a body.'), 'The two bodies.'),
  ...pairKeys,
});

const blockKeys = {
  $schema: Type.Optional(Type.String({ description: 'This schema, for editors.' })),
  block: { ...Type.Literal('collision'), description: 'Kind of the block.' } as Schema<'collision'>,
  title: Type.Optional(Type.String({ description: 'Name of the block.' })),
  description: Type.Optional(Type.String({ description: 'What the block monitors.' })),
  dimension: Type.Optional(oneOfNumbers([2, 3], '2: planar bodies, 3: spatial ones. Default: 2')),
  bodies: Type.Optional(bodies),
  pairs: Type.Optional(Type.Array(pair, { description: 'Pairs that can collide and dock. Default: all' })),
  ...pairKeys,
  tolCollision: Type.Optional(quantity('length', 'Contact distance. Default: 1 mm', ABOVE_ZERO)),
  tolDocking: Type.Optional(quantity('length', 'Docking sensors closer than this touch. Default: 1 mm', ABOVE_ZERO)),
  dockMode: Type.Optional(choice(['rigid', 'pin'], 'rigid: one body; pin: free to rotate. Default: rigid')),
  maxDockSpeed: Type.Optional(unlimited('speed', 'No docking above this relative speed. Default: none')),
  manifold: Type.Optional(
    choice(
      ['two-point', 'face', 'single'],
      'Edge on edge: both ends (two-point, default in the plane). Face on face: the corners of the overlap (face, default in space). single: the closest points.',
    ),
  ),
  multiContact: Type.Optional(
    choice(['sequential', 'simultaneous'], 'Several pairs in one sample: one after the other, or in one problem. Default: sequential'), // biome-ignore format: one text
  ),
  collisionFlag: Type.Optional(
    choice(['pulse', 'latch'], 'pulse: 1 in each sample with an impulse or force; latch: stays 1. Default: pulse'),
  ),
  rotation: Type.Optional(
    choice(['bodyToInertial', 'slides'], 'slides: the matrices are given transposed. Default: bodyToInertial'),
  ),
  meshOrder: Type.Optional(choice(['clockwise', 'auto'], 'clockwise: other outlines are rejected. Default: auto')),
  manipulator: Type.Optional(
    Type.Unsafe<boolean | string[]>({
      type: ['boolean', 'array'],
      items: bodyName('Name of a body.'),
      description: 'true: body A is immovable in collisions and dockings, for any mass; or names of such bodies. Default: false', // biome-ignore format: one text
    }),
  ),
  horizon: Type.Optional(quantity('time', 'How far the time to contact is predicted. Default: 0', NOT_NEGATIVE)),
  slipSpeed: Type.Optional(
    quantity('speed', 'Sliding speed up to which the friction force of a compliant contact grows. Default: 1 mm/s', ABOVE_ZERO), // biome-ignore format: one text
  ),
};

const inertia = unlimited('inertia', 'Moment of inertia');
const length = quantity('length', 'Component');
const row = (item: Schema, description: string) => Type.Array(item, { minItems: 1, description });

/** Parameters of a body, without its name. */
const bodyKeys: Readonly<Record<string, Schema>> = {
  m: unlimited('mass', 'Mass. Default: 1 kg'),
  I: {
    description:
      'Inertia about the centre of mass, in body axes; in space also three principal moments, or a tensor by rows. Default: 1 kg m²',
    anyOf: [
      inertia,
      Type.Array(inertia, { minItems: 3, maxItems: 3, description: 'Principal moments.' }),
      Type.Array(row(quantity('inertia', 'Entry'), 'A row.'), { minItems: 3, maxItems: 3, description: 'A tensor.' }),
    ],
  },
  mesh: Type.Array(row(length, 'A row, one number per vertex.'), {
    minItems: 2,
    maxItems: 3,
    description: 'Vertices instead of a shape, body axes: rows x, y and z. In the plane an outline, in space the corners of a convex hull', // biome-ignore format: one text
  }),
  sens: {
    description: 'Docking sensors in body axes: one vector, or a list of them. Default: none',
    anyOf: [row(length, 'A position.'), Type.Array(row(length, 'A position.'), { description: 'Positions.' })],
  },
};

/** The JSON Schema of block documents, as in `schema/block.schema.json`; a new object. */
export function blockSchema(): Record<string, unknown> {
  const shapes = (shape: Schema) => ({ patternProperties: { [`^shape_${NAME}$`]: shape } });
  const ofBodies = Object.entries(bodyKeys).map(([key, schema]) => [`^${key}_${NAME}$`, schema]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Appulse collision block',
    ...object('A collision block: its parameters.', blockKeys),
    patternProperties: {
      ...Object.fromEntries(ofBodies),
      [`^shape_${NAME}$`]: {
        type: 'object',
        description: 'Shape in body axes about the centre of mass, as in scenes.',
      },
    },
    if: { properties: { dimension: { const: 3 } }, required: ['dimension'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: shapes(solidShape),
    else: shapes(planarShape),
  };
}
