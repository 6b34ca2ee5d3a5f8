import type {
  MeshCheckOptions,
  PackedContacts,
  PackedMeshCheck,
  PointMotion,
  SurfaceMesh,
} from '../../src/entries/meshes.ts';

/**
 * Messages between a run, whose steps are synchronous, and the worker that awaits the GPU. Requests are posted; answers are written to shared memory,
 * because a worker that waits receives no messages.
 */

/** A new check of a mesh, a step of one, or the last answer again, in larger memory. */
export type GpuRequest =
  | { readonly kind: 'open'; readonly check: number; readonly mesh: SurfaceMesh; readonly options: MeshCheckOptions }
  | { readonly kind: 'step'; readonly check: number; readonly motion: PointMotion }
  | { readonly kind: 'again' };

/** Sent with each request: where the answer is written. */
export interface GpuMail {
  readonly request: GpuRequest;
  readonly memory: AnswerMemory;
}

/** Shared memory of answers. */
export interface AnswerMemory {
  /** Numbers; see `WORDS`. */
  readonly words: Int32Array;
  /** The contacts. */
  readonly data: Uint8Array;
  /** The name of the adapter, the reason why the CPU decided, or an error, as UTF-8. */
  readonly text: Uint8Array;
}

/** Indices in `words`: the number of answers so far, the kind of the last one, and its numbers. */
export const WORDS = { answered: 0, kind: 1, count: 2, nodeFacePairs: 3, edgePairs: 4, textLength: 5 } as const;
const WORD_COUNT = 6;

/** Kinds of answers: decided by the GPU, or by the CPU (the text says why), failed, or larger than the memory. */
export const ANSWERS = ['gpu', 'cpu', 'failed', 'too-large'] as const;
export type AnswerKind = (typeof ANSWERS)[number];

/** Bytes of a contact: 12 numbers, 6 integers, its kind. */
export const CONTACT_BYTES = 12 * 8 + 6 * 4 + 1;
const TEXT_BYTES = 4096;

export function createAnswerMemory(contacts: number): AnswerMemory {
  return {
    words: new Int32Array(new SharedArrayBuffer(4 * WORD_COUNT)),
    data: new Uint8Array(new SharedArrayBuffer(CONTACT_BYTES * contacts)),
    text: new Uint8Array(new SharedArrayBuffer(TEXT_BYTES)),
  };
}

/** The arrays of `count` contacts in the memory. */
export function contactsIn({ data }: AnswerMemory, count: number): PackedContacts {
  const { buffer } = data;
  let at = 0;
  const numbers = (perContact: number) => {
    const array = new Float64Array(buffer, at, perContact * count);
    at += array.byteLength;
    return array;
  };
  const integers = (perContact: number) => {
    const array = new Int32Array(buffer, at, perContact * count);
    at += array.byteLength;
    return array;
  };
  return {
    count,
    times: numbers(1),
    weights: numbers(4),
    points: numbers(3),
    normals: numbers(3),
    gapRates: numbers(1),
    nodes: integers(5),
    faces: integers(1),
    kinds: new Uint8Array(buffer, at, count),
  };
}

/** Writes an answer and wakes the run. */
export function writeAnswer(memory: AnswerMemory, kind: AnswerKind, text: string, found?: PackedMeshCheck): void {
  const { words, data } = memory;
  const count = found?.contacts.count ?? 0;
  const isTooLarge = CONTACT_BYTES * count > data.byteLength;
  if (found && !isTooLarge) {
    const { count: _, ...arrays } = contactsIn(memory, count);
    for (const name of Object.keys(arrays) as (keyof typeof arrays)[]) arrays[name].set(found.contacts[name]);
  }
  const bytes = new TextEncoder().encode(text).subarray(0, TEXT_BYTES);
  memory.text.set(bytes);
  words[WORDS.kind] = ANSWERS.indexOf(isTooLarge ? 'too-large' : kind);
  words[WORDS.count] = count;
  words[WORDS.nodeFacePairs] = found?.nodeFacePairs ?? 0;
  words[WORDS.edgePairs] = found?.edgePairs ?? 0;
  words[WORDS.textLength] = bytes.length;
  Atomics.add(words, WORDS.answered, 1);
  Atomics.notify(words, WORDS.answered);
}

/** The last answer: its kind, and its text. */
export function readAnswer({ words, text }: AnswerMemory): { readonly kind: AnswerKind; readonly text: string } {
  // text in shared memory cannot be decoded
  return { kind: ANSWERS[words[WORDS.kind]], text: new TextDecoder().decode(text.slice(0, words[WORDS.textLength])) };
}

/** The contacts of the last answer, copied. */
export function readFound(memory: AnswerMemory): PackedMeshCheck {
  const { words } = memory;
  const { count, kinds, times, nodes, faces, weights, points, normals, gapRates } = contactsIn(
    memory,
    words[WORDS.count],
  );
  return {
    contacts: {
      count,
      kinds: kinds.slice(),
      times: times.slice(),
      nodes: nodes.slice(),
      faces: faces.slice(),
      weights: weights.slice(),
      points: points.slice(),
      normals: normals.slice(),
      gapRates: gapRates.slice(),
    },
    nodeFacePairs: words[WORDS.nodeFacePairs],
    edgePairs: words[WORDS.edgePairs],
  };
}
