import { readdirSync, readFileSync } from 'node:fs';
import { runText } from '../../../src/cli/ledger-text.ts';
import { animationSvg } from '../../../src/picture/animation.ts';
import { recordingToCsv } from '../../../src/record/csv.ts';
import { createRecorder } from '../../../src/record/recorder.ts';
import { encodeRecording } from '../../../src/record/recording-files.ts';
import { observeBoth } from '../../../src/record/recording-writer.ts';
import { createDigestObserver } from '../../../src/record/run-digest.ts';
import type { MeshBody } from '../../../src/scene/mesh-scene.ts';
import { readScene } from '../../../src/scene/read.ts';
import type { Scene } from '../../../src/scene/scene.ts';
import { SceneError } from '../../../src/scene/scene-error.ts';
import { sceneSchema } from '../../../src/scene/schema.ts';
import { type RunOptions, simulate } from '../../../src/sim/simulate.ts';
import { expectFiniteText, namedOutcome, type Outcome } from '../judge.ts';
import { mutateText } from '../mutate-bytes.ts';
import { anyText, createDictionary, jsonText, mutateJson, pick, wordsOfSchema } from '../mutate-json.ts';
import { type Target, textOf } from '../target.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.scene.json'));
const documents = names.map((name): unknown => JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'), coarser));
const dictionary = createDictionary(documents, wordsOfSchema(sceneSchema()));

/** Meshes with few elements: mutated ones fly apart, and then every pair of faces is near. */
function coarser(key: string, value: unknown): unknown {
  if (key === 'elements' && Array.isArray(value)) return value.map((count) => Math.min(count, 3));
  return key === 'subdivisions' ? Math.min(Number(value), 1) : value;
}

/** A run of a mutated scene goes this far: what goes wrong with numbers does so in the first steps. */
const LIMITS = { steps: 12, events: 40, rows: 4000 };
/** Larger scenes are read and not run. */
const MAX_BODIES = 60;
const MAX_NODES = 100;

export const sceneTarget: Target = {
  name: 'scenes',
  fraction: 0.25,
  atLeast: { accepted: 15, rejected: 300, stopped: 30 },
  make(random) {
    const document = pick(random, documents);
    const kind = random.below(20);
    if (kind === 19) return new Map([['fuzz.scene.json', anyText(random)]]);
    const mutated = kind === 0 ? document : mutateJson(random, document, dictionary);
    const text = jsonText(mutated, random.below(2));
    return new Map([['fuzz.scene.json', kind < 3 ? mutateText(random, text) : text]]);
  },
  feed(input) {
    const text = textOf(input, 'fuzz.scene.json');
    try {
      const scene = readChecked(text);
      return isSmall(scene) ? runChecked(scene, text, { limits: LIMITS }) : 'accepted';
    } catch (error) {
      return namedOutcome(error, text);
    }
  },
};

/** Where an infinite number means "immovable", "never" or "no limit". */
const MAY_BE_INFINITE =
  /\.(mass|inertia|moments\.[xyz]|maxSpeed|release|until|timeToSleep|maxForce|breakForce|breakTorque|envelope\.\w+|axes\.\d\.max)$/;
/** Where minus infinity means "no limit". */
const NO_LIMIT = /\.(axes\.\d\.min|envelope\.minClosingSpeed)$/;

/** A scene that is accepted contains no NaN, and an error has a location within the text. */
export function readChecked(text: string): Scene {
  try {
    const scene = readScene(text, 'fuzz');
    const wrong = nonFinitePath(scene, '');
    if (wrong !== undefined) throw new Error(`the scene read has a number that is not finite: ${wrong}`);
    return scene;
  } catch (error) {
    if (error instanceof SceneError) {
      if (!error.message.includes(error.expected)) throw new Error(`no expectation in: ${error.message}`);
      if (error.line > text.split(/\r\n|\r|\n/).length) throw new Error(`a line that is not there: ${error.message}`);
    }
    throw error;
  }
}

function nonFinitePath(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') {
    const infinite = value > 0 ? MAY_BE_INFINITE : NO_LIMIT;
    return Number.isFinite(value) || (!Number.isNaN(value) && infinite.test(path)) ? undefined : path;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const found = nonFinitePath(child, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSmall(scene: Scene): boolean {
  if (scene.bodies.length > MAX_BODIES) return false;
  if (scene.world !== 'deformable') return true;
  const nodes = scene.bodies.reduce((sum, body) => sum + nodeCount(body), 0);
  return nodes <= MAX_NODES;
}

/** Nodes of the mesh that a shape makes, or a few more. */
function nodeCount({ shape }: MeshBody): number {
  switch (shape.kind) {
    case 'icosphere':
      return 10 * 4 ** shape.subdivisions + 2;
    case 'hexahedra':
    case 'membrane':
      return shape.elements.reduce((product, count) => product * (count + 1), 1);
    case 'solid':
      return shape.surface.positions.length / 3;
    default:
      return shape.positions.length / 3;
  }
}

/** Runs as the command line does, and writes, prints and draws what came of it. */
export function runChecked(scene: Scene, text: string, options: RunOptions): Outcome {
  const recorder = createRecorder(scene, text);
  const digesting = createDigestObserver(scene);
  const run = simulate(scene, observeBoth(recorder, digesting), options);
  let step = run.next();
  while (!step.done) step = run.next();
  const recording = recorder.finish(step.value);
  encodeRecording(recording);
  for (const [name, pieces] of recordingToCsv(recording)) expectFiniteText([...pieces].join(''), name, text);
  expectFiniteText(runText(digesting.digest, step.value, { seconds: 0.1, missedDockings: [] }), 'the screen', text);
  expectFiniteText(animationSvg(recording, { poseCount: 8 }), 'the picture', text);
  return 'accepted';
}
