import { galleryPage } from '../gallery/gallery-page.ts';
import { element } from './element.ts';
import { type Link, parseLink, type Route, routeHref } from './link.ts';
import type { Page, Studio } from './studio.ts';

/** Pages other than the first are loaded on demand. */
const PAGES: Readonly<Record<Route['page'], () => Promise<Page>>> = {
  gallery: async () => galleryPage,
  scene: workbench,
  own: workbench,
  recording: workbench,
  compare: async () => (await import('../compare/compare-page.ts')).comparePage,
  sweep: async () => (await import('../sweep/sweep-page.ts')).sweepPage,
  play: async () => (await import('../playground/playground-page.ts')).playgroundPage,
  touch: async () => (await import('../interactive/haptic-page.ts')).touchPage,
  block: async () => (await import('../block/block-page.ts')).blockPage,
  report: async () => (await import('../report/report-page.ts')).reportPage,
  guide: async () => (await import('../guide/guide-page.ts')).guidePage,
};

async function workbench(): Promise<Page> {
  return (await import('../workbench/workbench-page.ts')).workbenchPage;
}

async function live(): Promise<Page> {
  return (await import('../live/live-page.ts')).livePage;
}

/** Shows the page that the address names, now and whenever it changes. */
export function startRouter(studio: Studio, outlet: HTMLElement, setPage: (page: string) => void): void {
  let shown: AbortController | undefined;
  let visits = 0;
  const show = async (hash: string) => {
    const visit = ++visits;
    const link = await parseLink(hash);
    const page = await load(studio, link);
    if (visit !== visits) return;
    shown?.abort();
    shown = new AbortController();
    outlet.replaceChildren(page(studio, link ?? { route: { page: 'gallery' } }, shown.signal));
    setPage(sectionOf(link));
    scrollTo(0, 0);
    const heading = outlet.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    document.title = heading?.textContent ? `${heading.textContent} · Appulse` : 'Appulse studio';
    // keyboard focus moves to the top of the new page
    if (visit > 1) heading?.focus({ preventScroll: true });
  };
  addEventListener('hashchange', ({ newURL }) => void show(new URL(newURL).hash));
  void show(location.hash);
}

async function load(studio: Studio, link: Link | undefined): Promise<Page> {
  if (link === undefined) return lostPage;
  try {
    return await (link.live && ['scene', 'own'].includes(link.route.page) ? live() : PAGES[link.route.page]());
  } catch (error) {
    studio.announce(
      `This page could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
      'error',
    );
    return lostPage;
  }
}

/** The entry of the header that a page belongs to. */
function sectionOf(link: Link | undefined): string {
  const page = link?.route.page ?? '';
  return ['scene', 'own', 'recording'].includes(page) ? 'gallery' : page;
}

const lostPage: Page = () =>
  element(
    'main',
    { className: 'page' },
    element('h1', {}, 'Page not found'),
    element('p', {}, 'This address is not a page of the studio; the link may be truncated.'),
    element('p', {}, element('a', { href: routeHref({ page: 'gallery' }) }, 'All scenes')),
  );
