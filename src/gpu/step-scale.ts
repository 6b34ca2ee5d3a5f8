/** Centre and scale of the coordinates in single precision, and the error bounds that follow from them. */
import { STEP_FIELDS, type Uniforms, uniformBytes } from './parameters.ts';

export interface StepScale {
  readonly centre: readonly number[];
  /** Coordinates are multiplied by 2^scale. */
  readonly scale: number;
}

/** Extents above 2^this are left to the CPU: its filter rejects magnitudes near 1e50. */
const MAX_EXPONENT = 120;
const MIN_EXPONENT = -700;
/** Fraction of the unit box that the points fill at most, so that they may move before the scale is chosen again. */
const FILL = 0.9;
/** Largest rounding of end positions, after scaling, for which boxes stay useful. */
const LARGEST_MARGIN = 2 ** -10;

/** For the given positions; a string says why the GPU cannot do it. */
export function chooseScale(...positions: Float64Array[]): StepScale | string {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const list of positions) {
    for (let k = 0; k < list.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const value = list[k + axis];
        if (value < low[axis]) low[axis] = value;
        if (value > high[axis]) high[axis] = value;
        if (!(Math.abs(value) < Infinity)) return `coordinate ${k + axis} is ${value}`;
      }
    }
  }
  const extent = Math.max(...high.map((value, axis) => value - low[axis]));
  if (!(extent <= 2 ** MAX_EXPONENT)) return `the nodes extend over ${extent} m, more than the GPU check handles`;
  const exponent = Math.max(extent > 0 ? Math.ceil(Math.log2(extent / FILL)) : MIN_EXPONENT, MIN_EXPONENT);
  return { centre: high.map((value, axis) => low[axis] + 0.5 * (value - low[axis])), scale: -exponent };
}

/** Rounding to single precision within the unit box, and that of x - centre. */
const DELTA = 1.01 * 2 ** -26;

export interface StepInput extends StepScale {
  readonly vertexCount: number;
  /** Index of the ends or velocities among the doubles. */
  readonly second: number;
  /** Margin of the boxes for rounded end positions [m]; 0 where the ends are given. */
  readonly margin: number;
  readonly bound: CullBound;
}

/** The error bound of the cull, relative to |d|_1: 2 delta + roundings 2^-23 (base + M), M the largest component of the difference vectors. */
export interface CullBound {
  /** `wide` holds for any order in which the sums of a product are taken, `narrow` for the written order. */
  readonly kind: 'wide' | 'narrow';
  /** Factor of the bound: 1, except in tests that show what a smaller bound does. */
  readonly factor: number;
}

/** What users get. */
export const WIDE_BOUND: CullBound = { kind: 'wide', factor: 1 };

/** The uniforms of a step; a string says why the GPU cannot do it. */
export function stepUniforms(input: StepInput): ArrayBuffer | string {
  const { vertexCount, second, centre, scale, margin, bound } = input;
  const scaled = margin * 2 ** scale * 1.01;
  if (!(scaled <= LARGEST_MARGIN)) return 'the nodes are too far from the origin for the size of the mesh';
  const words = new Uint32Array(Float64Array.of(...centre, margin).buffer);
  const values: Uniforms<typeof STEP_FIELDS> = {
    vertexCount,
    second,
    scale,
    boxMargin: 2 ** -24 + 3 * scaled,
    unsure: 3 * 2 ** -23 + 12 * scaled,
    twoDelta: bound.factor * 2 * (DELTA + scaled),
    roundings: bound.factor * (bound.kind === 'wide' ? 16 : 12) * 2 ** -23,
    boundBase: bound.kind === 'wide' ? 1 : 0,
    hasMargin: margin > 0 ? 1 : 0,
    marginLow: words[6],
    marginHigh: words[7],
    centreX: words[0],
    centreXHigh: words[1],
    centreY: words[2],
    centreYHigh: words[3],
    centreZ: words[4],
    centreZHigh: words[5],
  };
  return uniformBytes(STEP_FIELDS, values);
}
