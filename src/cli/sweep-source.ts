import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { readSweep, type Sweep, type SweepSource } from '../entries/sweeps.ts';
import { MAX_SCENE_BYTES } from '../index.ts';
import { sceneReference, sweepIdentity } from '../sweep/read-sweep.ts';
import { isFile, readTextFile } from './files.ts';
import { readSceneSource } from './scene-source.ts';

/** A sweep that is read from files. */
export interface LoadedSweep {
  readonly sweep: Sweep;
  readonly source: SweepSource;
  /** Equal for specifications with equal results: SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Reads a specification and its scene. The scene is a file next to the specification, another file, or an example. */
export async function loadSweep(path: string): Promise<LoadedSweep> {
  const text = await readTextFile(path, 'sweep', MAX_SCENE_BYTES);
  const reference = sceneReference(text, path);
  if (reference.kind === 'inline') return completeSweep({ text, name: path });
  const nearSpec = async (name: string) => {
    const near = join(dirname(path), name);
    return (await isFile(near)) ? near : name;
  };
  const scene =
    reference.kind === 'file'
      ? await readSceneSource(await nearSpec(reference.path))
      : await readSceneSource(await nearSpec(reference.models), await nearSpec(reference.platoon), reference.end);
  return completeSweep({ text, name: path, scene: { text: scene.text, name: scene.name } });
}

export function completeSweep(source: SweepSource): LoadedSweep {
  const sweep = readSweep(source);
  const hash = createHash('sha256').update(sweepIdentity(source, sweep)).digest('hex');
  return { sweep, source, hash };
}

/** `docking` of `sweeps/docking.sweep.json`: the base name of outputs. */
export function sweepName(path: string): string {
  return basename(path).replace(/(\.sweep)?\.jsonc?$/i, '');
}
