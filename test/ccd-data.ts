import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const named = process.env['APPULSE_CCD_DATA'];

/**
 * Folder of the public data sets for continuous collision detection. They are not part of this repository;
 * docs/guide/exact-contact.md describes them. `APPULSE_CCD_DATA` names the folder; the default is next to the repository.
 */
export const CCD_DATA = named ? pathToFileURL(`${named}/`) : new URL('../../shared/data/ccd/', import.meta.url);

export const hasCcdData = existsSync(new URL('manifest.json', CCD_DATA));
