import type { PackedMeshCheck } from '../../src/entries/meshes.ts';
import type { GpuMeshCheck } from '../../src/gpu/index.ts';
import { type AnswerKind, type AnswerMemory, type GpuMail, type GpuRequest, writeAnswer } from './gpu-messages.ts';

/** The worker that awaits the GPU: answers requests one after the other. */

const checks = new Map<number, GpuMeshCheck>();
let last: { kind: AnswerKind; text: string; found: PackedMeshCheck | undefined } | undefined;

/** The code of the GPU. */
export function loadGpu() {
  return import('../../src/gpu/index.ts');
}

export async function serveGpu({ data }: MessageEvent<GpuMail>): Promise<void> {
  const { request, memory } = data;
  try {
    await answer(request, memory);
  } catch (error) {
    writeAnswer(memory, 'failed', error instanceof Error ? error.message : String(error));
  }
}

async function answer(request: GpuRequest, memory: AnswerMemory): Promise<void> {
  if (request.kind === 'open') {
    const { createGpuMeshCheck } = await loadGpu();
    const check = await createGpuMeshCheck(request.mesh, request.options);
    checks.set(request.check, check);
    last = {
      kind: check.reason === undefined ? 'gpu' : 'cpu',
      text: check.reason ?? check.adapter ?? '',
      found: undefined,
    };
  } else if (request.kind === 'step') {
    const check = checks.get(request.check);
    if (!check) throw new Error(`no check ${request.check}`);
    const step = await check.check(request.motion);
    last = {
      kind: step.reason === undefined ? 'gpu' : 'cpu',
      text: step.reason ?? check.adapter ?? '',
      found: step.toPacked(),
    };
  }
  if (!last) throw new Error('no answer to repeat');
  writeAnswer(memory, last.kind, last.text, last.found);
}
