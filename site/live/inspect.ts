/** Values as `console.log` of Node prints them; long ones stay on one line. */
export function formatValues(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
}

/** Beyond this depth Node abbreviates objects. */
const DEPTH = 2;
/** Beyond this count Node abbreviates arrays. */
const ITEMS = 100;

function inspect(value: unknown, depth = 0): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return value.name ? `[Function: ${value.name}]` : '[Function (anonymous)]';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return value.stack ?? String(value);
  const nested = (item: unknown) => inspect(item, depth + 1);
  if (Array.isArray(value)) return depth > DEPTH ? '[Array]' : listText('', value.map(nested));
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const numbers = Array.from(value as unknown as ArrayLike<number>);
    return listText(`${value.constructor.name}(${numbers.length}) `, numbers.map(nested));
  }
  if (value instanceof Map) {
    return braces(
      `Map(${value.size}) `,
      Array.from(value, ([key, item]) => `${nested(key)} => ${nested(item)}`),
    );
  }
  if (value instanceof Set) return braces(`Set(${value.size}) `, Array.from(value, nested));
  if (depth > DEPTH) return '[Object]';
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  const entries = Object.entries(value).map(
    ([key, item]) => `${/^[\w$]+$/.test(key) ? key : `'${key}'`}: ${nested(item)}`,
  );
  return braces(name === undefined || name === 'Object' ? '' : `${name} `, entries);
}

function listText(prefix: string, items: readonly string[]): string {
  if (items.length === 0) return `${prefix}[]`;
  const more = items.length - ITEMS;
  const rest = more > 0 ? [`... ${more} more item${more === 1 ? '' : 's'}`] : [];
  return `${prefix}[ ${[...items.slice(0, ITEMS), ...rest].join(', ')} ]`;
}

function braces(prefix: string, items: readonly string[]): string {
  return items.length === 0 ? `${prefix}{}` : `${prefix}{ ${items.join(', ')} }`;
}
