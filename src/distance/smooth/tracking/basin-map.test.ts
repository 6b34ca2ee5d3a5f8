import { describe, expect, it } from 'vitest';
import { largeLens, onePatch } from '../../../../reproduce/tracking/bodies.ts';
import { createPose } from '../../../math/pose.ts';
import { evaluatePatch, type Patch } from '../../../shapes/nurbs/patch.ts';
import { createPoint } from '../../../shapes/point.ts';
import { tiledSphere } from '../../../shapes/tiled/revolved-bodies.ts';
import { basinFraction, mapBasins } from './basin-map.ts';
import { BASIN_OUTCOMES, type BasinOutcome } from './basin-start.ts';

type Vector = readonly [number, number];

/** Ψ and M of a patch and a point, from the definition, at u, v. */
function errorsAt(patch: Patch, p: readonly number[], [u, v]: Vector) {
  const jet = evaluatePatch(new Float64Array(18), patch, u, v);
  const at = (k: number) => [jet[k], jet[k + 1], jet[k + 2]];
  const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const delta = at(0).map((value, k) => value - p[k]);
  const [fu, fv, fuu, fuv, fvv] = [3, 6, 9, 12, 15].map(at);
  const [a, b, c] = [dot(fu, fu) + dot(delta, fuu), dot(fu, fv) + dot(delta, fuv), dot(fv, fv) + dot(delta, fvv)];
  const [psiU, psiV] = [dot(delta, fu), dot(delta, fv)];
  const det = a * c - b * b;
  const w: Vector = [-(c * psiU - b * psiV) / det, -(a * psiV - b * psiU) / det];
  return {
    w,
    det,
    definite: a > 0 && det > 0,
    distance: Math.sqrt(dot(delta, delta)),
    lengths: [fu, fv].map((t) => Math.sqrt(dot(t, t))),
  };
}

/** The flow with the classical Runge-Kutta scheme and a small fixed step, Cramer's rule, outward velocities at bounds zeroed. */
function integrate(patch: Patch, p: readonly number[], start: Vector, distance: number): BasinOutcome {
  const h = 0.004;
  let x = start;
  const sign = Math.sign(errorsAt(patch, p, x).det);
  for (let k = 0; k < 40 / h; k++) {
    const here = errorsAt(patch, p, x);
    if (Math.sign(here.det) !== sign) return 'singular';
    const held = x.map((value, i) => (value === 0 && here.w[i] < 0) || (value === 1 && here.w[i] > 0));
    const rate = (at: Vector): Vector => {
      const { w } = errorsAt(patch, p, at);
      return [held[0] ? 0 : w[0], held[1] ? 0 : w[1]];
    };
    const move = (w: Vector, t: number): Vector => [x[0] + t * w[0], x[1] + t * w[1]];
    const k1 = rate(x);
    if (Math.max(...k1.map((w, i) => Math.abs(w) * here.lengths[i])) < 1e-8) {
      if (Math.abs(here.distance - distance) < 1e-6) return 'closest';
      return x.some((value) => value === 0 || value === 1) ? 'bound' : 'stationary';
    }
    const k2 = rate(move(k1, h / 2));
    const k3 = rate(move(k2, h / 2));
    const k4 = rate(move(k3, h));
    const [du, dv] = [0, 1].map((i) => (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
    if (!(Math.abs(du) < 0.5 && Math.abs(dv) < 0.5)) return 'singular';
    x = [Math.min(1, Math.max(0, x[0] + du)), Math.min(1, Math.max(0, x[1] + dv))];
  }
  return 'unsettled';
}

const startOf = (k: number, n: number): Vector => [((k % n) + 0.5) / n, (Math.floor(k / n) + 0.5) / n];

describe('the map of a face of a lens and a point', () => {
  const lens = largeLens();
  const point = [1.05, 0.35, 0.5];
  const resolution = 9;
  const map = mapBasins(lens, createPose(), createPoint(), createPose(point), { resolution, featureA: 'S1' });
  const patch = lens.faces[0].patch;

  it('has the minimum of dense samples of the face', () => {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i <= 200; i++) {
      for (let j = 0; j <= 200; j++) least = Math.min(least, errorsAt(patch, point, [i / 200, j / 200]).distance);
    }
    expect(map.distance).toBeLessThanOrEqual(least);
    // the spacing of the samples is below 2 cm
    expect(least - map.distance).toBeLessThan(1e-3);
  });

  it('shows where M is positive definite', () => {
    const own = Array.from(map.definite, (_, k) => Number(errorsAt(patch, point, startOf(k, resolution)).definite));
    expect([...map.definite]).toEqual(own);
    expect(basinFraction(map, 'definite')).toBe(own.filter(Boolean).length / own.length);
  });

  it('gives every start the outcome of a direct integration with another scheme and small steps', () => {
    const own = Array.from(map.flow, (_, k) => integrate(patch, point, startOf(k, resolution), map.distance));
    expect(Array.from(map.flow, (code) => BASIN_OUTCOMES[code])).toEqual(own);
    // the case shows something: starts that converge and starts that do not
    expect(new Set(own).size).toBeGreaterThan(1);
    expect(own).toContain('closest');
  });

  it('the safeguarded search finds the closest points of the body from every start', () => {
    expect(basinFraction(map, 'safeguarded')).toBe(1);
    expect(map.bodyDistance).toBeLessThanOrEqual(map.distance + 1e-12);
  });
});

describe('maps', () => {
  it('Newton and the flow converge from everywhere on a patch that curves little', () => {
    const map = mapBasins(onePatch(), createPose(), createPoint(), createPose([0.2, 0.3, 0.8]), { resolution: 6 });
    for (const what of ['definite', 'flow', 'newton', 'safeguarded'] as const) expect(basinFraction(map, what)).toBe(1);
    expect([map.featureA, map.featureB, ...map.axisNames]).toEqual(['S', 'P', 'u of A', 'v of A']);
  });

  it('two spheres: any two of the four parameters span a plane', () => {
    const settings = { resolution: 4, axes: [1, 3] as const };
    const map = mapBasins(tiledSphere(1), createPose(), tiledSphere(0.5), createPose([2, 1, 0.7]), settings);
    expect(map.axisNames).toEqual(['v of A', 'v of B']);
    expect(map.bodyDistance).toBeCloseTo(Math.hypot(2, 1, 0.7) - 1.5, 12);
    expect(basinFraction(map, 'safeguarded')).toBe(1);
  });

  it('wrong settings are rejected by name', () => {
    const ask = (settings: object) => () =>
      mapBasins(onePatch(), createPose(), createPoint(), createPose([0, 0, 1]), settings);
    expect(ask({ featureA: 'T' })).toThrow(/featureA must be one of S, got "T"/);
    expect(ask({ axes: [0, 2] })).toThrow(/two different parameters of the 2/);
    expect(ask({ axes: [1, 1] })).toThrow(/two different parameters/);
    expect(ask({ resolution: 0 })).toThrow(/resolution/);
    expect(ask({ size: 3 })).toThrow(/size: is not a known key/);
  });
});
