import { gallery } from 'virtual:gallery';
import { element } from '../page/element.ts';
import { BODY_EXTENSIONS } from '../worker/mesh-files.ts';
import type { NamedShape } from './bodies-of-text.ts';
import type { PlayBody, ShapeDocument, Side } from './play-state.ts';
import { SHAPE_GROUPS, shapeKind } from './shape-kinds.ts';

/** Where shapes come from besides the list. */
export interface ShapeSources {
  /** Shapes in files that were chosen. */
  shapesOfFiles(files: readonly File[]): Promise<readonly NamedShape[]>;
  /** Shapes of the bodies of an example. */
  shapesOfExample(name: string): Promise<readonly NamedShape[]>;
}

const FILE = '· file';
const EXAMPLE = '· example';
const OWN = '· own';

/** Files that the playground reads. */
const ACCEPTED = [...BODY_EXTENSIONS, 'step', 'stp', '3dm', 'json'].map((extension) => `.${extension}`).join(',');

/** The list of shapes, own files, and bodies of examples. */
export function createShapeChoice(
  side: Side,
  sources: ShapeSources,
  choose: (name: string, shape: ShapeDocument) => void,
  signal: AbortSignal,
) {
  const own = element('option', { value: OWN, hidden: true });
  const list = element(
    'select',
    { className: 'field play-kind', 'aria-label': `Shape of ${side}` },
    own,
    ...SHAPE_GROUPS.map(({ label, kinds }) =>
      element('optgroup', { label }, ...kinds.map((kind) => element('option', { value: kind.name }, kind.label))),
    ),
    element(
      'optgroup',
      { label: 'Other sources' },
      element('option', { value: FILE }, 'Own file …'),
      element('option', { value: EXAMPLE }, 'Body of an example …'),
    ),
  );
  const file = element('input', {
    type: 'file',
    hidden: true,
    multiple: true,
    accept: ACCEPTED,
    'aria-label': `File for ${side}`,
  });
  const examples = gallery.filter(({ world }) => world === 'planar' || world === 'smooth' || world === 'solids');
  const scene = element(
    'select',
    { className: 'field', 'aria-label': `Example for ${side}` },
    ...examples.map(({ name, title }) => element('option', { value: name }, title)),
  );
  const part = element('select', { className: 'field', 'aria-label': `Body of the file or example for ${side}` });
  const problem = element('p', { className: 'play-reason', role: 'alert' });
  const more = element('div', { className: 'play-sources' }, scene, part, problem, file);
  let shapes: readonly NamedShape[] = [];
  let body: PlayBody | undefined;
  const hideAll = () => {
    scene.hidden = part.hidden = true;
    problem.textContent = '';
  };
  hideAll();

  const take = async (load: Promise<readonly NamedShape[]>) => {
    problem.textContent = '';
    try {
      shapes = await load;
      if (signal.aborted) return;
      part.replaceChildren(...shapes.map(({ name }, i) => element('option', { value: String(i) }, name)));
      part.hidden = shapes.length < 2;
      choose(shapes[0].name, shapes[0].shape);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      showBody();
    }
  };
  const showBody = () => {
    if (body === undefined) return;
    const isListed = shapeKind(body.name) !== undefined;
    own.hidden = isListed;
    own.textContent = isListed ? '' : body.name;
    list.value = isListed ? body.name : OWN;
  };
  list.addEventListener(
    'change',
    () => {
      hideAll();
      if (list.value === FILE) {
        file.click();
        showBody();
      } else if (list.value === EXAMPLE) {
        scene.hidden = false;
        void take(sources.shapesOfExample(scene.value));
      } else {
        const kind = shapeKind(list.value);
        if (kind) choose(kind.name, kind.shape);
      }
    },
    { signal },
  );
  scene.addEventListener('change', () => void take(sources.shapesOfExample(scene.value)), { signal });
  part.addEventListener(
    'change',
    () => {
      const chosen = shapes[Number(part.value)];
      if (chosen) choose(chosen.name, chosen.shape);
    },
    { signal },
  );
  file.addEventListener(
    'change',
    () => {
      if (file.files?.length) void take(sources.shapesOfFiles([...file.files]));
      file.value = '';
    },
    { signal },
  );
  return {
    element: list,
    more,
    show(next: PlayBody): void {
      body = next;
      showBody();
    },
  };
}
