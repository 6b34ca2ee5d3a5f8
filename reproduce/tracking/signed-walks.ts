import { voronoiDiagram } from '../../src/distance/smooth/search/voronoi-diagram.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { toWorld } from '../../src/math/pose.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3, type Vec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { VoronoiDrawing } from '../../src/picture/voronoi-svg.ts';
import { evaluateCurve } from '../../src/shapes/nurbs/curve.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { arcsAndPoint, overlappingArcs, type TrackedScene } from './scenes.ts';
import { snapshotsOf } from './snapshots.ts';
import {
  automata,
  courseChecks,
  courseTable,
  distancePlot,
  type Manner,
  NEWTON,
  parameterPlots,
  SAMPLES,
  type Sample,
  SLOW_HEUN,
  startPlot,
  type Walk,
  walkThrough,
} from './walk.ts';

const signed = (manner: Manner): Manner => ({ ...manner, settings: { ...manner.settings, signed: true } });

/** Points on the boundary of a planar body, `perCurve` along each curve, body axes. */
function boundaryPoints(shape: TrackedScene['shapeA'], perCurve: number): Vec3[] {
  if (shape.kind === 'point') return [];
  const jet = new Float64Array(9);
  return shape.edges.flatMap(({ curve }) =>
    Array.from({ length: perCurve }, (_, i) => {
      const [x, y] = evaluateCurve(jet, curve, i / perCurve);
      return createVec3(x, y);
    }),
  );
}

/** Maximum difference of the squared distance to the minimum over many boundary points [m²]. */
function sampledError({ shapeA, motionAt }: TrackedScene, { samples }: Walk): number {
  // at most 1.6 mm apart: squares are off by the square of half of that
  const boundary = boundaryPoints(shapeA, 2000);
  const [a, b] = [createMovingPose(), createMovingPose()];
  let largest = 0;
  for (const { time, distance } of samples) {
    motionAt(a, b, time);
    const { x, y } = b.pose.position;
    let min = Number.POSITIVE_INFINITY;
    for (const p of boundary) min = Math.min(min, (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y));
    largest = Math.max(largest, Math.abs(distance * distance - min));
  }
  return largest;
}

/** Regions and medial axis of the body, with the path of the point and its transitions. */
function regionsWithPath({ shapeA, motionAt, end, transitions }: TrackedScene): VoronoiDrawing {
  if (shapeA.kind === 'point') throw new TypeError('regions are those of a body, got a point');
  const [a, b] = [createMovingPose(), createMovingPose()];
  const positionAt = (time: number): [number, number] => {
    motionAt(a, b, time);
    return [b.pose.position.x, b.pose.position.y];
  };
  return {
    title: 'Section V.B: Voronoi regions, medial axis and path of the point',
    voronoi: voronoiDiagram(shapeA),
    path: Array.from({ length: 201 }, (_, k) => positionAt((end * k) / 200)),
    marks: transitions.map(({ time }) => ({ at: positionAt(time), label: `${time.toFixed(1)} s` })),
  };
}

/** A point from inside a planar body to outside: section V.B of [PG05]. [PG05-6.6] */
export function walkFromInside(): ReportItem {
  const scene = arcsAndPoint();
  const walks = [NEWTON, SLOW_HEUN].map((manner) => walkThrough(scene, signed(manner)));
  const title = 'A point on a spiral from inside a planar body to outside';
  return {
    id: 'planar-body-and-point',
    source: '[PG05-6.6], [PG05-10.2] (section V.B; P13, P22)',
    title,
    description:
      'Three cubic arcs; distances are negative inside. There the nearest curve changes where the point crosses the medial axis, and the witness jumps; outside the witness passes a vertex. The distance is compared with the minimum over 6000 boundary points.',
    checks: [
      ...walks.flatMap((walk) => courseChecks(scene, walk)),
      atMost('largest error of the squared distance against brute force [m²]', sampledError(scene, walks[0]), 1e-6),
      equals('samples with the wrong sign', walks[0].samples.filter(isWrongSide(scene)).length, 0),
      {
        what: 'minimum and maximum signed distance [m]',
        expected: 'negative and positive',
        measured: [
          Math.min(...walks[0].samples.map(({ distance }) => distance)),
          Math.max(...walks[0].samples.map(({ distance }) => distance)),
        ]
          .map(formatNumber)
          .join(', '),
        pass: walks[0].samples[0].distance < -0.5 && walks[0].samples[SAMPLES - 1].distance > 0.5,
      },
    ],
    tables: [courseTable(scene, walks)],
    plots: [
      distancePlot('Signed distance', scene, walks),
      ...parameterPlots('Parameter', scene, 'A', walks[0]),
      startPlot('Section V.B', scene, SLOW_HEUN),
    ],
    drawings: [
      regionsWithPath(scene),
      ...automata('Section V.B', scene, walks[0]),
      snapshotsOf('Section V.B at its transitions', scene),
    ],
  };
}

