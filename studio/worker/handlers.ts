import { MEMORY_LIMITS, readScene, type Scene, simulate } from '../../src/index.ts';
import { openGpuCheck } from './gpu-check.ts';
import { Cancelled, type JobContext } from './job-context.ts';
import type { JobName, Jobs, NamedFile } from './jobs.ts';
import { createRunRecorder } from './run-recorder.ts';
import { createWorkClock } from './work-clock.ts';

type Handlers = {
  readonly [Name in JobName]: (input: Jobs[Name]['input'], context: JobContext) => Promise<Jobs[Name]['output']>;
};

/** Handlers of all jobs. Rarely used code is loaded on demand. */
export const handlers: Handlers = {
  async run({ text, source, gpu: use = 'auto' }, context) {
    const scene = readScene(text, source);
    const gpu = hasMeshCheck(scene) ? await openGpuCheck(use) : undefined;
    const recorder = createRunRecorder(scene, text);
    const clock = createWorkClock(recorder.observer);
    const start = performance.now();
    const previews = createPreviewTimes();
    let count = 0;
    const soFar = () => {
      const recording = recorder.soFar(count);
      return recording && { recording, scene, seconds: (performance.now() - start) / 1000, isPartial: true };
    };
    const steps = simulate(scene, clock.observer, {
      limits: MEMORY_LIMITS,
      ...(gpu && { meshCheck: gpu.createMeshCheck }),
    });
    try {
      for (;;) {
        const { done, value } = steps.next();
        if (done) {
          const recording = recorder.finish(value);
          const seconds = (performance.now() - start) / 1000;
          const contactsBy = gpu && { contactsBy: gpu.decidedBy() };
          return { recording, scene, seconds, work: clock.finish(), ...contactsBy };
        }
        count++;
        if (!context.isDue()) continue;
        clock.pause();
        const preview = previews.isDue() ? previews.measure(soFar) : undefined;
        await context.breathe({ done: value, total: scene.time.end, ...(preview && { preview }) });
        clock.goOn();
      }
    } catch (error) {
      // what was computed remains
      if (error instanceof Cancelled) error.output = soFar();
      throw error;
    } finally {
      gpu?.close();
    }
  },

  async open({ files }) {
    const { decodeRecording } = await import('../../src/record/recording-files.ts');
    const recording = await decodeRecording(new Map(files.map(({ name, bytes }) => [name, bytes])));
    return { recording, scene: readScene(recording.sceneText, 'scene.json') };
  },

  async encode({ recording, form }) {
    return form === 'csv' ? encodeCsv(recording) : encodeFolder(recording);
  },

  async adopt(input) {
    const { adoptFiles } = await import('./adopt-files.ts');
    return adoptFiles(input);
  },

  async 'add-bodies'(input) {
    const { addBodies } = await import('./mesh-bodies.ts');
    return addBodies(input);
  },

  async shapes({ text, source }) {
    const { bodiesOfText } = await import('../playground/bodies-of-text.ts');
    return bodiesOfText(text, source);
  },

  async gaps(input, context) {
    const { findGaps } = await import('./find-gaps.ts');
    return findGaps(input, context);
  },

  async 'open-sweep'({ files }, context) {
    const { openSweep } = await import('./open-sweep.ts');
    return openSweep(files, context);
  },

  async 'sweep-case'({ source, run }) {
    const { caseText } = await import('./open-sweep.ts');
    return { text: caseText(source, run) };
  },

  async sensitivity(input, context) {
    const { findSensitivity } = await import('./find-sensitivity.ts');
    return findSensitivity(input, context);
  },

  async block({ document, states }) {
    const { runBlock } = await import('../block/run-block.ts');
    return runBlock(document, states);
  },

  async reproduce({ id }) {
    const { reproducibles } = await import('../../reproduce/index.ts');
    const item = reproducibles.find((reproducible) => reproducible.id === id);
    if (item === undefined) throw new Error(`no item '${id}' to reproduce`);
    return item.make();
  },
};

/** Minimum interval between previews [ms], and as a multiple of the time that one takes. */
const PREVIEW_INTERVAL = 150;
const PREVIEW_RATIO = 12;

/** When the frames so far are sent: the first ones at once, then seldom enough to cost little. */
function createPreviewTimes() {
  let next = 0;
  return {
    isDue: () => performance.now() >= next,
    measure<Output>(make: () => Output): Output {
      const start = performance.now();
      const output = make();
      const end = performance.now();
      next = end + Math.max(PREVIEW_INTERVAL, PREVIEW_RATIO * (end - start));
      return output;
    },
  };
}

/** Is the whole mesh checked in every step? */
function hasMeshCheck(scene: Scene): boolean {
  return scene.world === 'deformable' && scene.contacts.response === 'separation';
}

type Encoded = Jobs['encode'];

async function encodeCsv(recording: Encoded['input']['recording']): Promise<NamedFile[]> {
  const { recordingToCsv } = await import('../../src/record/csv.ts');
  return Promise.all(
    Array.from(recordingToCsv(recording), async ([name, pieces]) => {
      const bytes = new Uint8Array(await new Blob([...pieces]).arrayBuffer());
      return { name, bytes };
    }),
  );
}

async function encodeFolder(recording: Encoded['input']['recording']): Promise<NamedFile[]> {
  const { encodeRecording } = await import('../../src/record/recording-files.ts');
  return Array.from(encodeRecording(recording), ([name, bytes]) => ({ name, bytes: Uint8Array.from(bytes) }));
}
