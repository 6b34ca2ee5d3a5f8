import { embedMeshes, meshFileReferences, sceneMeshFiles } from '../../src/entries/meshes.ts';
import { parseModels, parsePlatoon, vehicleSceneText } from '../../src/entries/vehicles.ts';
import { sceneCadFiles } from '../../src/scene/cad-references.ts';
import { embedBrepFiles } from '../../src/scene/embed-brep-files.ts';
import { FileError } from './job-context.ts';
import type { Jobs, NamedFile } from './jobs.ts';
import { meshBodies, ownMeshes, rejectOtherCad, stem } from './mesh-bodies.ts';
import { BODY_ENDINGS } from './mesh-files.ts';

type Adopt = Jobs['adopt'];

/** End time of vehicles from data files [s], as on the command line. */
const END = 3;

/** The scene of dropped files: a scene, a platoon with its models, or meshes and CAD parts to view. */
export function adoptFiles({ files }: Adopt['input']): Adopt['output'] {
  const named = (pattern: RegExp) => files.filter(({ name }) => pattern.test(name));
  const [spec] = named(/\.sweep\.jsonc?$/i);
  if (spec) {
    throw new FileError(
      `${spec.name} is the specification of a sweep: run it with "appulse sweep ${spec.name}", then open the folder of its results`,
    );
  }
  const [scene] = named(/\.json$/i);
  if (scene) return { name: stem(scene.name), text: withMeshes(scene, files) };
  const data = named(/\.dat$/i);
  if (data.length > 0) return adoptVehicles(data);
  rejectOtherCad(files);
  const meshes = ownMeshes(files);
  if (meshes.length > 0) return { name: stem(meshes[0].name), text: meshSceneText(meshes, files) };
  const names = files.map(({ name }) => name).join(', ') || 'nothing';
  throw new Error(
    `cannot open ${names}: expected a scene (.json), a recording, sweep results, two .dat files a mesh or a CAD part (${BODY_ENDINGS})`,
  );
}

/** The text of a scene with the meshes and parts of the files that were dropped with it; their folders are not known. */
function withMeshes(scene: NamedFile, files: readonly NamedFile[]): string {
  const text = textOf(scene);
  let names: string[];
  let parts: string[];
  try {
    names = sceneMeshFiles(text, scene.name);
    parts = sceneCadFiles(text, scene.name);
  } catch {
    // the editor shows what is wrong with the text
    return text;
  }
  const given = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const found = new Map<string, Uint8Array>();
  const missing: string[] = [];
  const pending = [...names, ...parts];
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (found.has(name)) continue;
    const bytes = given.get(name.split('/').at(-1) ?? '');
    if (bytes === undefined) missing.push(name);
    else {
      found.set(name, bytes);
      if (!parts.includes(name)) pending.push(...meshFileReferences(name, bytes));
    }
  }
  if (missing.length > 0) {
    throw new FileError(`${scene.name} needs ${missing.join(', ')}: drop the scene and its files together`);
  }
  return embedMeshes(embedBrepFiles(text, scene.name, found), scene.name, found);
}

function adoptVehicles(data: readonly NamedFile[]): Adopt['output'] {
  const models = data.find((file) => /\bNUMBER_OF_MODELS\b/.test(textOf(file)));
  const platoon = data.find((file) => file !== models);
  if (models === undefined || platoon === undefined) {
    const got = data.map(({ name }) => name).join(', ');
    throw new Error(`a platoon file needs a model file: drop both .dat files together, got ${got}`);
  }
  const parsed = parseModels(textOf(models), models.name);
  const head = { title: platoon.name, description: `${platoon.name} with ${models.name}.`, end: END };
  return {
    name: stem(platoon.name),
    text: vehicleSceneText(parsed, parsePlatoon(textOf(platoon), parsed, platoon.name), head),
  };
}

/** A rigid-body scene with meshes and CAD parts side by side, without forces. */
function meshSceneText(meshes: readonly NamedFile[], files: readonly NamedFile[]): string {
  const title = meshes.map(({ name }) => stem(name)).join(', ');
  const bodies = meshBodies(meshes, [], undefined, [0, 0, 0], files).map((body) => JSON.stringify(body));
  const head = {
    world: 'solids',
    title,
    description: meshes.length > 1 ? 'Bodies from files.' : 'A body from a file.',
  };
  const lines = Object.entries(head).map(([key, value]) => `  "${key}": ${JSON.stringify(value)},`);
  return `{\n${lines.join('\n')}\n  "bodies": [\n    ${bodies.join(',\n    ')}\n  ],\n  "time": { "end": 1, "method": "steps" }\n}\n`;
}

function textOf({ bytes }: NamedFile): string {
  return new TextDecoder().decode(bytes);
}
