/** Licences of the packages whose code is part of the files that are shipped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {Iterable<string>} modules paths of all bundled modules
 * @returns {string} name, version and licence text of each package, by name
 */
export function licenseTexts(modules) {
  const folders = new Set([...modules].flatMap((path) => packageFolder(path.replaceAll('\\', '/')) ?? []));
  const texts = new Set([...folders].map(licenseText));
  return `${[...texts].sort().join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** @param {string} path */
function packageFolder(path) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0].replace(/^\0/, '');
}

/** @param {string} folder */
function licenseText(folder) {
  /** @type {{ name: string, version: string, license: string }} */
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined;
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
