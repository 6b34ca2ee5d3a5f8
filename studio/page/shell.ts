import { createSession } from '../session/session.ts';
import { createStore } from '../session/store.ts';
import { createRunClient } from '../worker/run-client.ts';
import { createAnnouncer } from './announcer.ts';
import { chooseFiles } from './choose-files.ts';
import { element } from './element.ts';
import { openHelp } from './help.ts';
import { icon } from './icons.ts';
import { createKeyRegistry } from './keys.ts';
import { routeHref } from './link.ts';
import { startRouter } from './router.ts';
import type { Studio } from './studio.ts';
import { followTheme, setTheme, type Theme, theme } from './theme.ts';

/** Header, page and footer, and the state common to all pages. It exists as long as the document. */
export function startShell(body: HTMLElement): void {
  const forever = new AbortController().signal;
  const announcer = createAnnouncer();
  const studio: Studio = {
    session: createSession(),
    runner: createRunClient(),
    keys: createKeyRegistry(window),
    stage: createStore<{ view: undefined }>({ view: undefined }) as Studio['stage'],
    announce: announcer.announce,
  };
  const outlet = element('div', { id: 'outlet', className: 'outlet' });
  const header = createHeader(studio, forever);
  const skip = element('a', { className: 'skip-link', href: '#outlet' }, 'Skip to content');
  skip.addEventListener('click', (event) => {
    // the hash is the address of the page: move the focus, not the address
    event.preventDefault();
    outlet.querySelector<HTMLElement>('h1')?.focus();
  });
  body.replaceChildren(skip, header.element, outlet, announcer.element);
  studio.keys.add(
    [
      { key: '?', label: 'Show all keys', group: 'Studio', run: () => openHelp(studio.keys) },
      {
        key: 'g',
        label: 'Go to the gallery',
        group: 'Studio',
        run: () => location.assign(routeHref({ page: 'gallery' })),
      },
      { key: 'Shift+t', label: 'Light, dark or system theme', group: 'Studio', run: nextTheme },
    ],
    forever,
  );
  startRouter(studio, outlet, header.setPage);
  void import('../export/drop.ts').then(({ acceptDrops }) => acceptDrops(studio, body, forever));
}

const NAVIGATION = [
  { page: 'gallery', label: 'Gallery' },
  { page: 'play', label: 'Playground' },
  { page: 'compare', label: 'Compare' },
  { page: 'sweep', label: 'Sweeps' },
  { page: 'touch', label: 'Haptics' },
  { page: 'block', label: 'Block' },
  { page: 'report', label: 'Report' },
  { page: 'guide', label: 'Guide' },
] as const;

function createHeader(studio: Studio, signal: AbortSignal) {
  const { keys } = studio;
  const links = NAVIGATION.map(({ page, label }) =>
    element('a', { href: routeHref({ page }), 'data-page': page }, label),
  );
  const themeButton = element('button', { type: 'button', className: 'icon-button', onclick: nextTheme });
  followTheme(() => {
    const now = theme();
    themeButton.replaceChildren(icon(THEME_ICONS[now]));
    themeButton.setAttribute('aria-label', `Colours: ${now}. Change`);
    themeButton.title = `Colours: ${now} (Shift+T)`;
  }, signal);
  const help = element(
    'button',
    { type: 'button', className: 'icon-button', title: 'Keys and help (?)', onclick: () => openHelp(keys) },
    icon('help'),
  );
  help.setAttribute('aria-label', 'Keys and help');
  const open = element(
    'button',
    { type: 'button', className: 'icon-button', title: 'Open files: scenes, recordings, meshes, vehicles' },
    icon('open'),
  );
  open.setAttribute('aria-label', 'Open files');
  open.onclick = async () => {
    const chosen = await chooseFiles();
    const { openChosen } = await import('../export/drop.ts');
    await openChosen(studio, chosen);
  };
  const brand = element('a', { className: 'brand', href: routeHref({ page: 'gallery' }) }, icon('appulse'), 'Appulse');
  const nav = element('nav', { 'aria-label': 'Studio' }, ...links);
  const setPage = (page: string) => {
    for (const link of links) {
      if (link.dataset['page'] === page) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
  return { element: element('header', { className: 'header' }, brand, nav, open, themeButton, help), setPage };
}

const THEME_ICONS = { light: 'sun', dark: 'moon', system: 'half' } as const;
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function nextTheme(): void {
  setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
}
