import { MESH_EXTENSIONS } from '../../src/formats/mesh-extensions.ts';

/** Extensions of the files that become bodies: meshes, and CAD parts that need no package. */
export const BODY_EXTENSIONS = [...MESH_EXTENSIONS, 'brep'];

/** Names of these files. */
export const BODY_FILE = new RegExp(`\\.(${BODY_EXTENSIONS.join('|')})$`, 'i');

/** Names of parts in the text format of OpenCascade. */
export const BREP_FILE = /\.brep$/i;

/** Their extensions in messages. */
export const BODY_ENDINGS = BODY_EXTENSIONS.map((extension) => `.${extension}`).join(' ');
