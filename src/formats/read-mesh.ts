import type { SurfaceMesh } from '../shapes/mesh.ts';
import { readAbaqus } from './abaqus/abaqus.ts';
import { abaqusIncludes } from './abaqus/keyword-cards.ts';
import { CELL } from './cell-types.ts';
import { isHdf5, readExodus } from './exodus/exodus.ts';
import { referencedPath } from './file-references.ts';
import { readGltf } from './gltf/gltf.ts';
import { gltfReferences, isGlb } from './gltf/gltf-document.ts';
import { readGmsh } from './gmsh/gmsh.ts';
import { dynaIncludes } from './ls-dyna/dyna-cards.ts';
import { readLsDyna } from './ls-dyna/ls-dyna.ts';
import { MESH_EXTENSIONS, type MeshExtension } from './mesh-extensions.ts';
import { MeshFileError } from './mesh-file-error.ts';
import type { ReadMeshOptions } from './mesh-from-faces.ts';
import type { LocatedModel, MeshModel } from './mesh-model.ts';
import { meshOfModel } from './mesh-of-model.ts';
import { faceSet } from './model-builder.ts';
import { readObj } from './obj.ts';
import { readOff } from './off.ts';
import { readPly } from './ply.ts';
import { isBinaryStl, readStl } from './stl.ts';
import { decodeBytes } from './text-bytes.ts';
import { readVtkLegacy } from './vtk-legacy.ts';
import { readVtkXml } from './vtk-xml.ts';

/** A reader of surfaces alone, or of nodes, elements and sets. */
interface MeshFormat {
  readonly surface?: (source: string, bytes: Uint8Array, options?: ReadMeshOptions) => SurfaceMesh;
  readonly model?: (source: string, bytes: Uint8Array, options?: ReadMeshOptions) => LocatedModel;
  /** Other files that a file refers to, as they are named in it. */
  readonly references?: (source: string, bytes: Uint8Array) => readonly { name: string; line?: number }[];
}

const ABAQUS: MeshFormat = { model: readAbaqus, references: abaqusIncludes };
const EXODUS: MeshFormat = { model: readExodus };
const GLTF: MeshFormat = {
  model: readGltf,
  references: (source, bytes) => gltfReferences(source, bytes).map((name) => ({ name })),
};
const GMSH: MeshFormat = { model: readGmsh };
const LS_DYNA: MeshFormat = { model: readLsDyna, references: dynaIncludes };
const OBJ: MeshFormat = { surface: readObj };
const OFF: MeshFormat = { surface: readOff };
const PLY: MeshFormat = { surface: readPly };
const STL: MeshFormat = { surface: readStl };
const VTK: MeshFormat = { model: readVtkLegacy };
const VTK_XML: MeshFormat = { model: readVtkXml };

const FORMATS: Readonly<Record<MeshExtension, MeshFormat>> = {
  obj: OBJ,
  off: OFF,
  ply: PLY,
  stl: STL,
  gltf: GLTF,
  glb: GLTF,
  msh: GMSH,
  inp: ABAQUS,
  k: LS_DYNA,
  key: LS_DYNA,
  dyn: LS_DYNA,
  vtk: VTK,
  vtp: VTK_XML,
  vtu: VTK_XML,
  e: EXODUS,
  exo: EXODUS,
  ex2: EXODUS,
};

/** The format of an extension, if it is one of a mesh file. */
function formatByExtension(extension: string): MeshFormat | undefined {
  return Object.hasOwn(FORMATS, extension) ? FORMATS[extension as MeshExtension] : undefined;
}

/** Enough of a file to detect its format. [bytes] */
const BEGINNING = 256;

/**
 * Reads a surface mesh from the bytes of a file: glTF, OBJ, OFF, PLY, STL, Gmsh, Abaqus, LS-DYNA, VTK (legacy and XML) and Exodus II. The format follows
 * from the content where possible, else from the extension of `name`. Of volume elements the outer faces are read. Lengths are taken as metres.
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
export function readMesh(name: string, bytes: Uint8Array, options: ReadMeshOptions = {}): SurfaceMesh {
  const { surface, model } = formatOf(name, bytes);
  if (model) return meshOfModel(name, model(name, bytes, options), options);
  if (options.set !== undefined)
    throw new MeshFileError(name, undefined, 'has no sets: its format has none', options.set);
  return (surface as NonNullable<typeof surface>)(name, bytes, options);
}

/** A model with the places of its elements in the file; of formats without elements and sets, the surface. */
export function readLocatedModel(name: string, bytes: Uint8Array, options: ReadMeshOptions = {}): LocatedModel {
  const { surface, model } = formatOf(name, bytes);
  return model
    ? model(name, bytes, options)
    : modelOfSurface((surface as NonNullable<typeof surface>)(name, bytes, options));
}

