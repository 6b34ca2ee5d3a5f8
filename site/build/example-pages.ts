import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGallery } from '../../studio/build/gallery.ts';
import { relative } from './site-links.ts';
import { listPrograms, PROGRAMS, programAnchor } from './site-pages.ts';

/** Every example scene with its picture and a link to the studio. */
export function scenesPage(root: string): string {
  const { entries } = buildGallery(root, (message) => {
    throw new Error(message);
  });
  const cards = entries.map(({ name, title, description, facts, guide }) => {
    const [page, section] = guide.split('/', 2);
    const link = `${relative('examples/scenes.md', `guide/${page}.md`)}${section ? `#${section}` : ''}`;
    return [
      `<SceneCard name="${name}" facts="${facts.join(' · ')}">`,
      `## ${title} {#${name}}`,
      `${description} [Guide](${link})`,
      '</SceneCard>',
    ].join('\n\n');
  });
  return [
    '---\noutline: false\naside: false\n---\n\n# Example scenes',
    'Each scene is one JSON file in `examples/`. Open it in the studio to play, edit and compare it, or run it with `appulse run NAME`.',
    '<div class="scene-grid">',
    ...cards,
    '</div>',
  ].join('\n\n');
}

/** The programs of `examples`, each with the comment at its head as text. */
export function programsPage(root: string): string {
  const sections = listPrograms(root).map((file) => {
    const text = readFileSync(join(root, PROGRAMS, file), 'utf8');
    const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\/\n*/.exec(text) ?? [];
    const prose = comment.replaceAll(/^\s*\*? ?/gm, '').trim();
    const code = text.slice(text.indexOf('*/') + (comment ? 2 : 1)).trim();
    return [`## ${file} {#${programAnchor(file)}}`, prose, `\`\`\`ts\n${comment ? code : text.trim()}\n\`\`\``]
      .filter(Boolean)
      .join('\n\n');
  });
  return [
    '# Example programs',
    sections.length > 0
      ? 'The programs of `examples/programs`. Those that need only a browser run in this page.'
      : 'Programs in the pages of the guide run in the page.',
    ...sections,
  ].join('\n\n');
}
