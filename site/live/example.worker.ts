import { transform } from 'sucrase';
import type { BrowserEntry } from './example.ts';
import { COMPILER_OPTIONS, runExample } from './run-example.ts';

/** What the worker reports to the page. */
export type ExampleReport =
  | { readonly type: 'line' | 'picture' | 'error'; readonly text: string }
  | { readonly type: 'end' };

/** The library of this site, one part for each entry. */
const ENTRIES: Readonly<Record<BrowserEntry, () => Promise<unknown>>> = {
  appulse: () => import('../../src/index.ts'),
  'appulse/bounds': () => import('../../src/entries/bounds.ts'),
  'appulse/kernels': () => import('../../src/entries/kernels.ts'),
  'appulse/meshes': () => import('../../src/entries/meshes.ts'),
  'appulse/nurbs': () => import('../../src/entries/nurbs.ts'),
  'appulse/pairs': () => import('../../src/entries/pairs.ts'),
  'appulse/tracking': () => import('../../src/entries/tracking.ts'),
  'appulse/vehicles': () => import('../../src/entries/vehicles.ts'),
};

const report = (message: ExampleReport) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    await runExample(data, compile, load, {
      print: (text) => report({ type: 'line', text }),
      draw: (text) => report({ type: 'picture', text }),
    });
  } catch (error) {
    report({ type: 'error', text: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
  report({ type: 'end' });
};

function compile(code: string): string {
  return transform(code, { ...COMPILER_OPTIONS, transforms: [...COMPILER_OPTIONS.transforms] }).code;
}

function load(name: string): Promise<unknown> {
  const entry = ENTRIES[name as BrowserEntry];
  if (!entry) throw new Error(`${name} cannot be imported here; the entries are ${Object.keys(ENTRIES).join(', ')}`);
  return entry();
}
