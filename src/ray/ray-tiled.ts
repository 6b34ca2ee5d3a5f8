/** A ray and a body of Bezier pieces, convex or not: the first crossing of its surface, for planar bodies of its boundary. */
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import { startNearest, takeNearest } from './nearest-span.ts';
import { rayCurve } from './ray-curve.ts';
import { rayPatch } from './ray-patch.ts';

const rayAxes = new Float64Array(9);

export function rayTiled(line: Float64Array, { faces, edges, dimension }: TiledBody): void {
  alignAxes(rayAxes, line, dimension === 2);
  startNearest();
  if (dimension === 2) {
    for (let k = 0; k < edges.length; k++) {
      const { curve } = edges[k];
      if (curve.kind === 'bezier') rayCurve(line, curve, k, rayAxes);
    }
  } else {
    for (let k = 0; k < faces.length; k++) {
      const { patch } = faces[k];
      if (patch.kind === 'bezier') rayPatch(line, patch, k, rayAxes);
    }
  }
  takeNearest();
}

/** Writes the axes of a ray by rows: two axes perpendicular to the ray, the first in the plane for planar bodies, and its direction. */
// biome-ignore format: one axis per line
export function alignAxes(rayAxes: Float64Array, line: Float64Array, planar: boolean): void {
  const x = line[3], y = line[4], z = line[5];
  // perpendicular to the ray and to the coordinate axis with its smallest component
  const inPlane = planar || (Math.abs(z) <= Math.abs(x) && Math.abs(z) <= Math.abs(y));
  const useX = !inPlane && Math.abs(x) <= Math.abs(y);
  const ux = inPlane ? -y : useX ? 0 : z;
  const uy = inPlane ? x : useX ? -z : 0;
  const uz = inPlane ? 0 : useX ? y : -x;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const px = ux / length, py = uy / length, pz = uz / length;
  rayAxes[0] = px; rayAxes[1] = py; rayAxes[2] = pz;
  rayAxes[3] = y * pz - z * py; rayAxes[4] = z * px - x * pz; rayAxes[5] = x * py - y * px;
  rayAxes[6] = x; rayAxes[7] = y; rayAxes[8] = z;
}