/**
 * Reads nodes, elements and sets of a mesh file. Formats of surfaces alone (OBJ, OFF, PLY, STL) have triangles and quads, and no sets.
 * Throws a MeshFileError with the problem and its location.
 *
 * @example
 * ```ts
 * import { readMeshModel } from 'appulse/meshes';
 *
 * const text = `*NODE
 * 1, 0, 0, 0
 * 2, 1, 0, 0
 * 3, 0, 1, 0
 * 4, 0, 0, 1
 * *ELEMENT, TYPE=C3D4, ELSET=tip
 * 7, 1, 2, 3, 4
 * *NSET, NSET=base, GENERATE
 * 1, 3
 * `;
 * const { positions, cells, nodeSets, elementSets } = readMeshModel('tip.inp', new TextEncoder().encode(text));
 * console.log(positions.length / 3, cells.types[0]); // 4 10
 * console.log(nodeSets.get('base'), elementSets.get('tip')); // Int32Array(3) [ 0, 1, 2 ] Int32Array(1) [ 0 ]
 * ```
 */
export function readMeshModel(name: string, bytes: Uint8Array, options: ReadMeshOptions = {}): MeshModel {
  const { locationOfCell: _, locationOfNode: __, nameOfCell: ___, ...model } = readLocatedModel(name, bytes, options);
  return model;
}

/**
 * The other files that a mesh file refers to (buffers of glTF, files that are included), by their path from the folder that `name` is relative to.
 * Paths that leave the folder of the file are rejected by a MeshFileError. The format follows from the extension; other files refer to none.
 */
export function meshFileReferences(name: string, bytes: Uint8Array): string[] {
  const references = formatByExtension(extensionOf(name))?.references?.(name, bytes) ?? [];
  return [
    ...new Set(
      references.map((reference) =>
        referencedPath(name, reference.line === undefined ? undefined : { line: reference.line }, reference.name),
      ),
    ),
  ];
}

function formatOf(name: string, bytes: Uint8Array): MeshFormat {
  const ending = extensionOf(name);
  const format = formatByContent(name, bytes) ?? formatByExtension(ending);
  if (format) return format;
  const expected = `must be a mesh file by its content or its extension (${MESH_EXTENSIONS.join(', ')})`;
  throw new MeshFileError(name, undefined, expected, ending);
}

function extensionOf(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? '';
}

function formatByContent(name: string, bytes: Uint8Array): MeshFormat | undefined {
  const reject = (what: string): never => {
    throw new MeshFileError(name, { byte: 0 }, `must be a plain mesh file, got ${what}`);
  };
  const text = decodeBytes(bytes.subarray(0, BEGINNING));
  if (text.startsWith('\x1f\x8b')) reject('gzip data: unpack it first');
  if (text.startsWith('# vtk DataFile')) return VTK;
  if (isGlb(bytes)) return GLTF;
  if ((text.startsWith('CDF') && bytes[3] < 8) || isHdf5(bytes)) return EXODUS;
  if (/^\s*\$(MeshFormat|Comments)\b/.test(text)) return GMSH;
  if (/^(ST)?C?N?4?n?OFF\b/.test(text)) return OFF;
  if (/^ply[\r\n]/.test(text)) return PLY;
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|VTKFile|!--)/.test(text)) return VTK_XML;
  if (isBinaryStl(bytes) || /^\s*solid\b/i.test(text)) return STL;
  return undefined;
}

function modelOfSurface({ positions, triangles, quads, velocities, pointData }: SurfaceMesh): LocatedModel {
  const rows = (nodes: Int32Array, width: number, type: number) =>
    Array.from({ length: nodes.length / width }, (_, k) => ({
      type,
      nodes: Array.from(nodes.subarray(width * k, width * (k + 1))),
    }));
  return {
    positions,
    cells: faceSet([...rows(triangles, 3, CELL.triangle), ...rows(quads, 4, CELL.quad)]),
    nodeSets: new Map(),
    elementSets: new Map(),
    surfaces: new Map(),
    velocities,
    pointData,
    notices: [],
    locationOfNode: () => undefined,
    locationOfCell: () => undefined,
    nameOfCell: (cell) => `face ${cell}`,
  };
}
