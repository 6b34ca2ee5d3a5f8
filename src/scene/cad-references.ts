import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { CadFileError } from '../formats/cad/cad-file-error.ts';
import { checkMeshPath, missingMeshFile } from './mesh-files.ts';
import { failIn, MAX_SCENE_BYTES, parseDocument } from './read.ts';
import type { JsonPath } from './scene-error.ts';
import type { SolidShapeDocument } from './solid-shape-schema.ts';
import { validateDocument } from './validate.ts';

export type CadFileDocument = Extract<SolidShapeDocument, { kind: 'cad' }>;

export interface CadReference {
  readonly shape: CadFileDocument;
  readonly path: JsonPath;
}

/** A text without this word has no part from a CAD file. */
export const KIND = /"cad"/;

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

/** The text of a scene and the parts of CAD files in it. */
export interface SceneWithCad {
  readonly text: string;
  readonly fail: ReturnType<typeof failIn>;
  readonly references: readonly CadReference[];
}

export function openSceneWithCad(fileText: string, source: string): SceneWithCad {
  const { text, data } = parseDocument(fileText, source);
  return { text, fail: failIn(text, source), references: findReferences(text, data, source) };
}

/** The bytes of the file of a part, which must be there. */
export function bytesOfPart(
  { fail }: SceneWithCad,
  { shape, path }: CadReference,
  files: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  return files.get(shape.file) ?? missingMeshFile(shape.file, [...path, 'file'], fail);
}

/** Throws a `SceneError` for an error of a file. */
export function failToRead({ fail }: SceneWithCad, { path }: CadReference, error: unknown): never {
  if (!(error instanceof CadFileError || error instanceof RangeError)) throw error;
  return fail([...path, 'file'], `must be a usable CAD file: ${error.message}`);
}

/** Replaces each part by its shape, JSON by the JSON of the reference, from the last to the first. */
export function replaceParts({ text, fail, references }: SceneWithCad, shapes: ReadonlyMap<string, string>): string {
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
