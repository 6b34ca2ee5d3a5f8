import { posix } from 'node:path';
import { PROGRAMS, programAnchor, type SitePage } from './site-pages.ts';

/** Where a link of a page leads on the site. */
export interface SiteLink {
  /** Relative to the page. */
  readonly href: string;
  readonly title: string;
  /** Pages of the studio are not pages of the site: the router must leave the link to the browser. */
  readonly isStudio: boolean;
}

export const PROGRAMS_PAGE = 'examples/programs.md';

/**
 * Finds the target of a link in the repository on the site. Undefined for other sites and sections of the same page, which stay as they are.
 * A file that is not on the site is an error.
 */
export function siteLink(page: SitePage, target: string, pages: ReadonlyMap<string, SitePage>): SiteLink | undefined {
  if (/^(\w+:|#)/.test(target)) return undefined;
  const [path, section] = target.split('#', 2);
  const source = posix.join(posix.dirname(page.source), path);
  const to = (href: string) => relative(page.path, href);
  const known = pages.get(source);
  if (known) {
    const href = to(known.path) + (section === undefined ? '' : `#${section}`);
    return { href, title: known.title, isStudio: false };
  }
  const scene = /^examples\/([\w-]+)\.scene\.json$/.exec(source)?.[1];
  if (scene !== undefined) return { href: to(studioPage(`#/scene/${scene}`)), title: scene, isStudio: true };
  if (source === PROGRAMS) return { href: to(PROGRAMS_PAGE), title: 'Example programs', isStudio: false };
  if (posix.dirname(source) === PROGRAMS && source.endsWith('.ts')) {
    const title = programAnchor(source);
    return { href: `${to(PROGRAMS_PAGE)}#${title}`, title, isStudio: false };
  }
  throw new Error(`${page.source}: the link to ${target} leads to a file that is not on the site`);
}

/** `#/scene/docking` as a page below the root of the site. */
export function studioPage(hash = ''): string {
  return `studio/index.html${hash}`;
}

/** `../guide/distance.md` from `reference/glossary.md`; always with a leading dot, so that it is not taken for a name. */
export function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
