import type { Recording } from '../record/recorder.ts';
import { trackingFacts } from './ledger-screen.ts';
import { formatAccount, formatNumber, plural } from './output.ts';

/** A scene of the gallery: its files are `name.svg` and the folder `name.recording` beside the page. */
export interface GalleryScene {
  readonly name: string;
  readonly about: string;
  readonly source?: string;
  readonly recording: Recording;
}

/** One page, no script, nothing loaded from elsewhere: every scene moving, with its paragraph and its figures. */
export function galleryPage(scenes: readonly GalleryScene[], verdict: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="appulse gallery">
<title>Appulse gallery</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.5rem; }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.5rem; padding: 1rem; }
  article img { width: 100%; aspect-ratio: 4 / 3; object-fit: contain; background: #fff; border-radius: 0.25rem; }
  h2 { font-size: 1.1rem; margin: 0.5rem 0 0; }
  small { opacity: 0.75; }
</style>
<h1>Appulse</h1>
<p>How near bodies come, when they touch, and what happens then: ${plural(scenes.length, 'scene')}.
<a href="report.html">${escapeHtml(verdict)}</a></p>
<main>
${scenes.map(article).join('\n')}
</main>
</html>
`;
}

function article({ name, about, source, recording }: GalleryScene): string {
  const title = escapeHtml(recording.title);
  return `<article id="${escapeHtml(name)}">
<img src="${encodeURIComponent(name)}.svg" alt="${title}, moving" loading="lazy">
<h2>${title}</h2>
<p>${escapeHtml(about)}</p>
<small>${escapeHtml(runFigures(recording))}${source === undefined ? '' : ` · [${escapeHtml(source)}]`} ·
<a href="${encodeURIComponent(name)}.recording/summary.json">recording</a></small>
</article>`;
}

/** What a run came to, in a line. */
export function runFigures(recording: Recording): string {
  const { time, collisions, dockings, balance } = recording.summary;
  const happened = [
    plural(collisions, 'collision'),
    ...(dockings > 0 ? [plural(dockings, 'docking')] : []),
    ...trackingFacts(recording),
  ];
  return `${formatNumber(time)} s, ${happened.join(', ')}, energy ${formatAccount(balance.energyError)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]);
}
