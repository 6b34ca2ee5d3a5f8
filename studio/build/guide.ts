import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { markdownToHtml } from './markdown.ts';

export interface GuidePage {
  /** `distance`: at `#/guide/distance`. */
  readonly name: string;
  readonly title: string;
  readonly part: 'Guide' | 'Tutorials' | 'Reference';
}

export interface BuiltGuide {
  readonly pages: readonly GuidePage[];
  /** By path below the root of the site. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
}

/** In reading order; others follow by name. */
const FIRST = ['getting-started', 'studio', 'distance', 'time-of-impact', 'response', 'scenes', 'recordings'];
/** Pages in addition to the guide. */
const REFERENCE = ['glossary', 'conventions', 'pair-table', 'equations', 'errata'];

/** The pages of `docs` as pieces of HTML, with the pictures they show. */
export function buildGuide(docs: string): BuiltGuide {
  const namesIn = (folder: string) =>
    readdirSync(join(docs, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => basename(file, '.md'));
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const names = namesIn('guide').sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const tutorials = namesIn('tutorials').sort();
  const known = new Set([...names, ...tutorials, ...REFERENCE]);
  const files = new Map<string, string | Uint8Array>();
  const add = (name: string, path: string, part: GuidePage['part']): GuidePage => {
    const text = readFileSync(join(docs, path), 'utf8');
    files.set(`guide/${name}.html`, pageHtml(text, name, known));
    return { name, title: (/^# +(.*)$/m.exec(text)?.[1] ?? name).replaceAll('`', ''), part };
  };
  const pages = [
    ...names.map((name) => add(name, `guide/${name}.md`, 'Guide')),
    ...tutorials.map((name) => add(name, `tutorials/${name}.md`, 'Tutorials')),
    ...REFERENCE.map((name) => add(name, `${name}.md`, 'Reference')),
  ];
  for (const file of readdirSync(join(docs, 'pictures'))) {
    files.set(`pictures/${file}`, readFileSync(join(docs, 'pictures', file)));
  }
  return { pages, files };
}

function pageHtml(text: string, page: string, known: ReadonlySet<string>): string {
  const address = (name: string, section?: string) => `#/guide/${name}${section ? `/${section}` : ''}`;
  return markdownToHtml(text, {
    link(target) {
      const [path, section] = target.split('#', 2);
      if (path === '') return address(page, section);
      const scene = /([\w-]+)\.scene\.json$/.exec(path)?.[1];
      if (scene !== undefined) return `#/scene/${scene}`;
      const name = basename(path, '.md');
      return path.endsWith('.md') && known.has(name) ? address(name, section) : undefined;
    },
    image: (target) => `pictures/${basename(target)}`,
    anchor: (slug) => `section-${slug}`,
  });
}
