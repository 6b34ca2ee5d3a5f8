import type { Studio } from '../page/studio.ts';
import type { PlayModel } from './play-model.ts';
import type { ShapeSources } from './shape-choice.ts';

/** A file that is dropped on the playground becomes the shape of the selected body; elsewhere files open as scenes. */
export function acceptShapeDrops(
  target: HTMLElement,
  { announce }: Studio,
  model: PlayModel,
  { shapesOfFiles }: ShapeSources,
  signal: AbortSignal,
): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const take = async (files: readonly File[]) => {
    const { selected } = model.store.get().state;
    try {
      const [first] = await shapesOfFiles(files);
      if (signal.aborted) return;
      model.choose(selected, first.name, first.shape);
      announce(`${first.name} is the shape of ${selected}.`);
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error), 'error');
    }
  };
  target.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      // the page would offer to open a scene
      event.stopPropagation();
      target.classList.add('dropping');
    },
    { signal },
  );
  target.addEventListener('dragleave', () => target.classList.remove('dropping'), { signal });
  target.addEventListener(
    'drop',
    (event) => {
      target.classList.remove('dropping');
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void take([...(event.dataTransfer?.files ?? [])]);
    },
    { signal },
  );
}
