import { readFileSync } from 'node:fs';
import { packagePath } from './files.ts';

/** Version and description of this package. */
export function readPackage(): { readonly version: string; readonly description: string } {
  return JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
}
