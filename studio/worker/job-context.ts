import { MeshFileError } from '../../src/entries/meshes.ts';
import { VehicleFileError } from '../../src/entries/vehicles.ts';
import { SceneError, SimulationError } from '../../src/index.ts';
import type { Failure, Progress } from './jobs.ts';

/** Context of a handler. Long jobs call `if (context.isDue()) await context.breathe(...)` regularly. */
export interface JobContext {
  /** True when it is time to check for messages. */
  isDue(): boolean;
  /** Reports progress, yields to messages, and throws `Cancelled` if the job was cancelled. */
  breathe(progress: Progress): Promise<void>;
}

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  /** The part of the output that is there. */
  output?: unknown;
}

/** A file that cannot be used; the message names it. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SceneError) {
    const { line, column, path } = error;
    return { kind: 'scene', message, line, column, path };
  }
  if (error instanceof SimulationError) return { kind: 'run', message };
  const isFile = [MeshFileError, VehicleFileError, FileError].some((kind) => error instanceof kind);
  if (isFile) return { kind: 'file', message };
  return { kind: 'unexpected', message };
}

/** The buffers in an output, each once: transferred to the page instead of copied. */
export function transferables(output: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown, depth: number) => {
    if (ArrayBuffer.isView(value)) {
      // a buffer with a partial view may be used elsewhere
      if (value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength) found.add(value.buffer);
    } else if (typeof value === 'object' && value !== null && depth > 0) {
      for (const part of Object.values(value)) visit(part, depth - 1);
    }
  };
  visit(output, 4);
  return [...found];
}
