import type { Plugin } from 'vite';
import { licenseTexts } from '../../scripts/third-party.mjs';

const modules = new Set<string>();

/** Notes which modules are in the files; the build of the page, which ends last, writes the licences of their packages. */
export function thirdPartyLicenses(part: 'page' | 'worker'): Plugin {
  return {
    name: 'third-party-licenses',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const path of Object.keys(file.modules)) modules.add(path);
      }
      if (part === 'page') {
        this.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source: licenseTexts(modules) });
      }
    },
  };
}
