import { boundedSurface } from './bounded-surface.ts';
import type { CadFace, CadFrame, CadSpaceEdge, CadTrim } from './cad-geometry.ts';
import { projectCurve } from './project-curve.ts';
import { createPullBack } from './pull-back.ts';
import { curveJet } from './surface-parameters.ts';

/** A face whose loops are known in space gets those in the parameter plane. Throws a RangeError with the reason. */
export function withTrims(face: CadFace): CadFace {
  const { surface, edges } = face;
  if (edges === undefined) return face;
  const { loops, tolerance, domain } = edges;
  switch (surface.kind) {
    case 'other':
      return face;
    case 'plane':
      return { ...face, loops: loops.map((loop) => loop.map((edge) => planeTrim(surface.frame, edge, tolerance))) };
    default: {
      const bounded = surface.kind === 'spline-surface' ? surface : boundedSurface(surface, loops, domain);
      return { ...face, surface: bounded, loops: loops.map(createPullBack(bounded, tolerance)) };
    }
  }
}

function planeTrim(frame: CadFrame, { curve, from, to, reversed }: CadSpaceEdge, tolerance: number): CadTrim {
  const jet = curveJet(curve);
  if (jet === null) throw new RangeError('an edge in space is not supported');
  for (const s of [0, 0.3, 0.5, 0.8, 1]) {
    const [point] = jet(from + s * (to - from));
    const off = Math.abs(point.reduce((sum, x, k) => sum + (x - frame.origin[k]) * frame.z[k], 0));
    if (!(off <= tolerance))
      throw new RangeError(`an edge lies ${off.toPrecision(3)} off its plane; expected at most ${tolerance}`);
  }
  return { curve: projectCurve(curve, frame), from, to, reversed };
}
