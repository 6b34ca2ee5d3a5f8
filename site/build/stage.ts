import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ENTRIES } from '../../test/entries.ts';
import { readApi } from './api-model.ts';
import { apiPages } from './api-pages.ts';
import { programsPage, scenesPage } from './example-pages.ts';
import { buildLiveLibrary } from './live-library.ts';
import { createNavigation, writeNavigation } from './navigation.ts';
import { PROGRAMS_PAGE } from './site-links.ts';
import { listSitePages } from './site-pages.ts';
import { picturesOf, stagePage } from './stage-page.ts';

/** Writes everything that VitePress reads to `site/pages`. */
export async function stageSite(root: string): Promise<void> {
  const folder = join(root, 'site/pages');
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const copy = (source: string, path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, source), join(folder, path));
  };
  const pages = listSitePages(root);
  const bySource = new Map(pages.map((page) => [page.source, page]));
  for (const page of pages) {
    write(page.path, stagePage(page, bySource));
    for (const picture of picturesOf(page)) copy(picture, `pictures/${basename(picture)}`);
  }
  const api = apiPages(root, await readApi(root, ENTRIES));
  for (const { path, text } of api) write(path, text);
  write('examples/scenes.md', scenesPage(root));
  write(PROGRAMS_PAGE, programsPage(root));
  write('index.md', homePage(root));
  copy('studio/page/icon.svg', 'public/icon.svg');
  copy('docs/pictures/elastic-polygons.svg', 'public/elastic-polygons.svg');
  await buildLiveLibrary(root, ENTRIES, join(folder, 'public/live'));
  writeNavigation(createNavigation(pages, api));
}

/** The front page, with the first program of the README and the one of the guide that draws. */
function homePage(root: string): string {
  const program = (path: string, mark: string) => {
    const blocks = readFileSync(join(root, path), 'utf8').match(/^```ts.*\n[\s\S]*?^```$/gm) ?? [];
    const block = blocks.find((text) => text.includes(mark));
    if (block === undefined) throw new Error(`${path} has no program with ${mark}`);
    return block;
  };
  return readFileSync(join(root, 'site/home.md'), 'utf8')
    .replace('%PROGRAM%', () => program('README.md', 'respond('))
    .replace('%DRAWING%', () => program('docs/guide/recordings.md', 'export const picture'));
}
