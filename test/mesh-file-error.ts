import { MeshFileError } from '../src/formats/mesh-file-error.ts';

/** The MeshFileError that `read` throws; anything else is a failure of the test. */
export function meshFileError(read: () => unknown): MeshFileError {
  try {
    read();
  } catch (error) {
    if (error instanceof MeshFileError) return error;
    throw error;
  }
  throw new Error('must be rejected');
}
