import type { NodeSchema } from '../scene/check-schema.ts';
import { findViolation } from '../scene/check-schema.ts';
import { editSceneText } from '../scene/edit-text.ts';
import { failIn, parseDocument, resolveScene } from '../scene/read.ts';
import type { Scene } from '../scene/scene.ts';
import { type Fail, formatPath, type JsonPath } from '../scene/scene-error.ts';
import { type SceneDocument, schemaOfWorld } from '../scene/schema.ts';
import { expectation, validateDocument } from '../scene/validate.ts';
import { describeValue } from '../shapes/checks.ts';
import { type SceneParameter, setValue, valueAt } from './parameter-path.ts';

/** A value that a scene does not accept; the message names the path, what was expected and the value. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

/** A scene that is read once and used with many values of some of its parameters. */
export interface SceneTemplate {
  readonly text: string;
  /** As parsed. */
  readonly raw: unknown;
  /** Validated: defaults filled in, units converted. */
  readonly document: SceneDocument;
  readonly schema: NodeSchema;
  /** The scene with no parameter changed. */
  readonly scene: Scene;
}

/** Reads a scene. `source` names the text in messages; `fail` reports errors elsewhere, for a scene inside another file. */
export function createTemplate(fileText: string, source: string, fail?: Fail): SceneTemplate {
  const { text, data } = parseDocument(fileText, source);
  const report = fail ?? failIn(text, source);
  const document = validateDocument(clone(data), report);
  return { text, raw: data, document, schema: schemaOfWorld(document), scene: resolveScene(document, report) };
}

function clone<T>(data: T): T {
  return JSON.parse(JSON.stringify(data));
}

/** A parameter and its new value. */
export interface Setting {
  readonly parameter: SceneParameter;
  readonly value: unknown;
}

/** Reports an error in a value, which has no position in a text. */
const rejectValue: Fail = (path, expected, _at, shown) => {
  throw new ParameterError(`${formatPath(path)}: ${expected}${shown === undefined ? '' : `, got ${shown}`}`);
};

/**
 * The scene with these settings, valid until the next call; every call must set the same parameters. Where all of them are plain, the
 * validated document is changed in place and only the values are checked; otherwise the scene is validated again. Throws a
 * ParameterError.
 */
export function sceneWith(template: SceneTemplate, settings: readonly Setting[]): Scene {
  if (!settings.every(({ parameter }) => parameter.isPlain)) {
    const raw = rawWith(template, settings);
    return resolveScene(validateDocument(raw, rejectIn(raw)), rejectIn(raw));
  }
  for (const setting of settings) setChecked(template.document, setting);
  return resolveScene(template.document, rejectIn(template.document));
}

/** Shows the value at the location of the error. */
function rejectIn(document: unknown): Fail {
  return (path, expected, at, shown) => {
    const value = valueAt(document, path);
    const simple = typeof value !== 'object' && value !== undefined ? JSON.stringify(value) : undefined;
    return rejectValue(path, expected, at, shown ?? simple);
  };
}

function setChecked(document: SceneDocument, { parameter: { steps, schema }, value }: Setting): void {
  const violation = findViolation(schema, value);
  if (violation) rejectValue(steps, expectation(violation), 'value', describeValue(value));
  setValue(document, steps, value);
}

/** The parsed scene with these settings, before validation. Parts that the file leaves out are taken with their defaults. */
function rawWith(template: SceneTemplate, settings: readonly Setting[]): unknown {
  const raw = clone(template.raw);
  for (const { parameter, value } of settings) {
    const missing = missingPart(raw, parameter.steps);
    if (missing !== undefined) setValue(raw, missing, clone(valueAt(template.document, missing)));
    setValue(raw, parameter.steps, value);
  }
  return raw;
}

/** The outermost part that contains the value and is not in the document. */
function missingPart(raw: unknown, steps: JsonPath): JsonPath | undefined {
  for (let length = 1; length < steps.length; length++) {
    if (valueAt(raw, steps.slice(0, length)) === undefined) return steps.slice(0, length);
  }
  return undefined;
}

/** The text of the scene with these settings: comments and layout are those of the template. */
export function sceneTextWith(template: SceneTemplate, settings: readonly Setting[]): string {
  const raw = rawWith(template, settings);
  const parts = settings.map(({ parameter: { steps } }) => missingPart(template.raw, steps) ?? steps);
  return editSceneText(
    template.text,
    parts.map((path) => ({ path, value: valueAt(raw, path) })),
  );
}
