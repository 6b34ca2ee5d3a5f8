import { applyEdits, modify } from 'jsonc-parser';
import type { JsonPath } from './scene-error.ts';

/** An edit of a scene file: the new value at `path`. */
export interface SceneEdit {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** Changes or adds values in the text of a scene; all other text remains unchanged, comments included. */
export function editSceneText(text: string, edits: readonly SceneEdit[]): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return edits.reduce(
    (edited, { path, value }) => applyEdits(edited, modify(edited, [...path], value, { formattingOptions })),
    text,
  );
}
