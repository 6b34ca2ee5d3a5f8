import { locate, parseJsonText } from './json-text.ts';
import { resolveScene } from './resolve.ts';
import type { Scene } from './scene.ts';
import { type Fail, formatPath, SceneError } from './scene-error.ts';
import { validateDocument } from './validate.ts';

/** Longer texts are refused. */
export const MAX_SCENE_BYTES = 64 * 1024 * 1024;

/** Some editors put it in front of a text to mark its encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The scene described by a JSON text (comments allowed). `source` names the text in messages. Throws a `SceneError` about
 * the first thing that is wrong.
 */
export function readScene(fileText: string, source: string): Scene {
  const text = fileText.startsWith(BYTE_ORDER_MARK) ? fileText.slice(1) : fileText;
  const fail: Fail = (path, expected, at = 'value') => {
    const found = locate(text, path, at);
    throw new SceneError(source, found, formatPath(path), expected, found.value, found.shown);
  };
  if (text.length > MAX_SCENE_BYTES) {
    throw new SceneError(source, { line: 1, column: 1 }, '', `must not be longer than ${MAX_SCENE_BYTES} bytes`);
  }
  return resolveScene(validateDocument(parseJsonText(text, source), fail), fail);
}
