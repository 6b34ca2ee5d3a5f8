/**
 * Pairs that touch or miss by almost nothing: the contact lies at an edge, a corner, the first or last instant, or the motion only grazes, each within
 * 1e-10 to 1e-5. Features of many sizes: rounding of differences counts most for large ones, that of coordinates for small ones.
 */
import { createRandom, type Random } from '../../src/math/random.ts';

/** 24 numbers per query: four points at the start, then at the end; vf: node, corners; ee: two edges. */
export function nearContacts(kind: 'vf' | 'ee', count: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const numbers = new Float64Array(24 * count);
  for (let i = 0; i < count; i++) numbers.set(nearContact(random, kind, i % 5), 24 * i);
  return numbers;
}

/** Coordinates stay within this, which nearly fills the unit box after scaling. */
const HALF = 0.44;

function nearContact(random: Random, kind: 'vf' | 'ee', category: number): number[] {
  for (;;) {
    const points = Array.from({ length: 24 }, () => random.between(-HALF, HALF));
    const tiny = (random.between(0, 1) < 0.5 ? -1 : 1) * 10 ** random.between(-10, -5);
    // category 0: near an edge; 1: near a corner; 2: near the first or last instant; 3: grazing; 4: near a corner at the first or last instant
    const atEnd = category === 2 || category === 4;
    const inside = category === 4 ? Math.abs(tiny) : tiny;
    const time = atEnd ? (random.between(0, 1) < 0.5 ? inside : 1 - inside) : random.between(0.1, 0.9);
    const atCorner = category === 1 || category === 4;
    const u =
      category === 0 || atCorner ? Math.abs(tiny) * (category === 4 ? 1 : Math.sign(tiny)) : random.between(0.1, 0.45);
    const v = atCorner ? 10 ** random.between(-10, -5) : random.between(0.1, 0.45);
    const weights = kind === 'vf' ? [-1, 1 - u - v, u, v] : [1 - u, u, v - 1, -v];
    if (category === 3) flatten(points, kind, random);
    const moved = kind === 'vf' ? [0] : [2, 3];
    for (let axis = 0; axis < 3; axis++) {
      const gap = weights.reduce((sum, weight, point) => {
        const at = 3 * point + axis;
        return sum + weight * ((1 - time) * points[at] + time * points[12 + at]);
      }, 0);
      const shift = gap + (category === 3 && axis === 2 ? tiny : 0);
      for (const point of moved) for (const end of [0, 12]) points[end + 3 * point + axis] += shift;
    }
    if (points.every((value) => Math.abs(value) <= HALF)) return place(points, random);
  }
}

/** Smaller, and somewhere in the box. */
function place(points: number[], random: Random): number[] {
  const size = 10 ** random.between(-2, 0);
  const shift = [0, 1, 2].map(() => (1 - size) * random.between(-HALF, HALF));
  return points.map((value, k) => size * value + shift[k % 3]);
}

/** Nearly one plane during the whole step, turned in space: only little separates the features. */
function flatten(points: number[], kind: 'vf' | 'ee', random: Random): void {
  const angle = random.between(0, 6.28);
  for (let at = 0; at < 24; at += 3) {
    const isSecond = kind === 'vf' ? at % 12 === 0 : at % 12 > 3;
    points[at + 2] = (isSecond ? 1 : -1) * 10 ** random.between(-9, -5);
    const [y, z] = [0.7 * points[at + 1], points[at + 2]];
    points[at + 1] = Math.cos(angle) * y - Math.sin(angle) * z;
    points[at + 2] = Math.sin(angle) * y + Math.cos(angle) * z;
  }
}