/** Inside until the boundary is crossed, outside from then on. */
function isWrongSide({ transitions }: TrackedScene) {
  const crossing = transitions.find(({ kind }) => kind === 'boundary-crossing')?.time ?? 0;
  return ({ time, distance }: Sample) => distance > 0 !== time > crossing;
}

/** Directions tried, and points along each curve: their planes are less than a millimetre from the optimal ones. */
const [DIRECTIONS, PER_CURVE] = [720, 100];

/** Largest difference of the sampled distances to the largest gap between supporting planes over many directions [m]. */
function supportError({ shapeA, shapeB, motionAt }: TrackedScene, samples: readonly Sample[]): number {
  const bodies = [shapeA, shapeB].map((shape) => boundaryPoints(shape, PER_CURVE));
  const [a, b] = [createMovingPose(), createMovingPose()];
  let largest = 0;
  for (const { time, distance } of samples) {
    motionAt(a, b, time);
    const [pointsA, pointsB] = bodies.map((points, i) => points.map((p) => toWorld(createVec3(), [a, b][i].pose, p)));
    let best = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < DIRECTIONS; k++) {
      const [x, y] = [cos((2 * Math.PI * k) / DIRECTIONS), sin((2 * Math.PI * k) / DIRECTIONS)];
      let [farA, nearB] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (const p of pointsA) farA = Math.max(farA, x * p.x + y * p.y);
      for (const p of pointsB) nearB = Math.min(nearB, x * p.x + y * p.y);
      best = Math.max(best, nearB - farA);
    }
    largest = Math.max(largest, Math.abs(distance - best));
  }
  return largest;
}

/** Two planar bodies through contact and overlap: scene G. [PG05-7] */
export function walkThroughOverlap(): ReportItem {
  const scene = overlappingArcs();
  const walk = walkThrough(scene, signed(NEWTON));
  const title = 'Two planar bodies through contact, overlap and out again';
  const distances = walk.samples.map(({ distance }) => distance);
  return {
    id: 'planar-overlap',
    source: '[PG05-7], [PG05-10.2] (scene G, beyond the source)',
    title,
    description:
      'The same two bodies, now passing through each other. A negative distance is minus the penetration depth. It is compared with the maximum gap between parallel support planes of the bodies, over 720 directions, at every tenth sample.',
    checks: [
      ...courseChecks(scene, walk),
      atMost(
        'largest difference to the best of 720 directions [m]',
        supportError(
          scene,
          walk.samples.filter((_, i) => i % 10 === 0),
        ),
        1e-3,
      ),
      {
        what: 'minimum and maximum distance [m]',
        expected: 'negative and positive',
        measured: [Math.min(...distances), Math.max(...distances)].map(formatNumber).join(', '),
        pass: Math.min(...distances) < -0.5 && Math.max(...distances) > 0.1,
      },
    ],
    tables: [courseTable(scene, [walk])],
    plots: [distancePlot('Signed distance', scene, [walk]), ...parameterPlots('Parameter of B', scene, 'B', walk)],
    drawings: automata('Through overlap', scene, walk),
  };
}
