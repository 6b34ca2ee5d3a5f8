import { MESH_EXTENSIONS } from '../../src/formats/mesh-extensions.ts';

/** Names of mesh files. */
export const MESH_FILE = new RegExp(`\\.(${MESH_EXTENSIONS.join('|')})$`, 'i');

/** Their extensions in messages. */
export const MESH_ENDINGS = MESH_EXTENSIONS.map((extension) => `.${extension}`).join(' ');
