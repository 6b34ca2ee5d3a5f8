import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { MeshFileError, meshFileReferences } from '../entries/meshes.ts';
import { QueryError } from '../query/fields.ts';
import { FILES_FOLDER, type FileContents, type QueryFiles } from '../query/file-shapes.ts';
import { InputError } from './failure.ts';
import { readWholeFile } from './files.ts';
import { hdf5Option } from './hdf5.ts';
import { MAX_FILES, MAX_MESH_BYTES, realPathInside } from './mesh-files.ts';
import { note } from './output.ts';

/** What is known of a file that was read: its bytes are not retained. */
interface KnownFile {
  /** Changes with the file. */
  readonly stamp: string;
  readonly digest: string;
  readonly references: readonly string[];
}

/**
 * The files of a folder for queries, by their paths from it. A file is read again only after it has changed. Files outside of the folder are rejected,
 * also behind symbolic links.
 */
export function createQueryFiles(folder: string): QueryFiles {
  const known = new Map<string, KnownFile>();
  const open = async (file: string): Promise<FileContents> => {
    const paths = new Map<string, string>();
    const bytes = new Map<string, Uint8Array>();
    const digests: string[] = [];
    const pending = [file];
    for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
      if (paths.has(name)) continue;
      if (paths.size === MAX_FILES) throw new InputError(`'${file}' refers to more than ${MAX_FILES} files`);
      const path = realPathInside(name, folder, FILES_FOLDER);
      paths.set(name, path);
      const stamp = stampOf(path);
      let entry = known.get(name);
      if (entry?.stamp !== stamp) {
        const read = await readWholeFile(path, 'file', MAX_MESH_BYTES);
        bytes.set(name, read);
        const digest = createHash('sha256').update(read).digest('hex');
        entry = { stamp, digest, references: meshFileReferences(name, read) };
        known.set(name, entry);
      }
      digests.push(entry.digest);
      pending.push(...entry.references);
    }
    const load = async () => {
      for (const [name, path] of paths) {
        if (!bytes.has(name)) bytes.set(name, await readWholeFile(path, 'file', MAX_MESH_BYTES));
      }
      return { files: bytes, ...(await hdf5Option(bytes)) };
    };
    return { digest: digests.join(), load };
  };
  return {
    async open(file, location) {
      const reject = (error: unknown): never => {
        if (!(error instanceof InputError || error instanceof MeshFileError)) throw error;
        throw new QueryError(location, file, 'a usable file', `${location}: ${error.message}`);
      };
      const contents = await open(file).catch(reject);
      return { ...contents, load: () => contents.load().catch(reject) };
    },
    notice: note,
  };
}

function stampOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return `${mtimeNs} ${size} ${ino}`;
}
