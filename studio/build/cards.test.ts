import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readScene } from '../../src/scene/read.ts';
import { keepCards, keptCards, makeCard } from './cards.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples');
const texts = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.scene.json'))
    .map((file) => [basename(file, '.scene.json'), readFileSync(join(folder, file), 'utf8')] as const),
);
const made = (name: string, text: string) => makeCard(readScene(text, name), text);

/** Runs of a few hundredths of a second, one of each way to draw. */
const QUICK = ['docking', 'elastic-polygons-in-a-box', 'docking-in-space', 'rod-against-posts', 'tracker-planar-pair'];

/**
 * `UPDATE_CARDS=1 npx vitest run studio/build` makes those anew that are out of date; `UPDATE_CARDS=all` makes all anew, which a
 * change of the drawing asks for.
 */
const update = process.env['UPDATE_CARDS'];
if (update) {
  const kept = keptCards(root);
  const card = (name: string, text: string) =>
    (update === 'all' ? undefined : kept.get(name, text)) ?? made(name, text);
  keepCards(root, new Map(Array.from(texts, ([name, text]) => [name, { ...card(name, text), text }])));
}

describe('the cards of the gallery', () => {
  const kept = keptCards(root);

  it('are there for every example as it is and as it ends', () => {
    const missing = [...texts].filter(([name, text]) => kept.get(name, text) === undefined).map(([name]) => name);
    expect(missing).toEqual([]);
  });

  it.each(QUICK)('show what a run shows: %s', (name) => {
    const text = texts.get(name) ?? '';
    expect(kept.get(name, text)).toEqual(made(name, text));
  });
});
