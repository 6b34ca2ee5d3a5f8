import type { Recording, Scene } from '../../src/index.ts';
import type { Table } from '../../src/record/table.ts';
import type { Studio } from '../page/studio.ts';
import { frameCount, frameTimes } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import type { Places } from '../view/placed.ts';
import { JobCancelled } from '../worker/run-client.ts';
import { collidingPairs, isBackground } from './main-pairs.ts';
import type { ChartData } from './series.ts';

/** Maximum number of frames and pairs for which distances are computed: for display only. */
const MAX_FRAMES = 1000;
const MAX_PAIRS = 6;
/** For deforming surfaces, which are rebuilt in every frame. */
const MAX_DEFORMED = 100;
/** Maximum number of poses passed to the worker: fewer frames for many bodies. */
const MAX_POSES = 50_000;

/** Computes the gaps of the main pairs of each new recording; cancelled when the recording is replaced. */
export function followGaps(
  studio: Studio,
  signal: AbortSignal,
  use: (gaps: ChartData, recorded: Recorded) => void,
): void {
  let search = new AbortController();
  studio.session.follow(
    ['recorded'],
    ({ recorded }) => {
      search.abort();
      search = new AbortController();
      if (recorded === undefined) return;
      void findGaps(studio, recorded, AbortSignal.any([signal, search.signal]), (gaps) => use(gaps, recorded));
    },
    signal,
  );
}

async function findGaps(
  studio: Studio,
  recorded: Recorded,
  signal: AbortSignal,
  use: (gaps: ChartData) => void,
): Promise<void> {
  try {
    const gaps = await gapsOf(studio, recorded, signal);
    if (gaps && !signal.aborted) use(gaps);
  } catch (error) {
    if (error instanceof JobCancelled) return;
    studio.announce(`gaps: ${error instanceof Error ? error.message : String(error)}`, 'error');
  }
}

/** By the pair table on the recorded poses. */
async function gapsOf(
  { runner }: Studio,
  { recording, scene }: Recorded,
  signal: AbortSignal,
): Promise<ChartData | undefined> {
  const pairs = tellingPairs(recording, scene);
  if (pairs.length === 0) return undefined;
  const count = frameCount(recording);
  const maxFrames =
    scene.world === 'deformable' ? MAX_DEFORMED : Math.min(MAX_FRAMES, MAX_POSES / recording.bodies.length);
  const step = Math.ceil(count / maxFrames);
  const frames = Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
  const input = { scene, places: placesOf(recording, frames), frameCount: frames.length, pairs };
  const job = runner.start('gaps', input);
  signal.addEventListener('abort', job.cancel, { once: true });
  const distances = await job.result;
  const times = frameTimes(recording);
  return {
    times: Float64Array.from(frames, (frame) => times[frame]),
    series: distances.map((values, i) => ({
      name: pairs[i].map((body) => recording.bodies[body]).join(', '),
      values,
    })),
  };
}

/** Tracked and recorded ones; else those that collide; else, for few bodies, all pairs that move, with a floor only if there are no others. */
function tellingPairs(recording: Recording, scene: Scene): readonly (readonly [number, number])[] {
  if (scene.world === 'smooth') return scene.tracking.pairs.map(({ bodies }) => bodies).slice(0, MAX_PAIRS);
  const { distances } = scene.record;
  if (distances !== undefined && distances.length > 0) return distances.slice(0, MAX_PAIRS);
  const touching = collidingPairs(recording, scene, MAX_PAIRS);
  if (touching.length > 0) return touching;
  const all = scene.bodies.flatMap((_, a) => scene.bodies.slice(a + 1).map((_, k) => [a, a + 1 + k] as const));
  const among = (count: number) =>
    all.filter((pair) => pair.filter((body) => isBackground(scene, body)).length <= count);
  const moving = among(0);
  return (moving.length > 0 ? moving : among(1)).slice(0, MAX_PAIRS);
}

/** The poses of bodies in some of the frames only: a recording may have a million. */
function placesOf(recording: Recording, frames: readonly number[]): Places {
  const count = frameCount(recording);
  const some = <T extends Table | undefined>(table: T): T => (table && ofFrames(table, count, frames)) as T;
  return {
    bodies: recording.bodies,
    frames: some(recording.frames),
    nodes: some(recording.nodes),
    vehicles: some(recording.vehicles),
  };
}

/** Every frame has the same number of rows. */
function ofFrames({ columns, rowCount }: Table, count: number, frames: readonly number[]): Table {
  const rows = rowCount / count;
  const pick = (values: Float64Array) => {
    const picked = new Float64Array(rows * frames.length);
    for (const [i, frame] of frames.entries()) picked.set(values.subarray(frame * rows, (frame + 1) * rows), i * rows);
    return picked;
  };
  const picked = Object.entries(columns).map(([name, values]) => [name, pick(values)]);
  return { rowCount: rows * frames.length, columns: Object.fromEntries(picked) };
}
