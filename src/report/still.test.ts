import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { xmlFault } from '../../test/well-formed.ts';
import { createRecorder } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import { runScene } from '../sim/simulate.ts';
import { stillSvg } from './still.ts';

function still(name: string): string {
  const text = exampleText(name);
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  return stillSvg(recorder.finish(runScene(scene, recorder)));
}

describe('a still picture', () => {
  it.each(['docking', 'two-bars', 'tracker-lens-pair', 't-bone', 'two-bullets-crossing'])(
    'of %s is one piece of SVG in which nothing moves',
    (name) => {
      const svg = still(name);
      expect(xmlFault(svg)).toBeUndefined();
      expect(svg).toContain(`<title>${readScene(exampleText(name), name).title}</title>`);
      expect(svg).not.toContain('<animate');
      expect(svg.match(/<path d="M/g)?.length).toBeGreaterThan(1);
    },
  );

  it('of bodies that come near each other shows them there', () => {
    // the connection of the closest points is drawn in its own colour, twice: as a line and by its ends
    expect(still('tracker-lens-pair').match(/stroke="#000"|stroke="#222"/g)?.length ?? 0).toBeGreaterThan(0);
  });
});
