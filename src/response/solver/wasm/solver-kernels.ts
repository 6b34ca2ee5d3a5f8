import {
  ADD_KERNEL,
  addressOfTerms,
  FLY_KERNEL,
  KICK_KERNEL,
  PAGE,
  PARAMETER_COUNT,
  PREPARE_KERNEL,
  RELAX_KERNEL,
  SOLVE_KERNEL,
  type SolverKernels,
  type SolverMemory,
  type SolverThreads,
  WARM_START_KERNEL,
  type WasmMemory,
  WORK_KERNEL,
  WRITE_KERNEL,
} from '../solver-memory.ts';
import { RELAX, SOLVE } from '../solver-settings.ts';
import { writeAddModule, writeKickModule, writeWorkModule } from './body-kernels.ts';
import { writeFlyModule } from './fly-kernel.ts';
import { writePrepareModule } from './prepare-kernel.ts';
import { writeSolveModule } from './solve-kernel.ts';
import { writeWarmStartModule } from './warm-start-kernel.ts';
import { MAX_PAGES } from './wasm-writer.ts';
import { writeRowsModule } from './write-rows-kernel.ts';

/** What is used of WebAssembly: the core is compiled without the types of Node and the DOM. */
interface Engine {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: { solver: { memory: WasmMemory } },
  ) => { readonly exports: { readonly run: (...parameters: number[]) => number } };
  readonly Memory: new (descriptor: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
  /** Whether the bytes are a valid module: false for instructions that the engine does not have. */
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

declare const WebAssembly: Engine | undefined;

/** Opaque. */
type WasmModule = object;

const NO_ENGINE = 'the engine has no WebAssembly';
const NO_MEMORY = 'no address space is left for a WebAssembly memory';

/** The compiled modules of an engine, for memories that threads share and for others, or the reason why there are none. */
const compiled = [new WeakMap<Engine, WasmModule[] | string>(), new WeakMap<Engine, WasmModule[] | string>()];

/** The modules of all kernels, in order. */
export function writeSolverModules(isShared: boolean): Uint8Array<ArrayBuffer>[] {
  const modules: Uint8Array<ArrayBuffer>[] = [];
  modules[SOLVE_KERNEL] = writeSolveModule(SOLVE, isShared);
  modules[RELAX_KERNEL] = writeSolveModule(RELAX, isShared);
  modules[WARM_START_KERNEL] = writeWarmStartModule(isShared);
  modules[PREPARE_KERNEL] = writePrepareModule(isShared);
  modules[WRITE_KERNEL] = writeRowsModule(isShared);
  modules[KICK_KERNEL] = writeKickModule(isShared);
  modules[ADD_KERNEL] = writeAddModule(isShared);
  modules[WORK_KERNEL] = writeWorkModule(isShared);
  modules[FLY_KERNEL] = writeFlyModule(isShared);
  return modules;
}

/** A memory with kernels that work on it, shared with other `threads` if there are some, or the reason why the kernels in TypeScript must be used. */
export function createSolverMemory(threads?: SolverThreads): SolverMemory | string {
  const isShared = threads !== undefined;
  const modules = modulesFor(isShared);
  if (typeof modules === 'string' || typeof WebAssembly === 'undefined') return String(modules);
  const start = addressOfTerms(threads?.threads ?? 1);
  const memory = reserveMemory(WebAssembly, isShared, Math.ceil(start / PAGE));
  if (!memory) return NO_MEMORY;
  const parameters = new Float64Array(PARAMETER_COUNT);
  return { kernels: createKernels(memory, isShared, 0), parameters, threads, blocks: [], start };
}

/** The kernels for a memory, in a thread that shares it; 0 is the thread that has created it. Throws where there are none. */
export function createKernels(memory: WasmMemory, isShared: boolean, thread: number): SolverKernels {
  const modules = modulesFor(isShared);
  if (typeof modules === 'string' || typeof WebAssembly === 'undefined') throw new Error(String(modules));
  const { Instance } = WebAssembly;
  const terms = addressOfTerms(thread);
  return { memory, terms, run: modules.map((module) => new Instance(module, { solver: { memory } }).exports.run) };
}

function modulesFor(isShared: boolean): WasmModule[] | string {
  if (typeof WebAssembly === 'undefined') return NO_ENGINE;
  const known = compiled[isShared ? 1 : 0];
  const modules = known.get(WebAssembly) ?? compileModules(WebAssembly, writeSolverModules(isShared));
  known.set(WebAssembly, modules);
  return modules;
}

/** Functions of other modules, which are not those of the solver, and a memory of their own, or the reason why there are none. */
export function instantiate(
  bytes: readonly Uint8Array<ArrayBuffer>[],
  memoryBytes: number,
): Pick<SolverKernels, 'memory' | 'run'> | string {
  if (typeof WebAssembly === 'undefined') return NO_ENGINE;
  const modules = compileModules(WebAssembly, bytes);
  if (typeof modules === 'string') return modules;
  const memory = reserveMemory(WebAssembly, false, Math.ceil(memoryBytes / PAGE));
  if (!memory) return NO_MEMORY;
  const { Instance } = WebAssembly;
  return { memory, run: modules.map((module) => new Instance(module, { solver: { memory } }).exports.run) };
}

function compileModules(
  { Module, validate }: Engine,
  bytes: readonly Uint8Array<ArrayBuffer>[],
): WasmModule[] | string {
  if (!bytes.every((module) => validate(module))) return 'the WebAssembly of the engine has no SIMD instructions';
  try {
    return bytes.map((module) => new Module(module));
  } catch (error) {
    // Chrome before version 114 compiles more than 4 KiB in the main thread of a page only asynchronously
    if (error instanceof RangeError) return 'the engine compiles modules of this size only asynchronously';
    // the modules are valid
    if (error instanceof Error && error.name === 'CompileError') {
      return "the content security policy of the page lacks 'wasm-unsafe-eval'";
    }
    throw error;
  }
}

/** Engines reserve gigabytes of addresses per memory: undefined after some thousand worlds that are all in use. */
function reserveMemory({ Memory }: Engine, isShared: boolean, initial: number): WasmMemory | undefined {
  try {
    return new Memory(isShared ? { initial, maximum: MAX_PAGES, shared: true } : { initial });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
