/** Queries for first contact: from public data sets if they are installed, else seeded random motions. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { CCD_DATA } from './ccd-data.ts';
import { createRandom, type Random } from './random.ts';

export type QueryKind = 'vf' | 'ee';

export interface ContactQueries {
  readonly kind: QueryKind;
  readonly source: string;
  /** 24 numbers per query: four points xyz at the start of the step, then at its end; vf: node, corners; ee: two edges. */
  readonly numbers: Float64Array;
  /** 1: the pair collides. */
  readonly truth: Uint8Array;
  /** Time of first contact in [0, 1] if known, else NaN. */
  readonly times: Float64Array;
}

/** Numbers of one query. */
export const STRIDE = 24;

/** The unpacked bytes of a file of the data sets. */
export function readPublic(path: string): ArrayBuffer {
  return new Uint8Array(gunzipSync(readFileSync(new URL(path, CCD_DATA)))).buffer;
}

/** Names of all sets of one kind that begin with `start`. */
export function publicSets(start: string, kind: QueryKind): string[] {
  const text = readFileSync(new URL('manifest.json', CCD_DATA), 'utf8');
  const { sets } = JSON.parse(text) as { sets: { name: string }[] };
  return sets.map(({ name }) => name).filter((name) => name.startsWith(start) && name.endsWith(`.${kind}`));
}

/** At most `count` queries of the sets, at equal intervals. */
export function readQueries(kind: QueryKind, sets: readonly string[], count: number): ContactQueries {
  const parts = sets.map((set) => ({
    numbers: new Float64Array(readPublic(`queries/${set}.f64.gz`)),
    truth: new Uint8Array(readPublic(`queries/${set}.gt.gz`)),
    times: existsSync(new URL(`queries/${set}.toi.gz`, CCD_DATA))
      ? new Float64Array(readPublic(`queries/${set}.toi.gz`))
      : null,
  }));
  const all = parts.flatMap((part) => Array.from(part.truth, (_, index) => ({ part, index })));
  const chosen = Math.min(count, all.length);
  const queries = emptyQueries(
    kind,
    `public data sets: ${sets.length > 4 ? `${sets.length} sets` : sets.join(', ')}`,
    chosen,
  );
  for (let i = 0; i < chosen; i++) {
    const { part, index } = all[Math.floor((i * all.length) / chosen)];
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

/** Colliding pairs, or separate pairs whose swept boxes overlap. */
export function drawQueries(kind: QueryKind, colliding: boolean, count: number): ContactQueries {
  const random = createRandom(colliding ? 701 : 702);
  const queries = emptyQueries(kind, 'seeded random motions (the public data sets are absent)', count);
  for (let i = 0; i < count; i++) {
    queries.truth[i] = colliding ? 1 : 0;
    let points = colliding ? collidingPoints(random, kind) : separatePoints(random, kind);
    while (!boxesOverlap(points, kind))
      points = colliding ? collidingPoints(random, kind) : separatePoints(random, kind);
    queries.numbers.set(points, STRIDE * i);
  }
  return queries;
}

const cloud = (random: Random) => Array.from({ length: STRIDE }, () => random.between(-1, 1));

/** Random points; the node (or second edge) is moved so that the pair collides at interior points during the step. */
function collidingPoints(random: Random, kind: QueryKind): number[] {
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

/** The features stay on opposite sides of a plane of random direction, at least 0.01 apart. */
function separatePoints(random: Random, kind: QueryKind): number[] {
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
