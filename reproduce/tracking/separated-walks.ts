import {
  closestTiled,
  createTiledClosest,
  createTiledWorkspace,
} from '../../src/distance/smooth/search/closest-tiled.ts';
import { createMovingPose } from '../../src/math/moving-pose.ts';
import { atMost, type ReportItem } from '../report-item.ts';
import { arcsAndArcs, patchesAndPatches, patchesAndPoint, type TrackedScene } from './scenes.ts';
import { snapshotsOf } from './snapshots.ts';
import {
  automata,
  courseChecks,
  courseTable,
  distancePlot,
  HEUN,
  NEWTON,
  pairAutomata,
  parameterPlots,
  SAMPLES,
  startPlot,
  type Walk,
  walkThrough,
} from './walk.ts';

/** Maximum difference of the sampled distances to those of a cold start with certificate, at the same times [m]. */
function certifiedError({ shapeA, shapeB, motionAt }: TrackedScene, { samples }: Walk): number {
  const workspace = createTiledWorkspace(shapeA, shapeB);
  const closest = createTiledClosest();
  const [a, b] = [createMovingPose(), createMovingPose()];
  let largest = 0;
  for (const { time, distance } of samples) {
    motionAt(a, b, time);
    closestTiled(closest, shapeA, a.pose, shapeB, b.pose, workspace);
    const off = closest.status === 'certified' ? Math.abs(distance - closest.distance) : Number.POSITIVE_INFINITY;
    largest = Math.max(largest, off);
  }
  return largest;
}

interface Telling {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly description: string;
}

/** A scene of separate bodies, with two settings. */
function separatedWalk(scene: TrackedScene, { id, section, title, description }: Telling): ReportItem {
  const walks = [NEWTON, HEUN].map((manner) => walkThrough(scene, manner));
  const bodies = (['A', 'B'] as const).filter((body) => scene.transitions.some((one) => one.body === body));
  return {
    id,
    source: `[PG05-6.2], [PG05-10.2], [PG05-10.3] (section ${section})`,
    title,
    description: `${description} The true times come from dense sampling of every feature; the distances are compared with a certified search without an initial guess, at ${SAMPLES} times.`,
    checks: [
      ...walks.flatMap((walk) => courseChecks(scene, walk)),
      // both are accurate to machine precision
      atMost('predictor-corrector: maximum error of the distance [m]', certifiedError(scene, walks[0]), 1e-13),
    ],
    tables: [courseTable(scene, walks)],
    plots: [
      distancePlot('Distance', scene, walks),
      ...bodies.flatMap((body) => parameterPlots(`Parameters of ${body}`, scene, body, walks[0])),
      startPlot(`Section ${section}`, scene, HEUN),
    ],
    drawings: [
      ...automata(`Section ${section}`, scene, walks[0]),
      ...pairAutomata(`Section ${section}`, scene, walks[0]),
      snapshotsOf(`Section ${section} at its transitions`, scene),
    ],
  };
}

export function walkOfTwoPlanarBodies(): ReportItem {
  return separatedWalk(arcsAndArcs(), {
    id: 'planar-bodies',
    section: 'V.C',
    title: 'Two planar bodies, one rotating on an inward spiral',
    description:
      'Two bodies of three arcs each. The text of the source says inward spiral, its figure shows a circle (P21).',
  });
}

export function walkOfPatchesAndPoint(): ReportItem {
  return separatedWalk(patchesAndPoint(), {
    id: 'three-patches-and-point',
    section: 'V.D',
    title: 'Three patches and a point on a helix',
    description: 'The closest point moves over faces and edges and once over a vertex.',
  });
}

export function walkOfTwoPatchBodies(): ReportItem {
  return separatedWalk(patchesAndPatches(), {
    id: 'three-patch-bodies',
    section: 'V.E',
    title: 'Two bodies of three patches, one tumbling around the other',
    description: 'Both witnesses change features, each by its own automaton.',
  });
}
