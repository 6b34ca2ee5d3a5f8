/** Replaces the parts from CAD files in the text of a scene by their faces or triangles, so that the text alone is the scene. */
import { readCad, readCadMesh } from '../formats/cad/read-cad.ts';
import { brepDocument } from '../shapes/brep/brep-document.ts';
import {
  bytesOfPart,
  type CadFileDocument,
  failToRead,
  KIND,
  openSceneWithCad,
  replaceParts,
} from './cad-references.ts';
import { trimeshDocument } from './mesh-file-shape.ts';

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
  const scene = openSceneWithCad(fileText, source);
  const shapes = new Map<string, string>();
  for (const reference of scene.references) {
    const key = JSON.stringify(reference.shape);
    if (shapes.has(key)) continue;
    const bytes = bytesOfPart(scene, reference, files);
    try {
      shapes.set(key, JSON.stringify(await readCadShape(reference.shape, bytes)));
    } catch (error) {
      failToRead(scene, reference, error);
    }
  }
  return replaceParts(scene, shapes);
}

/** The shape that replaces a CAD file. Throws a `CadFileError` or a RangeError for a file that cannot be used. */
export async function readCadShape(
  { file, scale, as, tolerance }: CadFileDocument,
  bytes: Uint8Array,
): Promise<object> {
  if (as === 'faces') return brepDocument((await readCad(file, bytes, { scale })).body);
  return trimeshDocument(await readCadMesh(file, bytes, tolerance, { scale }));
}
