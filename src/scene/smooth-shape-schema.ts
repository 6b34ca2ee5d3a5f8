import { MAX_WEIGHT, MIN_WEIGHT } from '../shapes/nurbs/control-points.ts';
import { type Static, Type } from './json-schema.ts';
import { name } from './schema-parts.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, quantity, taggedUnion, tuple, withDefault } from './schema-types.ts';

/** Shapes of the world of smooth bodies: given pole by pole, or built by name. */

const point = Type.Array(quantity('length', 'Coordinate'), {
  minItems: 2,
  maxItems: 3,
  description: '[x, y] or [x, y, z]: a point [m]; z is zero when left out.',
});
const points = (what: string) => Type.Array(point, { minItems: 2, maxItems: 16, description: what });
const weight = Type.Number({ minimum: MIN_WEIGHT, maximum: MAX_WEIGHT, description: 'Weight' });
const weights = Type.Array(weight, { description: 'One weight for each point. Default: all 1.' });

const id = name('Its name; different from all others.');
const vertex = object('Where curves or edges end.', { id, point });

const curve = {
  id,
  points: points('Poles of a rational Bezier curve, one more than its degree.'),
  weights: Type.Optional(weights),
  from: name('Name of the vertex where it begins.'),
  to: name('Name of the vertex where it ends.'),
};

const face = {
  id,
  points: Type.Array(points('The poles along v.'), {
    minItems: 2,
    maxItems: 16,
    description: 'Poles of a rational Bezier patch, one list for each step along u. u × v points outward.',
  }),
  weights: Type.Optional(
    Type.Array(Type.Array(weight, { description: 'The weights along v.' }), {
      description: 'One weight for each point. Default: all 1.',
    }),
  ),
};

const owner = (side: string) => name(`Name of the edge along ${side}, or of the vertex to which that side has shrunk.`);

const edgeFace = object('A face beside an edge.', {
  face: name('Name of the face.'),
  side: choice(['u0', 'u1', 'v0', 'v1'], 'The side of the face that the edge is.'),
  reversed: withDefault(false, Type.Boolean({ description: 'Does the edge run against the parameter of the face?' })),
});

const length = (what: string) => quantity('length', what, ABOVE_ZERO);
const radius = length('Radius');
const roundness = (what: string) =>
  withDefault(1, Type.Number({ description: `${what}: 1 is round, towards 0 a box, 2 a diamond.` }));

/** Shapes of the plane z = 0. */
const planarShapes = [
  object('A body of the plane z = 0 between rational Bezier curves.', {
    kind: Type.Literal('planar'),
    curves: Type.Array(object('A piece of the outline.', curve), {
      minItems: 1,
      description: 'The outline, counter-clockwise.',
    }),
    vertices: Type.Array(vertex, { minItems: 1, description: 'Where the curves meet.' }),
  }),
  object('A disc about the origin of the plane.', { kind: Type.Literal('disc'), radius }),
  object('An ellipse about the origin of the plane.', {
    kind: Type.Literal('ellipse'),
    semiAxes: tuple(2, length('Semi-axis'), '[x, y]: semi-axes [m]'),
  }),
  object('A rectangle of the plane with rounded corners, about the origin.', {
    kind: Type.Literal('rounded-rectangle'),
    halfSizes: tuple(2, length('Half size'), '[x, y]: half sizes [m]'),
    radius: length('Radius of the corners, below the half sizes'),
  }),
  object('A polygon of the plane, convex or not.', {
    kind: Type.Literal('polygon'),
    vertices: Type.Array(tuple(2, quantity('length', 'Coordinate'), '[x, y]: a corner [m]'), {
      minItems: 3,
      description: 'Corners in order around the outline, either way round.',
    }),
  }),
] as const;

const nurbsSurface = object('A rational B-spline surface.', {
  degreeU: Type.Integer({ minimum: 1, maximum: 15, description: 'Degree along u.' }),
  degreeV: Type.Integer({ minimum: 1, maximum: 15, description: 'Degree along v.' }),
  knotsU: Type.Array(Type.Number({ description: 'Knot' }), {
    description: 'As many as points and degree and one more.',
  }),
  knotsV: Type.Array(Type.Number({ description: 'Knot' }), {
    description: 'As many as points and degree and one more.',
  }),
  points: Type.Array(Type.Array(point, { minItems: 2, description: 'The poles along v.' }), {
    minItems: 2,
    description: 'Poles, one list for each step along u. u × v points outward.',
  }),
  weights: face.weights,
});

const profilePiece = object('A piece of a profile.', {
  id,
  points: Type.Array(
    tuple(2, quantity('length', 'Coordinate'), '[x, z]: a pole; x is the distance from the axis [m]'),
    {
      minItems: 2,
      maxItems: 16,
      description: 'Poles of a rational Bezier curve, one more than its degree.',
    },
  ),
  weights: Type.Optional(weights),
});

