import type { Recording } from '../../src/index.ts';
import type { Studio } from '../page/studio.ts';
import { GPU_USES, type GpuUse } from '../worker/gpu-use.ts';
import type { Failure, NamedFile, Progress } from '../worker/jobs.ts';
import { type Job, JobCancelled, JobFailure } from '../worker/run-client.ts';
import { frameAt, frameCount, frameTimes, timeSpan } from './frames.ts';
import { NO_HISTORY } from './history.ts';
import type { Origin, Recorded, Session } from './session.ts';

/** The current job of a session; a new job cancels it. */
const underWay = new WeakMap<Session, Job<Recorded>>();

/** Loads a scene into the session and runs it. `original` is the text that `origin` has, where `text` is an edited one. */
export async function loadScene(studio: Studio, origin: Origin, text: string, original = text): Promise<void> {
  const { session } = studio;
  const blank = {
    recorded: undefined,
    preview: undefined,
    selection: undefined,
    time: 0,
    playing: false,
    camera: undefined,
    followed: undefined,
  };
  session.set({ ...blank, origin, sceneText: text, original, history: NO_HISTORY });
  await runScene(studio);
}

/** Runs the text of the session again. */
export async function runScene(studio: Studio): Promise<void> {
  const { origin, sceneText } = studio.session.get();
  const source = origin?.name ?? 'scene';
  await follow(studio, (onProgress) =>
    studio.runner.start('run', { text: sceneText, source, gpu: gpuUse() }, onProgress),
  );
}

/** Whether runs use the GPU: `gpu` of the address of the page, before its `#`. */
function gpuUse(): GpuUse {
  const asked = new URLSearchParams(globalThis.location?.search).get('gpu');
  return GPU_USES.find((use) => use === asked) ?? 'auto';
}

/** Shows an opened recording. */
export async function openRecording(studio: Studio, name: string, files: readonly NamedFile[]): Promise<void> {
  studio.session.set({
    origin: { kind: 'recording', name },
    recorded: undefined,
    preview: undefined,
    selection: undefined,
    time: 0,
    camera: undefined,
  });
  await follow(studio, () => studio.runner.start('open', { files }));
  const { recorded } = studio.session.get();
  const text = recorded?.recording.sceneText;
  if (text !== undefined) studio.session.set({ sceneText: text, original: text, history: NO_HISTORY });
}

/** Stops the current run; its frames so far remain. */
export function cancelRun(session: Session): void {
  underWay.get(session)?.cancel();
}

/** Stops the current run of a session that is not shown any more. */
export function abandonRun(session: Session): void {
  underWay.get(session)?.cancel();
  underWay.delete(session);
  session.set({ preview: undefined });
}

type Start = (onProgress: (progress: Progress) => void) => Job<Recorded>;

async function follow({ session }: Studio, start: Start): Promise<void> {
  underWay.get(session)?.cancel();
  let reached = { time: 0, end: 1 };
  const job = start(({ done, total, preview }) => {
    if (underWay.get(session) !== job) return;
    reached = { time: done, end: total };
    const isFirst = session.get().recorded === undefined;
    session.set({ run: { kind: 'running', ...reached }, ...(preview && isFirst && { preview }) });
  });
  underWay.set(session, job);
  session.set({ run: { kind: 'running', time: 0, end: 1 } });
  try {
    const recorded = await job.result;
    if (underWay.get(session) === job)
      session.set({ recorded, preview: undefined, run: { kind: 'done' }, ...within(recorded.recording, session) });
  } catch (error) {
    // ignore results of a replaced job
    if (underWay.get(session) !== job) return;
    if (error instanceof JobCancelled) keepFrames(session, error.output as Recorded | undefined, reached);
    else session.set({ preview: undefined, run: { kind: 'failed', failure: failureOf(error) } });
  } finally {
    if (underWay.get(session) === job) underWay.delete(session);
  }
}

/** Shows the frames of a cancelled run; without any, the last result stays. */
function keepFrames(
  session: Session,
  output: Recorded | undefined,
  { time, end }: { time: number; end: number },
): void {
  const partial = output ?? session.get().preview;
  session.set({
    preview: undefined,
    run: { kind: 'cancelled', time: partial ? partial.recording.summary.time : time, end },
    ...(partial && { recorded: partial, ...within(partial.recording, session) }),
  });
}

function failureOf(error: unknown): Failure {
  if (error instanceof JobFailure) return error.failure;
  return { kind: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}

/** The cursor is clamped to the new recording; a selection that no longer exists is cleared. */
function within(recording: Recording, session: Session) {
  const { time, selection, followed } = session.get();
  const [start, end] = timeSpan(recording);
  const hasBody = (body: number | undefined) => body !== undefined && body < recording.bodies.length;
  return {
    time: Math.min(Math.max(time, start), end),
    selection: selection?.kind === 'body' && hasBody(selection.body) ? selection : undefined,
    followed: hasBody(followed) ? followed : undefined,
  };
}

/** Moves the time cursor, within the recording [s]. */
export function seek(session: Session, time: number): void {
  const { recorded } = session.get();
  if (recorded === undefined) return;
  const [start, end] = timeSpan(recorded.recording);
  session.set({ time: Math.min(Math.max(time, start), end) });
}

/** Moves the time cursor by a number of frames and pauses. */
export function stepFrames(session: Session, count: number): void {
  const { recorded, time } = session.get();
  if (recorded === undefined) return;
  const { recording } = recorded;
  const frame = frameAt(recording, time) + count;
  const [first, last] = [0, frameCount(recording) - 1];
  session.set({ playing: false, time: frameTimes(recording)[Math.min(Math.max(frame, first), last)] });
}
