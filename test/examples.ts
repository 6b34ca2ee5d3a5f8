import { createRequire } from 'node:module';
import { format } from 'node:util';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { readSources } from './sources.ts';

export interface Example {
  /** File and number: `src/math/pose.ts, example 1`. */
  readonly name: string;
  readonly text: string;
}

/** The programs in the doc comments of a folder: `@example`, then a fenced block. */
export function commentExamples(folder: string): Example[] {
  return readSources(folder).flatMap(({ path, text }) =>
    [...text.matchAll(/^ \* @example\n \* ```ts\n((?: \*.*\n)*?) \* ```$/gm)].map(([, program], i) => ({
      name: `${path}, example ${i + 1}`,
      text: program.replaceAll(/^ \* ?/gm, ''),
    })),
  );
}

/** Programs with threads run the built package: threads need compiled files. */
export function hasThreads({ text }: Example): boolean {
  return text.includes("from 'appulse/workers'");
}

const require = createRequire(import.meta.url);

/** Runs a program with these modules. Gives the lines it printed, and those of its comments: `console.log(x); // 1`. */
export async function runExample(
  { text }: Example,
  modules: ReadonlyMap<string, object>,
): Promise<{ printed: string[]; promised: string[] }> {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
  const { outputText } = ts.transpileModule(text, { compilerOptions });
  const printed: string[] = [];
  const console = { log: (...values: unknown[]) => printed.push(format(...values)) };
  const resolve = (name: string) => modules.get(name) ?? require(name);
  // in an async function, since programs may await
  const body = `return (async () => {${outputText}})();`;
  await compileFunction(body, ['require', 'exports', 'console'])(resolve, {}, console);
  const promised = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment);
  return { printed, promised };
}
