import { applyEdits, modify } from 'jsonc-parser';
import type { JsonPath } from './scene-error.ts';

/** A change of a scene file: what the value at `path` becomes. */
export interface SceneEdit {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** The text of a scene with some values changed or added; all else stays as it is written, comments included. */
export function editSceneText(text: string, edits: readonly SceneEdit[]): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return edits.reduce(
    (edited, { path, value }) => applyEdits(edited, modify(edited, [...path], value, { formattingOptions })),
    text,
  );
}
