/** A ray and a box centred at the origin, sharp or inflated by a radius: spheres and capsules are boxes of zero width. */
import { ENTER, EXIT, FEATURE, missBody, NORMAL, setNormal, span } from './ray-span.ts';

/** `box`: half extents, then the inflation radius [m]. */
export function rayBox(line: Float64Array, box: Float64Array): void {
  if (!(box[3] > 0)) raySharpBox(line, box);
  else if (box[0] === 0 && box[1] === 0 && box[2] === 0) raySphere(line, box);
  else rayInflatedBox(line, box);
}

/** Half a chord to both sides of the point of the ray nearest to the centre. */
// biome-ignore format: one vector per line
function raySphere(line: Float64Array, box: Float64Array): void {
  const ox = line[0], oy = line[1], oz = line[2], dx = line[3], dy = line[4], dz = line[5];
  const radius = box[3];
  const nearest = -(ox * dx + oy * dy + oz * dz);
  const px = ox + nearest * dx, py = oy + nearest * dy, pz = oz + nearest * dz;
  const miss = Math.sqrt(px * px + py * py + pz * pz);
  if (miss > radius) {
    missBody();
    return;
  }
  const half = Math.sqrt((radius - miss) * (radius + miss));
  span[ENTER] = nearest - half; span[EXIT] = nearest + half;
  span[FEATURE] = -1;
  setNormal((px - half * dx) / radius, (py - half * dy) / radius, (pz - half * dz) / radius);
}

/** Slab test: the last entry and the first exit. */
function raySharpBox(line: Float64Array, box: Float64Array): void {
  let enter = Number.NEGATIVE_INFINITY;
  let exit = Number.POSITIVE_INFINITY;
  let face = 0;
  for (let k = 0; k < 3; k++) {
    const o = line[k];
    const d = line[3 + k];
    if (d === 0) {
      if (Math.abs(o) > box[k]) {
        missBody();
        return;
      }
      continue;
    }
    const near = ((d > 0 ? -box[k] : box[k]) - o) / d;
    const far = ((d > 0 ? box[k] : -box[k]) - o) / d;
    if (near > enter) {
      enter = near;
      face = d > 0 ? 2 * k : 2 * k + 1;
    }
    if (far < exit) exit = far;
  }
  if (!(enter <= exit)) {
    missBody();
    return;
  }
  span[ENTER] = enter;
  span[EXIT] = exit;
  span[FEATURE] = face;
  setNormal(0, 0, 0);
  span[NORMAL + (face >> 1)] = face % 2 === 0 ? -1 : 1;
}

/** Ray parameters at the face planes of the core, in ascending order. */
const passes = new Float64Array(6);
/** Side of the core on which the ray is, for each axis, in one interval between two crossings: -1, 0 or 1. */
const side = new Float64Array(3);

/**
 * f(t) = Σ max(|p| - h, 0)² - r² over the axes is convex, and a quadratic between two crossings of face planes: that of a sphere of lower
 * dimension. The intervals with f < 0 join to one span.
 */
function rayInflatedBox(line: Float64Array, box: Float64Array): void {
  const count = findPasses(line, box);
  missBody();
  span[EXIT] = Number.NEGATIVE_INFINITY;
  span[FEATURE] = -1;
  for (let i = 0; i <= count; i++) {
    const from = i === 0 ? Number.NEGATIVE_INFINITY : passes[i - 1];
    const to = i === count ? Number.POSITIVE_INFINITY : passes[i];
    const midpoint = i === 0 ? to - 1 - Math.abs(to) : i === count ? from + 1 + Math.abs(from) : 0.5 * (from + to);
    spanBetween(line, from, to, midpoint, box);
  }
  if (!(span[ENTER] <= span[EXIT])) {
    missBody();
    return;
  }
  writeInflatedNormal(line, box);
}

function findPasses(line: Float64Array, box: Float64Array): number {
  let count = 0;
  for (let k = 0; k < 3; k++) {
    if (line[3 + k] === 0) continue;
    for (let sign = -1; sign <= 1; sign += 2) {
      const pass = (sign * box[k] - line[k]) / line[3 + k];
      let at = count++;
      for (; at > 0 && passes[at - 1] > pass; at--) passes[at] = passes[at - 1];
      passes[at] = pass;
    }
  }
  return count;
}

/** Adds the part of the interval that is inside. */
function spanBetween(line: Float64Array, from: number, to: number, midpoint: number, box: Float64Array): void {
  const radius = box[3];
  let dd = 0;
  let wd = 0;
  for (let k = 0; k < 3; k++) {
    const p = line[k] + midpoint * line[3 + k];
    side[k] = p > box[k] ? 1 : p < -box[k] ? -1 : 0;
    if (side[k] === 0) continue;
    dd += line[3 + k] * line[3 + k];
    wd += (line[k] - side[k] * box[k]) * line[3 + k];
  }
  // half the chord to both sides of the point nearest to the core
  const nearest = dd > 0 ? -wd / dd : 0;
  let missSq = 0;
  for (let k = 0; k < 3; k++) {
    if (side[k] === 0) continue;
    const w = line[k] - side[k] * box[k] + nearest * line[3 + k];
    missSq += w * w;
  }
  const miss = Math.sqrt(missSq);
  if (miss > radius) return;
  const half = dd > 0 ? Math.sqrt(((radius - miss) * (radius + miss)) / dd) : Number.POSITIVE_INFINITY;
  const enter = Math.max(from, nearest - half);
  const exit = Math.min(to, nearest + half);
  if (!(enter <= exit)) return;
  span[ENTER] = Math.min(span[ENTER], enter);
  span[EXIT] = Math.max(span[EXIT], exit);
}

/** From the closest point of the core to the entry point. */
function writeInflatedNormal(line: Float64Array, box: Float64Array): void {
  let lengthSq = 0;
  for (let k = 0; k < 3; k++) {
    const p = line[k] + span[ENTER] * line[3 + k];
    const w = p > box[k] ? p - box[k] : p < -box[k] ? p + box[k] : 0;
    span[NORMAL + k] = w;
    lengthSq += w * w;
  }
  const length = Math.sqrt(lengthSq);
  for (let k = 0; k < 3; k++) span[NORMAL + k] /= length;
}
