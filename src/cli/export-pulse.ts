import { crashPulseCsv } from '../entries/vehicles.ts';
import { createRecorder, editSceneText, type Recording, readScene, runScene } from '../index.ts';
import { InputError } from './failure.ts';
import { isFolder } from './files.ts';
import { print } from './output.ts';
import { noteIncomplete, readRecordingFolder } from './recording-folder.ts';
import { readSceneSource } from './scene-source.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';

/** Options of `appulse export --to pulse`. */
export interface PulseOptions {
  readonly output?: string;
  readonly force?: boolean;
  /** Channel frequency class. */
  readonly cfc?: string;
  readonly vehicle?: readonly string[];
}

const PULSE_KIND: FileKind = { what: 'crash pulse', start: /^vehicle,time_s,/ };

/** Throws for options of --to pulse with another format. */
export function rejectPulseOptions(options: PulseOptions): void {
  const other = (['cfc', 'vehicle'] as const).find((key) => options[key] !== undefined);
  if (other !== undefined) throw new InputError(`--${other} is for --to pulse`);
}

/** Accelerations of vehicles of a recording, or of a scene that is run for it, as CSV. */
export async function exportPulse(folder: string, options: PulseOptions): Promise<void> {
  const target =
    options.output ?? `${folder.replace(/[/\\]+$/, '').replace(/(\.recording|\.scene\.json)$/, '')}.pulse.csv`;
  placeFile(target, PULSE_KIND, options.force);
  const channel = Number(options.cfc ?? 60);
  const recording = (await isFolder(folder)) ? await readRecordingFolder(folder) : await runForPulse(folder, channel);
  const scene = readScene(recording.sceneText, folder);
  if (scene.world !== 'vehicles') throw new InputError(`${folder}: --to pulse needs a recording of vehicles`);
  const vehicles = scene.bodies.flatMap(({ obstacle }, i) => (obstacle ? [] : [i]));
  const selected = (options.vehicle ?? vehicles.map((i) => recording.bodies[i])).map((name) => {
    const index = vehicles.find((i) => recording.bodies[i] === name);
    if (index !== undefined) return index;
    const known = vehicles.map((i) => recording.bodies[i]).join(', ');
    throw new InputError(`${folder}: --vehicle: there is no vehicle '${name}', expected one of ${known}`);
  });
  await writeOneFile(target, pulseText(folder, recording, selected, channel), PULSE_KIND, options.force);
  await print(`accelerations of ${selected.map((i) => recording.bodies[i]).join(', ')} in ${target}\n`);
  noteIncomplete(folder, recording);
}

/** Runs a scene with frames as close as the channel frequency class needs them. */
async function runForPulse(path: string, channel: number): Promise<Recording> {
  const { text, name } = await readSceneSource(path);
  const given = readScene(text, name);
  if (given.world !== 'vehicles') throw new InputError(`${path}: --to pulse needs a scene of vehicles`);
  const { step } = given.time;
  // frames fall on steps; the margin keeps the quotient of equal numbers whole
  const interval = step * Math.max(1, Math.floor(0.1 / channel / step + 1e-9));
  const edited = editSceneText(text, [{ path: ['record', 'interval'], value: interval }]);
  const scene = readScene(edited, name);
  const recorder = createRecorder(scene, edited);
  return recorder.finish(runScene(scene, recorder));
}

function pulseText(folder: string, recording: Recording, selected: readonly number[], channel: number): string {
  try {
    return crashPulseCsv(recording, selected, channel);
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`${folder}: ${error.message}`) : error;
  }
}
