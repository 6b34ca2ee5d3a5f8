import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRecorder, type Recording, runScene, type Scene, stillSvg } from '../../src/index.ts';
import { isPlanar } from '../view/first-camera.ts';
import { renderCard } from './card/render-card.ts';

/** Content of a gallery card. */
export interface Card {
  readonly svg: string;
  /** Results of the run: `10 s`, `62 collisions`. */
  readonly facts: readonly string[];
}

/** Stored cards: running all examples takes a minute, too long for a start of the studio. */
export interface StoredCards {
  /** Undefined if there is none, or if its text or final state differs. */
  get(name: string, text: string): Card | undefined;
}

interface Line {
  readonly key: string;
  readonly facts: readonly string[];
}

const FOLDER = 'studio/gallery/cards';
const LIST = 'cards.json';

export function storedCards(root: string): StoredCards {
  const folder = join(root, FOLDER);
  const lines = readJson<Record<string, Line>>(join(folder, LIST));
  const endings = endingsOf(root);
  return {
    get(name, text) {
      const line = lines[name];
      if (line?.key !== keyOf(text, endings[name])) return undefined;
      return { svg: readFileSync(join(folder, `${name}.svg`), 'utf8'), facts: line.facts };
    },
  };
}

/** Replaces the stored cards. */
export function keepCards(root: string, cards: ReadonlyMap<string, Card & { readonly text: string }>): void {
  const folder = join(root, FOLDER);
  const endings = endingsOf(root);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const lines = Array.from(cards, ([name, { svg, facts, text }]) => {
    writeFileSync(join(folder, `${name}.svg`), svg);
    return [name, { key: keyOf(text, endings[name]), facts }];
  });
  writeFileSync(join(folder, LIST), `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
}

export function makeCard(scene: Scene, text: string): Card {
  const recorder = createRecorder(scene, text);
  const recording = recorder.finish(runScene(scene, recorder));
  const recorded = { recording, scene };
  const svg = isPlanar(recorded) ? stillSvg(recording) : wrapped(renderCard(recorded));
  return { svg, facts: factsOf(recording) };
}

/** A rendered picture as SVG, as the drawn ones of planar worlds are. */
function wrapped(png: Buffer): string {
  const data = `data:image/png;base64,${png.toString('base64')}`;
  const size = 'width="320" height="200"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><image href="${data}" ${size}/></svg>\n`;
}

/** Whether a card is a rendered picture, which has its own colours in the dark. */
export function isRendered({ svg }: Pick<Card, 'svg'>): boolean {
  return svg.includes('data:image/png');
}

function factsOf({ summary, events, bodies }: Recording): string[] {
  const transitions = events.filter(({ type }) => type === 'transition').length;
  const count = (number: number, one: string, several = `${one}s`) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : several}`];
  return [
    ...(bodies.length > 4 ? count(bodies.length, 'body', 'bodies') : []),
    `${Number(summary.time.toPrecision(3))} s`,
    ...count(summary.collisions, 'collision'),
    ...count(summary.dockings, 'docking'),
    ...count(transitions, 'transition'),
  ];
}

/** Final states of the examples (test/golden): a card with another final state is out of date. */
function endingsOf(root: string): Record<string, unknown> {
  return readJson(join(root, 'test/golden/examples.json'));
}

function keyOf(text: string, ending: unknown): string {
  return createHash('sha256')
    .update(text)
    .update('\0')
    .update(JSON.stringify(ending ?? null))
    .digest('hex')
    .slice(0, 16);
}

function readJson<Value extends object>(path: string): Value {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Value;
  } catch {
    return {} as Value;
  }
}
