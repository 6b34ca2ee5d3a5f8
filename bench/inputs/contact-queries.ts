/** Queries for first contact: from public collections where they are at hand, else drawn from a seed. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom, type Random } from './random.ts';

export type QueryKind = 'vf' | 'ee';

export interface ContactQueries {
  readonly kind: QueryKind;
  readonly source: string;
  /** 24 numbers a query: four points xyz at the start of the step, then at its end; vf: node, corners; ee: two edges. */
  readonly numbers: Float64Array;
  /** 1: they meet. */
  readonly truth: Uint8Array;
  /** First contact in [0, 1] where it is known, else NaN. */
  readonly times: Float64Array;
}

/** Numbers of one query. */
export const STRIDE = 24;

/** Beside the repository; seen from bench/dist/inputs. */
export const PUBLIC_DATA = new URL('../../../../shared/data/ccd/', import.meta.url);
export const hasPublicData = existsSync(new URL('manifest.json', PUBLIC_DATA));

/** The bytes of a packed file of the collection. */
export function readPublic(path: string): ArrayBuffer {
  return new Uint8Array(gunzipSync(readFileSync(new URL(path, PUBLIC_DATA)))).buffer;
}

/** Names of all sets of one kind that begin like this. */
export function publicSets(start: string, kind: QueryKind): string[] {
  const text = readFileSync(new URL('manifest.json', PUBLIC_DATA), 'utf8');
  const { sets } = JSON.parse(text) as { sets: { name: string }[] };
  return sets.map(({ name }) => name).filter((name) => name.startsWith(start) && name.endsWith(`.${kind}`));
}

/** At most `count` queries of the sets, evenly spread over them. */
export function readQueries(kind: QueryKind, sets: readonly string[], count: number): ContactQueries {
  const parts = sets.map((set) => ({
    numbers: new Float64Array(readPublic(`queries/${set}.f64.gz`)),
    truth: new Uint8Array(readPublic(`queries/${set}.gt.gz`)),
    times: existsSync(new URL(`queries/${set}.toi.gz`, PUBLIC_DATA))
      ? new Float64Array(readPublic(`queries/${set}.toi.gz`))
      : null,
  }));
  const places = parts.flatMap((part) => Array.from(part.truth, (_, index) => ({ part, index })));
  const chosen = Math.min(count, places.length);
  const queries = emptyQueries(
    kind,
    `public sets ${sets.length > 4 ? `${sets.length} of them` : sets.join(', ')}`,
    chosen,
  );
  for (let i = 0; i < chosen; i++) {
    const { part, index } = places[Math.floor((i * places.length) / chosen)];
    queries.numbers.set(part.numbers.subarray(STRIDE * index, STRIDE * (index + 1)), STRIDE * i);
    queries.truth[i] = part.truth[index];
    queries.times[i] = part.times?.[index] ?? Number.NaN;
  }
  return queries;
}

function emptyQueries(kind: QueryKind, source: string, count: number): ContactQueries {
  return {
    kind,
    source,
    numbers: new Float64Array(STRIDE * count),
    truth: new Uint8Array(count),
    times: new Float64Array(count).fill(Number.NaN),
  };
}

/** Queries that meet, or that do not while their swept boxes overlap. */
export function drawQueries(kind: QueryKind, meeting: boolean, count: number): ContactQueries {
  const random = createRandom(meeting ? 701 : 702);
  const queries = emptyQueries(kind, 'seeded random motions (the public sets are not at ../shared/data/ccd)', count);
  for (let i = 0; i < count; i++) {
    queries.truth[i] = meeting ? 1 : 0;
    let points = meeting ? meetingPoints(random, kind) : partedPoints(random, kind);
    while (!boxesOverlap(points, kind)) points = meeting ? meetingPoints(random, kind) : partedPoints(random, kind);
    queries.numbers.set(points, STRIDE * i);
  }
  return queries;
}

const cloud = (random: Random) => Array.from({ length: STRIDE }, () => random.between(-1, 1));

/** Anywhere, then the first point (the second edge) moved so that they meet well inside both at some time of the step. */
function meetingPoints(random: Random, kind: QueryKind): number[] {
  const points = cloud(random);
  const time = random.between(0.05, 0.95);
  const [u, v] = [random.between(0.1, 0.45), random.between(0.1, 0.45)];
  const weights = kind === 'vf' ? [-1, 1 - u - v, u, v] : [1 - u, u, v - 1, -v];
  const moved = kind === 'vf' ? [0] : [2, 3];
  for (let axis = 0; axis < 3; axis++) {
    const gap = weights.reduce((sum, weight, point) => {
      const at = 3 * point + axis;
      return sum + weight * ((1 - time) * points[at] + time * points[12 + at]);
    }, 0);
    for (const point of moved) for (const end of [0, 12]) points[end + 3 * point + axis] += gap;
  }
  return points;
}

/** One side stays above a plane and the other below it, at least 0.01 apart; the plane lies anyhow. */
function partedPoints(random: Random, kind: QueryKind): number[] {
  const points = cloud(random);
  const uppers = kind === 'vf' ? [0] : [0, 1];
  for (let point = 0; point < 8; point++) {
    const height = 0.3 * Math.abs(points[3 * point + 2]) + 0.005;
    points[3 * point + 2] = uppers.includes(point % 4) ? height : -height;
  }
  const [alpha, beta] = [random.between(0, 2 * Math.PI), random.between(0, 2 * Math.PI)];
  for (let at = 0; at < STRIDE; at += 3) {
    rotate(points, at + 1, at + 2, alpha);
    rotate(points, at, at + 1, beta);
  }
  return points;
}

function rotate(points: number[], i: number, j: number, angle: number): void {
  const [x, y] = [points[i], points[j]];
  points[i] = Math.cos(angle) * x - Math.sin(angle) * y;
  points[j] = Math.sin(angle) * x + Math.cos(angle) * y;
}

function boxesOverlap(points: readonly number[], kind: QueryKind): boolean {
  const firsts = kind === 'vf' ? 1 : 2;
  return [0, 1, 2].every((axis) => {
    const values = [0, 1, 2, 3].map((point) => [points[3 * point + axis], points[12 + 3 * point + axis]]);
    const [a, b] = [values.slice(0, firsts).flat(), values.slice(firsts).flat()];
    return Math.min(...a) <= Math.max(...b) && Math.min(...b) <= Math.max(...a);
  });
}
