import { readBrepFile } from '../formats/cad/read-brep-file.ts';
import { brepDocument } from '../shapes/brep/brep-document.ts';
import { bytesOfPart, failToRead, KIND, openSceneWithCad, replaceParts } from './cad-references.ts';

/**
 * The text of a scene with the exact faces of its `.brep` files in place of their names, as `embedCad` does: they need no package, so the text is
 * there at once. Throws a `SceneError` for a part that only `embedCad` reads.
 */
export function embedBrepFiles(fileText: string, source: string, files: ReadonlyMap<string, Uint8Array>): string {
  if (!KIND.test(fileText)) return fileText;
  const scene = openSceneWithCad(fileText, source);
  const shapes = new Map<string, string>();
  for (const reference of scene.references) {
    const { file, scale, as } = reference.shape;
    if (as !== 'faces' || !/\.brep$/i.test(file)) {
      scene.fail(
        [...reference.path, 'file'],
        `must be a .brep file with "as": "faces" here, got ${JSON.stringify(file)}; convert it with "appulse convert ${file} -o part.scene.json"`,
      );
    }
    const bytes = bytesOfPart(scene, reference, files);
    try {
      shapes.set(JSON.stringify(reference.shape), JSON.stringify(brepDocument(readBrepFile(file, bytes, scale).body)));
    } catch (error) {
      failToRead(scene, reference, error);
    }
  }
  return replaceParts(scene, shapes);
}
