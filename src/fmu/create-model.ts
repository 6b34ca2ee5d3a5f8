import { parseDocument, readScene } from '../scene/read.ts';
import type { Scene } from '../scene/scene.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { isBlockDocument, readBlockDocument } from '../sim/collision-block/read-block.ts';
import { createBlockModel } from './block-model.ts';
import { FmuError, type FmuModel } from './model.ts';
import { createRunModel } from './run-model.ts';
import { type BodyPair, findPairs } from './scene-variables.ts';
import { createSolidModel } from './solid-model.ts';

/** What an FMU is made of: `model.json` of its resources, and the document in `document.json`. */
export interface FmuSettings {
  /** Name of the document in messages. */
  readonly source: string;
  /** Pairs of bodies whose distance is an output, by name. */
  readonly pairs: readonly (readonly string[])[];
  /** Method of the scene; missing: its own. */
  readonly method?: 'steps' | 'events';
  /** Length of the internal steps [s]; missing: that of the scene. */
  readonly timeStep?: number;
  /** End time of an event-driven planar run [s]; missing: that of the scene. */
  readonly end?: number;
}

/** A model, with the title and the times of its document. */
export interface OpenedModel {
  readonly model: FmuModel;
  readonly title: string;
  readonly description: string;
  /** End time of the document [s]; missing for one without. */
  readonly stopTime?: number;
}

/** Model of a document. Throws a SceneError for an invalid scene, an FmuError or a SimulationError for one that cannot be an FMU. */
export function openModel(text: string, settings: FmuSettings): OpenedModel {
  if (isBlockDocument(parseDocument(text, settings.source).data)) return openBlock(text, settings);
  const scene = readSceneWith(text, settings);
  if (scene.world !== 'solids' && scene.world !== 'planar') {
    throw new FmuError(
      `${settings.source}: a scene of the world "${scene.world}" cannot be exported as an FMU, expected "solids" or "planar"`,
    );
  }
  const { title, description } = scene;
  const pairs = findPairs(scene, settings.pairs);
  const model = scene.world === 'planar' ? createRunModel(scene, pairs) : solidModel(scene, pairs);
  return { model, title, description, stopTime: scene.time.end };
}

/** The scene with other times; what follows from them by default changes too. Errors have the lines of the text as given. */
function readSceneWith(text: string, { source, method, timeStep: step, end }: FmuSettings): Scene {
  const scene = readScene(text, source);
  if (method === undefined && step === undefined && end === undefined) return scene;
  const document = parseDocument(text, source).data as { readonly time?: object };
  const given = Object.entries({ method, step, end }).filter(([, value]) => value !== undefined);
  return readScene(JSON.stringify({ ...document, time: { ...document.time, ...Object.fromEntries(given) } }), source);
}

/** A world in code has more inputs and restores states at once, but no penalty forces. */
function solidModel(scene: SolidScene, pairs: readonly BodyPair[]): FmuModel {
  return scene.contacts.response === 'penalty' ? createRunModel(scene, pairs) : createSolidModel(scene, pairs);
}

/** Settings that only scenes have. */
const SCENE_SETTINGS = { method: 'method', timeStep: 'internal steps', end: 'end time' } as const;

function openBlock(text: string, settings: FmuSettings): OpenedModel {
  const { source, pairs } = settings;
  const { title, description, params } = readBlockDocument(text, source);
  const keys = Object.keys(SCENE_SETTINGS) as (keyof typeof SCENE_SETTINGS)[];
  const key = keys.find((name) => settings[name] !== undefined);
  const other = pairs.length > 0 ? 'pairs' : key && SCENE_SETTINGS[key];
  if (other) throw new FmuError(`${source}: a collision block has no ${other} of its own: it is sampled in each step`);
  return { model: createBlockModel(params, source), title: title || 'Collision block', description };
}
