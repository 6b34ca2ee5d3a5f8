import { faceParameter, isInsideLoops } from '../../shapes/brep/trimmed-cell.ts';
import { evaluateCurve } from '../../shapes/nurbs/curve.ts';
import { evaluatePatch, PATCH_JET } from '../../shapes/nurbs/patch.ts';
import type { FeatureKind } from '../contact.ts';
import type { SearchCell, SearchFeature } from './search-cell.ts';

/** Points of a boundary: its vertices, and the midpoints of its edges and faces. */
export interface SamplePoints {
  /** xyz each, body axes [m]. */
  readonly points: number[];
  readonly kinds: FeatureKind[];
  readonly indices: number[];
}

/** Maximum number of samples: those that follow are left out uniformly. */
const MAX_SAMPLES = 96;
const made = new WeakMap<SearchCell, SamplePoints>();
const jet = new Float64Array(PATCH_JET);

export function samplePoints(root: SearchCell): SamplePoints {
  let samples = made.get(root);
  if (samples === undefined) {
    samples = { points: [], kinds: [], indices: [] };
    const features: SearchFeature[] = [];
    collect(features, root);
    const step = Math.max(1, features.length / MAX_SAMPLES);
    for (let k = 0; k < features.length; k += step) addSample(samples, features[Math.floor(k)]);
    made.set(root, samples);
  }
  return samples;
}

function collect(out: SearchFeature[], { feature, children }: SearchCell): void {
  if (feature !== null) out.push(feature);
  else for (const child of children ?? []) collect(out, child);
}

function addSample(out: SamplePoints, { geometry, kind, index, face, piece }: SearchFeature): void {
  if (geometry instanceof Float64Array) {
    out.points.push(geometry[0], geometry[1], geometry[2]);
  } else if ('degreeU' in geometry) {
    if (face && piece) {
      const { fromU, toU, fromV, toV } = piece;
      if (!isInsideLoops(face, faceParameter(fromU, toU, 0.5), faceParameter(fromV, toV, 0.5))) return;
    }
    evaluatePatch(jet, geometry, 0.5, 0.5);
    out.points.push(jet[0], jet[1], jet[2]);
  } else {
    evaluateCurve(jet, geometry, 0.5);
    out.points.push(jet[0], jet[1], jet[2]);
  }
  out.kinds.push(kind);
  out.indices.push(index);
}
