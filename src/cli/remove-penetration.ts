import { extname } from 'node:path';
import {
  type PenetrationRemoval,
  removePenetrations,
  type SurfaceMesh,
  writeObj,
  writePly,
} from '../entries/meshes.ts';
import { InputError } from './failure.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';

/** First bytes of meshes that Appulse writes: only such a file is replaced. */
const FORMATS: Record<string, { readonly start: RegExp; readonly write: (mesh: SurfaceMesh) => Uint8Array }> = {
  '.ply': { start: /^ply\n/, write: (mesh) => writePly(mesh) },
  '.obj': { start: /^v /, write: writeObj },
};

/** Where a mesh without penetration is to be written. */
export interface Removal {
  readonly path: string;
  readonly kind: FileKind;
  readonly force: boolean;
  readonly write: (mesh: SurfaceMesh) => Uint8Array;
}

/** Rejects, before any work is done, a file that cannot be written. Nothing for no path. */
export function prepareRemoval(path: string | undefined, force = false): Removal | undefined {
  if (path === undefined) return undefined;
  const format = FORMATS[extname(path).toLowerCase()];
  if (!format) {
    const known = Object.keys(FORMATS).join(' or ');
    throw new InputError(`--remove-penetration: expected a file that ends in ${known}, got '${path}'`);
  }
  const kind = { what: 'mesh', start: format.start };
  placeFile(path, kind, force);
  return { path, kind, force, write: format.write };
}

/** Moves the nodes of a mesh that are inside other bodies out of them, and writes the mesh, with its velocities and data where the format has them. */
export async function removeFrom(
  mesh: SurfaceMesh,
  { path, kind, force, write }: Removal,
): Promise<PenetrationRemoval> {
  const removal = removePenetrations(mesh);
  await writeOneFile(path, write({ ...mesh, positions: removal.positions }), kind, force);
  return removal;
}
