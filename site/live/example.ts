/** Entries of the package that run in a browser; `appulse/three` needs three.js, which the site does not have. */
export const BROWSER_ENTRIES = [
  'appulse',
  'appulse/bounds',
  'appulse/kernels',
  'appulse/meshes',
  'appulse/nurbs',
  'appulse/pairs',
  'appulse/tracking',
  'appulse/urdf',
  'appulse/vehicles',
] as const;

export type BrowserEntry = (typeof BROWSER_ENTRIES)[number];

/** Name of the script of an entry: `appulse-bounds`. */
export function scriptOf(entry: BrowserEntry): string {
  return entry.replaceAll('/', '-');
}

/** What a program imports: `['appulse', 'node:fs']`. */
export function importsOf(code: string): string[] {
  return [...code.matchAll(/^\s*(?:import|export)\b[^'"]*?['"]([^'"]+)['"]/gm)].map(([, name]) => name);
}

export function isBrowserEntry(name: string): name is BrowserEntry {
  return (BROWSER_ENTRIES as readonly string[]).includes(name);
}

/**
 * True for a block of code that the site offers to run and edit: one marked `ts live`, or any block of `ts` that is a whole program and needs
 * nothing but a browser.
 */
export function isLive(info: string, code: string): boolean {
  const [language, mark] = info.trim().split(/\s+/);
  if (language !== 'ts') return false;
  const imports = importsOf(code);
  const stranger = imports.find((name) => !isBrowserEntry(name));
  if (mark === 'live' && stranger !== undefined) throw new Error(`a live example cannot import ${stranger}`);
  return stranger === undefined && imports.length > 0 && (mark === 'live' || code.includes('console.log('));
}

/** What the comments of a program say that it prints: one line for each `console.log(...); // text`. */
export function promisedLines(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
}