export const smoothShape = taggedUnion(
  'kind',
  'What the body is, in its own axes.',
  object('A single point at the origin. Nothing can change its spin.', { kind: Type.Literal('point') }),
  ...planarShapes,
  object('A body of space between rational Bezier patches.', {
    kind: Type.Literal('spatial'),
    faces: Type.Array(
      object('A piece of the surface.', {
        ...face,
        sides: object('What lies along its four sides.', {
          u0: owner('u = 0'),
          u1: owner('u = 1'),
          v0: owner('v = 0'),
          v1: owner('v = 1'),
        }),
      }),
      { minItems: 1, description: 'The surface.' },
    ),
    edges: Type.Array(
      object('Where two faces meet.', {
        ...curve,
        faces: Type.Array(edgeFace, { minItems: 2, maxItems: 2, description: 'The two faces.' }),
      }),
      { description: 'The edges.' },
    ),
    vertices: Type.Array(vertex, { description: 'Where the edges end.' }),
  }),
  object('One open rational Bezier patch. It has no inside: it can be tracked, but not fly.', {
    kind: Type.Literal('patch'),
    faces: Type.Array(object('The patch.', face), { minItems: 1, maxItems: 1, description: 'The patch.' }),
  }),
  object('A body between rational B-spline surfaces that close around it; their Bezier pieces are its faces.', {
    kind: Type.Literal('nurbs'),
    surfaces: Type.Array(nurbsSurface, { minItems: 1, description: 'The surfaces.' }),
  }),
  object('A ball.', { kind: Type.Literal('sphere'), radius }),
  object('An ellipsoid.', {
    kind: Type.Literal('ellipsoid'),
    semiAxes: tuple(3, length('Semi-axis'), '[x, y, z]: semi-axes [m]'),
  }),
  object('A superellipsoid: anything between an ellipsoid, a box and a double pyramid.', {
    kind: Type.Literal('superellipsoid'),
    semiAxes: tuple(3, length('Semi-axis'), '[x, y, z]: semi-axes [m]'),
    exponent1: roundness('Of the profile along z'),
    exponent2: roundness('Of the cross-section'),
  }),
  object('A cylinder with a half ball on each end, along z.', {
    kind: Type.Literal('capsule'),
    radius,
    halfLength: length('Half of the length between the middles of the balls'),
  }),
  object('A cylinder along z.', {
    kind: Type.Literal('cylinder'),
    radius,
    halfHeight: length('Half of its height'),
  }),
  object('A cone or a part of one, along z.', {
    kind: Type.Literal('cone'),
    bottomRadius: quantity('length', 'Radius below', NOT_NEGATIVE),
    topRadius: quantity('length', 'Radius above', NOT_NEGATIVE),
    halfHeight: length('Half of its height'),
  }),
  object('A box.', {
    kind: Type.Literal('box'),
    halfSizes: tuple(3, length('Half size'), '[x, y, z]: half sizes [m]'),
  }),
  object('A box with rounded edges and corners.', {
    kind: Type.Literal('rounded-box'),
    halfSizes: tuple(3, length('Half size'), '[x, y, z]: half sizes [m]'),
    radius: length('Radius of edges and corners, below the half sizes'),
  }),
  object('Six flat faces between eight corners.', {
    kind: Type.Literal('hexahedron'),
    corners: Type.Array(tuple(3, quantity('length', 'Coordinate'), '[x, y, z]: a corner [m]'), {
      minItems: 8,
      maxItems: 8,
      description: 'Four around the bottom, counter-clockwise seen from above, and the four above them.',
    }),
  }),
  object('What three equal balls around the z axis have in common: three faces, three edges, two tips.', {
    kind: Type.Literal('lens'),
    radius: length('Radius of the balls'),
    offset: length('Distance of their middles from the z axis, below the radius'),
    scale: withDefault(
      [1, 1, 1],
      tuple(3, Type.Number({ exclusiveMinimum: 0, description: 'Factor' }), '[x, y, z]: stretches the whole.'),
    ),
  }),
  object('A shape of the plane, thickened along z.', {
    kind: Type.Literal('extrusion'),
    outline: taggedUnion('kind', 'The shape of the plane.', ...planarShapes),
    halfHeight: length('Half of its thickness'),
  }),
  object('A profile turned about the z axis.', {
    kind: Type.Literal('revolution'),
    profile: Type.Array(profilePiece, {
      minItems: 1,
      description:
        'Pieces that follow each other with the body at their left hand, x to the right and z up; they begin and end on the axis.',
    }),
  }),
);

export type SmoothShapeDocument = Static<typeof smoothShape>;
