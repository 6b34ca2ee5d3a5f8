import { expect, it } from 'vitest';
import type { GalleryEntry } from '../build/gallery.ts';
import { EVERYTHING, filterGallery } from './filter-gallery.ts';

const entry = (name: string, given: Partial<GalleryEntry>): GalleryEntry => ({
  name,
  title: name,
  description: '',
  world: 'solids',
  source: undefined,
  topic: undefined,
  guide: 'scenes',
  facts: [],
  rendered: false,
  ...given,
});
const entries = [
  entry('docking', { world: 'planar', source: 'CP13', topic: 'response', description: 'A chaser docks.' }),
  entry('newtons-cradle', { title: 'Newton’s cradle', facts: ['5 collisions'] }),
  entry('lens', { world: 'smooth', source: 'PG05', topic: 'distance' }),
];
const found = (filter: Partial<typeof EVERYTHING>) =>
  filterGallery(entries, { ...EVERYTHING, ...filter }).map(({ name }) => name);

it('the gallery is searched by words and filtered by kind', () => {
  expect(found({})).toEqual(['docking', 'newtons-cradle', 'lens']);
  expect(found({ words: 'CHASER  dock' })).toEqual(['docking']);
  expect(found({ words: "newton's 5" })).toEqual(['newtons-cradle']);
  expect(found({ words: 'smooth Patoğlu' })).toEqual(['lens']);
  expect(found({ words: 'nothing of the kind' })).toEqual([]);
  expect(found({ world: 'planar' })).toEqual(['docking']);
  expect(found({ topic: 'distance' })).toEqual(['lens']);
  expect(found({ source: 'none' })).toEqual(['newtons-cradle']);
  expect(found({ source: 'PG05', world: 'planar' })).toEqual([]);
});
