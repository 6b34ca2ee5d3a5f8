import { box, capsule, createContact, createSimplexCache, hull, pose } from 'appulse';
import { closestSolids, type Solid } from 'appulse/kernels';
import {
  loadCrashcatSearch,
  loadOimo,
  loadRapierSearch,
  peerInputs,
  runCrashcat,
  runMujoco,
  runOimo,
  runRapier,
} from '../distance-peers.ts';
import type { Effort, Implementation, Suite, Workload } from '../harness.ts';
import { within } from '../harness.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import { direction } from '../inputs/smooth-bodies.ts';
import { fillPose } from '../inputs/smooth-poses.ts';
import {
  drawSolidPairs,
  MAX_GAP,
  MAX_ROTATION,
  MAX_TRANSLATION,
  MIN_GAP,
  POOL,
  type SolidPairs,
  STRIDE,
} from '../inputs/solid-pairs.ts';
import { loadJoltSearch, runJolt } from '../jolt-search.ts';
import { absentPeers, loadMujoco } from '../peers.ts';

export const convexDistance: Suite = {
  name: 'convex-distance',
  description: 'distance, closest points and normal of two separate convex solids',
  async *workloads(effort) {
    yield describe(effort, 'boxes', 1, 170, drawBox);
    yield describe(effort, 'hulls of 32 vertices', 1, 80, (random) => drawHull(random, 32));
    yield describe(effort, 'hulls of 1000 vertices, tracked', TRACKED_FRAMES, 57, (random) => drawHull(random, 1000));
    yield describe(effort, 'capsules', 1, 290, drawCapsule);
  },
};

/** Maximum error of a correct answer [m]; bodies are up to 2 m long, rapier and Jolt use single precision. */
const TOLERANCE = 1e-13;
const TOLERANCE_PEERS = 1e-5;
const TRACKED_FRAMES = 200;

const size = (random: Random) => random.between(0.3, 1);

function drawBox(random: Random): Solid {
  return box([size(random), size(random), size(random)]);
}

function drawCapsule(random: Random): Solid {
  return capsule(size(random), size(random));
}

/** Vertices on an ellipsoid: all are hull vertices. */
function drawHull(random: Random, count: number): Solid {
  const axes = [size(random), size(random), size(random)];
  return hull(Array.from({ length: count }, () => direction(random).map((x, k) => x * axes[k])));
}

async function describe(
  effort: Effort,
  name: string,
  frames: number,
  perReference: number,
  drawShape: (random: Random) => Solid,
): Promise<Workload> {
  const inputs = drawSolidPairs(createRandom(800 + frames), effort.cases / frames, frames, drawShape);
  const { expected } = inputs;
  const peers = await loadPeers(inputs, frames > 1);
  return {
    name,
    operation: 'query',
    error: 'max. error [m]',
    caseCount: expected.length,
    distribution: {
      sizes: 'half extents, semi-axes, radii and half heights 0.3 to 1 m',
      pairs: `from ${POOL} bodies for each of A and B, all different`,
      'rotations and directions': 'uniform',
      overlapping: '0 %',
      gap: `${MIN_GAP} to ${MAX_GAP} m, log-uniform`,
      motion:
        frames === 1
          ? 'independent queries'
          : `${frames} frames, up to ${MAX_TRANSLATION} m and ${MAX_ROTATION} rad from frame to frame, persistent caches`,
    },
    oracle:
      'the gap between the supporting planes of A and B, by brute force over the vertices, and ' +
      `the distance of the points found; wrong: error above ${TOLERANCE} m (appulse), ${TOLERANCE_PEERS} m (others)`,
    implementations: [
      { name: 'appulse', isAppulse: true, run: runAppulse(inputs, frames), judge: within(expected, TOLERANCE) },
      ...peers.implementations,
    ],
    targets: [
      { kind: 'reference', atLeast: perReference },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: peers.absent,
  };
}

/** The peers that support these shapes. */
async function loadPeers(pairs: SolidPairs, tracked: boolean): Promise<Pick<Workload, 'implementations' | 'absent'>> {
  const { kind } = pairs.shapesA[0];
  const [oimo, crashcat] = [await loadOimo(), await loadCrashcatSearch()];
  const [rapier, jolt, mujoco] = [await loadRapierSearch(), await loadJoltSearch(), await loadMujoco()];
  const [alongY, alongZ] = [peerInputs(pairs, 'y'), peerInputs(pairs, 'z')];
  const judge = within(pairs.expected, TOLERANCE_PEERS);
  const implementations: Implementation[] = [];
  const add = (name: string, run: Implementation['run']) =>
    implementations.push({ name, isAppulse: false, run, judge });
  if (oimo.module) add('oimophysics', runOimo(oimo.module, alongY, tracked));
  if (crashcat.module) add('crashcat', runCrashcat(crashcat.module, alongY, tracked));
  if (mujoco.module && kind !== 'hull') add('mujoco', runMujoco(mujoco.module, alongZ));
  if (rapier.module) add('rapier3d', runRapier(rapier.module, alongY));
  if (jolt.module) add('jolt', runJolt(jolt.module, alongY));
  const absent = absentPeers({ oimophysics: oimo, crashcat, mujoco, rapier3d: rapier, jolt });
  const hulls = { mujoco: 'supports hulls only as meshes of a model, in their principal axes' };
  return { implementations, absent: kind === 'hull' ? { ...absent, ...hulls } : absent };
}

function runAppulse({ shapesA, shapesB, poses }: SolidPairs, frames: number): Implementation['run'] {
  const out = createContact();
  const [poseA, poseB] = [pose(), pose()];
  const pairCount = shapesA.length;
  const caches = Array.from({ length: frames > 1 ? pairCount : 1 }, createSimplexCache);
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const pair = i % pairCount;
      fillPose(poseA, poses, STRIDE * i);
      fillPose(poseB, poses, STRIDE * i + 12);
      const cache = frames > 1 ? caches[pair] : caches[0];
      if (i < pairCount) cache.count = 0;
      closestSolids(out, shapesA[pair], poseA, shapesB[pair], poseB, cache);
      answers[i] = out.distance;
    }
  };
}
