import { createCandidateSearch, searchCandidates } from '../../src/distance/smooth/search/candidates.ts';
import type { TrackedShape } from '../../src/distance/smooth/witness/witness.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { type ReadonlyPose, toWorld } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import type { OutlineDrawing, OutlineLine, OutlinePanel } from '../../src/picture/outline-svg.ts';
import { VIEW } from '../../src/picture/projection.ts';
import { tiledLines } from '../../src/picture/tiled-lines.ts';
import { CURVE_JET, evaluateCurve } from '../../src/shapes/nurbs/curve.ts';
import { featureName, type TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import type { TrackedScene } from './scenes.ts';

type Position = readonly [number, number];

/** The bodies and their closest points at every transition of a scene; the edges and curves of the transition are bold. */
export function snapshotsOf(title: string, scene: TrackedScene): OutlineDrawing {
  const search = createCandidateSearch(scene.shapeA, scene.shapeB);
  const bodies = [scene.shapeA, scene.shapeB].filter((shape) => shape.kind === 'tiled');
  const flat = bodies.every(({ dimension }) => dimension === 2);
  const outlinePanels = scene.transitions.map(({ time, body, from, to }): OutlinePanel => {
    const [a, b] = [createMovingPose(), createMovingPose()];
    scene.motionAt(a, b, time);
    searchCandidates(search, a.pose, b.pose, 1e-9);
    const { pair } = search.work;
    const { position: p } = a.pose;
    const [closestA, closestB] = [pair.a, pair.b].map(({ jet }) =>
      flatten(p.x + jet[0], p.y + jet[1], p.z + jet[2], flat),
    );
    // rounded: at the boundary the rest is the accuracy of the time
    const distance = `${Number(search.distance.toFixed(3))} m`;
    const change = from === to ? `${from}, boundary` : `${from} → ${to}`;
    const caption = `${time.toFixed(2)} s: ${body} ${change}\n${distance}`;
    const bold = (which: 'A' | 'B') => (body === which ? [from, to] : []);
    return {
      caption,
      outlines: [],
      lines: [
        ...bodyLines(scene.shapeA, a.pose, flat, 0, bold('A')),
        ...bodyLines(scene.shapeB, b.pose, flat, 1, bold('B')),
      ],
      gaps: [{ from: closestA, to: closestB }],
    };
  });
  return { title, outlinePanels };
}

function flatten(x: number, y: number, z: number, flat: boolean): Position {
  if (flat) return [x, y];
  const seen = toWorld(createVec3(), VIEW, createVec3(x, y, z));
  return [seen.x, seen.z];
}

function bodyLines(
  shape: TrackedShape,
  pose: ReadonlyPose,
  flat: boolean,
  color: number,
  bold: readonly string[],
): OutlineLine[] {
  if (shape.kind === 'point') return [];
  const placed = (points: Float64Array): Position[] =>
    Array.from({ length: points.length / 3 }, (_, k) => {
      const at = toWorld(createVec3(), pose, createVec3(points[3 * k], points[3 * k + 1], points[3 * k + 2]));
      return flatten(at.x, at.y, at.z, flat);
    });
  const { sharp, smooth } = tiledLines(shape);
  return [
    ...smooth.map((line): OutlineLine => ({ points: placed(line), color, weight: 'faint' })),
    ...sharp.map((line): OutlineLine => ({ points: placed(line), color, weight: 'normal' })),
    ...edgesNamed(shape, bold).map((line): OutlineLine => ({ points: placed(line), color, weight: 'bold' })),
  ];
}

/** Lines along the edges with these names. */
function edgesNamed(shape: TiledBody, names: readonly string[]): Float64Array[] {
  const jet = new Float64Array(CURVE_JET);
  return shape.edges
    .filter((_, i) => names.includes(featureName(shape, shape.faces.length + i)))
    .map(({ curve }) =>
      Float64Array.from({ length: 75 }, (_, k) => evaluateCurve(jet, curve, Math.floor(k / 3) / 24)[k % 3]),
    );
}
