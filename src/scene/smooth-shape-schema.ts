import { MAX_WEIGHT, MIN_WEIGHT } from '../shapes/nurbs/control-points.ts';
import { type Static, Type } from './json-schema.ts';
import { name } from './schema-parts.ts';
import { ABOVE_ZERO, choice, NOT_NEGATIVE, object, quantity, taggedUnion, tuple, withDefault } from './schema-types.ts';

/** Shapes of the world of smooth bodies: given by control points, or parametric. */

const point = Type.Array(quantity('length', 'Coordinate'), {
  minItems: 2,
  maxItems: 3,
  description: '[x, y] or [x, y, z]: a point [m]; default z: 0.',
});
const points = (what: string) => Type.Array(point, { minItems: 2, maxItems: 16, description: what });
const weight = Type.Number({ minimum: MIN_WEIGHT, maximum: MAX_WEIGHT, description: 'Weight' });
const weights = Type.Array(weight, { description: 'One weight for each point. Default: all 1.' });

const id = name('Unique name.');
const vertex = object('End point of curves or edges.', { id, point });

const curve = {
  id,
  points: points('Control points of a rational Bezier curve, one more than its degree.'),
  weights: Type.Optional(weights),
  from: name('Name of the start vertex.'),
  to: name('Name of the end vertex.'),
};

const face = {
  id,
  points: Type.Array(points('Control points along v.'), {
    minItems: 2,
    maxItems: 16,
    description: 'Control points of a rational Bezier patch, one list per row along u. u × v points outward.',
  }),
  weights: Type.Optional(
    Type.Array(Type.Array(weight, { description: 'The weights along v.' }), {
      description: 'One weight for each point. Default: all 1.',
    }),
  ),
};

const owner = (side: string) => name(`Name of the edge along ${side}, or of the vertex if that side is degenerate.`);

const edgeFace = object('A face adjacent to an edge.', {
  face: name('Name of the face.'),
  side: choice(['u0', 'u1', 'v0', 'v1'], 'The side of the face on that edge.'),
  reversed: withDefault(
    false,
    Type.Boolean({ description: 'Whether the edge runs opposite to the parameter of the face.' }),
  ),
});

const length = (what: string) => quantity('length', what, ABOVE_ZERO);
const radius = length('Radius');
const roundness = (what: string) =>
  withDefault(1, Type.Number({ description: `${what}: 1 is round, toward 0 a box, 2 a diamond.` }));

/** Planar shapes, in z = 0. */
const planarShapes = [
  object('A planar body bounded by rational Bezier curves.', {
    kind: Type.Literal('planar'),
    curves: Type.Array(object('A segment of the outline.', curve), {
      minItems: 1,
      description: 'The outline, counter-clockwise.',
    }),
    vertices: Type.Array(vertex, { minItems: 1, description: 'End points of the curves.' }),
  }),
  object('A disc centred at the origin.', { kind: Type.Literal('disc'), radius }),
  object('An ellipse centred at the origin.', {
    kind: Type.Literal('ellipse'),
    semiAxes: tuple(2, length('Semi-axis'), '[x, y]: semi-axes [m]'),
  }),
  object('A rectangle with rounded corners, centred at the origin.', {
    kind: Type.Literal('rounded-rectangle'),
    halfExtents: tuple(2, length('Half extent'), '[x, y]: half extents [m]'),
    radius: length('Radius of the corners, below the half extents'),
  }),
  object('A polygon, convex or not.', {
    kind: Type.Literal('polygon'),
    vertices: Type.Array(tuple(2, quantity('length', 'Coordinate'), '[x, y]: a corner [m]'), {
      minItems: 3,
      description: 'Vertices in order around the outline, in either orientation.',
    }),
  }),
] as const;

const nurbsSurface = object('A rational B-spline surface.', {
  degreeU: Type.Integer({ minimum: 1, maximum: 15, description: 'Degree along u.' }),
  degreeV: Type.Integer({ minimum: 1, maximum: 15, description: 'Degree along v.' }),
  knotsU: Type.Array(Type.Number({ description: 'Knot' }), {
    description: 'Knots: number of points + degree + 1.',
  }),
  knotsV: Type.Array(Type.Number({ description: 'Knot' }), {
    description: 'Knots: number of points + degree + 1.',
  }),
  points: Type.Array(Type.Array(point, { minItems: 2, description: 'Control points along v.' }), {
    minItems: 2,
    description: 'Control points, one list per row along u. u × v points outward.',
  }),
  weights: face.weights,
});

const profilePiece = object('A segment of a profile.', {
  id,
  points: Type.Array(
    tuple(2, quantity('length', 'Coordinate'), '[x, z]: a control point; x is the distance from the axis [m]'),
    {
      minItems: 2,
      maxItems: 16,
      description: 'Control points of a rational Bezier curve, one more than its degree.',
    },
  ),
  weights: Type.Optional(weights),
});

