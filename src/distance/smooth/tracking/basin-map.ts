import type { ReadonlyPose } from '../../../math/pose.ts';
import { checkCount, checkKeys, describeValue } from '../../../shapes/checks.ts';
import { featureDimension, featureName } from '../../../shapes/tiled/tiled-body.ts';
import { solvePair } from '../witness/back-side.ts';
import { correctPair, FULL_SOLVE } from '../witness/corrector.ts';
import { createPairWorkspace, type PairWorkspace, readParameters } from '../witness/pair-workspace.ts';
import { setWitness, type TrackedShape, type Witness } from '../witness/witness.ts';
import { evaluatePair, pairDistance, setPairPoses } from '../witness/witness-pair.ts';
import {
  BASIN_OUTCOMES,
  type BasinOutcome,
  flowOutcome,
  isDefinite,
  newtonOutcome,
  safeguardedOutcome,
} from './basin-start.ts';
import { checkShapes } from './tracker-state.ts';

/** Settings of `mapBasins`. */
export interface BasinMapSettings {
  /** Number of starts along each axis of the plane: the map has its square. Default 40. */
  readonly resolution: number;
  /** Names of the features whose parameters are mapped, as in `featureName`; default: those of the closest points, a face or curve each. */
  readonly featureA: string | undefined;
  readonly featureB: string | undefined;
  /**
   * Indices of the two parameters that span the plane, of those of A and then B: default the first two. The others start at their values of
   * the closest points.
   */
  readonly axes: readonly [number, number];
}

/**
 * Where the law of [PG05] finds the closest points of two features at rest: one start at the centre of each cell of a square grid over two of
 * their parameters, row by row from the lowest value of the second one.
 */
export interface BasinMap {
  readonly featureA: string;
  readonly featureB: string;
  /** Names of the two axes, such as `u of A`. */
  readonly axisNames: readonly [string, string];
  /** Indices of the two axes among all parameters. */
  readonly axes: readonly [number, number];
  /** Starts along each axis. */
  readonly resolution: number;
  /** Parameters of the closest points of the two features, those of A first. */
  readonly parameters: readonly number[];
  /** Distance of the two features [m]. */
  readonly distance: number;
  /** Distance of the bodies [m]: smaller if other features are closer. */
  readonly bodyDistance: number;
  /** 1 where M is positive definite (in its symmetric form S M), else 0. */
  readonly definite: Uint8Array;
  /** Codes of the outcomes, indices into `BASIN_OUTCOMES`: the flow dx/dt = -M⁻¹Ψ as printed, with zeroing at bounds. */
  readonly flow: Uint8Array;
  /** Newton's method with full steps, clamped to the bounds. */
  readonly newton: Uint8Array;
  /** The search of this library from that start: safeguarded steps, switching features, to the closest points of the bodies. */
  readonly safeguarded: Uint8Array;
}

const DEFAULTS: BasinMapSettings = { resolution: 40, featureA: undefined, featureB: undefined, axes: [0, 1] };
/** Starts along each parameter for the closest points of the features. */
const SEARCHES = 7;

/**
 * Maps of convergence over the plane of two parameters: where M is positive definite, from where the flow of the source, plain Newton steps
 * reach the closest points of two features, each constrained to its feature, and from where the safeguarded search reaches those of the bodies. [PG05-5.2]
 *
 * @example
 * ```ts
 * import { point, pose } from 'appulse';
 * import { tiledLens } from 'appulse/nurbs';
 * import { basinFraction, mapBasins } from 'appulse/tracking';
 *
 * const map = mapBasins(tiledLens(1.5, 0.75, [1, 1, 1]), pose(), point(), pose([1, 0.3, 0.2]), { resolution: 20 });
 * console.log(map.featureA, map.axisNames.join(', ')); // S1 u of A, v of A
 * console.log(basinFraction(map, 'safeguarded')); // 1
 * ```
 */
export function mapBasins(
  shapeA: TrackedShape,
  poseA: ReadonlyPose,
  shapeB: TrackedShape,
  poseB: ReadonlyPose,
  settings: Partial<BasinMapSettings> = {},
): BasinMap {
  checkKeys('basin map', settings, Object.keys(DEFAULTS));
  checkShapes(shapeA, shapeB);
  const { resolution, axes, ...features } = { ...DEFAULTS, ...settings };
  checkCount('basin map: resolution', resolution);
  const work = createPairWorkspace(shapeA, shapeB);
  const { a, b } = work.pair;
  setPairPoses(work.pair, poseA, poseB);
  solvePair(work);
  const bodyDistance = pairDistance(work.pair);
  const featureA = chooseFeature('featureA', a, features.featureA);
  const featureB = chooseFeature('featureB', b, features.featureB);
  a.open = true;
  b.open = true;
  const count = placeAll(work, featureA, featureB, [0, 0, 0, 0]);
  checkAxes(axes, count);
  const { parameters, distance } = findMinimum(work, featureA, featureB, count);
  const plane = { featureA, featureB, resolution, axes, parameters, distance, bodyDistance };
  const codes = classify(work, plane);
  placeAll(work, featureA, featureB, parameters);
  const names = [...parameterNames(a, 'A'), ...parameterNames(b, 'B')];
  return {
    featureA: nameOf(a),
    featureB: nameOf(b),
    axisNames: [names[axes[0]], names[axes[1]]],
    axes,
    resolution,
    parameters,
    distance,
    bodyDistance,
    ...codes,
  };
}

