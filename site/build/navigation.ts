import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import type { ApiPage } from './api-pages.ts';
import type { SitePage } from './site-pages.ts';

export type Navigation = Pick<DefaultTheme.Config, 'nav' | 'sidebar'>;

const FILE = fileURLToPath(new URL('../pages/navigation.json', import.meta.url));

/** Sections to read, and sections to look something up: each has a side bar. */
const LEARNING = ['Tutorials', 'Guide'];
const LOOKING_UP = ['Reference', 'Project'];

/** Pages that the build generates, in addition to the API. */
export const EXAMPLE_PAGES = [
  ['Scenes', 'examples/scenes.md'],
  ['Programs', 'examples/programs.md'],
] as const;

/** Bar and side bars, from the pages that there are. */
export function createNavigation(pages: readonly SitePage[], api: readonly ApiPage[]): Navigation {
  const item = ({ title, path }: { title: string; path: string }) => ({
    // "Tutorial: docking" stands below the heading "Tutorials"
    text: title.replace(/^Tutorial: (.)/, (_, first: string) => first.toUpperCase()),
    link: `/${path.slice(0, -3)}`,
  });
  const group = (section: string) => {
    const items = pages.filter((page) => page.section === section).map(item);
    return items.length > 0 ? [{ text: section, items }] : [];
  };
  const examples = { text: 'Examples', items: EXAMPLE_PAGES.map(([title, path]) => item({ title, path })) };
  const learning = [...LEARNING.flatMap(group), examples];
  const looking = LOOKING_UP.flatMap(group);
  const entries = [...new Set(api.map(({ entry }) => entry))].map((entry) => {
    const own = api.filter((page) => page.entry === entry);
    return own.length > 1 ? { text: entry, items: own.map(item) } : item(own[0]);
  });
  const first = (section: string) => [...learning, ...looking].find(({ text }) => text === section)?.items[0].link;
  const bar = ['Tutorials', 'Guide', 'Examples', 'Reference'].flatMap((section) => {
    const link = first(section);
    return link === undefined ? [] : [{ text: section, link, activeMatch: `^/${section.toLowerCase()}/` }];
  });
  return {
    nav: [
      ...bar,
      { text: 'API', link: '/api/index', activeMatch: '^/api/' },
      { text: 'Studio', link: '/studio/index.html', target: '_self' },
    ],
    sidebar: {
      '/api/': [{ text: 'API reference', items: entries }],
      '/reference/': looking,
      '/project/': looking,
      '/': learning,
    },
  };
}

export function writeNavigation(navigation: Navigation): void {
  writeFileSync(FILE, JSON.stringify(navigation));
}

export function readNavigation(): Navigation {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}
