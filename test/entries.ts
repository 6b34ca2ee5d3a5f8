import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

interface PackageFile {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** What programs import, `appulse` or `appulse/nurbs`, and its source: `src/entries/nurbs.ts`. */
export const ENTRIES: ReadonlyMap<string, string> = readEntries();

function readEntries(): Map<string, string> {
  const { exports }: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = new Map<string, string>();
  for (const [path, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue;
    const file = target.types.replace('./dist/', '').replace('.d.ts', '.ts');
    entries.set(path.replace('.', 'appulse'), file.startsWith('reproduce/') ? file : `src/${file}`);
  }
  return entries;
}
