import './gallery.css';
import { gallery } from 'virtual:gallery';
import type { SceneQuestion, SceneSource } from '../../src/scene/scene.ts';
import type { GalleryEntry } from '../build/gallery.ts';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page } from '../page/studio.ts';
import { keep, readKept } from '../page/theme.ts';
import { firstVisitHint } from './first-visit.ts';

type Grouping = 'question' | 'source';

interface Group {
  readonly title: string;
  readonly about: string;
  holds(entry: GalleryEntry): boolean;
}

const QUESTIONS: Readonly<Record<SceneQuestion, readonly [title: string, about: string]>> = {
  'how close': ['How close are they?', 'Distances and closest points, followed while bodies move.'],
  when: ['When do they touch?', 'Times of first contact, found exactly, one by one.'],
  'what then': ['What happens then?', 'Impulses, forces, friction, docking, and what of energy and momentum is kept.'],
};

const SOURCES: Readonly<Record<SceneSource, readonly [title: string, about: string]>> = {
  CP13: ['Rigid bodies', 'Chesi & Pellegrini, Collision Detection and Response Among Rigid Bodies, 2013'],
  PG05: [
    'Smooth bodies',
    'Patoglu & Gillespie, Feedback Stabilized Minimum Distance Maintenance for Convex Parametric Surfaces, 2005',
  ],
  VBC24: ['Deforming meshes', 'Velocity Based Contact Check, 2024'],
  PATH98: ['Vehicles', 'O’Reilly, Papadopoulos, Lo & Varadi, Models of Vehicular Collision IV, 1998'],
};

const GROUPS: Readonly<Record<Grouping, readonly Group[]>> = {
  question: [
    ...Object.entries(QUESTIONS).map(([question, [title, about]]) => ({
      title,
      about,
      holds: (entry: GalleryEntry) => entry.question === question,
    })),
    { title: 'More', about: 'Scenes that ask several questions.', holds: ({ question }) => question === undefined },
  ],
  source: [
    ...Object.entries(SOURCES).map(([source, [title, about]]) => ({
      title,
      about,
      holds: (entry: GalleryEntry) => entry.source === source,
    })),
    {
      title: 'Worlds of many bodies',
      about: 'Beyond the sources: solids that fly, stack and rest.',
      holds: ({ source }) => source === undefined,
    },
  ],
};

const GROUPING_KEY = 'appulse-grouping';

/** Every example as a card, by the question it asks or by the source it comes from. */
export const galleryPage: Page = () => {
  const groups = element('div', {});
  const show = (grouping: Grouping) => {
    keep(GROUPING_KEY, grouping);
    groups.replaceChildren(...GROUPS[grouping].flatMap((group) => groupSection(group) ?? []));
  };
  const chosen: Grouping = readKept(GROUPING_KEY) === 'source' ? 'source' : 'question';
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
        element('h1', {}, 'How near bodies come, when they touch, and what happens then'),
        element(
          'p',
          { className: 'lead' },
          `${gallery.length} scenes to play, look into and change. Each is computed in this page when you open it, in double precision, with its books of momentum and energy.`,
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
  return element(
    'fieldset',
    { className: 'segmented' },
    legend,
    option('question', 'question'),
    option('source', 'source'),
  );
}

function groupSection({ title, about, holds }: Group): HTMLElement | undefined {
  const entries = gallery.filter(holds);
  if (entries.length === 0) return undefined;
  return element(
    'section',
    { className: 'gallery-group', 'aria-label': title },
    element('h2', {}, title, ' ', element('small', {}, `${entries.length}`)),
    element('p', { className: 'muted' }, about),
    element('ul', { className: 'cards' }, ...entries.map(card)),
  );
}

function card({ name, title, about, source, guide, facts }: GalleryEntry): HTMLElement {
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
    element('p', {}, about),
    element(
      'p',
      { className: 'card-facts' },
      ...facts.map((fact) => element('span', {}, fact)),
      source && element('span', {}, source),
      more,
    ),
  );
}
