import {
  findBounds,
  moveParameters,
  type PairWorkspace,
  readParameters,
} from '../../src/distance/smooth/witness/pair-workspace.ts';
import { assembleSystem, projectionErrors } from '../../src/distance/smooth/witness/projection-error.ts';
import { switchFeatures } from '../../src/distance/smooth/witness/switching.ts';
import { evaluatePair, pairEnergy } from '../../src/distance/smooth/witness/witness-pair.ts';

/** Steepest descent on E = ½ d² in the metric of the parameters, with the step length of Barzilai and Borwein and a test of the decrease. */
export interface Descent {
  readonly work: PairWorkspace;
  /** Parameters and gradient of the last step. */
  readonly x: Float64Array;
  readonly g: Float64Array;
}

export function createDescent(work: PairWorkspace): Descent {
  return { work, x: new Float64Array(4), g: new Float64Array(4) };
}

const LIMIT = 2000;
const SWITCH_ROUNDS = 3;
/** Required fraction of the linear decrease, relative to the largest of the last energies (a step may increase E for a while). */
const ARMIJO = 1e-4;
const MEMORY = 6;
const errors = new Float64Array(4);
const step = new Float64Array(4);

/** Descends from the current witnesses until the largest projection error is below `tolerance`. */
export function descend({ work, x, g }: Descent, tolerance: number): void {
  const { pair, system } = work;
  evaluatePair(pair);
  switchFeatures(pair, SWITCH_ROUNDS);
  evaluatePair(pair);
  const energies: number[] = [];
  let length = 0.5;
  let fresh = true;
  for (let k = 0; k < LIMIT; k++) {
    if (projectionErrors(errors, pair) < tolerance) return;
    assembleSystem(system, pair);
    const { count, gradient, scale } = system;
    if (count === 0 && switchFeatures(pair, SWITCH_ROUNDS) === 0) return;
    if (!fresh) length = spectralLength(work, x, g, length);
    readParameters(x, pair);
    g.set(gradient);
    findBounds(work.bounds, pair);
    for (let i = 0; i < count; i++) {
      const held = (work.bounds.lower & (1 << i) && g[i] > 0) || (work.bounds.upper & (1 << i) && g[i] < 0);
      step[i] = held ? 0 : -g[i] / scale[i];
    }
    energies.push(pairEnergy(pair));
    if (energies.length > MEMORY) energies.shift();
    searchAlong(work, x, g, length, Math.max(...energies));
    fresh = switchFeatures(pair, SWITCH_ROUNDS) > 0;
    if (fresh) {
      evaluatePair(pair);
      length = 0.5;
    }
  }
}

/** s·D s / s·y of the last step: the inverse of the curvature along it. */
function spectralLength({ pair, system }: PairWorkspace, x: Float64Array, g: Float64Array, old: number): number {
  readParameters(step, pair);
  let [top, bottom] = [0, 0];
  for (let i = 0; i < system.count; i++) {
    const s = step[i] - x[i];
    top += s * s * system.scale[i];
    bottom += s * (system.gradient[i] - g[i]);
  }
  return bottom > 0 && top > 0 ? Math.min(10, Math.max(1e-3, top / bottom)) : old;
}

function searchAlong(
  { pair, system }: PairWorkspace,
  x: Float64Array,
  g: Float64Array,
  length: number,
  largest: number,
): void {
  let slope = 0;
  for (let i = 0; i < system.count; i++) slope += g[i] * step[i];
  for (let fraction = length; fraction > 1e-12; fraction *= 0.5) {
    moveParameters(pair, x, step, fraction);
    evaluatePair(pair);
    if (pairEnergy(pair) <= largest + ARMIJO * fraction * slope + 1e-15 * largest) return;
  }
}
