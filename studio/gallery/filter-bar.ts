import { element } from '../page/element.ts';
import { EVERYTHING, type GalleryFilter } from './filter-gallery.ts';
import { SOURCES, TOPICS, WORLDS } from './scene-kinds.ts';

type Choice = Exclude<keyof GalleryFilter, 'words'>;

const CHOICES: Readonly<Record<Choice, readonly (readonly [value: string, label: string])[]>> = {
  world: [['', 'all worlds'], ...Object.entries(WORLDS)],
  topic: [
    ['', 'all topics'],
    ...Object.entries(TOPICS).map(([topic, [title]]) => [topic, title] as const),
    ['none', 'several topics'],
  ],
  source: [
    ['', 'all sources'],
    ...Object.keys(SOURCES).map((source) => [source, source] as const),
    ['none', 'beyond the sources'],
  ],
};
const LABELS: Readonly<Record<Choice, string>> = { world: 'Kind of world', topic: 'Topic', source: 'Source' };

/** A search field and lists of kinds. `onChange` receives each new choice. */
export function createFilterBar(chosen: GalleryFilter, onChange: (filter: GalleryFilter) => void): HTMLElement {
  let filter = chosen;
  const change = (next: Partial<GalleryFilter>) => {
    filter = { ...filter, ...next };
    clear.hidden = Object.values(filter).every((value) => value === '');
    onChange(filter);
  };
  const search = element('input', {
    type: 'search',
    className: 'field gallery-search',
    placeholder: 'Search the scenes',
    'aria-label': 'Search the scenes',
    value: filter.words,
    oninput: () => change({ words: search.value }),
  });
  const lists = (Object.keys(CHOICES) as Choice[]).map((name) => {
    const options = CHOICES[name].map(([value, label]) => element('option', { value }, label));
    const list = element('select', { className: 'field', 'aria-label': LABELS[name] }, ...options);
    list.value = filter[name];
    list.addEventListener('change', () => change({ [name]: list.value }));
    return list;
  });
  const clear = element(
    'button',
    {
      type: 'button',
      className: 'button quiet',
      hidden: Object.values(filter).every((value) => value === ''),
      onclick: () => {
        search.value = '';
        for (const list of lists) list.value = '';
        change(EVERYTHING);
      },
    },
    'Clear',
  );
  return element('div', { className: 'gallery-filters', role: 'search' }, search, ...lists, clear);
}
