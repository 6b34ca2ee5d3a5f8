import { createVec3 } from '../../math/vec3.ts';
import { CURVE_JET, evaluateCurve } from '../nurbs/curve.ts';
import { evaluatePatch, PATCH_JET } from '../nurbs/patch.ts';
import { jetNormal } from './patch-side.ts';
import type { TiledBody } from './tiled-body.ts';

/**
 * Points distributed over a body's faces (in 2-D: curves), from which searches start. One seed is a row of `SEED_SIZE`
 * numbers: the feature's index, its parameters u and v (a curve's t and 0), the point x y z [m], the unit outward
 * normal x y z, all in the body's frame.
 */
export const SEED_SIZE = 9;
export const SEED_POINT = 3;
export const SEED_NORMAL = 6;

/** Seeds for leaving the back side of a body: parameters 1/6, 1/2, 5/6. [PG05-6.5] */
const RELOCATION_SEEDS = 3;
/** Seeds for a cold start: parameters (i + 1/2)/4 on faces, twice as many on curves. [PG05-6.8] */
const FACE_START_SEEDS = 4;
const CURVE_START_SEEDS = 8;

type Pieces = Pick<TiledBody, 'dimension' | 'faces' | 'edges'>;

const relocation = new WeakMap<TiledBody, Float64Array>();
const start = new WeakMap<TiledBody, Float64Array>();
const jet = new Float64Array(PATCH_JET);
const curveJet = new Float64Array(CURVE_JET);

/** 3 x 3 seeds per face, 3 per planar curve; computed once per body. [PG05-6.5] */
export function relocationSeeds(body: TiledBody): Float64Array {
  return cachedSeeds(relocation, body, RELOCATION_SEEDS);
}

/** 4 x 4 seeds per face, 8 per planar curve; computed once per body. [PG05-6.8] */
export function startSeeds(body: TiledBody): Float64Array {
  return cachedSeeds(start, body, body.dimension === 2 ? CURVE_START_SEEDS : FACE_START_SEEDS);
}

function cachedSeeds(tables: WeakMap<TiledBody, Float64Array>, body: TiledBody, perSide: number): Float64Array {
  let seeds = tables.get(body);
  if (seeds === undefined) {
    seeds = spreadSeeds(body, perSide);
    tables.set(body, seeds);
  }
  return seeds;
}

/** `perSide` seeds per curve, `perSide`² per face, at parameters (i + 1/2)/perSide. */
export function spreadSeeds(body: Pieces, perSide: number): Float64Array {
  const { dimension, faces, edges } = body;
  const seeds = new Float64Array(SEED_SIZE * (dimension === 2 ? edges.length * perSide : faces.length * perSide ** 2));
  const normal = createVec3();
  let at = 0;
  if (dimension === 2) {
    edges.forEach(({ curve }, feature) => {
      for (let i = 0; i < perSide; i++, at += SEED_SIZE) {
        const t = (i + 0.5) / perSide;
        const [x, y, , dx, dy] = evaluateCurve(curveJet, curve, t);
        const length = Math.sqrt(dx * dx + dy * dy);
        seeds.set([feature, t, 0, x, y, 0, dy / length, -dx / length, 0], at);
      }
    });
    return seeds;
  }
  faces.forEach(({ patch }, feature) => {
    for (let i = 0; i < perSide; i++) {
      for (let j = 0; j < perSide; j++, at += SEED_SIZE) {
        const [u, v] = [(i + 0.5) / perSide, (j + 0.5) / perSide];
        const [x, y, z] = evaluatePatch(jet, patch, u, v);
        jetNormal(normal, jet);
        seeds.set([feature, u, v, x, y, z, normal.x, normal.y, normal.z], at);
      }
    }
  });
  return seeds;
}
