/**
 * Characters that control a terminal instead of being shown: C0 (escape sequences, carriage return, line breaks), DEL, C1, the line and
 * paragraph separators, and those that reverse the direction of text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text from a file or the user as one line that is safe to print: control characters are escaped. */
export function plainText(text: string): string {
  return text.replaceAll(CONTROL_CHARACTERS, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for all strings in a tree of lists and objects; typed arrays are unchanged. */
export function plainTexts<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(plainTexts) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainTexts(item)])) as T;
}
