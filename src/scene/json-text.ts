import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { MAX_JSON_LEVELS } from '../formats/json-depth.ts';
import { formatPath, type JsonPath, SceneError, type TextPosition } from './scene-error.ts';

/** Maximum length of a quotation in a message. */
const MAX_SHOWN = 60;

type Container = unknown[] | Record<string, unknown>;

/**
 * Parses a JSON text with comments. A duplicate key is an error, and so is `__proto__`, which would set the prototype.
 */
export function parseJsonText(text: string, source: string): unknown {
  let root: unknown;
  let key = '';
  const open: Container[] = [];
  const fail = (at: TextPosition, path: JsonPath, problem: string): never => {
    throw new SceneError(source, at, formatPath(path), problem);
  };
  const add = (value: unknown) => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent)) parent.push(value);
    else parent[key] = value;
  };
  const begin = (container: Container, line: number, character: number) => {
    add(container);
    open.push(container);
    if (open.length > MAX_JSON_LEVELS)
      fail(position(line, character), [], `is nested more than ${MAX_JSON_LEVELS} levels deep`);
  };
  const end = () => {
    open.pop();
  };
  const visitor: JSONVisitor = {
    onObjectBegin: (_offset, _length, line, character) => begin({}, line, character),
    onArrayBegin: (_offset, _length, line, character) => begin([], line, character),
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: (property, _offset, _length, line, character, pathSupplier) => {
      key = property;
      const path = () => [...pathSupplier(), key];
      if (key === '__proto__') fail(position(line, character), path(), 'is not a known key');
      if (Object.hasOwn(open.at(-1) ?? {}, key)) fail(position(line, character), path(), 'is given twice');
    },
    onLiteralValue: add,
    onError: (code, _offset, _length, line, character) => fail(position(line, character), [], describeSyntax(code)),
  };
  visit(text, visitor, { allowTrailingComma: false });
  return root;
}

/** A position in a text, and the number, string, true, false or null there, parsed and as written in the file. */
export interface Found extends TextPosition {
  readonly value?: unknown;
  readonly shown?: string;
}

/** Position of the value at `path`, or of its key. If the path does not exist, the position of its longest existing prefix. */
export function locate(text: string, path: JsonPath, want: 'value' | 'key'): Found {
  let found: Found = position(0, 0);
  let depth = 0;
  const offer = (candidate: JsonPath, make: () => Found) => {
    if (candidate.length < depth || !candidate.every((step, i) => step === path[i])) return;
    depth = candidate.length;
    found = make();
  };
  // a requested key is not replaced by its value
  const offerValue = (candidate: JsonPath, make: () => Found) => {
    if (want === 'value' || candidate.length < path.length) offer(candidate, make);
  };
  const container: JSONVisitor['onObjectBegin'] = (_offset, _length, line, character, pathSupplier) =>
    offerValue(pathSupplier(), () => position(line, character));
  visit(text, {
    onObjectBegin: container,
    onArrayBegin: container,
    onObjectProperty: (property, _offset, _length, line, character, pathSupplier) => {
      if (want === 'key') offer([...pathSupplier(), property], () => position(line, character));
    },
    onLiteralValue: (value, offset, length, line, character, pathSupplier) => {
      // a number as it is written; a text without escapes such as \\u00b0, which some programs write
      const written = () => (typeof value === 'string' ? JSON.stringify(value) : text.slice(offset, offset + length));
      const shown = () => shorten(written());
      offerValue(pathSupplier(), () => ({ ...position(line, character), value, shown: shown() }));
    },
  });
  return found;
}

function position(line: number, character: number): TextPosition {
  return { line: line + 1, column: character + 1 };
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

/** `CommaExpected` becomes `not valid JSON here: comma expected`. */
function describeSyntax(code: ParseErrorCode): string {
  const description = printParseErrorCode(code).replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `not valid JSON here: ${description.toLowerCase()}`;
}
