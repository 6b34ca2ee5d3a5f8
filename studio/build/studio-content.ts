import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { PAGE_POLICY } from '../../src/cli/content-security-policy.ts';
import { blockExamples } from './block-examples.ts';
import { buildGallery } from './gallery.ts';
import { buildGuide } from './guide.ts';
import { reportParts } from './report-parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Static content of the studio: example scenes with their pictures, and the guide. */
export function studioContent(): Plugin {
  let files = new Map<string, string | Uint8Array>();
  let modules: Record<string, string> = {};
  return {
    name: 'studio-content',
    buildStart() {
      const gallery = buildGallery(root, (message) => this.warn(message));
      const guide = buildGuide(`${root}docs`);
      const schema = 'schema/scene.schema.json';
      files = new Map<string, string | Uint8Array>([
        ...gallery.files,
        ...guide.files,
        // without spaces, which are half of it
        [schema, JSON.stringify(JSON.parse(readFileSync(`${root}${schema}`, 'utf8')))],
      ]);
      modules = {
        'virtual:gallery': `export const gallery = ${JSON.stringify(gallery.entries)};`,
        'virtual:blocks': `export const blockExamples = ${JSON.stringify(blockExamples(root))};`,
        'virtual:report': `export const reportParts = ${JSON.stringify(reportParts())};`,
        'virtual:guide': `export const guide = ${JSON.stringify(guide.pages)};`,
      };
    },
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)],
    transformIndexHtml: (html) => html.replace('%POLICY%', PAGE_POLICY),
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
