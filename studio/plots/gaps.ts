import type { Recording } from '../../src/record/recorder.ts';
import type { Scene } from '../../src/scene/scene.ts';
import type { Studio } from '../page/studio.ts';
import { frameCount, frameTimes } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import type { ChartData } from './series.ts';

/** Distances are worked out for so many frames and pairs at most: a look, not a proof. */
const MOST_FRAMES = 1000;
const MOST_PAIRS = 6;

/** The gaps of the most telling pairs of a recording, by the pair table on the recorded places; undefined where shapes have none. */
export async function gapsOf({ runner }: Studio, { recording, scene }: Recorded): Promise<ChartData | undefined> {
  if (scene.world === 'meshes' || scene.world === 'vehicles') return undefined;
  const pairs = tellingPairs(recording, scene);
  if (pairs.length === 0) return undefined;
  const count = frameCount(recording);
  const step = Math.ceil(count / MOST_FRAMES);
  const frames = Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
  const { bodies, sceneText } = recording;
  const poses = pairs.map(
    ([a, b]) => [a, b].map((body) => posesOf(recording, body, frames)) as [Float64Array, Float64Array],
  );
  const distances = await runner.start('gaps', { text: sceneText, pairs, poses }).result;
  const times = frameTimes(recording);
  return {
    times: Float64Array.from(frames, (frame) => times[frame]),
    series: distances.map((values, i) => ({ name: pairs[i].map((body) => bodies[body]).join(', '), values })),
  };
}

/** Tracked ones; else those that touch most often; else, among few bodies, any of which one moves. */
function tellingPairs(
  recording: Recording,
  scene: Extract<Scene, { world: 'plane' | 'solids' | 'space' }>,
): (readonly [number, number])[] {
  if (scene.world === 'space') return scene.tracking.pairs.map(({ bodies }) => bodies).slice(0, MOST_PAIRS);
  const { bodyA, bodyB } = recording.contacts.columns;
  const counts = new Map<number, number>();
  const size = scene.bodies.length;
  for (let row = 0; row < bodyA.length; row++) {
    const key = bodyA[row] * size + bodyB[row];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const touching = [...counts]
    .sort(([, p], [, q]) => q - p)
    .map(([key]) => [Math.floor(key / size), key % size] as const);
  if (touching.length > 0) return touching.slice(0, MOST_PAIRS);
  const all = scene.bodies.flatMap((_, a) => scene.bodies.slice(a + 1).map((_, k) => [a, a + 1 + k] as const));
  return all
    .filter(([a, b]) => scene.bodies[a].motion !== 'fixed' || scene.bodies[b].motion !== 'fixed')
    .slice(0, MOST_PAIRS);
}

/** x y z qw qx qy qz of a body in each of the frames. */
function posesOf({ frames: table, bodies }: Recording, body: number, frames: readonly number[]): Float64Array {
  const { x, y, z, qw, qx, qy, qz } = table.columns;
  const columns = [x, y, z, qw, qx, qy, qz];
  return Float64Array.from(frames.flatMap((frame) => columns.map((column) => column[frame * bodies.length + body])));
}
