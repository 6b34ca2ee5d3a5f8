/** No file or line of this project needs more than twelve levels of lists and objects; its readers are recursive. */
export const MAX_JSON_LEVELS = 64;

/** Whether a value of `JSON.parse`, which reads any depth, has more levels than that. */
export function isTooDeep(value: unknown, levels = MAX_JSON_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const items = Array.isArray(value) ? value : Object.values(value);
  return items.some((item) => isTooDeep(item, levels - 1));
}
