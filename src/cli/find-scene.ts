import { readdir, stat } from 'node:fs/promises';
import { suggestion } from '../shapes/suggestion.ts';
import { InputError } from './failure.ts';
import { packagePath } from './files.ts';

const EXTENSION = '.scene.json';
/** A name without folder and extension; everything else is a path. */
const BARE_NAME = /^[\w-]+$/;

export interface SceneFile {
  /** The file to read. */
  readonly path: string;
  /** Its name in messages and outputs: the path as given, or the name of the example. */
  readonly name: string;
}

/**
 * The file of a scene that is given by path or by name. `docking` is the file of that name, `docking.scene.json` in the
 * current folder, or the example of that name in the package: files of the user have priority.
 */
export async function findScene(given: string): Promise<SceneFile> {
  const asGiven = { path: given, name: given };
  if (!BARE_NAME.test(given)) return asGiven;
  const found = await kindOf(given);
  if (found === 'file') return asGiven;
  const file = `${given}${EXTENSION}`;
  if ((await kindOf(file)) === 'file') return { path: file, name: file };
  const names = await exampleNames();
  if (names.includes(given)) return { path: packagePath(`examples/${file}`), name: given };
  if (found === 'folder') return asGiven; // reading it reports that it is a folder
  throw new InputError(`cannot read scene '${given}': no such file or example, ${suggestion(given, names)}`);
}

/** The names of the example scenes in the package, sorted. */
async function exampleNames(): Promise<string[]> {
  const files = await readdir(packagePath('examples'));
  return files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}

/** Pipes and devices count as files, and so does what cannot be examined: reading it reports the reason. */
async function kindOf(path: string): Promise<'file' | 'folder' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'file';
  }
}
