import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loaded } from '../peers.ts';

/** A C++ program of this folder, compiled if there is a compiler. */
export interface NativeProgram {
  /** Writes input for later runs to a file; returns its path. */
  store(name: string, numbers: Float64Array): string;
  /** Runs the program; returns the doubles that it wrote to stdout. */
  run(...args: readonly string[]): Float64Array;
}

/** `name` is a file of this folder without its extension. The program and its inputs are in a folder that is removed at exit. */
export function compileNative(name: string): Loaded<NativeProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'appulse-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const source = fileURLToPath(new URL(`../../native/${name}.cpp`, import.meta.url));
  const program = join(folder, name);
  const { error, status, stderr } = spawnSync('g++', ['-O3', '-std=c++17', '-o', program, source], {
    encoding: 'utf8',
  });
  if (error) return { module: null, missing: `g++ does not start: ${error.message}` };
  if (status !== 0) return { module: null, missing: `${name}.cpp does not compile: ${stderr.split('\n')[0]}` };
  return {
    missing: null,
    module: {
      store: (file, numbers) => {
        const path = join(folder, file);
        writeFileSync(path, numbers);
        return path;
      },
      run: (...args) => {
        const result = spawnSync(program, args, { maxBuffer: 2 ** 30 });
        if (result.status !== 0)
          throw new Error(`${name} ${args.join(' ')} ended with ${result.status ?? result.signal}`);
        return new Float64Array(new Uint8Array(result.stdout).buffer);
      },
    },
  };
}
