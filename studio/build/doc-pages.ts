import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A page of `docs`, as the studio and the documentation site list it. */
export interface DocPage {
  /** `distance`, `tutorial-docking`: no two pages have the same. */
  readonly name: string;
  /** From `docs`: `guide/distance.md`. */
  readonly path: string;
  readonly title: string;
  readonly part: DocPart;
  readonly text: string;
}

export type DocPart = 'Guide' | 'Tutorials' | 'Reference';

/** Folders of `docs`, each with its pages in reading order; others follow by name. */
const PARTS: readonly { part: DocPart; folder: string; prefix?: string; first: readonly string[] }[] = [
  {
    part: 'Guide',
    folder: 'guide',
    first: ['getting-started', 'studio', 'distance', 'time-of-impact', 'response', 'scenes', 'recordings'],
  },
  { part: 'Tutorials', folder: 'tutorials', prefix: 'tutorial-', first: [] },
  { part: 'Reference', folder: '', first: ['glossary', 'conventions', 'pair-table', 'equations', 'errata'] },
];

/** Every page of `docs`, in reading order. */
export function listDocPages(docs: string): DocPage[] {
  return PARTS.flatMap(({ part, folder, prefix = '', first }) => {
    const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
    const files = existsSync(join(docs, folder)) ? readdirSync(join(docs, folder)) : [];
    const stems = files.filter((file) => file.endsWith('.md')).map((file) => basename(file, '.md'));
    return stems
      .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'))
      .map((stem) => {
        const path = [folder, `${stem}.md`].filter(Boolean).join('/');
        const text = readFileSync(join(docs, path), 'utf8');
        return { name: `${prefix}${stem}`, path, title: titleOf(text) ?? stem, part, text };
      });
  });
}

/** The first heading of a page, without its markup. */
export function titleOf(text: string): string | undefined {
  return /^# +(.*)$/m.exec(text)?.[1].replaceAll('`', '');
}
