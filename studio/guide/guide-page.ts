import './guide.css';
import { guide } from 'virtual:guide';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page } from '../page/studio.ts';

/** A page of the guide beside the list of all of them. */
export const guidePage: Page = (studio, { route }, signal) => {
  const { name = guide[0].name, section } = route.page === 'guide' ? route : {};
  const page = guide.find((candidate) => candidate.name === name);
  const title = element('h1', {}, page?.title ?? 'No such page of the guide');
  const text = element('article', { className: 'prose' }, title);
  if (page) {
    void readPage(name, signal).then(
      (html) => {
        const template = document.createElement('template');
        template.innerHTML = html;
        template.content.querySelector('h1')?.remove();
        text.append(template.content);
        // by id of the section, whatever letters it has
        if (section !== undefined) document.getElementById(`section-${section}`)?.scrollIntoView();
      },
      (error: Error) => signal.aborted || studio.announce(`The guide could not be read: ${error.message}`, 'error'),
    );
  }
  return element('main', { className: 'page guide' }, contents(name), text);
};

/** Written by the build from our own `docs`. */
async function readPage(name: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`guide/${name}.html`, { signal });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.text();
}

function contents(current: string): HTMLElement {
  const parts = (['Guide', 'Reference'] as const).map((part) => {
    const links = guide
      .filter((page) => page.part === part)
      .map(({ name, title }) => {
        const link = element('a', { href: routeHref({ page: 'guide', name }) }, title);
        if (name === current) link.setAttribute('aria-current', 'page');
        return element('li', {}, link);
      });
    return [element('h2', {}, part), element('ul', {}, ...links)];
  });
  return element('nav', { className: 'guide-contents', 'aria-label': 'Pages of the guide' }, ...parts.flat());
}
