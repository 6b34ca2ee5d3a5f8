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
    'of %s is SVG without animation',
    (name) => {
      const svg = still(name);
      expect(xmlFault(svg)).toBeUndefined();
      expect(svg).toContain(`<title>${readScene(exampleText(name), name).title}</title>`);
      expect(svg).not.toContain('<animate');
      expect(svg.match(/<path d="M/g)?.length).toBeGreaterThan(1);
    },
  );

  it('enlarges bodies that are small relative to their path', () => {
    expect(still('two-bullets-crossing')).toMatch(
      /<g transform="translate\(-?[\d.]+ -?[\d.]+\) scale\([2-4](\.\d+)?\)">/,
    );
  });
});
