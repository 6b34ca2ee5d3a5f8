import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRecorder, type Recording } from '../../src/record/recorder.ts';
import { stillSvg } from '../../src/report/still.ts';
import { readScene } from '../../src/scene/read.ts';
import type { Scene, SceneQuestion, SceneSource } from '../../src/scene/scene.ts';
import { runScene } from '../../src/sim/simulate.ts';

/** An example scene as a card shows it. */
export interface GalleryEntry {
  /** `docking`: its text is at `scenes/docking.scene.json`, its picture at `thumbnails/docking.svg`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly world: Scene['world'];
  readonly source: SceneSource | undefined;
  readonly question: SceneQuestion | undefined;
  /** Page of the guide, with its section: `response` or `scenes/docking`. */
  readonly guide: string;
  /** What a run comes to: `10 s`, `62 collisions`. */
  readonly facts: readonly string[];
}

export interface BuiltGallery {
  readonly entries: readonly GalleryEntry[];
  readonly files: ReadonlyMap<string, string>;
}

/** Where scenes of a world or source are explained that name no page themselves. */
const GUIDES: Readonly<Record<string, string>> = {
  PG05: 'smooth-bodies',
  VBC24: 'deforming-meshes',
  PATH98: 'vehicles',
  when: 'time-of-impact',
  'what then': 'response',
  'how close': 'distance',
};

/**
 * Runs every example for its picture and figures, unless that was done before for the same text and the same drawing code.
 * One that does not run is left out with a warning, so that the others can be looked at.
 */
export function buildGallery(root: string, warn: (message: string) => void): BuiltGallery {
  const folder = join(root, 'examples');
  const cache = join(root, 'node_modules/.cache/appulse/gallery');
  mkdirSync(cache, { recursive: true });
  const drawing = hashOf(drawingCode(join(root, 'src/report')));
  const files = new Map<string, string>();
  const entryOf = (file: string): GalleryEntry => {
    const name = basename(file, '.scene.json');
    const text = readFileSync(join(folder, file), 'utf8');
    const scene = readScene(text, file);
    const { svg, facts } = kept(join(cache, `${hashOf([drawing, text])}.json`), () => runForCard(scene, text));
    files.set(`scenes/${file}`, text);
    files.set(`thumbnails/${name}.svg`, svg);
    const { title, about, world, source, question } = scene;
    return { name, title, about, world, source, question, guide: guideOf(scene), facts };
  };
  const examples = readdirSync(folder).filter((file) => file.endsWith('.scene.json'));
  const entries = examples.flatMap((file) => {
    try {
      return [entryOf(file)];
    } catch (error) {
      warn(`${file} is left out: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  return { entries: entries.sort((a, b) => a.title.localeCompare(b.title, 'en')), files };
}

function guideOf({ guide, source, question }: Scene): string {
  if (guide === undefined) return GUIDES[source ?? ''] ?? GUIDES[question ?? ''] ?? 'scenes';
  const [path, section] = guide.split('#', 2);
  return [basename(path, '.md'), section].filter(Boolean).join('/');
}

interface CardRun {
  readonly svg: string;
  readonly facts: readonly string[];
}

function runForCard(scene: Scene, text: string): CardRun {
  const recorder = createRecorder(scene, text);
  const recording = recorder.finish(runScene(scene, recorder));
  return { svg: stillSvg(recording), facts: factsOf(recording) };
}

function factsOf({ summary, events, bodies }: Recording): string[] {
  const transitions = events.filter(({ type }) => type === 'transition').length;
  const count = (number: number, noun: string) => (number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]);
  return [
    ...(bodies.length > 4 ? count(bodies.length, 'body').map((words) => words.replace('bodys', 'bodies')) : []),
    `${Number(summary.time.toPrecision(3))} s`,
    ...count(summary.collisions, 'collision'),
    ...count(summary.dockings, 'docking'),
    ...count(transitions, 'transition'),
  ];
}

/** What `make` gave when it was asked first; written by rename, since several builds may run at once. */
function kept(path: string, make: () => CardRun): CardRun {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as CardRun;
  } catch {
    const made = make();
    const partial = `${path}.${process.pid}`;
    writeFileSync(partial, JSON.stringify(made));
    renameSync(partial, path);
    return made;
  }
}

/** The code that decides how a thumbnail looks. */
function drawingCode(report: string): string[] {
  return readdirSync(report)
    .filter((file) => /^(still|strobe|picture|animation|projection|.*-(picture|svg|outline))\.ts$/.test(file))
    .map((file) => readFileSync(join(report, file), 'utf8'));
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 32);
}
