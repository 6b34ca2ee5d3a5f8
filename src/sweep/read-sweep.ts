import { exactJson } from '../record/exact-json.ts';
import { failIn, parseDocument } from '../scene/read.ts';
import type { Fail } from '../scene/scene-error.ts';
import { checkAgainst } from '../scene/validate.ts';
import { resolveAxis, type SweepAxis } from './axis.ts';
import { createDesign, type SweepDesign } from './design.ts';
import { resolveOutput, type SweepOutput } from './outputs.ts';
import { createTemplate, type SceneTemplate } from './scene-template.ts';
import { type SweepDocument, sweepSchema } from './sweep-schema.ts';

/** A sweep that can be run: every run is a function of its index. */
export interface Sweep {
  readonly title: string;
  /** Number of runs. */
  readonly runCount: number;
  /** Runs per chunk, the unit of work and of the files of results; the last chunk may be shorter. */
  readonly chunkSize: number;
  readonly axes: readonly SweepAxis[];
  readonly outputs: readonly SweepOutput[];
  readonly design: SweepDesign;
  readonly template: SceneTemplate;
  /** Whether runs report their frames. */
  readonly hasFrames: boolean;
  /** A recording of every n-th run; 0: of none. */
  readonly recordEvery: number;
  /** Limits of a run: wall-clock time [s], and number of steps. */
  readonly limits: { readonly seconds: number; readonly steps?: number };
}

/** A specification as text, and the scene that it names. */
export interface SweepSource {
  readonly text: string;
  /** Name of the text in messages. */
  readonly name: string;
  /** The scene, unless it is part of the specification. */
  readonly scene?: { readonly text: string; readonly name: string };
}

/** Columns of the results that every sweep has. */
const FIXED_COLUMNS = ['run', 'status', 'reason'];

/** Largest chunk that is chosen without being asked for: rows of one file. */
const MAX_CHUNK = 65536;

/** What a specification says about its scene, to find the files. */
export type SceneReference =
  | { readonly kind: 'inline' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'vehicles'; readonly models: string; readonly platoon: string; readonly end: number };

/** Which scene a specification names. Throws a SceneError for a specification that is not valid. */
export function sceneReference(text: string, name: string): SceneReference {
  const { document, fail } = readDocument(text, name);
  const { scene, vehicles } = document;
  if ((scene === undefined) === (vehicles === undefined)) fail([], 'must have either scene or vehicles');
  if (vehicles !== undefined) return { kind: 'vehicles', ...vehicles };
  return typeof scene === 'string' ? { kind: 'file', path: scene } : { kind: 'inline' };
}

function readDocument(fileText: string, name: string): { document: SweepDocument; text: string; fail: Fail } {
  const { text, data } = parseDocument(fileText, name);
  const fail = failIn(text, name);
  checkAgainst(sweepSchema(), data, fail);
  return { document: data as SweepDocument, text, fail };
}

/**
 * Reads a sweep from its specification, JSON (comments allowed), and its scene. Throws a SceneError with line and column for the first error:
 * an unknown path or output, an empty axis, a value that the scene does not accept, too many runs.
 *
 * @example
 * ```ts
 * import { readSweep } from 'appulse/sweeps';
 *
 * const text = `{
 *   "scene": {
 *     "title": "A disc", "description": "It flies.",
 *     "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *     "time": { "end": 1 }
 *   },
 *   "axes": [{ "path": "bodies.disc.velocity[0]", "name": "speed", "range": { "from": 0, "to": "3.6 km/h", "count": 5 } }]
 * }`;
 * const sweep = readSweep({ text, name: 'disc.sweep.json' });
 * console.log(sweep.runCount, sweep.design.valuesOf(3)); // 5 [ 0.75 ]
 * ```
 */
export function readSweep(source: SweepSource): Sweep {
  const { document, fail } = readDocument(source.text, source.name);
  const template = readTemplate(source, document, fail);
  const axes = document.axes.map((axis, i) => resolveAxis(axis, template, ['axes', i], fail));
  const outputs = document.outputs.map((output, i) => resolveOutput(output, template.scene, ['outputs', i], fail));
  checkNames(axes, outputs, fail);
  checkPaths(axes, fail);
  const design = createDesign(document, axes, fail);
  const { runCount } = design;
  const recordEvery = document.recordings?.every ?? 0;
  return {
    title: document.title ?? template.scene.title,
    runCount,
    chunkSize: document.chunk ?? Math.min(Math.ceil(Math.sqrt(runCount)), MAX_CHUNK),
    axes,
    outputs,
    design,
    template,
    hasFrames: outputs.some(({ needsFrames }) => needsFrames),
    recordEvery,
    limits: document.limits,
  };
}

function readTemplate(source: SweepSource, document: SweepDocument, fail: Fail): SceneTemplate {
  const { scene } = document;
  if (typeof scene !== 'object' || scene === null) {
    if (source.scene) return createTemplate(source.scene.text, source.scene.name);
    return fail(['scene'], 'was not read: readSweep needs the text of the scene');
  }
  const text = `${JSON.stringify(scene, null, 2)}\n`;
  return createTemplate(text, source.name, (path, expected, at, shown) =>
    fail(['scene', ...path], expected, at, shown),
  );
}

/** Every column has its own name. */
function checkNames(axes: readonly SweepAxis[], outputs: readonly SweepOutput[], fail: Fail): void {
  const seen = new Set(FIXED_COLUMNS);
  const check = (name: string, path: (string | number)[]) => {
    if (seen.has(name)) fail(path, `there is another column ${JSON.stringify(name)} in the results: add a name`);
    seen.add(name);
  };
  axes.forEach(({ name }, i) => {
    check(name, ['axes', i]);
  });
  outputs.forEach(({ name }, i) => {
    check(name, ['outputs', i]);
  });
}

/** No value is set by two axes. */
function checkPaths(axes: readonly SweepAxis[], fail: Fail): void {
  const seen: string[] = [];
  axes.forEach(({ parameters }, i) => {
    for (const { steps } of parameters) {
      const key = steps.map((step) => JSON.stringify(step)).join();
      const other = seen.find((one) => `${one},`.startsWith(`${key},`) || `${key},`.startsWith(`${one},`));
      if (other !== undefined) fail(['axes', i, 'path'], 'is set by another axis too');
      seen.push(key);
    }
  });
}

/** Keys of a specification that do not change its results. */
const WITHOUT_EFFECT = ['$schema', 'title', 'description', 'scene', 'vehicles'];

/** Everything that determines the results of a sweep, as a text: equal for specifications with equal results. */
export function sweepIdentity(source: SweepSource, sweep: Sweep): string {
  const { document } = readDocument(source.text, source.name);
  const keys = Object.entries(document).filter(([key]) => !WITHOUT_EFFECT.includes(key));
  return exactJson(sorted({ spec: Object.fromEntries(keys), scene: sweep.template.raw }));
}

/** The same value with the keys of all objects in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
