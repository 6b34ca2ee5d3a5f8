import type { GalleryEntry } from '../build/gallery.ts';
import { SOURCES, TOPICS, WORLDS } from './scene-kinds.ts';

/** What a visitor looks for: words, and one kind of each; empty for any. */
export interface GalleryFilter {
  readonly words: string;
  readonly world: string;
  readonly topic: string;
  /** `none`: beyond the sources. */
  readonly source: string;
}

export const EVERYTHING: GalleryFilter = { words: '', world: '', topic: '', source: '' };

/** The entries with all of the words, each anywhere in title, description, name, kind or results. */
export function filterGallery(entries: readonly GalleryEntry[], filter: GalleryFilter): GalleryEntry[] {
  const words = plain(filter.words).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (filter.world && entry.world !== filter.world) return false;
    if (filter.topic && (entry.topic ?? 'none') !== filter.topic) return false;
    if (filter.source && (entry.source ?? 'none') !== filter.source) return false;
    const text = textOf(entry);
    return words.every((word) => text.includes(word));
  });
}

function textOf({ name, title, description, world, topic, source, facts }: GalleryEntry): string {
  const kinds = [WORLDS[world], topic && TOPICS[topic][0], source && SOURCES[source].join(' '), source];
  return plain([name.replaceAll('-', ' '), title, description, ...kinds, ...facts].filter(Boolean).join(' '));
}

/** Lower case, without accents and typographic quotes. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('’', "'");
}
