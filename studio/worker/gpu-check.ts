import { createMeshCheck, type MeshCheckFactory, type PackedMeshCheck } from '../../src/entries/meshes.ts';
import { createAnswerMemory, type GpuRequest, readAnswer, readFound, WORDS } from './gpu-messages.ts';
import type { GpuUse } from './gpu-use.ts';

/** The contact check of a run, on the GPU where that is possible and pays. */
export interface GpuCheck {
  readonly createMeshCheck: MeshCheckFactory;
  /** Where contacts were decided: `GPU (name)`, or `CPU: reason`. */
  decidedBy(): string;
  close(): void;
}

/** Faces from which the GPU is used: a check takes it some milliseconds, however small the mesh is. An estimate, since it depends on the device. */
const MIN_FACES = 2000;
/** Contacts that fit into the memory at first. */
const FIRST_CONTACTS = 4096;

/**
 * Looks for a GPU and starts the worker that awaits it. Where there is none, or the page has no shared memory, the CPU decides and the reason says
 * why.
 */
export async function openGpuCheck(use: GpuUse): Promise<GpuCheck> {
  const reason = use === 'never' ? 'the GPU was not asked for' : await missing();
  if (reason !== undefined) return { createMeshCheck, decidedBy: () => `CPU: ${reason}`, close: () => {} };
  // the script of this worker: it is most of the studio, and loaded already
  const worker = new Worker(self.location.href, { type: 'module', name: 'gpu' });
  await new Promise<void>((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = ({ message }) =>
      reject(new Error(`the worker of the GPU failed: ${message ?? 'no reason given'}`));
  });
  const ask = createAsk(worker);
  let [by, checks] = ['CPU: no check was needed', 0];
  const decide = (request: GpuRequest) => {
    const { kind, text } = ask(request);
    if (kind === 'failed') throw new RangeError(text);
    by = kind === 'gpu' ? `GPU (${text})` : `CPU: ${text}`;
  };
  return {
    createMeshCheck: (mesh, options = {}) => {
      const faces = mesh.triangles.length / 3 + mesh.quads.length / 4;
      if (use === 'auto' && faces < MIN_FACES) {
        by = `CPU: ${faces} faces, the GPU is used from ${MIN_FACES} on`;
        return createMeshCheck(mesh, options);
      }
      const check = ++checks;
      decide({ kind: 'open', check, mesh, options });
      return (motion) => {
        if (motion.given === 'accelerations') throw new TypeError('the GPU has no accelerating nodes');
        decide({ kind: 'step', check, motion });
        return ask.found();
      };
    },
    decidedBy: () => by,
    close: () => worker.terminate(),
  };
}

/** Why there is no GPU for runs; nothing if there is one. */
async function missing(): Promise<string | undefined> {
  if (!self.crossOriginIsolated) return 'this page has no shared memory (its server sends no cross-origin isolation)';
  const { gpu } = navigator;
  if (!gpu) return 'this browser has no WebGPU';
  return (await gpu.requestAdapter()) ? undefined : 'no GPU adapter was found';
}

interface Ask {
  (request: GpuRequest): ReturnType<typeof readAnswer>;
  /** The contacts of the last answer. */
  found(): PackedMeshCheck;
}

/** Posts requests and waits for their answers, with memory that grows. */
function createAsk(worker: Worker): Ask {
  let memory = createAnswerMemory(FIRST_CONTACTS);
  const post = (request: GpuRequest) => {
    const before = Atomics.load(memory.words, WORDS.answered);
    worker.postMessage({ request, memory });
    Atomics.wait(memory.words, WORDS.answered, before);
    return readAnswer(memory);
  };
  const ask = (request: GpuRequest) => {
    const answer = post(request);
    if (answer.kind !== 'too-large') return answer;
    memory = createAnswerMemory(2 * memory.words[WORDS.count]);
    return post({ kind: 'again' });
  };
  return Object.assign(ask, { found: () => readFound(memory) });
}
