import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { brepDocument, CadFileError, readCad, readCadMesh } from '../entries/cad.ts';
import { trimeshDocument } from '../scene/mesh-file-shape.ts';
import { InputError } from './failure.ts';
import { readWholeFile } from './files.ts';
import { MAX_MESH_BYTES } from './mesh-files.ts';
import { note, plural } from './output.ts';
import { parsePositive } from './parse-count.ts';

/** Options of `appulse convert` for a CAD file. */
export interface CadConvertOptions {
  readonly scale?: number;
  readonly partial?: boolean;
  readonly mesh?: number;
}

export function addCadOptions(command: Command): void {
  const option = (flags: string, what: string) => {
    const added = new Option(flags, `CAD file: ${what}`);
    command.addOption(added);
    return added;
  };
  option(
    '--scale <factor>',
    'metres per unit; STEP, IGES and .3dm are converted to millimetres (default: 0.001)',
  ).argParser(parsePositive);
  option('--partial', 'leave out faces that cannot be used, and list them');
  option('--mesh <tolerance>', 'triangles within this distance of the faces, m').argParser(parsePositive);
}

/** The scene of a CAD file: its part as a fixed body. What is not exact goes to stderr. */
export async function convertCad(path: string, { scale, partial, mesh }: CadConvertOptions): Promise<string> {
  if (mesh !== undefined && partial)
    throw new InputError('--partial is not for --mesh, which leaves out no face; expected one of them');
  const bytes = await readWholeFile(path, 'CAD file', MAX_MESH_BYTES);
  const name = basename(path).replace(/\.[^.]*$/, '');
  try {
    const shape =
      mesh === undefined
        ? await facesOf(path, bytes, scale, partial)
        : trimeshDocument(await readCadMesh(path, bytes, mesh, { scale }));
    const scene = {
      world: 'solids',
      title: name,
      description: `A part from ${basename(path)}.`,
      bodies: [{ name, shape, motion: 'fixed' }],
      time: { end: 1, method: 'steps' },
    };
    return `${JSON.stringify(scene)}\n`;
  } catch (error) {
    if (error instanceof CadFileError) throw new InputError(error.message);
    throw error;
  }
}

async function facesOf(path: string, bytes: Uint8Array, scale?: number, partial?: boolean): Promise<object> {
  const { body, faces } = await readCad(path, bytes, { scale, partial });
  const kinds = faces.map(({ surface, status }) => `${surface}, ${status}`);
  const counts = [...new Set(kinds)].map((kind) => `${kinds.filter((other) => other === kind).length} ${kind}`);
  note(`${path}: ${plural(faces.length, 'face')} (${counts.join('; ')}), ${body.closed ? 'closed' : 'open'}`);
  for (const { name, surface, status, reason } of faces) {
    if (status === 'unusable') note(`${path}: ${name} (${surface}) is left out: ${reason}`);
  }
  return brepDocument(body);
}
