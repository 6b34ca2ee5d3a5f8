import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { type DocPage, type DocPart, listDocPages } from './doc-pages.ts';
import { markdownToHtml } from './markdown.ts';

export interface GuidePage {
  /** `distance`: at `#/guide/distance`. */
  readonly name: string;
  readonly title: string;
  readonly part: DocPart;
}

export interface BuiltGuide {
  readonly pages: readonly GuidePage[];
  /** By path below the root of the site. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
}

/** Described for people who change the code, with a diagram that the studio cannot draw. */
const OMITTED = ['architecture'];

/** The pages of `docs` as pieces of HTML, with the pictures they show. */
export function buildGuide(docs: string): BuiltGuide {
  const listed = listDocPages(docs).filter(({ name }) => !OMITTED.includes(name));
  const names = new Map(listed.map(({ path, name }) => [path, name]));
  const files = new Map<string, string | Uint8Array>();
  const pages = listed.map((page): GuidePage => {
    const { name, title, part } = page;
    files.set(`guide/${name}.html`, pageHtml(page, names));
    return { name, title, part };
  });
  for (const file of readdirSync(join(docs, 'pictures'))) {
    files.set(`pictures/${file}`, readFileSync(join(docs, 'pictures', file)));
  }
  return { pages, files };
}

/** `names`: of the pages, by their paths. */
function pageHtml({ text, name: page, path: from }: DocPage, names: ReadonlyMap<string, string>): string {
  const address = (name: string, section?: string) => `#/guide/${name}${section ? `/${section}` : ''}`;
  return markdownToHtml(text, {
    link(target) {
      const [path, section] = target.split('#', 2);
      if (path === '') return address(page, section);
      const scene = /([\w-]+)\.scene\.json$/.exec(path)?.[1];
      if (scene !== undefined) return `#/scene/${scene}`;
      const name = names.get(posix.join(posix.dirname(from), path));
      return name === undefined ? undefined : address(name, section);
    },
    image: (target) => `pictures/${basename(target)}`,
    anchor: (slug) => `section-${slug}`,
  });
}
