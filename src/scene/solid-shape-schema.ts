import { brepShape, cadFileShape } from './brep-schema.ts';
import { type Static, Type } from './json-schema.ts';
import { MESH_FILE, meshFileKeys } from './mesh-file-schema.ts';
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

/** Shapes of rigid-body worlds: by dimensions, by vertices, or from the world of smooth bodies. */

const length = (what: string) => quantity('length', what, ABOVE_ZERO);
const radius = length('Radius');
const corner = tuple(3, quantity('length', 'Coordinate'), '[x, y, z]: a corner [m]');

const sphere = object('A sphere centred at the origin.', { kind: Type.Literal('sphere'), radius });

/** Convex shapes by dimensions, or by their vertices, other than spheres. */
const otherConvexShapes = [
  object('A capsule along z: a cylinder with hemispherical ends.', {
    kind: Type.Literal('capsule'),
    radius,
    halfHeight: quantity('length', 'Half of the distance between the centres of the end spheres', NOT_NEGATIVE),
  }),
  object('A box centred at the origin.', {
    kind: Type.Literal('box'),
    halfExtents: tuple(3, length('Half extent'), '[x, y, z]: half extents, including the rounding [m]'),
    radius: withDefault(0, quantity('length', 'Radius of edges and corners', NOT_NEGATIVE)),
  }),
  object('A cylinder along z, centred at the origin.', {
    kind: Type.Literal('cylinder'),
    radius,
    halfHeight: length('Half of its height'),
  }),
  object('A cone along z. The origin is its centre of mass, half of `halfHeight` above the base.', {
    kind: Type.Literal('cone'),
    radius: length('Radius of the base'),
    halfHeight: length('Half of its height'),
  }),
  object('An ellipsoid centred at the origin.', {
    kind: Type.Literal('ellipsoid'),
    semiAxes: tuple(3, length('Semi-axis'), '[x, y, z]: semi-axes [m]'),
  }),
  object('The convex hull of points.', {
    kind: Type.Literal('hull'),
    vertices: Type.Array(corner, { minItems: 4, description: 'Vertices in any order; interior points are allowed.' }),
  }),
] as const;

const convexShapes = [sphere, ...otherConvexShapes] as const;

export const vertices = Type.Array(corner, { minItems: 3, description: 'Vertices.' });
export const vertexIndex = Type.Integer({ minimum: 0, description: 'Index of a vertex' });
export const triangle = tuple(3, vertexIndex, 'Three vertex indices, from 0.');

const piece = object('A part of a compound.', {
  shape: taggedUnion('kind', 'A convex shape, in its own axes.', ...convexShapes),
  position: withDefault([0, 0, 0], spatialVector('length', 'position of its origin, in the axes of the compound')),
  rotation: Type.Optional(rotation),
});

const compound = object(
  'Convex parts of one rigid body. They may overlap; the common volume then counts twice for the mass.',
  { kind: Type.Literal('compound'), pieces: Type.Array(piece, { minItems: 1, description: 'The pieces.' }) },
);
const trimesh = object('A triangle mesh. An open mesh has no inside and must be fixed or prescribed.', {
  kind: Type.Literal('trimesh'),
  vertices,
  triangles: Type.Array(triangle, {
    minItems: 1,
    description: 'Counter-clockwise seen from outside, if the mesh is closed.',
  }),
});
const halfspace = object('A half-space whose boundary plane passes through the origin. Only for immovable bodies.', {
  kind: Type.Literal('halfspace'),
  normal: tuple(3, Type.Number({ description: 'Component' }), '[x, y, z]: outward normal, of any length.'),
});

/** Solids that can be represented by triangles, other than spheres. */
export const triangulableShapes = [...otherConvexShapes, compound, trimesh, halfspace] as const;

export const solidShape = taggedUnion(
  'kind',
  'Shape of the body, in body axes.',
  ...convexShapes,
  compound,
  trimesh,
  halfspace,
  object(MESH_FILE, meshFileKeys),
  brepShape,
  cadFileShape,
  object('A body with curved faces, as in the world "smooth". Must be closed and three-dimensional.', {
    kind: Type.Literal('smooth'),
    surface: smoothShape,
  }),
);

/** A shape of rigid-body worlds in a file. */
export type SolidShapeDocument = Static<typeof solidShape>;
