import { readFileSync } from 'node:fs';
import { recordingToCsv } from '../../../src/record/csv.ts';
import { createRecorder } from '../../../src/record/recorder.ts';
import { decodeRecording, encodeRecording } from '../../../src/record/recording-files.ts';
import { decodeSnapshot, encodeSnapshot } from '../../../src/record/snapshot-file.ts';
import { readScene } from '../../../src/scene/read.ts';
import { simulate } from '../../../src/sim/simulate.ts';
import type { SolidSnapshot } from '../../../src/sim/solids/run-solids.ts';
import { expectFiniteText, expectOwnWords, namedOutcome } from '../judge.ts';
import { mutateBytes, mutateText } from '../mutate-bytes.ts';
import { createDictionary, jsonText, mutateJson, pick } from '../mutate-json.ts';
import { bytesOf, type FuzzInput, type Target, textOf } from '../target.ts';
import { runChecked } from './scenes.ts';

interface SceneTime {
  readonly end: number;
  readonly step?: number;
}

function exampleText(name: string, end: number): string {
  const text = readFileSync(new URL(`../../../examples/${name}.scene.json`, import.meta.url), 'utf8');
  const scene = JSON.parse(text) as { time: SceneTime };
  return JSON.stringify({ ...scene, time: { ...scene.time, end } });
}

function run(text: string): { files: Map<string, Uint8Array>; snapshot?: SolidSnapshot } {
  const scene = readScene(text, 'scene');
  const recorder = createRecorder(scene, text);
  let snapshot: SolidSnapshot | undefined;
  const onSnapshot = (taken: SolidSnapshot) => {
    snapshot = taken;
  };
  const steps = simulate(scene, recorder, scene.world === 'solids' ? { onSnapshot } : {});
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { files: new Map<string, Uint8Array>(encodeRecording(recorder.finish(step.value))), snapshot };
}

/** A recording of each world. */
const recordings = [
  run(exampleText('docking', 0.2)),
  run(exampleText('dominoes', 0.05)),
  run(exampleText('tracker-lens-pair', 0.1)),
  run(exampleText('platoon-1-boxes', 0.1)),
].map(({ files }) => files);
const summaries = recordings.map((files) => JSON.parse(textOf(files, 'summary.json')));
const dictionary = createDictionary(summaries);

export const recordingTarget: Target = {
  name: 'recordings',
  fraction: 0.06,
  atLeast: { accepted: 20, rejected: 300 },
  make(random) {
    const files = new Map<string, string | Uint8Array>(pick(random, recordings));
    const name = pick(random, [...files.keys()]);
    const kind = random.below(10);
    if (kind === 0) files.delete(name);
    else if (kind === 1) files.set(name, pick(random, [...pick(random, recordings).values()]));
    else if (name === 'summary.json' && kind < 8) {
      files.set(name, jsonText(mutateJson(random, JSON.parse(textOf(files, name)), dictionary)));
    } else if (name.endsWith('.parquet')) files.set(name, mutateBytes(random, bytesOf(files, name)));
    else files.set(name, mutateText(random, textOf(files, name)));
    return files;
  },
  async feed(input) {
    const files = new Map([...input.keys()].map((name) => [name, bytesOf(input, name)]));
    let recording: Awaited<ReturnType<typeof decodeRecording>>;
    try {
      recording = await decodeRecording(files);
    } catch (error) {
      // readers of recordings put the name of the file before what they say
      if (!(error instanceof Error) || error.constructor !== Error || !/^[\w.]+: /.test(error.message)) throw error;
      expectOwnWords(error.message);
      return 'rejected';
    }
    try {
      // as `export` and the studio use it
      const text = [...input.keys()].map((name) => textOf(input, name)).join('\n');
      for (const [name, pieces] of recordingToCsv(recording)) expectFiniteText([...pieces].join(''), name, text);
      readScene(recording.sceneText, 'scene.json');
      return 'accepted';
    } catch (error) {
      return namedOutcome(error);
    }
  },
};

const SCENE = exampleText('dominoes', 0.05);
const taken = run(SCENE).snapshot;
if (taken === undefined) throw new Error('a run of steps leaves a snapshot');
const snapshotText = encodeSnapshot(taken, SCENE);
const stateText = /"state":(.*)\}\n$/s.exec(snapshotText)?.[1] ?? '';
const stateDictionary = createDictionary([JSON.parse(stateText)]);

/** The check that the file carries, over other content: a forged or wrongly made file, not a damaged one. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export const snapshotTarget: Target = {
  name: 'snapshots',
  fraction: 0.03,
  atLeast: { accepted: 10, rejected: 300 },
  make(random) {
    const scene = ['scene.json', SCENE] as const;
    if (random.next() < 0.2) return new Map([['a.snapshot', mutateText(random, snapshotText)], scene]);
    const json = jsonText(mutateJson(random, JSON.parse(stateText), stateDictionary));
    const state = random.next() < 0.2 ? mutateText(random, json) : json;
    const forged = snapshotText.replace(
      /"check":"\w+","state":.*$/s,
      () => `"check":"${checksum(state)}","state":${state}}\n`,
    );
    return new Map([['a.snapshot', forged], scene]);
  },
  feed(input: FuzzInput) {
    try {
      const resume = decodeSnapshot(textOf(input, 'a.snapshot'), SCENE);
      const scene = readScene(SCENE, 'scene');
      const longer = { ...scene, time: { ...scene.time, end: 2 * scene.time.end } } as typeof scene;
      return runChecked(longer, SCENE, { resume, limits: { steps: 6 } });
    } catch (error) {
      const outcome = namedOutcome(error, textOf(input, 'a.snapshot'));
      // the state was taken up
      return outcome === 'stopped' ? 'accepted' : outcome;
    }
  },
};
