import { type Static, Type } from './json-schema.ts';
import { rotation } from './schema-parts.ts';
import {
  ABOVE_ZERO,
  NOT_NEGATIVE,
  object,
  quantity,
  spatialVector,
  taggedUnion,
  tuple,
  withDefault,
} from './schema-types.ts';
import { smoothShape } from './smooth-shape-schema.ts';

/** Shapes of worlds of solids: by a few lengths, by corners, or wrapped from the world of smooth bodies. */

const length = (what: string) => quantity('length', what, ABOVE_ZERO);
const radius = length('Radius');
const corner = tuple(3, quantity('length', 'Coordinate'), '[x, y, z]: a corner [m]');

/** Convex bodies of a few lengths, or of their corners. */
const convexShapes = [
  object('A ball about the origin.', { kind: Type.Literal('sphere'), radius }),
  object('A cylinder along z with a half ball on each end.', {
    kind: Type.Literal('capsule'),
    radius,
    halfLength: quantity('length', 'Half of the length between the middles of the balls', NOT_NEGATIVE),
  }),
  object('A box about the origin.', {
    kind: Type.Literal('box'),
    halfSizes: tuple(3, length('Half size'), '[x, y, z]: half sizes, the rounding included [m]'),
    radius: withDefault(0, quantity('length', 'Radius of edges and corners', NOT_NEGATIVE)),
  }),
  object('A cylinder along z about the origin.', {
    kind: Type.Literal('cylinder'),
    radius,
    halfHeight: length('Half of its height'),
  }),
  object('A cone along z. The origin is its centre of mass, a quarter of the height above the base.', {
    kind: Type.Literal('cone'),
    radius: length('Radius of the base'),
    height: length('Height'),
  }),
  object('An ellipsoid about the origin.', {
    kind: Type.Literal('ellipsoid'),
    semiAxes: tuple(3, length('Semi-axis'), '[x, y, z]: semi-axes [m]'),
  }),
  object('The convex polyhedron around some points.', {
    kind: Type.Literal('hull'),
    vertices: Type.Array(corner, { minItems: 4, description: 'Its corners, in any order; points inside do no harm.' }),
  }),
] as const;

const piece = object('A part of a compound.', {
  shape: taggedUnion('kind', 'A convex shape, in its own axes.', ...convexShapes),
  position: withDefault([0, 0, 0], spatialVector('length', 'where its origin is, in the axes of the compound')),
  rotation: Type.Optional(rotation),
});

export const solidShape = taggedUnion(
  'kind',
  'What the body is, in its own axes.',
  ...convexShapes,
  object('Convex pieces that move as one. They may overlap; what they share then weighs twice.', {
    kind: Type.Literal('compound'),
    pieces: Type.Array(piece, { minItems: 1, description: 'The pieces.' }),
  }),
  object('A surface of triangles. Open, it has no inside, and must be fixed or prescribed.', {
    kind: Type.Literal('trimesh'),
    vertices: Type.Array(corner, { minItems: 3, description: 'Its corners.' }),
    triangles: Type.Array(
      tuple(3, Type.Integer({ minimum: 0, description: 'Number of a corner' }), 'Three corners, from 0 on.'),
      { minItems: 1, description: 'Counter-clockwise seen from outside, where there is an outside.' },
    ),
  }),
  object('Everything behind a flat wall through the origin. Only for bodies that contacts cannot move.', {
    kind: Type.Literal('halfspace'),
    normal: tuple(3, Type.Number({ description: 'Component' }), '[x, y, z]: direction out of the wall, of any length.'),
  }),
  object('A body of curved faces, as in the world "space". Closed, of space, and made there.', {
    kind: Type.Literal('smooth'),
    surface: smoothShape,
  }),
);

export type SolidShapeDocument = Static<typeof solidShape>;
