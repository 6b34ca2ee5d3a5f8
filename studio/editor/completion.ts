import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { getLocation, parse } from 'jsonc-parser';
import { loadSchema, type Schema, schemasAt } from './schema.ts';

/** Completions of keys and values at the cursor with their descriptions, from the scene schema. */
export async function completeScene({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
  const text = state.doc.toString();
  const { path, isAtPropertyKey, previousNode } = getLocation(text, pos);
  const word = wordAround(text, pos);
  if (!explicit && word.from === pos && !/[":,{[\s]/.test(text[pos - 1] ?? '')) return null;
  const schema = await loadSchema();
  const document: unknown = parse(text);
  if (isAtPropertyKey) {
    const owner = path.slice(0, -1);
    const present = new Set(Object.keys((valueAt(document, owner) ?? {}) as object));
    const own = String(path.at(-1) ?? '');
    const isNew =
      previousNode === undefined ||
      !text
        .slice(previousNode.offset + previousNode.length)
        .trimStart()
        .startsWith(':');
    const options = schemasAt(schema, document, owner).flatMap((one) => keyCompletions(one, present, own, isNew));
    return options.length > 0 ? { ...word, options: unique(options) } : null;
  }
  const options = schemasAt(schema, document, path).flatMap(valueCompletions);
  return options.length > 0 ? { ...word, options: unique(options) } : null;
}

/** The quoted or bare word at a position, including quotes: the range a completion replaces. */
function wordAround(text: string, pos: number): { from: number; to: number } {
  let from = pos;
  while (from > 0 && /[\w$.+-]/.test(text[from - 1])) from--;
  if (text[from - 1] === '"') from--;
  let to = pos;
  while (to < text.length && /[\w$.+-]/.test(text[to])) to++;
  if (text[from] === '"' && text[to] === '"') to++;
  return { from, to };
}

function keyCompletions(
  { properties = {}, required = [] }: Schema,
  present: ReadonlySet<string>,
  own: string,
  isNew: boolean,
): Completion[] {
  return Object.entries(properties)
    .filter(([name]) => name === own || !present.has(name))
    .map(([name, property]) => ({
      label: `"${name}"`,
      type: 'property',
      detail: required.includes(name) ? 'required' : undefined,
      info: describe(property),
      apply: isNew ? `"${name}": ${emptyValue(property)}` : `"${name}"`,
      boost: required.includes(name) ? 1 : 0,
    }));
}

function emptyValue(schema: Schema): string {
  if (schema.default !== undefined && typeof schema.default !== 'object') return JSON.stringify(schema.default);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return { object: '{}', array: '[]', string: '""' }[schema.type ?? ''] ?? '';
}

function valueCompletions(schema: Schema): Completion[] {
  const values =
    schema.const !== undefined ? [schema.const] : (schema.enum ?? (schema.type === 'boolean' ? [true, false] : []));
  return values.map((value) => ({ label: JSON.stringify(value), type: 'enum', info: schema.description }));
}

export function describe({ description = '', default: usual }: Schema): string {
  return usual === undefined || typeof usual === 'object'
    ? description
    : `${description} Default: ${JSON.stringify(usual)}.`;
}

function unique(options: readonly Completion[]): Completion[] {
  return [...new Map(options.map((option) => [option.label, option])).values()];
}

function valueAt(document: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    document,
  );
}
