import { CommanderError } from 'commander';
import { MeshFileError } from '../entries/meshes.ts';
import { UrdfError } from '../entries/urdf.ts';
import { VehicleFileError } from '../entries/vehicles.ts';
import { FmuError } from '../fmu/model.ts';
import { NonFiniteError, RunLimitError, SceneError, SimulationError, VerifyError } from '../index.ts';
import { plainText } from './plain-text.ts';

/** 0: done. 1: ran, but a check failed. 2: bad input or usage. 128 + n: stopped by signal n. */
export type ExitCode = number;

/** An error the user can correct; the message says what is wrong, where, and what was expected. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** A run that was stopped before its end, by a signal or a full disk; the message says what was saved. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Errors with a message for the user. */
const EXPECTED = [
  FmuError,
  InputError,
  MeshFileError,
  NonFiniteError,
  RunLimitError,
  SceneError,
  SimulationError,
  StoppedError,
  UrdfError,
  VehicleFileError,
  VerifyError,
];

/** Prints a one-line error message to stderr, so stdout has only results, and returns the exit code. */
export function reportFailure(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed its message
  const fromSystem = error instanceof Error && 'syscall' in error;
  const expected = fromSystem || EXPECTED.some((kind) => error instanceof kind);
  const text = error instanceof Error ? error.message : String(error);
  const message = fromSystem ? `cannot ${error.syscall}: ${systemReason(error)}` : text;
  const raise = error instanceof RunLimitError ? `; --max-${error.limit} raises it` : '';
  const hint = expected ? raise : ' (unexpected: APPULSE_DEBUG=1 shows where it came from)';
  process.stderr.write(`appulse: ${plainText(message.replaceAll(/\s*\n\s*/g, ' '))}${hint}\n`);
  if (process.env['APPULSE_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  if (error instanceof StoppedError) return error.exitCode;
  return error instanceof NonFiniteError || error instanceof RunLimitError ? 1 : 2;
}

/** The reason of a system error, in words. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && SYSTEM_REASONS[code]) || message;
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder, expected a file',
  ENOTDIR: 'part of the path is a file, expected a folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EFBIG: 'the file would be larger than allowed here',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  EADDRINUSE: 'it exists already: another server listens there, or one that was killed left it behind',
};
