import { basename, posix } from 'node:path';
import { relative, siteLink } from './site-links.ts';
import type { SitePage } from './site-pages.ts';

/** Link or picture of Markdown: `![text](target)`. */
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** A page of the repository as a page of the site: links and pictures lead to their copies there. */
export function stagePage(page: SitePage, pages: ReadonlyMap<string, SitePage>): string {
  const prose = (text: string): string =>
    text.replaceAll(LINK, (whole: string, picture: string, label: string, target: string) => {
      if (picture) return `![${label}](${relative(page.path, `pictures/${basename(target)}`)})`;
      const link = siteLink(page, target, pages);
      if (!link) return whole;
      // a page that is named by its file: by its title, since there are no files here
      const name = /^[\w./-]+\.md$/.test(label) ? link.title : prose(label);
      return `[${name}](${link.href})${link.isStudio ? '{target="_self"}' : ''}`;
    });
  const parts = page.text.split(/(^```[\s\S]*?^```$)/m);
  const text = parts.map((part, i) => (i % 2 === 0 ? prose(part) : stageCode(part))).join('');
  return hasWideTable(page) ? withSettings(text, WIDE) : text;
}

/** Pages of wide tables use the place of their table of contents. */
const WIDE = 'pageClass: wide-page\naside: false\n';

function hasWideTable({ section, text }: SitePage): boolean {
  return section !== 'Guide' && section !== 'Tutorials' && /^\|(?:[^|\n]*\|){4,}$/m.test(text);
}

/** Adds lines to the front matter of a page. */
function withSettings(text: string, lines: string): string {
  return text.startsWith('---\n') ? `---\n${lines}${text.slice(4)}` : `---\n${lines}---\n\n${text}`;
}

function stageCode(code: string): string {
  if (code.startsWith('```mermaid\n')) return layerTable(code);
  return code.replace(UNCOLOURED, '```text\n');
}

/** Languages for which the highlighter has no grammar. */
const UNCOLOURED = /^```(?:obj)\n/;

/** A diagram of layers as a table: each with the layers it imports, and how often. */
function layerTable(code: string): string {
  const rows = [...code.matchAll(/^ {2}([\w-]+)\["[\w-]+<br>([^"]+)"\]$/gm)].map(([, layer, files]) => {
    const imports = [...code.matchAll(new RegExp(`^ {2}${layer} -->\\|(\\d+)\\| ([\\w-]+)$`, 'gm'))];
    const list = imports.map(([, count, name]) => `\`${name}\` (${count})`).join(', ');
    return `| \`${layer}\` | ${Number.parseInt(files, 10)} | ${list} |`;
  });
  return ['| layer | files | imports (how many) |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Pictures of a page, in the repository: `docs/pictures/platoon.svg`. */
export function picturesOf(page: SitePage): string[] {
  return [...page.text.matchAll(LINK)]
    .filter(([, picture, , target]) => picture && !/^\w+:/.test(target))
    .map(([, , , target]) => posix.join(posix.dirname(page.source), target));
}
