import { extname } from 'node:path';
import { MESH_EXTENSIONS, type SurfaceMesh, writeObj, writePly, writeStl, writeVtp } from '../entries/meshes.ts';
import { InputError } from './failure.ts';
import { readMeshFile } from './mesh-files.ts';
import { print } from './output.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';

/** First bytes of meshes that Appulse writes: only such a file is replaced. */
const FORMATS: Readonly<Record<string, { readonly start: RegExp; readonly write: (mesh: SurfaceMesh) => Uint8Array }>> =
  {
    '.obj': { start: /^v /, write: writeObj },
    '.ply': { start: /^ply\n/, write: (mesh) => writePly(mesh) },
    // the header of binary STL is free: an existing file is only replaced with --force
    '.stl': { start: /^(?!)/, write: (mesh) => writeStl(mesh) },
    '.vtp': { start: /^<\?xml[\s\S]*<VTKFile type="PolyData"/, write: (mesh) => writeVtp(mesh) },
  };

export function isMeshFile(path: string): boolean {
  const extension = extname(path).slice(1).toLowerCase();
  return MESH_EXTENSIONS.some((known) => known === extension);
}

/** Reads a mesh file, or a set of it, and writes its surface to another one. */
export async function convertMesh(
  path: string,
  { output, set, force }: { output?: string; set?: string; force?: boolean },
): Promise<void> {
  const format = FORMATS[extname(output ?? '').toLowerCase()];
  if (output === undefined || format === undefined) {
    const known = Object.keys(FORMATS).join(', ');
    throw new InputError(`--output: expected a file that ends in ${known} for a mesh file, got '${output ?? ''}'`);
  }
  const kind: FileKind = { what: 'mesh', start: format.start };
  placeFile(output, kind, force);
  const mesh = await readMeshFile(path, { set });
  await writeOneFile(output, format.write(mesh), kind, force);
  const { positions, triangles, quads } = mesh;
  await print(
    `${positions.length / 3} nodes, ${triangles.length / 3} triangles and ${quads.length / 4} quads in ${output}\n`,
  );
}
