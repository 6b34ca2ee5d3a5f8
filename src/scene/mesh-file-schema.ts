import { Type } from './json-schema.ts';
import { name } from './schema-parts.ts';
import { choice, NOT_NEGATIVE, quantity, withDefault } from './schema-types.ts';

export const MESH_FILE = 'A mesh from a file: glTF, OBJ, OFF, PLY, STL, Gmsh, Abaqus, LS-DYNA, VTK or Exodus II.';

/** Keys of a mesh from a file. Reading the file replaces it by another shape, see `embed-meshes.ts`. */
export const meshFileKeys = {
  kind: Type.Literal('mesh'),
  file: name('Path of the file from the folder of the scene, with / between folders; not absolute, and without "..".'),
  set: Type.Optional(
    name('Part of the file: the name of a set, part, block or group of elements, or of a set of faces. Default: all.'),
  ),
  scale: withDefault(1, Type.Number({ exclusiveMinimum: 0, description: 'Metres per unit of the file.' })),
  weld: withDefault(
    0,
    quantity('length', 'Nodes that are at most this far apart become one. 0: nodes at the same position', NOT_NEGATIVE),
  ),
  as: withDefault(
    'surface',
    choice(
      ['surface', 'hull', 'parts'],
      'surface: the mesh as it is. hull: its convex hull, for a rigid body. parts: convex parts of a closed mesh, as one rigid compound.',
    ),
  ),
  partError: withDefault(
    0.02,
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Of parts: largest volume that they have in excess of the mesh, as a fraction of its volume.',
    }),
  ),
};
