import './gallery.css';
import { gallery } from 'virtual:gallery';
import type { GalleryEntry } from '../build/gallery.ts';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page } from '../page/studio.ts';
import { keep, readStored } from '../page/theme.ts';
import { createFilterBar } from './filter-bar.ts';
import { EVERYTHING, filterGallery, type GalleryFilter } from './filter-gallery.ts';
import { firstVisitHint } from './first-visit.ts';
import { SOURCES, TOPICS } from './scene-kinds.ts';

type Grouping = 'topic' | 'source';

interface Group {
  readonly title: string;
  readonly description: string;
  holds(entry: GalleryEntry): boolean;
}

const GROUPS: Readonly<Record<Grouping, readonly Group[]>> = {
  topic: [
    ...Object.entries(TOPICS).map(([topic, [title, description]]) => ({
      title,
      description,
      holds: (entry: GalleryEntry) => entry.topic === topic,
    })),
    { title: 'More', description: 'Scenes with several topics.', holds: ({ topic }) => topic === undefined },
  ],
  source: [
    ...Object.entries(SOURCES).map(([source, [title, description]]) => ({
      title,
      description,
      holds: (entry: GalleryEntry) => entry.source === source,
    })),
    {
      title: 'Rigid-body worlds',
      description: 'Beyond the sources: solids in free flight, stacked and at rest.',
      holds: ({ source }) => source === undefined,
    },
  ],
};

const GROUPING_KEY = 'appulse-grouping';

/** The choice stays when the visitor comes back from a scene. */
let chosenFilter: GalleryFilter = EVERYTHING;

/** Every example as a card, by topic or by source; a search and filters leave some of them. */
export const galleryPage: Page = () => {
  const groups = element('div', {});
  const count = element('output', { className: 'gallery-count muted' });
  let grouping: Grouping = readStored(GROUPING_KEY) === 'source' ? 'source' : 'topic';
  const show = () => {
    const found = filterGallery(gallery, chosenFilter);
    count.textContent =
      found.length === gallery.length ? `${found.length} scenes` : `${found.length} of ${gallery.length} scenes`;
    const sections = GROUPS[grouping].flatMap((group) => groupSection(group, found) ?? []);
    groups.replaceChildren(...(sections.length > 0 ? sections : [element('p', {}, 'No scene has all of this.')]));
  };
  const chooseGrouping = (chosen: Grouping) => {
    grouping = chosen;
    keep(GROUPING_KEY, grouping);
    show();
  };
  const filters = createFilterBar(chosenFilter, (filter) => {
    chosenFilter = filter;
    show();
  });
  show();
  return element(
    'main',
    { className: 'page gallery' },
    element(
      'div',
      { className: 'gallery-head' },
      element(
        'div',
        {},
        element('h1', {}, 'Distance, time of impact and contact response'),
        element(
          'p',
          { className: 'lead' },
          `${gallery.length} scenes to play, inspect and edit. Each is computed in this page when you open it, in double precision, with a ledger of momentum and energy.`,
        ),
      ),
      firstVisitHint(),
    ),
    element('div', { className: 'gallery-controls' }, filters, groupingChoice(grouping, chooseGrouping), count),
    groups,
  );
};

function groupingChoice(chosen: Grouping, show: (grouping: Grouping) => void): HTMLElement {
  const option = (value: Grouping, label: string) =>
    element(
      'label',
      {},
      element('input', {
        type: 'radio',
        name: 'grouping',
        value,
        checked: value === chosen,
        onchange: () => show(value),
      }),
      label,
    );
  const legend = element('legend', {}, 'Group by');
  return element('fieldset', { className: 'segmented' }, legend, option('topic', 'topic'), option('source', 'source'));
}

function groupSection({ title, description, holds }: Group, found: readonly GalleryEntry[]): HTMLElement | undefined {
  const entries = found.filter(holds);
  if (entries.length === 0) return undefined;
  return element(
    'section',
    { className: 'gallery-group', 'aria-label': title },
    element('h2', {}, title, ' ', element('small', {}, `${entries.length}`)),
    element('p', { className: 'muted' }, description),
    element('ul', { className: 'cards' }, ...entries.map(card)),
  );
}

function card({ name, title, description, source, guide, facts, rendered }: GalleryEntry): HTMLElement {
  const [page, section] = guide.split('/', 2);
  const picture = element('img', {
    src: `thumbnails/${name}.svg`,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    width: 320,
    height: 200,
  });
  const link = element('a', { className: 'card-link', href: routeHref({ page: 'scene', name }) }, title);
  const more = element(
    'a',
    { href: routeHref({ page: 'guide', name: page, section }), 'aria-label': `Guide: ${title}` },
    'Guide',
  );
  return element(
    'li',
    { className: 'card' },
    element('div', { className: rendered ? 'card-picture rendered' : 'card-picture' }, picture),
    element('h3', {}, link),
    element('p', {}, description),
    element(
      'p',
      { className: 'card-facts' },
      ...facts.map((fact) => element('span', {}, fact)),
      source && element('span', {}, source),
      more,
    ),
  );
}
