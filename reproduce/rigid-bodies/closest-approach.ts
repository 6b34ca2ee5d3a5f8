import { createPose, type ReadonlyPose } from '../../src/math/pose.ts';
import { cos, sin } from '../../src/math/trig.ts';
import type { OutlinePanel } from '../../src/picture/outline-svg.ts';
import type { Polygon } from '../../src/shapes/polygon.ts';
import type { BodyState, DistanceRow } from '../../src/sim/observer.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { copyState, sceneOf } from './run-document.ts';
import { worldCorners } from './separation.ts';

type Corner = readonly [number, number];

const INTERVAL = 1 / 64;

/** Two spacecraft pass each other between two buoys; nothing collides. */
const DRAFT = {
  title: 'Fly-by',
  bodies: [
    { name: 'boom', shape: { kind: 'rectangle', halfExtents: [1.5, 0.15] }, angularVelocity: 0.6, mass: 50 },
    {
      name: 'satellite',
      shape: { kind: 'polygon', vertices: [[-0.6, -0.4], [0.6, -0.4], [0.8, 0], [0.6, 0.4], [-0.6, 0.4]] }, // biome-ignore format: one outline
      position: [-4, 2.6],
      velocity: [1, -0.05],
      angularVelocity: -0.4,
      mass: 80,
    },
    { name: 'buoy', shape: { kind: 'disc', radius: 0.3 }, position: [3, 4.5], velocity: [-0.5, 0], mass: 5 },
    { name: 'other buoy', shape: { kind: 'disc', radius: 0.5 }, position: [0, 5.5], mass: 5 },
  ],
  time: { end: 8 },
  record: { interval: INTERVAL, distances: [['boom', 'satellite'], ['satellite', 'buoy'], ['buoy', 'other buoy']] }, // biome-ignore format: one line
} as const;

/** Distances of the pairs in `record.distances`, compared with closed forms and a search over all edges. [CP13-2.5] */
export function closestApproach(): ReportItem {
  const scene = sceneOf(DRAFT);
  const frames: BodyState[][] = [];
  const rows: DistanceRow[] = [];
  const summary = runScene(scene, {
    frame: (_, bodies) => frames.push(bodies.map(copyState)),
    distances: (row) => rows.push({ ...row, pointA: { ...row.pointA }, pointB: { ...row.pointB } }),
    contact: () => {},
    event: () => {},
  });
  const pairCount = scene.record.distances?.length ?? 0;
  const of = (pair: number) => rows.filter((_, i) => i % pairCount === pair);
  const corners = (frame: number, body: number) =>
    worldCorners(scene.bodies[body].shape as Polygon, poseOf(frames[frame][body]));
  const edgeErrors = of(0).map(({ distance }, i) => Math.abs(distance - outlineDistance(corners(i, 0), corners(i, 1))));
  // the buoys: centres at (3 - t/2, 4.5) and (0, 5.5), radii 0.3 and 0.5
  const discErrors = of(2).map(({ distance, time }) => Math.abs(distance - (Math.sqrt((3 - time / 2) ** 2 + 1) - 0.8)));
  const [polygons, , discs] = summary.distances?.pairs ?? [];
  const minimum = summary.distances?.minimum;
  const least = Math.min(...rows.map(({ distance }) => distance));
  return {
    id: 'closest-approach',
    source: '[CP13-2.5]',
    title: 'The most dangerous distance of a fly-by',
    description:
      'Two rotating polygons and two discs pass each other. The scene names the pairs to monitor; the recording has their distance and closest points in every frame, the summary the minimum with its time and pair.',
    checks: [
      equals('collisions', summary.collisions, 0),
      atMost('two polygons: largest deviation from a search over all edges [m]', Math.max(...edgeErrors), 1e-13),
      atMost('two discs: largest deviation from the closed form [m]', Math.max(...discErrors), 1e-13),
      equals('two discs: minimum distance [m]', discs?.distance ?? -1, 0.2, 1e-13),
      equals('two discs: time of the minimum [s]', discs?.time ?? -1, 6, 1e-13),
      equals('minimum of the summary less that of all rows [m]', (minimum?.distance ?? -1) - least, 0),
      equals('polygons: smallest distance that was recorded [m]', polygons?.distance ?? -1, Math.min(...of(0).map(({ distance }) => distance))), // biome-ignore format: one check
    ],
    plots: [
      {
        title: 'Recorded distances',
        x: { label: 'time [s]' },
        y: { label: 'distance [m]' },
        series: Array.from({ length: pairCount }, (_, pair) => ({
          name: DRAFT.record.distances[pair].join(', '),
          points: of(pair).map(({ time, distance }) => [time, distance] as const),
        })),
        marks: minimum ? [{ x: minimum.time, label: `minimum: ${minimum.bodies.join(', ')}` }] : [],
      },
    ],
    drawings: [
      {
        title: 'Closest points at three times',
        outlinePanels: [2, 4, minimum?.time ?? 0].map((time) => panelAt(Math.round(time / INTERVAL))),
      },
    ],
  };

  function panelAt(frame: number): OutlinePanel {
    return {
      caption: `${(frame * INTERVAL).toFixed(2)} s`,
      outlines: scene.bodies.map(({ shape }, body) => ({
        points: shape.kind === 'disc' ? circle(frames[frame][body], shape.radius) : corners(frame, body),
        color: body,
        style: 'filled',
      })),
      gaps: rows.slice(frame * pairCount, (frame + 1) * pairCount).map(({ pointA: a, pointB: b, distance }) => ({
        from: [a.x, a.y],
        to: [b.x, b.y],
        distance,
      })),
    };
  }
}

function poseOf({ position, angle }: BodyState): ReadonlyPose {
  return createPose([position.x, position.y], angle);
}

function circle({ position: { x, y } }: BodyState, radius: number): Corner[] {
  return Array.from({ length: 64 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 64;
    return [x + radius * cos(angle), y + radius * sin(angle)];
  });
}

/** Distance of two outlines that do not overlap: of every corner of one to every edge of the other. */
function outlineDistance(p: readonly Corner[], q: readonly Corner[]): number {
  const oneWay = (from: readonly Corner[], to: readonly Corner[]) =>
    Math.min(...from.flatMap((corner) => to.map((start, i) => distanceToEdge(corner, start, to[(i + 1) % to.length]))));
  return Math.min(oneWay(p, q), oneWay(q, p));
}

function distanceToEdge([x, y]: Corner, [ax, ay]: Corner, [bx, by]: Corner): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1);
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
