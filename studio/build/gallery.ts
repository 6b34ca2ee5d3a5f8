import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { embedMeshes, sceneMeshFiles } from '../../src/entries/meshes.ts';
import { readScene, type Scene, type SceneSource, type SceneTopic } from '../../src/index.ts';
import { sceneCadFiles } from '../../src/scene/cad-references.ts';
import { embedBrepFiles } from '../../src/scene/embed-brep-files.ts';
import { isRendered, makeCard, storedCards } from './cards.ts';

/** An example scene as a card shows it. */
export interface GalleryEntry {
  /** `docking`: its text is at `scenes/docking.scene.json`, its picture at `thumbnails/docking.svg`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly world: Scene['world'];
  readonly source: SceneSource | undefined;
  readonly topic: SceneTopic | undefined;
  /** Page of the guide, with its section: `response` or `scenes/docking`. */
  readonly guide: string;
  /** Results of a run: `10 s`, `62 collisions`. */
  readonly facts: readonly string[];
  /** Whether the picture is rendered; drawn ones are black on white. */
  readonly rendered: boolean;
}

export interface BuiltGallery {
  readonly entries: readonly GalleryEntry[];
  readonly files: ReadonlyMap<string, string>;
}

/** Default guide pages of a world or source. */
const GUIDES: Readonly<Record<string, string>> = {
  PG05: 'smooth-bodies',
  VBC24: 'deforming-meshes',
  PATH98: 'vehicles',
  'time-of-impact': 'time-of-impact',
  response: 'response',
  distance: 'distance',
};

/**
 * Every example with its picture and results: the stored ones, or for a new or changed scene those of a new run.
 * An example that does not run is omitted with a warning.
 */
export function buildGallery(root: string, warn: (message: string) => void): BuiltGallery {
  const folder = join(root, 'examples');
  const stored = storedCards(root);
  const files = new Map<string, string>();
  const entryOf = (file: string): GalleryEntry => {
    const name = basename(file, '.scene.json');
    const text = readExample(folder, file);
    const scene = readScene(text, file);
    const card = stored.get(name, text) ?? makeCard(scene, text);
    files.set(`scenes/${file}`, text);
    files.set(`thumbnails/${name}.svg`, card.svg);
    const { title, description, world, source, topic } = scene;
    const { facts } = card;
    return { name, title, description, world, source, topic, guide: guideOf(scene), facts, rendered: isRendered(card) };
  };
  const examples = readdirSync(folder).filter((file) => file.endsWith('.scene.json'));
  const entries = examples.flatMap((file) => {
    try {
      return [entryOf(file)];
    } catch (error) {
      warn(`${file} is omitted: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  return { entries: entries.sort((a, b) => a.title.localeCompare(b.title, 'en')), files };
}

/** The text of an example with its meshes and parts: the studio has no access to files. */
export function readExample(folder: string, file: string): string {
  const text = readFileSync(join(folder, file), 'utf8');
  const read = (names: string[]) => new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const withParts = embedBrepFiles(text, file, read(sceneCadFiles(text, file)));
  return embedMeshes(withParts, file, read(sceneMeshFiles(withParts, file)));
}

function guideOf({ guide, source, topic }: Scene): string {
  if (guide === undefined) return GUIDES[source ?? ''] ?? GUIDES[topic ?? ''] ?? 'scenes';
  const [path, section] = guide.split('#', 2);
  return [basename(path, '.md'), section].filter(Boolean).join('/');
}
