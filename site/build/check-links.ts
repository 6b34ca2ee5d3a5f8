import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Links and pictures of the built pages that lead nowhere: "guide/distance.html: ../x.html#y". */
export function brokenLinks(site: string): string[] {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    // the error page is served at any path
    .filter((name) => name.endsWith('.html') && !name.startsWith('studio/') && name !== '404.html');
  const texts = new Map(pages.map((page) => [page, readFileSync(join(site, page), 'utf8')]));
  const anchors = new Map(Array.from(texts, ([page, text]) => [page, idsOf(text)]));
  return pages.flatMap((page) =>
    linksOf(texts.get(page) ?? '')
      .filter((link) => !leadsSomewhere(site, page, link, anchors))
      .map((link) => `${page}: ${link}`),
  );
}

function linksOf(html: string): string[] {
  // scripts contain data, not links
  const body = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
  const links = [...body.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link.replaceAll('&amp;', '&'));
  return [...new Set(links)].filter((link) => !/^(https?|mailto|data|blob):/.test(link));
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
}

function leadsSomewhere(
  site: string,
  page: string,
  link: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [path, section] = link.split('#', 2).map(decodeURIComponent);
  if (path.startsWith('/')) return false;
  const joined = path === '' ? page : posix.join(posix.dirname(page), path);
  const file = joined === '.' || joined.endsWith('/') ? posix.join(joined, 'index.html') : joined;
  if (file.startsWith('..') || !existsSync(join(site, file)) || statSync(join(site, file)).isDirectory()) return false;
  // the studio has routes where pages have sections
  if (!section || file.startsWith('studio/')) return true;
  return anchors.get(file)?.has(section) ?? false;
}
