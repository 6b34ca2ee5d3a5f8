import { InputError } from '../../src/cli/failure.ts';
import { CadFileError } from '../../src/formats/cad/cad-file-error.ts';
import { MeshFileError } from '../../src/formats/mesh-file-error.ts';
import { UrdfError } from '../../src/formats/urdf/urdf-error.ts';
import { VehicleFileError } from '../../src/formats/vehicle-files/vehicle-file-error.ts';
import { NonFiniteError } from '../../src/math/finite.ts';
import { VerifyError } from '../../src/query/verify.ts';
import { SnapshotError } from '../../src/record/snapshot-file.ts';
import { SceneError } from '../../src/scene/scene-error.ts';
import { RunLimitError } from '../../src/sim/run-limits.ts';
import { SimulationError } from '../../src/sim/world.ts';

/** What became of an input: used to its end, rejected by name, or stopped at a limit of its run. */
export type Outcome = 'accepted' | 'rejected' | 'stopped';

const NAMED = [
  CadFileError,
  InputError,
  MeshFileError,
  SceneError,
  SimulationError,
  SnapshotError,
  UrdfError,
  VehicleFileError,
  VerifyError,
];

/** Text of engine errors: no message of the library contains it. */
const ENGINE =
  /call stack|Cannot (read|set|destructure|convert|mix)|is not (a function|iterable|defined|a constructor)|Invalid (array|typed array|array buffer|string|code point|count)|out of (memory|range|bounds)|outside the bounds|allocation failed|undefined|\[object |must be greater than or equal|BigInt|toPrecision|toFixed|Reduce of empty|Unexpected end of buffer/;

/**
 * `rejected` or `stopped` for an error that names the invalid input; every other error is rethrown. A run of the given `input` may
 * leave the range of numbers, and then says so, only if the input has numbers far from those of everyday bodies.
 */
export function namedOutcome(error: unknown, input = ''): Outcome {
  if (error instanceof RunLimitError) return 'stopped';
  if (error instanceof NonFiniteError && hasExtremeNumber(input)) return 'stopped';
  if (!NAMED.some((kind) => error instanceof kind)) throw error;
  expectOwnWords((error as Error).message);
  return 'rejected';
}

/** Above or below these a number is extreme. */
const LARGE = 1e9;
const SMALL = 1e-9;

function hasExtremeNumber(text: string): boolean {
  const numbers = text.match(/\d[\d.]*(?:e[+-]?\d+)?/gi) ?? [];
  return numbers.map(Number).some((value) => value >= LARGE || (value > 0 && value <= SMALL));
}

/** Twenty names of a hundred letters, and what is said of them [characters]. */
const MAX_MESSAGE = 2500;

/** Messages of the library: not those of an engine, and at most a screen long. */
export function expectOwnWords(message: string): void {
  // what is quoted came from the input
  const said = message.replaceAll(/"(?:[^"\\]|\\.)*"|, got .*$|\(.*\)$/gs, '');
  if (ENGINE.test(said)) throw new Error(`the words of an engine in a message: ${message}`);
  if (message.length > MAX_MESSAGE)
    throw new Error(`a message of ${message.length} characters: ${message.slice(0, 200)}`);
}

/** Printed texts hold no number that is none; inputs that have such words themselves prove nothing. */
export function expectFiniteText(text: string, what: string, input: string): void {
  const words = /\b(NaN|Infinity|undefined)\b/;
  const found = words.test(input) ? null : words.exec(text);
  if (found) throw new Error(`${what} has ${found[0]}: ${text.slice(Math.max(found.index - 80, 0), found.index + 40)}`);
}
