import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { exportFmu } from '../fmu/export-fmu.ts';
import { InputError } from './failure.ts';
import { packagePath, sceneName } from './files.ts';
import { readFmuParts } from './fmu-parts.ts';
import { note, plural, print } from './output.ts';
import { readSceneSource } from './scene-source.ts';
import { type FileKind, placeFile, writeOneFile } from './staging.ts';

const FMU_KIND: FileKind = { what: 'FMU', start: /^PK/ };

/** Options of `export --to fmu`. */
export interface FmuOptions {
  readonly fmi?: '2' | '3';
  readonly output?: string;
  readonly force?: boolean;
  /** Pairs `A,B` whose distance is an output. */
  readonly pair?: readonly string[];
  readonly method?: 'steps' | 'events';
  /** [s] */
  readonly step?: string;
  /** [s] */
  readonly end?: string;
  /** `PLATFORM=FILE` */
  readonly library?: readonly string[];
}

/** Writes an FMU of a scene or a collision block. */
export async function exportToFmu(input: string, options: FmuOptions): Promise<void> {
  const timeStep = secondsOf('--step', options.step);
  const end = secondsOf('--end', options.end);
  const source = await readSceneSource(input);
  const name = sceneName(source.path).replace(/\.block$/, '');
  const target = options.output ?? `${name}.fmu`;
  placeFile(target, FMU_KIND, options.force);
  const { version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
  const parts = await readFmuParts(options.library ?? [], version);
  const request = {
    text: source.text,
    source: source.name,
    name,
    fmi: options.fmi === '2' ? (2 as const) : (3 as const),
    pairs: (options.pair ?? []).map((pair) => pair.split(',')),
    ...(options.method && { method: options.method }),
    ...(timeStep !== undefined && { timeStep }),
    ...(end !== undefined && { end }),
  };
  const fmu = exportFmu(request, parts);
  await writeOneFile(target, fmu.bytes, FMU_KIND, options.force);
  const platforms = [...parts.libraries.keys()].join(', ');
  const step = fmu.timeStep > 0 ? `, internal steps of ${fmu.timeStep} s` : '';
  await print(
    `${basename(target)}: FMI ${request.fmi}.0 for ${platforms}; ${plural(fmu.inputs, 'input')}, ` +
      `${plural(fmu.parameters, 'parameter')}, ${plural(fmu.outputs, 'output')}${step}\n`,
  );
  if (!existsSync(packagePath('dist/native/x86_64-windows'))) note('the FMU has no library for Windows');
}

function secondsOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new InputError(`${option}: must be a number of seconds above zero, got '${text}'`);
}
