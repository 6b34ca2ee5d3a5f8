import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import { keepCards, makeCard, storedCards } from './cards.ts';
import { readExample } from './gallery.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples');
const texts = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.scene.json'))
    .map((file) => [basename(file, '.scene.json'), readExample(folder, file)] as const),
);
const made = (name: string, text: string) => makeCard(readScene(text, name), text);

/** Short runs, one for each kind of picture. */
const QUICK = ['docking', 'elastic-polygons-in-a-box', 'docking-in-space', 'rod-against-posts', 'tracker-planar-pair'];

/**
 * `UPDATE_CARDS=1 npx vitest run studio/build` regenerates those that are out of date; `UPDATE_CARDS=all` regenerates all, as
 * needed after a change of the drawing.
 */
const update = process.env['UPDATE_CARDS'];
if (update) {
  const stored = storedCards(root);
  const card = (name: string, text: string) =>
    (update === 'all' ? undefined : stored.get(name, text)) ?? made(name, text);
  keepCards(root, new Map(Array.from(texts, ([name, text]) => [name, { ...card(name, text), text }])));
}

describe('the cards of the gallery', () => {
  const stored = storedCards(root);

  it('exist for every example and match its text and final state', () => {
    const missing = [...texts].filter(([name, text]) => stored.get(name, text) === undefined).map(([name]) => name);
    expect(missing).toEqual([]);
  });

  it.each(QUICK)('show what a run shows: %s', (name) => {
    const text = texts.get(name) ?? '';
    expect(stored.get(name, text)).toEqual(made(name, text));
  });
});
