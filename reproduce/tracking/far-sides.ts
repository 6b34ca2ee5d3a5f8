import { solvePair } from '../../src/distance/smooth/witness/back-side.ts';
import { correctPair, FULL_SOLVE } from '../../src/distance/smooth/witness/corrector.ts';
import { setWitness } from '../../src/distance/smooth/witness/witness.ts';
import { evaluatePair, pairDistance } from '../../src/distance/smooth/witness/witness-pair.ts';
import { evaluateCurve } from '../../src/shapes/nurbs/curve.ts';
import { createPoint } from '../../src/shapes/point.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { curvedArc, flatSlab } from './bodies.ts';
import { pairAtRest } from './runs.ts';

/** Starts along each of the slab's four curves. */
const STARTS = 21;

export interface FarSide {
  readonly starts: number;
  /** Starts that end on the far side without the test, and with it. */
  readonly onFarSide: number;
  readonly onFarSideWithTest: number;
  /** Distance of the far-side solution and maximum error with the test [m]. */
  readonly farDistance: number;
  readonly error: number;
}

const NEAR_DISTANCE = 0.7504650968590544;

/** [PG05-6.5]: the slab and the point (0.1, 1). */
export function farSideOfSlab(): FarSide {
  const slab = flatSlab();
  const work = pairAtRest(slab, createPoint(), 0.1, 1);
  let [onFarSide, onFarSideWithTest, farDistance, error] = [0, 0, 0, 0];
  for (let feature = 0; feature < slab.edges.length; feature++) {
    for (let k = 0; k < STARTS; k++) {
      setWitness(work.pair.a, feature, k / (STARTS - 1));
      correctPair(work, FULL_SOLVE);
      if (pairDistance(work.pair) > 1) {
        onFarSide++;
        farDistance = pairDistance(work.pair);
      }
      setWitness(work.pair.a, feature, k / (STARTS - 1));
      const visibility = solvePair(work);
      error = Math.max(error, Math.abs(pairDistance(work.pair) - NEAR_DISTANCE));
      if (visibility !== 'outside' || pairDistance(work.pair) > 1) onFarSideWithTest++;
    }
  }
  return { starts: STARTS * slab.edges.length, onFarSide, onFarSideWithTest, farDistance, error };
}

export function backSide(): ReportItem {
  const { starts, onFarSide, onFarSideWithTest, farDistance, error } = farSideOfSlab();
  return {
    id: 'back-side',
    source: '[PG05-6.5] (P9)',
    title: 'A flat body can hold a witness on its far side',
    description:
      'A slab of four shallow arcs and the point (0.1, 1) above it, from 21 starts on each arc. Where the body is flat the distance has a second local minimum, on the far side. A solution with the point behind its tangent line is rejected in favour of the best visible seed.',
    checks: [
      equals(`without the test: starts of ${starts} that stay below`, onFarSide, STARTS),
      equals('distance found there', farDistance, 1.2494, 1e-4),
      equals(`with the test: starts of ${starts} that stay below`, onFarSideWithTest, 0),
      atMost('with the test: largest error against 0.75047', error, 1e-14),
    ],
  };
}

export interface EndPlane {
  /** Distance of the point beyond the normal plane at the end of the arc [m]. */
  readonly endPlane: number;
  /** The closest point on the arc and its distance [m]. */
  readonly parameter: number;
  readonly distance: number;
  /** Distance of the end vertex, selected by the state-free rule [m]. */
  readonly vertexDistance: number;
}

/** [PG05-6.3]: the arc and the point (-1.4524, -0.6227). */
export function endPlaneOfArc(): EndPlane {
  const arc = curvedArc();
  const [px, py] = [-1.4524, -0.6227];
  const work = pairAtRest(arc, createPoint(), px, py);
  setWitness(work.pair.a, 0, 0.3);
  solvePair(work);
  const parameter = work.pair.a.feature === 0 ? work.pair.a.x[0] : Number.NaN;
  const distance = pairDistance(work.pair);
  const [x, y, , tx, ty] = evaluateCurve(new Float64Array(9), arc.edges[0].curve, 1);
  setWitness(work.pair.a, 2);
  evaluatePair(work.pair);
  return {
    endPlane: ((px - x) * tx + (py - y) * ty) / Math.sqrt(tx * tx + ty * ty),
    parameter,
    distance,
    vertexDistance: pairDistance(work.pair),
  };
}

export function guardedSwitching(): ReportItem {
  const { endPlane, parameter, distance, vertexDistance } = endPlaneOfArc();
  return {
    id: 'guarded-switching',
    source: '[PG05-6.2], [PG05-6.3] (P12, P14)',
    title: 'A point beyond the end plane of a curve, closest to its interior',
    description:
      'A cubic arc whose tangent rotates by 171.7 degrees, within the 180 that the source allows, and a point at (-1.4524, -0.6227). The normal plane at the end of the arc selects the vertex. The witness is already correct; at the vertex the distance would jump from 0.5 to 2.33. Here a witness moves to a vertex only from the end of its curve, so no switch changes the distance.',
    checks: [
      equals('function of the end plane: positive selects the vertex', endPlane, 0.592, 1e-3),
      equals('closest parameter on the arc', parameter, 0.2, 1e-3),
      equals('distance there', distance, 0.5, 1e-3),
      equals('distance of the vertex', vertexDistance, 2.33, 5e-3),
    ],
  };
}
