import { createHdf5Opener, type ReadMeshOptions } from '../entries/meshes.ts';
import { InputError } from './failure.ts';

const SIGNATURE = [0x89, 0x48, 0x44, 0x46];

/** The option `openHdf5` where one of the files is in the format HDF5; the package h5wasm is only loaded then. */
export async function hdf5Option(
  files: Iterable<readonly [string, Uint8Array]>,
): Promise<Pick<ReadMeshOptions, 'openHdf5'>> {
  for (const [name, bytes] of files) {
    if (SIGNATURE.every((byte, k) => bytes[k] === byte)) return { openHdf5: await loadHdf5(name) };
  }
  return {};
}

async function loadHdf5(name: string): Promise<ReadMeshOptions['openHdf5']> {
  let library: typeof import('h5wasm');
  try {
    library = await import('h5wasm');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError(
      `${name} is in the format HDF5 (NetCDF-4), which needs a package that is not installed: npm install h5wasm; or convert the file with "nccopy -k classic"`,
    );
  }
  return createHdf5Opener(library.default);
}
