import './gallery.css';
import { gallery } from 'virtual:gallery';
import type { SceneSource, SceneTopic } from '../../src/index.ts';
import type { GalleryEntry } from '../build/gallery.ts';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page } from '../page/studio.ts';
import { keep, readStored } from '../page/theme.ts';
import { firstVisitHint } from './first-visit.ts';

type Grouping = 'topic' | 'source';

interface Group {
  readonly title: string;
  readonly description: string;
  holds(entry: GalleryEntry): boolean;
}

const TOPICS: Readonly<Record<SceneTopic, readonly [title: string, description: string]>> = {
  distance: ['Distance', 'Distances and closest points, tracked while bodies move.'],
  'time-of-impact': ['Time of impact', 'Exact times of first contact.'],
  response: ['Contact response', 'Impulses, forces, friction, docking, and the balance of energy and momentum.'],
};

const SOURCES: Readonly<Record<SceneSource, readonly [title: string, description: string]>> = {
  CP13: ['Rigid bodies', 'Chesi & Pellegrini, Collision Detection and Response Among Rigid Bodies, 2013'],
  PG05: [
    'Smooth bodies',
    'Patoglu & Gillespie, Feedback Stabilized Minimum Distance Maintenance for Convex Parametric Surfaces, 2005',
  ],
  VBC24: ['Deforming meshes', 'Velocity Based Contact Check, 2024'],
  PATH98: ['Vehicles', 'O’Reilly, Papadopoulos, Lo & Varadi, Models of Vehicular Collision IV, 1998'],
};

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

/** Every example as a card, by topic or by source. */
export const galleryPage: Page = () => {
  const groups = element('div', {});
  const show = (grouping: Grouping) => {
    keep(GROUPING_KEY, grouping);
    groups.replaceChildren(...GROUPS[grouping].flatMap((group) => groupSection(group) ?? []));
  };
  const chosen: Grouping = readStored(GROUPING_KEY) === 'source' ? 'source' : 'topic';
  show(chosen);
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
    groupingChoice(chosen, show),
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

function groupSection({ title, description, holds }: Group): HTMLElement | undefined {
  const entries = gallery.filter(holds);
  if (entries.length === 0) return undefined;
  return element(
    'section',
    { className: 'gallery-group', 'aria-label': title },
    element('h2', {}, title, ' ', element('small', {}, `${entries.length}`)),
    element('p', { className: 'muted' }, description),
    element('ul', { className: 'cards' }, ...entries.map(card)),
  );
}

function card({ name, title, description, source, guide, facts }: GalleryEntry): HTMLElement {
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
    element('div', { className: 'card-picture' }, picture),
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
