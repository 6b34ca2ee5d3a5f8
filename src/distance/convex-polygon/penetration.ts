import type { Polygon } from '../../shapes/polygon.ts';
import { createSeparation, findSeparation, separationOfEdge } from './polygon-sat.ts';
import { createPolygonWorkspace } from './scratch.ts';

const workspace = createPolygonWorkspace();
const relative = workspace.relative;

/** Result of the separating axis test (SAT) of two convex polygons in one frame. [CP13-2.6]. */
export interface Penetration {
  /** Minimum penetration depth over all edge normals [m]; below zero: minus the maximum separation. */
  signedDepth: number;
  /** All directions of minimum depth from B to A, unit vectors: symmetric pairs have several. */
  normals: [number, number][];
}

/** Depths within this fraction of the size tie. */
const TIE = 1e-14;
/** Normals closer than this are equal. */
const SAME_NORMAL = 1e-9;

/**
 * Separating axis test of two convex polygons in one frame: the minimum translation that separates them, or their
 * separation. Both must be convex (not checked). Returns a new result.
 */
export function convexPenetration(polygonA: Polygon, polygonB: Polygon): Penetration {
  const { vertices: a } = polygonA;
  const { vertices: b } = polygonB;
  relative.set([1, 0, 0, 0]);
  const best = findSeparation(workspace, createSeparation(), a, b).separation;
  const size = Math.max(...[...a, ...b].map(Math.abs));
  const normals: [number, number][] = [];
  for (const onA of [false, true]) {
    const v = onA ? a : b;
    for (let edge = 0; 2 * edge < v.length; edge++) {
      if (separationOfEdge(workspace, a, b, onA, edge) < best - TIE * size) continue;
      const next = (2 * edge + 2) % v.length;
      const dx = v[next] - v[2 * edge];
      const dy = v[next + 1] - v[2 * edge + 1];
      // from B to A: outward on B's edges, inward on A's
      const sign = (onA ? -1 : 1) / Math.hypot(dx, dy);
      const normal: [number, number] = [sign * dy, -sign * dx];
      const known = normals.some(([x, y]) => Math.hypot(x - normal[0], y - normal[1]) < SAME_NORMAL);
      if (!known) normals.push(normal);
    }
  }
  return { signedDepth: 0 - best, normals };
}
