import type { SolverMemory, WasmMemory } from '../solver-memory.ts';
import { RELAX, SOLVE } from '../solver-settings.ts';
import { writePrepareModule } from './prepare-kernel.ts';
import { writeSolveModule } from './solve-kernel.ts';
import { writeWarmStartModule } from './warm-start-kernel.ts';

/** What is used of WebAssembly: the core is compiled without the types of Node and the DOM. */
interface Engine {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: { solver: { memory: WasmMemory } },
  ) => { readonly exports: { readonly run: (...parameters: number[]) => number } };
  readonly Memory: new (descriptor: { initial: number }) => WasmMemory;
  /** Whether the bytes are a valid module: false for instructions that the engine does not have. */
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

declare const WebAssembly: Engine | undefined;

/** Opaque. */
type WasmModule = object;

/** The compiled modules of an engine, or the reason why there are none. */
const compiled = new WeakMap<Engine, WasmModule[] | string>();

/** SOLVE, RELAX, the warm start and the preparation of rows; below 4 KiB each: browsers compile larger ones only asynchronously. */
export function writeSolverModules(): Uint8Array<ArrayBuffer>[] {
  return [writeSolveModule(SOLVE), writeSolveModule(RELAX), writeWarmStartModule(), writePrepareModule()];
}

/** A memory with kernels that work on it, or the reason why the kernels in TypeScript must be used. */
export function createSolverMemory(): SolverMemory | string {
  if (typeof WebAssembly === 'undefined') return 'the engine has no WebAssembly';
  const modules = compiled.get(WebAssembly) ?? compileModules(WebAssembly);
  compiled.set(WebAssembly, modules);
  if (typeof modules === 'string') return modules;
  const { Instance, Memory } = WebAssembly;
  const memory = reserveMemory(Memory);
  if (!memory) return 'no address space is left for a WebAssembly memory';
  const [solve, relax, warmStart, prepare] = modules.map(
    (module) => new Instance(module, { solver: { memory } }).exports.run,
  );
  return { kernels: { memory, solve, relax, warmStart, prepare }, blocks: [] };
}

function compileModules({ Module, validate }: Engine): WasmModule[] | string {
  const bytes = writeSolverModules();
  if (!bytes.every((module) => validate(module))) return 'the WebAssembly of the engine has no SIMD instructions';
  try {
    return bytes.map((module) => new Module(module));
  } catch (error) {
    // the modules are valid
    if (error instanceof Error && error.name === 'CompileError') {
      return "the content security policy of the page lacks 'wasm-unsafe-eval'";
    }
    throw error;
  }
}

/** Engines reserve gigabytes of addresses per memory: undefined after some thousand worlds that are all in use. */
function reserveMemory(Memory: new (descriptor: { initial: number }) => WasmMemory): WasmMemory | undefined {
  try {
    return new Memory({ initial: 1 });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
