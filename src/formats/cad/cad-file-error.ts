/** A CAD file that cannot be read: the message names the file, the place in it and what was expected. */
export class CadFileError extends Error {
  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
    this.name = 'CadFileError';
  }
}
