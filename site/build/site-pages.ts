import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listDocPages, titleOf } from '../../studio/build/doc-pages.ts';

/** A page of the site that is a file of the repository. */
export interface SitePage {
  /** In the repository: `docs/guide/distance.md`. */
  readonly source: string;
  /** On the site: `guide/distance.md`. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  readonly text: string;
}

/** Pages outside of `docs`. */
const PROJECT = [
  ['README.md', 'project/overview.md', 'Overview'],
  ['CHANGELOG.md', 'project/changelog.md', 'Changes'],
  ['CONTRIBUTING.md', 'project/contributing.md', 'Contributing'],
  ['bench/README.md', 'project/benchmarks.md', 'Benchmarks'],
  ['LICENSE', 'project/licence.md', 'Licence'],
] as const;

/** Every page with a file: all of `docs`, then the pages of the project. */
export function listSitePages(root: string): SitePage[] {
  const docs = listDocPages(join(root, 'docs')).map(({ path, title, part, text }) => ({
    source: `docs/${path}`,
    path: part === 'Reference' ? `reference/${path}` : path,
    title,
    section: part,
    text,
  }));
  const project = PROJECT.map(([source, path, title]) => {
    const text = readFileSync(join(root, source), 'utf8');
    return { source, path, title, section: 'Project', text: titleOf(text) ? text : `# ${title}\n\n${text}` };
  });
  return [...docs, ...project];
}

/** Folder of the example programs. */
export const PROGRAMS = 'examples/programs';

/** Example programs: `pick-with-a-ray.ts`. */
export function listPrograms(root: string): string[] {
  const folder = join(root, PROGRAMS);
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : [];
}

/** The section of a program on the page of programs: `pick-with-a-ray`. */
export function programAnchor(file: string): string {
  return basename(file, '.ts');
}
