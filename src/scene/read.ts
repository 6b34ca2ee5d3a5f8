import { describeValue } from '../math/describe-value.ts';
import { locate, parseJsonText } from './json-text.ts';
import { resolveMeshScene } from './resolve-meshes.ts';
import { resolvePlanarScene } from './resolve-planar.ts';
import { resolveSpaceScene } from './resolve-smooth.ts';
import { resolveSolidScene } from './resolve-solids.ts';
import { resolveVehicleScene } from './resolve-vehicles.ts';
import type { PlanarScene, Scene } from './scene.ts';
import { type Fail, formatPath, SceneError } from './scene-error.ts';
import type { SceneDocument } from './schema.ts';
import { validateDocument } from './validate.ts';

/** Maximum length of a scene text: longer ones are rejected. */
export const MAX_SCENE_BYTES = 64 * 1024 * 1024;

/** Byte order mark, which some editors write. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a scene from a JSON text (comments allowed) and returns it in SI units, with defaults filled in. `source` names
 * the text in messages. Throws a `SceneError` with line and column for the first error found.
 *
 * @example
 * ```ts
 * import { readScene } from 'appulse';
 *
 * const scene = readScene(`{
 *   "title": "Two discs", "description": "One hits the other.",
 *   "bodies": [
 *     { "name": "left", "shape": { "kind": "disc", "radius": "50 cm" }, "position": [0, 0], "velocity": [2, 0], "mass": 1 },
 *     { "name": "right", "shape": { "kind": "disc", "radius": 0.5 }, "position": [3, 0], "mass": 1 }
 *   ],
 *   "time": { "end": 2 }
 * }`, 'discs.scene.json');
 * console.log(scene.world, scene.bodies.length, scene.time.end); // planar 2 2
 * ```
 */
export function readScene(fileText: string, source: string): Scene {
  return read<Scene>(fileText, source, resolveScene);
}

/** The scene of a valid document, which is not changed. */
export function resolveScene(document: SceneDocument, fail: Fail): Scene {
  switch (document.world) {
    case 'planar':
      return resolvePlanarScene(document, fail);
    case 'deformable':
      return resolveMeshScene(document, fail);
    case 'smooth':
      return resolveSpaceScene(document, fail);
    case 'solids':
      return resolveSolidScene(document, fail);
    case 'vehicles':
      return resolveVehicleScene(document, fail);
  }
}

/** Reads a planar scene; rejects other worlds. */
export function readPlanarScene(fileText: string, source: string): PlanarScene {
  return read(fileText, source, (document, fail) =>
    document.world === 'planar' ? resolvePlanarScene(document, fail) : fail(['world'], 'must be "planar" here'),
  );
}

function read<T>(fileText: string, source: string, resolve: (document: SceneDocument, fail: Fail) => T): T {
  if (typeof fileText !== 'string') {
    throw new TypeError(`readScene: fileText must be the text of a scene, got ${describeValue(fileText)}`);
  }
  const { text, data } = parseDocument(fileText, source);
  const fail = failIn(text, source);
  return resolve(validateDocument(data, fail), fail);
}

/** Parses the JSON text of a file of limited length; returns it without a byte order mark. */
export function parseDocument(fileText: string, source: string): { readonly text: string; readonly data: unknown } {
  const text = fileText.startsWith(BYTE_ORDER_MARK) ? fileText.slice(1) : fileText;
  if (text.length > MAX_SCENE_BYTES) {
    throw new SceneError(source, { line: 1, column: 1 }, '', `must not be longer than ${MAX_SCENE_BYTES} bytes`);
  }
  return { text, data: parseJsonText(text, source) };
}

/** Reports errors with their position in a text. */
export function failIn(text: string, source: string): Fail {
  return (path, expected, at = 'value', shown = undefined) => {
    const found = locate(text, path, at);
    throw new SceneError(source, found, formatPath(path), expected, found.value, found.shown ?? shown);
  };
}
