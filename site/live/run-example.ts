import { importsOf } from './example.ts';
import { formatValues } from './inspect.ts';

export interface ExampleOutput {
  /** One line for each call of `console.log`. */
  print(line: string): void;
  /** An SVG drawing that the program exports as `picture`. */
  draw(svg: string): void;
}

/** TypeScript with imports as JavaScript with `require`. */
export type Compile = (code: string) => string;

type Program = (require: (name: string) => unknown, exports: Record<string, unknown>, console: object) => Promise<void>;

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => Program;

/** Options of sucrase, which compiles the programs: it is small enough for a page. */
export const COMPILER_OPTIONS = { transforms: ['typescript', 'imports'], disableESTransforms: true } as const;

/** Runs a program in TypeScript. `load` gets a module that it imports. */
export async function runExample(
  code: string,
  compile: Compile,
  load: (name: string) => Promise<unknown>,
  output: ExampleOutput,
): Promise<void> {
  const names = [...new Set(importsOf(code))];
  const loaded = await Promise.all(names.map(async (name) => [name, await load(name)] as const));
  const modules = new Map<string, unknown>(loaded);
  const script = compile(code);
  const exports: Record<string, unknown> = {};
  const print = (...values: unknown[]) => output.print(formatValues(values));
  const console = { log: print, info: print, warn: print, error: print, table: print };
  await new AsyncFunction('require', 'exports', 'console', script)((name) => modules.get(name), exports, console);
  if (typeof exports['picture'] === 'string') output.draw(exports['picture']);
}
