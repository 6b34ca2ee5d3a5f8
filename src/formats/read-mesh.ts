import type { SurfaceMesh } from '../shapes/mesh.ts';
import { MeshFileError } from './mesh-file-error.ts';
import type { ReadMeshOptions } from './mesh-from-faces.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { isBinaryStl, readStl } from './stl.ts';
import { decodeBytes } from './text-bytes.ts';
import { readVtkXml } from './vtk-xml.ts';

type MeshReader = (source: string, bytes: Uint8Array, options?: ReadMeshOptions) => SurfaceMesh;

const READERS: ReadonlyMap<string, MeshReader> = new Map([
  ['obj', readObj],
  ['ply', readPly],
  ['stl', readStl],
  ['vtp', readVtkXml],
  ['vtu', readVtkXml],
]);

/** Enough of a file to detect its format. [bytes] */
const BEGINNING = 256;

/**
 * Reads a surface mesh from the bytes of a file: OBJ, PLY, STL, VTK XML (.vtp, .vtu). The format follows from the
 * content where possible, else from the extension of `name` (OBJ files have no signature). Lengths are taken as metres.
 * Throws a MeshFileError with the problem and its location.
 *
 * @example
 * ```ts
 * import { readMesh } from 'appulse/meshes';
 *
 * const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
 * const mesh = readMesh('triangle.obj', new TextEncoder().encode(text));
 * console.log(mesh.positions.length, mesh.triangles); // 9 Int32Array(3) [ 0, 1, 2 ]
 * ```
 */
export function readMesh(name: string, bytes: Uint8Array, options?: ReadMeshOptions): SurfaceMesh {
  const ending = /\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? '';
  const reader = readerByContent(name, bytes) ?? READERS.get(ending);
  if (reader) return reader(name, bytes, options);
  const expected = `must be a mesh file by its content or its extension (${[...READERS.keys()].join(', ')})`;
  throw new MeshFileError(name, undefined, expected, ending);
}

function readerByContent(name: string, bytes: Uint8Array): MeshReader | undefined {
  const reject = (what: string): never => {
    throw new MeshFileError(name, { byte: 0 }, `must be a plain mesh file, got ${what}`);
  };
  const text = decodeBytes(bytes.subarray(0, BEGINNING));
  if (text.startsWith('\x1f\x8b')) reject('gzip data: unpack it first');
  if (text.startsWith('# vtk DataFile')) reject('a legacy VTK file: save it as .vtp or .vtu');
  if (/^ply[\r\n]/.test(text)) return readPly;
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|VTKFile|!--)/.test(text)) return readVtkXml;
  if (isBinaryStl(bytes) || /^\s*solid\b/i.test(text)) return readStl;
  return undefined;
}
