import { box, capsule, createContact, createSimplexCache, hull, pose } from 'appulse';
import { closestSolids, type Solid } from 'appulse/kernels';
import {
  loadCrashcatSearch,
  loadJoltSearch,
  loadOimo,
  loadRapierSearch,
  peerInputs,
  runCrashcat,
  runJolt,
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
  MAX_SHIFT,
  MAX_TURN,
  MIN_GAP,
  POOL,
  type SolidPairs,
  STRIDE,
} from '../inputs/solid-pairs.ts';
import { absentPeers, loadMujoco } from '../peers.ts';

export const convexDistance: Suite = {
  name: 'convex-distance',
  description: 'distance, closest points and normal of two convex bodies of space that are apart, at world poses',
  async *workloads(effort) {
    yield describe(effort, 'boxes', 1, 3e6, drawBox);
    yield describe(effort, 'hulls of 32 vertices', 1, 1.4e6, (random) => drawHull(random, 32));
    yield describe(effort, 'hulls of 1000 vertices, tracked', TRACKED_FRAMES, 1e6, (random) => drawHull(random, 1000));
    yield describe(effort, 'capsules', 1, 5e6, drawCapsule);
  },
};

/** Beyond this an answer is wrong [m]; bodies measure up to 2 m, rapier and Jolt work in single precision. */
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

/** Vertices on an ellipsoid: none is lost. */
function drawHull(random: Random, count: number): Solid {
  const axes = [size(random), size(random), size(random)];
  return hull(Array.from({ length: count }, () => direction(random).map((x, k) => x * axes[k])));
}

async function describe(
  effort: Effort,
  name: string,
  frames: number,
  rate: number,
  drawShape: (random: Random) => Solid,
): Promise<Workload> {
  const inputs = drawSolidPairs(createRandom(800 + frames), effort.cases / frames, frames, drawShape);
  const { expected } = inputs;
  const peers = await loadPeers(inputs, frames > 1);
  return {
    name,
    operation: 'query',
    error: 'worst error [m]',
    caseCount: expected.length,
    distribution: {
      sizes: 'half extents, semi-axes, radii and half heights 0.3 to 1 m',
      pairs: `of ${POOL} bodies on either side, none twice`,
      'turns and directions': 'uniform',
      overlapping: '0 %',
      gap: `${MIN_GAP} to ${MAX_GAP} m, evenly by its logarithm`,
      motion:
        frames === 1
          ? 'every query on its own'
          : `${frames} frames, up to ${MAX_SHIFT} m and ${MAX_TURN} rad from frame to frame, caches kept`,
    },
    oracle:
      'the gap between planes before all points of A and behind all points of B, each found by trying every vertex, and ' +
      `the length between the points found; wrong is off by more than ${TOLERANCE} m (ours), ${TOLERANCE_PEERS} m (others)`,
    implementations: [
      { name: 'appulse', ours: true, run: runOurs(inputs, frames), judge: within(expected, TOLERANCE) },
      ...peers.implementations,
    ],
    targets: [
      { kind: 'rate', atLeast: rate },
      { kind: 'figure', figure: 'bytes per operation', atMost: 0 },
    ],
    absent: peers.absent,
  };
}

/** Those who know such bodies, asked for the same distances. */
async function loadPeers(pairs: SolidPairs, tracked: boolean): Promise<Pick<Workload, 'implementations' | 'absent'>> {
  const { kind } = pairs.shapesA[0];
  const [oimo, crashcat] = [await loadOimo(), await loadCrashcatSearch()];
  const [rapier, jolt, mujoco] = [await loadRapierSearch(), await loadJoltSearch(), await loadMujoco()];
  const [alongY, alongZ] = [peerInputs(pairs, 'y'), peerInputs(pairs, 'z')];
  const judge = within(pairs.expected, TOLERANCE_PEERS);
  const implementations: Implementation[] = [];
  const add = (name: string, run: Implementation['run']) => implementations.push({ name, ours: false, run, judge });
  if (oimo.module) add('oimophysics', runOimo(oimo.module, alongY, tracked));
  if (crashcat.module) add('crashcat', runCrashcat(crashcat.module, alongY, tracked));
  if (mujoco.module && kind !== 'hull') add('mujoco', runMujoco(mujoco.module, alongZ));
  if (rapier.module) add('rapier3d', runRapier(rapier.module, alongY));
  if (jolt.module) add('jolt', runJolt(jolt.module, alongY));
  const absent = absentPeers({ oimophysics: oimo, crashcat, mujoco, rapier3d: rapier, jolt });
  const hulls = { mujoco: 'knows hulls as meshes of a model only, moved to axes of their own' };
  return { implementations, absent: kind === 'hull' ? { ...absent, ...hulls } : absent };
}

function runOurs({ shapesA, shapesB, poses }: SolidPairs, frames: number): Implementation['run'] {
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