/** Fraction of the starts of a map with the outcome `closest`; of `definite`, where M is positive definite. */
export function basinFraction(map: BasinMap, what: 'definite' | 'flow' | 'newton' | 'safeguarded'): number {
  const wanted = what === 'definite' ? 1 : BASIN_OUTCOMES.indexOf('closest');
  return map[what].filter((code) => code === wanted).length / map[what].length;
}

/** The named feature, or that of the closest points; a vertex has no plane, but can be one side. */
function chooseFeature(key: string, { shape, feature }: Witness, name: string | undefined): number {
  if (shape.kind === 'point' || name === undefined) return feature;
  const { faces, edges, vertices } = shape;
  const names = Array.from({ length: faces.length + edges.length + vertices.length }, (_, i) => featureName(shape, i));
  const index = names.indexOf(name);
  if (index < 0) {
    throw new RangeError(`basin map: ${key} must be one of ${names.join(', ')}, got ${describeValue(name)}`);
  }
  return index;
}

function checkAxes(axes: readonly [number, number], count: number): void {
  const valid = Array.isArray(axes) && axes.length === 2 && axes.every((axis) => Number.isInteger(axis) && axis >= 0);
  if (!valid || axes[0] === axes[1] || !(Math.max(...axes) < count)) {
    throw new RangeError(
      `basin map: axes must be two different parameters of the ${count} of these features, got ${describeValue(axes)}`,
    );
  }
}

/** Sets both witnesses and evaluates them; returns the number of parameters. */
function placeAll({ pair }: PairWorkspace, featureA: number, featureB: number, values: readonly number[]): number {
  const { a, b } = pair;
  const countA = a.shape.kind === 'point' ? 0 : featureDimension(a.shape, featureA);
  setWitness(a, featureA, values[0], values[1]);
  setWitness(b, featureB, values[countA], values[countA + 1]);
  evaluatePair(pair);
  return countA + b.dimension;
}

/** The closest points of the two features: the best of safeguarded searches from a grid of starts. */
function findMinimum(work: PairWorkspace, featureA: number, featureB: number, count: number) {
  const x = new Float64Array(4);
  let best = { distance: Number.POSITIVE_INFINITY, parameters: [] as number[] };
  // fewer in four dimensions: there the safeguarded corrector reaches the minimum from nearly everywhere
  const along = count > 2 ? 3 : SEARCHES;
  let cells = 1;
  for (let i = 0; i < count; i++) cells *= along;
  for (let k = 0; k < cells; k++) {
    const start: number[] = [];
    for (let i = 0, rest = k; i < 4; i++, rest = Math.floor(rest / along)) start.push(((rest % along) + 0.5) / along);
    placeAll(work, featureA, featureB, start);
    correctPair(work, FULL_SOLVE);
    const distance = pairDistance(work.pair);
    if (!(distance < best.distance)) continue;
    readParameters(x, work.pair);
    best = { distance, parameters: [...x.subarray(0, count)] };
  }
  return best;
}

interface Plane {
  readonly featureA: number;
  readonly featureB: number;
  readonly resolution: number;
  readonly axes: readonly [number, number];
  readonly parameters: readonly number[];
  readonly distance: number;
  readonly bodyDistance: number;
}

function classify(work: PairWorkspace, plane: Plane) {
  const { featureA, featureB, resolution, axes, parameters, distance, bodyDistance } = plane;
  const { a, b } = work.pair;
  const [openA, openB] = [isOpen(a), isOpen(b)];
  const size = resolution * resolution;
  const [definite, flow, newton, safeguarded] = Array.from({ length: 4 }, () => new Uint8Array(size));
  const start = [...parameters];
  const code = (outcome: (work: PairWorkspace, distance: number) => BasinOutcome) => {
    placeAll(work, featureA, featureB, start);
    return BASIN_OUTCOMES.indexOf(outcome(work, distance));
  };
  for (let k = 0; k < size; k++) {
    start[axes[0]] = ((k % resolution) + 0.5) / resolution;
    start[axes[1]] = (Math.floor(k / resolution) + 0.5) / resolution;
    placeAll(work, featureA, featureB, start);
    definite[k] = Number(isDefinite(work));
    flow[k] = code(flowOutcome);
    newton[k] = code(newtonOutcome);
    a.open = openA;
    b.open = openB;
    safeguarded[k] = code((pair) => safeguardedOutcome(pair, bodyDistance));
    a.open = true;
    b.open = true;
  }
  return { definite, flow, newton, safeguarded };
}

/** Open patches stay open for every search. */
function isOpen({ shape }: Witness): boolean {
  return shape.kind === 'tiled' && !shape.closed;
}

function nameOf({ shape, feature }: Witness): string {
  return shape.kind === 'point' ? 'P' : featureName(shape, feature);
}

function parameterNames({ dimension }: Witness, body: 'A' | 'B'): string[] {
  return (dimension === 2 ? ['u', 'v'] : dimension === 1 ? ['t'] : []).map((name) => `${name} of ${body}`);
}
