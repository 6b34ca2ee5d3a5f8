import { type Curve, evaluateCurve } from '../../../shapes/nurbs/curve.ts';
import { evaluatePatch, type Patch } from '../../../shapes/nurbs/patch.ts';
import type { TiledBody } from '../../../shapes/tiled/tiled-body.ts';

/** Pieces without control points are sampled at this many parameters per direction. */
const SAMPLES = 5;

/**
 * Diameter of the control points of every feature [m], by feature number; 0 for vertices. The length scale of step caps and of derivatives
 * that count as zero. [PG05-5.2], [PG05-6.1]
 */
export function featureDiameters(body: TiledBody): Float64Array {
  const { faces, edges, vertices } = body;
  const sizes = [
    ...faces.map(({ patch }) => diameter(patchPoints(patch))),
    ...edges.map(({ curve }) => diameter(curvePoints(curve))),
    ...vertices.map(() => 0),
  ];
  return Float64Array.from(sizes);
}

/** Packed xyz. */
function patchPoints(patch: Patch): number[] {
  if (patch.kind === 'bezier') return controlPoints(patch.control);
  const jet = new Float64Array(18);
  return parameters().flatMap((u) => parameters().flatMap((v) => [...evaluatePatch(jet, patch, u, v).subarray(0, 3)]));
}

function curvePoints(curve: Curve): number[] {
  if (curve.kind === 'bezier') return controlPoints(curve.control);
  const jet = new Float64Array(18);
  return parameters().flatMap((t) => [...evaluateCurve(jet, curve, t).subarray(0, 3)]);
}

function parameters(): number[] {
  return Array.from({ length: SAMPLES }, (_, k) => k / (SAMPLES - 1));
}

function controlPoints(control: Float64Array): number[] {
  const points: number[] = [];
  for (let i = 0; i < control.length; i += 4) {
    for (let k = 0; k < 3; k++) points.push(control[i + k] / control[i + 3]);
  }
  return points;
}

function diameter(points: readonly number[]): number {
  let largest = 0;
  for (let i = 0; i < points.length; i += 3) {
    for (let j = 0; j < i; j += 3) {
      const x = points[i] - points[j];
      const y = points[i + 1] - points[j + 1];
      const z = points[i + 2] - points[j + 2];
      largest = Math.max(largest, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(largest);
}
