import { MAX_WEIGHT, MIN_WEIGHT } from '../shapes/nurbs/control-points.ts';
import { Type } from './json-schema.ts';
import { name } from './schema-parts.ts';
import { ABOVE_ZERO, choice, object, quantity, tuple, withDefault } from './schema-types.ts';

/** Bodies of trimmed NURBS faces, and parts from CAD files, which become such bodies. */

const weight = Type.Number({ minimum: MIN_WEIGHT, maximum: MAX_WEIGHT, description: 'Weight' });
const knots = (what: string) =>
  Type.Array(Type.Number({ description: 'Knot' }), {
    minItems: 4,
    description: `${what}: points + degree + 1 numbers.`,
  });
const degree = (what: string, maximum: number) => Type.Integer({ minimum: 1, maximum, description: what });

const trim = object('A NURBS curve in the parameters of the surface; of degree 1 a polyline.', {
  degree: degree('Degree.', 25),
  points: Type.Array(tuple(2, Type.Number({ description: 'Parameter' }), '[u, v]: a control point.'), {
    minItems: 2,
    description: 'Control points.',
  }),
  weights: Type.Optional(Type.Array(weight, { description: 'One weight for each point. Default: all 1.' })),
  knots: Type.Optional(knots('Knot vector. Default: uniform, clamped at both ends')),
});

const face = object('A face: the part of a NURBS surface inside its loops.', {
  name: Type.Optional(name('Name of the face.')),
  degreeU: degree('Degree along u.', 15),
  degreeV: degree('Degree along v.', 15),
  points: Type.Array(
    Type.Array(tuple(3, quantity('length', 'Coordinate'), '[x, y, z]: a control point [m]'), {
      minItems: 2,
      description: 'Control points along v.',
    }),
    { minItems: 2, description: 'Control points, one list per row along u.' },
  ),
  weights: Type.Optional(
    Type.Array(Type.Array(weight, { description: 'The weights along v.' }), {
      description: 'One weight for each point. Default: all 1.',
    }),
  ),
  knotsU: knots('Knot vector along u'),
  knotsV: knots('Knot vector along v'),
  loops: Type.Optional(
    Type.Array(Type.Array(trim, { minItems: 1, description: 'Curves of a closed loop, one after the other.' }), {
      minItems: 1,
      description: 'Trimming loops: outline and holes, in any direction. Default: the whole surface.',
    }),
  ),
  reversed: withDefault(false, Type.Boolean({ description: 'Whether the outward normal is opposite to u × v.' })),
});

export const brepShape = object(
  'A body of trimmed NURBS faces. Faces that are not closed have no inside and must be fixed or prescribed.',
  {
    kind: Type.Literal('brep'),
    closed: withDefault(
      false,
      Type.Boolean({ description: 'Whether the faces enclose the body, with outward normals.' }),
    ),
    faces: Type.Array(face, { minItems: 1, description: 'The faces.' }),
  },
);

/** Reading the file replaces it by a `brep` or a `trimesh`, see `embed-cad.ts`. */
export const cadFileShape = object('A part from a CAD file (STEP, IGES, .3dm, or OpenCascade .brep).', {
  kind: Type.Literal('cad'),
  file: name('Path of the file from the folder of the scene, with / between folders; not absolute, and without "..".'),
  scale: withDefault(
    0.001,
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Metres per unit. STEP, IGES and .3dm files are converted to millimetres first.',
    }),
  ),
  as: withDefault(
    'faces',
    choice(
      ['faces', 'mesh'],
      'faces: its trimmed faces, exactly; a face that cannot be used is an error. mesh: triangles within the tolerance.',
    ),
  ),
  tolerance: withDefault(0.0001, quantity('length', 'Of a mesh: largest distance from the faces', ABOVE_ZERO)),
});