export const smoothShape = taggedUnion(
  'kind',
  'Shape of the body, in body axes.',
  object('A single point at the origin. It has no rotational inertia.', { kind: Type.Literal('point') }),
  ...planarShapes,
  object('A solid body bounded by rational Bezier patches.', {
    kind: Type.Literal('spatial'),
    faces: Type.Array(
      object('A face of the surface.', {
        ...face,
        sides: object('Edges or vertices on its four sides.', {
          u0: owner('u = 0'),
          u1: owner('u = 1'),
          v0: owner('v = 0'),
          v1: owner('v = 1'),
        }),
      }),
      { minItems: 1, description: 'The surface.' },
    ),
    edges: Type.Array(
      object('The common edge of two faces.', {
        ...curve,
        faces: Type.Array(edgeFace, { minItems: 2, maxItems: 2, description: 'The two faces.' }),
      }),
      { description: 'The edges.' },
    ),
    vertices: Type.Array(vertex, { description: 'End points of the edges.' }),
  }),
  object('One open rational Bezier patch. It has no inside: it can be tracked, but not move freely.', {
    kind: Type.Literal('patch'),
    faces: Type.Array(object('The patch.', face), { minItems: 1, maxItems: 1, description: 'The patch.' }),
  }),
  object('A body bounded by closed rational B-spline surfaces; their Bezier segments are its faces.', {
    kind: Type.Literal('nurbs'),
    surfaces: Type.Array(nurbsSurface, { minItems: 1, description: 'The surfaces.' }),
  }),
  object('A sphere.', { kind: Type.Literal('sphere'), radius }),
  object('An ellipsoid.', {
    kind: Type.Literal('ellipsoid'),
    semiAxes: tuple(3, length('Semi-axis'), '[x, y, z]: semi-axes [m]'),
  }),
  object('A superellipsoid: between an ellipsoid, a box and a bipyramid.', {
    kind: Type.Literal('superellipsoid'),
    semiAxes: tuple(3, length('Semi-axis'), '[x, y, z]: semi-axes [m]'),
    exponent1: roundness('Exponent of the profile along z'),
    exponent2: roundness('Exponent of the cross-section'),
  }),
  object('A capsule along z: a cylinder with hemispherical ends.', {
    kind: Type.Literal('capsule'),
    radius,
    halfHeight: length('Half of the distance between the centres of the end spheres'),
  }),
  object('A cylinder along z.', {
    kind: Type.Literal('cylinder'),
    radius,
    halfHeight: length('Half of its height'),
  }),
  object('A cone or truncated cone along z.', {
    kind: Type.Literal('cone'),
    bottomRadius: quantity('length', 'Bottom radius', NOT_NEGATIVE),
    topRadius: quantity('length', 'Top radius', NOT_NEGATIVE),
    halfHeight: length('Half of its height'),
  }),
  object('A box.', {
    kind: Type.Literal('box'),
    halfExtents: tuple(3, length('Half extent'), '[x, y, z]: half extents [m]'),
  }),
  object('A box with rounded edges and corners.', {
    kind: Type.Literal('rounded-box'),
    halfExtents: tuple(3, length('Half extent'), '[x, y, z]: half extents [m]'),
    radius: length('Radius of edges and corners, below the half extents'),
  }),
  object('Six flat faces between eight corners.', {
    kind: Type.Literal('hexahedron'),
    corners: Type.Array(tuple(3, quantity('length', 'Coordinate'), '[x, y, z]: a corner [m]'), {
      minItems: 8,
      maxItems: 8,
      description: 'Four around the bottom, counter-clockwise seen from above, and the four above them.',
    }),
  }),
  object('The intersection of three equal spheres around the z axis: three faces, three edges, two vertices.', {
    kind: Type.Literal('lens'),
    radius: length('Radius of the spheres'),
    offset: length('Distance of their centres from the z axis, below the radius'),
    scale: withDefault(
      [1, 1, 1],
      tuple(3, Type.Number({ exclusiveMinimum: 0, description: 'Factor' }), '[x, y, z]: scale factors of the body.'),
    ),
  }),
  object('A planar shape, extruded along z.', {
    kind: Type.Literal('extrusion'),
    outline: taggedUnion('kind', 'The planar shape.', ...planarShapes),
    halfHeight: length('Half of its thickness'),
  }),
  object('A profile revolved about the z axis.', {
    kind: Type.Literal('revolution'),
    profile: Type.Array(profilePiece, {
      minItems: 1,
      description:
        'Consecutive segments with the body on their left, x to the right and z up; the first starts and the last ends on the axis.',
    }),
  }),
);

export type SmoothShapeDocument = Static<typeof smoothShape>;
