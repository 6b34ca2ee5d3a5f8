/** Replaces the parts from CAD files in the text of a scene by their faces or triangles, so that the text alone is the scene. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { CadFileError } from '../formats/cad/cad-file-error.ts';
import { readBrepFile, readCad, readCadMesh } from '../formats/cad/read-cad.ts';
import { brepDocument } from '../shapes/brep/brep-document.ts';
import { checkMeshPath, missingMeshFile } from './mesh-files.ts';
import { failIn, MAX_SCENE_BYTES, parseDocument } from './read.ts';
import type { JsonPath } from './scene-error.ts';
import type { SolidShapeDocument } from './solid-shape-schema.ts';
import { validateDocument } from './validate.ts';

type CadFileDocument = Extract<SolidShapeDocument, { kind: 'cad' }>;

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
  const scene = openScene(fileText, source);
  const shapes = new Map<string, string>();
  for (const reference of scene.references) {
    const key = JSON.stringify(reference.shape);
    if (shapes.has(key)) continue;
    const bytes = bytesOf(scene, reference, files);
    try {
      shapes.set(key, JSON.stringify(await readShape(reference.shape, bytes)));
    } catch (error) {
      failToRead(scene, reference, error);
    }
  }
  return replaceParts(scene, shapes);
}

/**
 * The same for the exact faces of `.brep` files, which need no package: at once. Throws a `SceneError` for a part that has to be read by
 * `embedCad`.
 */
export function embedBrepFiles(fileText: string, source: string, files: ReadonlyMap<string, Uint8Array>): string {
  if (!KIND.test(fileText)) return fileText;
  const scene = openScene(fileText, source);
  const shapes = new Map<string, string>();
  for (const reference of scene.references) {
    const { file, scale, as } = reference.shape;
    if (as !== 'faces' || !/\.brep$/i.test(file)) {
      scene.fail(
        [...reference.path, 'file'],
        `must be a .brep file with "as": "faces", got ${JSON.stringify(file)}; convert it with "appulse convert ${file} -o scene.json"`,
      );
    }
    const bytes = bytesOf(scene, reference, files);
    try {
      shapes.set(
        JSON.stringify(reference.shape),
        JSON.stringify(brepDocument(readBrepFile(file, bytes, { scale }).body)),
      );
    } catch (error) {
      failToRead(scene, reference, error);
    }
  }
  return replaceParts(scene, shapes);
}

interface OpenScene {
  readonly text: string;
  readonly fail: ReturnType<typeof failIn>;
  readonly references: readonly CadReference[];
}

function openScene(fileText: string, source: string): OpenScene {
  const { text, data } = parseDocument(fileText, source);
  return { text, fail: failIn(text, source), references: findReferences(text, data, source) };
}

function bytesOf(
  { fail }: OpenScene,
  { shape, path }: CadReference,
  files: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  return files.get(shape.file) ?? missingMeshFile(shape.file, [...path, 'file'], fail);
}

function failToRead({ fail }: OpenScene, { path }: CadReference, error: unknown): never {
  if (!(error instanceof CadFileError || error instanceof RangeError)) throw error;
  return fail([...path, 'file'], `must be a usable CAD file: ${error.message}`);
}

/** Replaces each part by its shape, from the last to the first. */
function replaceParts({ text, fail, references }: OpenScene, shapes: ReadonlyMap<string, string>): string {
  const root = parseTree(text);
  let result = text;
  for (const { shape, path } of references.toReversed()) {
    const { offset = 0, length = 0 } = (root && findNodeAtLocation(root, [...path])) ?? {};
    result = result.slice(0, offset) + shapes.get(JSON.stringify(shape)) + result.slice(offset + length);
    if (result.length > MAX_SCENE_BYTES)
      fail([...path, 'file'], `makes the scene longer than ${MAX_SCENE_BYTES} bytes`);
  }
  return result;
}

async function readShape({ file, scale, as, tolerance }: CadFileDocument, bytes: Uint8Array): Promise<object> {
  if (as === 'faces') return brepDocument((await readCad(file, bytes, { scale })).body);
  const { positions, triangles } = await readCadMesh(file, bytes, tolerance, scale);
  const rows = (values: ArrayLike<number>) =>
    Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
  return { kind: 'trimesh', vertices: rows(positions), triangles: rows(triangles) };
}
