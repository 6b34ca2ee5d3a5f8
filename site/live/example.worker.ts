import { transform } from 'sucrase';
import { BROWSER_ENTRIES, isBrowserEntry, scriptOf } from './example.ts';
import { COMPILER_OPTIONS, runExample } from './run-example.ts';

/** What the worker reports to the page. */
export type ExampleReport =
  | { readonly type: 'line' | 'picture' | 'error'; readonly text: string }
  | { readonly type: 'end' };

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

/** An entry of the library is in the folder of this script. */
function load(name: string): Promise<unknown> {
  if (!isBrowserEntry(name)) throw new Error(`${name} cannot be imported here; ${BROWSER_ENTRIES.join(', ')} can`);
  return import(new URL(`${scriptOf(name)}.js`, import.meta.url).href);
}
