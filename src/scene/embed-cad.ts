/** Replaces the parts from CAD files in the text of a scene by their faces or triangles, so that the text alone is the scene. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { CadFileError } from '../formats/cad/cad-file-error.ts';
import { readCad, readCadMesh } from '../formats/cad/read-cad.ts';
import { brepDocument } from '../shapes/brep/brep-document.ts';
import { trimeshDocument } from './mesh-file-shape.ts';
import { checkMeshPath, missingMeshFile } from './mesh-files.ts';
import { failIn, MAX_SCENE_BYTES, parseDocument } from './read.ts';
import type { JsonPath } from './scene-error.ts';
import type { SolidShapeDocument } from './solid-shape-schema.ts';
import { validateDocument } from './validate.ts';

export type CadFileDocument = Extract<SolidShapeDocument, { kind: 'cad' }>;

interface CadReference {
  readonly shape: CadFileDocument;
  readonly path: JsonPath;
}

/** A text without this word has no part from a CAD file. */
const KIND = /"cad"/;

function findReferences(text: string, data: unknown, source: string): CadReference[] {
  const fail = failIn(text, source);
  const document = validateDocument(data, fail);
  if (document.world !== 'solids') return [];
  return document.bodies.flatMap(({ shape }, i) => {
    if (shape.kind !== 'cad') return [];
    const path = ['bodies', i, 'shape'];
    checkMeshPath(shape.file, [...path, 'file'], fail);
    return [{ shape, path }];
  });
}

/**
 * The CAD files that the text of a scene names, each once, relative to the folder of the scene. Throws a `SceneError` for an invalid scene and
 * for a path that leaves the folder.
 */
export function sceneCadFiles(fileText: string, source: string): string[] {
  if (!KIND.test(fileText)) return [];
  const { text, data } = parseDocument(fileText, source);
  return [...new Set(findReferences(text, data, source).map(({ shape }) => shape.file))];
}

/**
 * The text of a scene with the parts of its CAD files in place of their names, as a `brep` or a `trimesh`. All other text remains
 * unchanged, line numbers included. `files` are the bytes by the names of `sceneCadFiles`. Throws a `SceneError` that names a file
 * that is missing or invalid, or the package that is needed to read it.
 */
export async function embedCad(
  fileText: string,
  source: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<string> {
  if (!KIND.test(fileText)) return fileText;
  const { text, data } = parseDocument(fileText, source);
  const fail = failIn(text, source);
  const root = parseTree(text);
  let result = text;
  const known = new Map<string, string>();
  for (const { shape, path } of findReferences(text, data, source).reverse()) {
    const at = [...path, 'file'];
    const key = JSON.stringify(shape);
    try {
      const bytes = files.get(shape.file) ?? missingMeshFile(shape.file, at, fail);
      known.set(key, known.get(key) ?? JSON.stringify(await readCadShape(shape, bytes)));
    } catch (error) {
      if (!(error instanceof CadFileError || error instanceof RangeError)) throw error;
      fail(at, `must be a usable CAD file: ${error.message}`);
    }
    const { offset = 0, length = 0 } = (root && findNodeAtLocation(root, [...path])) ?? {};
    result = result.slice(0, offset) + known.get(key) + result.slice(offset + length);
    if (result.length > MAX_SCENE_BYTES) fail(at, `makes the scene longer than ${MAX_SCENE_BYTES} bytes`);
  }
  return result;
}

/** The shape that replaces a CAD file. Throws a `CadFileError` or a RangeError for a file that cannot be used. */
export async function readCadShape(
  { file, scale, as, tolerance }: CadFileDocument,
  bytes: Uint8Array,
): Promise<object> {
  if (as === 'faces') return brepDocument((await readCad(file, bytes, { scale })).body);
  return trimeshDocument(await readCadMesh(file, bytes, tolerance, { scale }));
}
