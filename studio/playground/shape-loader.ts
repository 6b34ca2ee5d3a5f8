import { readFile } from '../export/drop.ts';
import type { Studio } from '../page/studio.ts';
import { fetchScene } from '../workbench/load.ts';
import type { ShapeSources } from './shape-choice.ts';

/** Shapes of files and examples, read in the worker of the studio. */
export function createShapeLoader({ runner }: Studio, signal: AbortSignal): ShapeSources {
  const shapesOf = (text: string, source: string) => runner.start('shapes', { text, source }).result;
  return {
    async shapesOfFiles(files) {
      const { name, text } = await runner.start('adopt', { files: await Promise.all(files.map(readFile)) }).result;
      return shapesOf(text, name);
    },
    async shapesOfExample(name) {
      return shapesOf(await fetchScene(name, signal), name);
    },
  };
}
