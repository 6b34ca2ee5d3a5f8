/** Longest line of a list or an object that is not broken into several [characters]. */
const LINE = 120;

/** A scene document as JSON text: lists and objects on one line where they fit, else one item per line. */
export function sceneText(document: object): string {
  return `${print(document, 0, '')}\n`;
}

/** `used`: characters in front of the value on its line, and a comma after it. */
function print(value: unknown, used: number, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = oneLine(value);
  // the document itself has one key per line
  if (indent.length + used > 0 && indent.length + used + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => inner + print(item, 1, inner))
    : entriesOf(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return inner + name + print(item, name.length + 1, inner);
      });
  return items.length === 0 ? open + close : `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const items = entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
}

/** As in JSON: without keys whose value is undefined. */
function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
