import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const named = process.env['APPULSE_CCD_DATA'];

/** Folder of the public data sets (docs/guide/exact-contact.md); the default is next to the repository, seen from bench/dist/inputs. */
export const CCD_DATA = named ? pathToFileURL(`${named}/`) : new URL('../../../../shared/data/ccd/', import.meta.url);
export const hasCcdData = existsSync(new URL('manifest.json', CCD_DATA));
