/** Maximum length of a value in a message [characters]; also limits its nesting levels, list items and keys. */
const MAX_SHOWN = 80;
const MAX_LEVELS = 8;

/** Short text of a value for messages; NaN and Infinity are spelled out. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(prune(value, 0));
  return text === undefined ? String(value) : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

/** Truncates a value of any depth and length to what a message can show. */
function prune(value: unknown, level: number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN);
  if (typeof value !== 'object' || value === null) return value;
  if (level === MAX_LEVELS) return '...';
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN).map((item) => prune(item, level + 1));
  const entries = Object.entries(value).slice(0, MAX_SHOWN);
  return Object.fromEntries(entries.map(([key, item]) => [key.slice(0, MAX_SHOWN), prune(item, level + 1)]));
}
