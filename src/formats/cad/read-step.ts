import { decodeBytes } from '../text-bytes.ts';
import { CadFileError } from './cad-file-error.ts';
import { type CadTriangles, runOpenCascadeJob } from './opencascade-job.ts';
import { type CadFaces, readBrepText } from './read-brep.ts';
import { createWasmThread } from './wasm-thread.ts';

const runInOpenCascade = createWasmThread({
  name: 'replicad-opencascadejs',
  title: 'OpenCascade',
  reset: 'memory',
  run: runOpenCascadeJob,
});

/** Limits of a file that OpenCascade reads. */
export interface StepLimits {
  /** Use what can be used, if a part of the file cannot. */
  readonly partial: boolean;
  /** [s] */
  readonly timeLimit: number;
}

/** Entities for solids. */
const SOLIDS = /\b(?:MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS|FACETED_BREP)\s*\(/g;

function checkStep(file: string, bytes: Uint8Array): void {
  if (!/^\s*ISO-10303-21;/.test(decodeBytes(bytes.subarray(0, 200)))) {
    throw new CadFileError(file, 'expected a STEP file, which begins with "ISO-10303-21;"');
  }
}

/** The faces of a STEP file, in millimetres. */
export async function readStepFaces(
  file: string,
  bytes: Uint8Array,
  { partial, timeLimit }: StepLimits,
): Promise<CadFaces> {
  checkStep(file, bytes);
  const answer = await runInOpenCascade(file, { source: bytes, partial }, timeLimit);
  if (!('shape' in answer)) throw new Error('a shape was asked for');
  const faces = readBrepText(file, answer.shape);
  // OpenCascade makes shells of solids that are not closed
  const named = decodeBytes(bytes).match(SOLIDS)?.length ?? 0;
  const open = `${named - faces.solidCount} of ${named} solids have open shells`;
  return faces.solidCount < named ? { ...faces, open } : faces;
}

/** Triangles of a STEP file or a `.brep` text within `tolerance` of its faces, in millimetres or the units of the text. */
export async function meshCad(
  file: string,
  source: Uint8Array | string,
  tolerance: number,
  timeLimit: number,
): Promise<CadTriangles> {
  if (typeof source !== 'string') checkStep(file, source);
  const answer = await runInOpenCascade(file, { source, partial: false, tolerance }, timeLimit);
  if (!('triangles' in answer)) throw new Error('triangles were asked for');
  return answer;
}
