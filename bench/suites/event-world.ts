import type { Effort, Implementation, Suite, Workload } from '../harness.ts';
import { radiusOf, type Vertices } from '../inputs/convex-polygons.ts';
import {
  energyChangeOf,
  type MovingBody,
  NO_OBSERVER,
  type PlanarWorld,
  planckEnergy,
  planckWorldOf,
  sceneOf,
  startPlanck,
  tryScene,
} from '../inputs/planar-world.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import { placePolygon, signedDistance } from '../oracles/convex-separation.ts';
import { absentPeers, loadPlanck, type Planck } from '../peers.ts';

export const eventWorld: Suite = {
  name: 'event-world',
  description: 'event-driven simulation of four elastic polygons in a box',
  async *workloads(effort) {
    yield await room(effort);
  },
};

/** Half the width of the box [m]. */
const ROOM = 2;
const SIDES = [3, 4, 5, 6];
/** Duration [s]: about 260 events per world. */
const DURATION = 60;
const STEP = 1 / 60;
/** Number of worlds; about 20 000 different events in total. */
const WORLDS = 80;
const QUICK_WORLDS = 8;
/** Maximum relative energy change of a correct answer. */
const TOLERANCE_APPULSE = 1e-12;
const TOLERANCE_PLANCK = 1e-2;

async function room(effort: Effort): Promise<Workload> {
  const random = createRandom(900);
  const worlds = Array.from({ length: effort.quick ? QUICK_WORLDS : WORLDS }, () => drawWorld(random));
  const planck = await loadPlanck();
  const implementations = [appulseImplementation(worlds)];
  if (planck.module) implementations.push(fixedSteps(planck.module, worlds));
  return {
    name: 'four polygons, restitution 1',
    operation: 'event',
    error: 'max. energy change',
    caseCount: worlds.length,
    distribution: {
      bodies: 'regular polygons of 3, 4, 5 and 6 sides, radii 0.3 to 0.5 m',
      box: `${2 * ROOM} m wide`,
      speeds: 'up to 2 m/s and 3 rad/s',
      'scene time': `${DURATION} s per world`,
      case: 'one world; an event is an impact',
    },
    oracle:
      `the initial energy; wrong: a relative change above ${TOLERANCE_APPULSE} (appulse), ${TOLERANCE_PLANCK} (planck). ` +
      'Penetration: every edge with every vertex in the first world, 60 times per second; for appulse also at each impact',
    implementations,
    targets: [
      { kind: 'figure', figure: 'worst error', atMost: 1e-12 },
      { kind: 'figure', figure: 'max. penetration [m]', atMost: 1e-12 },
      { kind: 'figure', figure: 'at impacts [m]', atMost: 1e-12 },
    ],
    absent: {
      ...absentPeers({ planck }),
      'every JavaScript engine': 'none is event-driven; planck simulates the same time in fixed steps, for comparison',
    },
  };
}

/** One body in each quarter of the box, so that none overlap. */
function drawWorld(random: Random): PlanarWorld {
  const bodies = SIDES.map((sides, k): MovingBody => {
    const radius = random.between(0.3, 0.5);
    const vertices: Vertices = Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    });
    return {
      vertices,
      x: (k % 2 === 0 ? -1 : 1) * (ROOM / 2 + random.between(-0.4, 0.4)),
      y: (k < 2 ? -1 : 1) * (ROOM / 2 + random.between(-0.4, 0.4)),
      angle: random.between(-Math.PI, Math.PI),
      vx: random.between(-2, 2),
      vy: random.between(-2, 2),
      angularVelocity: random.between(-3, 3),
    };
  });
  return { bodies, room: ROOM, duration: DURATION };
}

function appulseImplementation(worlds: readonly PlanarWorld[]): Implementation {
  const scenes = worlds.map((world) => sceneOf(world));
  const events = new Int32Array(worlds.length);
  let deepestImpact = 0;
  return {
    name: 'appulse',
    isAppulse: true,
    run(answers, first, last) {
      for (let i = first; i < last; i++) {
        const summary = tryScene(scenes[i], NO_OBSERVER);
        events[i] = summary?.collisions ?? 0;
        deepestImpact = Math.max(deepestImpact, summary?.maxPenetration ?? 0);
        answers[i] = energyChangeOf(summary);
      }
    },
    judge: judgeEnergy(TOLERANCE_APPULSE),
    operations: (first, last) => total(events, first, last),
    figures() {
      const { depth, watch } = penetrationOf(worlds[0]);
      tryScene(sceneOf(worlds[0], STEP), {
        ...NO_OBSERVER,
        frame: (_time, bodies) => watch(bodies.map(({ position, angle }) => [position.x, position.y, angle])),
      });
      return {
        'max. penetration [m]': depth(),
        'at impacts [m]': deepestImpact,
        events: total(events, 0, worlds.length),
      };
    },
  };
}

function fixedSteps(planck: Planck, worlds: readonly PlanarWorld[]): Implementation {
  const events = new Int32Array(worlds.length);
  const steps = Math.round(DURATION / STEP);
  const run = (i: number, watch?: (poses: number[][]) => void) => {
    const { world, bodies } = planckWorldOf(planck, worlds[i]);
    events[i] = 0;
    world.on('begin-contact', () => {
      events[i]++;
    });
    startPlanck(planck, bodies, worlds[i]);
    const start = planckEnergy(bodies);
    for (let k = 0; k < steps; k++) {
      world.step(STEP);
      watch?.(bodies.map((body) => [body.getPosition().x, body.getPosition().y, body.getAngle()]));
    }
    return planckEnergy(bodies) / start - 1;
  };
  return {
    name: 'planck',
    isAppulse: false,
    run(answers, first, last) {
      for (let i = first; i < last; i++) answers[i] = run(i);
    },
    judge: judgeEnergy(TOLERANCE_PLANCK),
    operations: (first, last) => total(events, first, last),
    figures() {
      const { depth, watch } = penetrationOf(worlds[0]);
      run(0, watch);
      return { 'max. penetration [m]': depth(), events: total(events, 0, worlds.length) };
    },
  };
}

function judgeEnergy(tolerance: number): Implementation['judge'] {
  return (answer) => {
    const error = Math.abs(answer);
    return { error, failure: error <= tolerance ? null : error === Number.POSITIVE_INFINITY ? 'failed' : 'energy' };
  };
}

function total(counts: Int32Array, first: number, last: number): number {
  return counts.subarray(first, last).reduce((sum, count) => sum + count, 0);
}

/** Maximum penetration of two bodies, or of a body and the box, over the observed poses (x, y, angle of each body). */
function penetrationOf({ bodies, room }: PlanarWorld) {
  const packed = bodies.map(({ vertices }) => Float64Array.from(vertices.flat()));
  const placed = packed.map((vertices) => new Float64Array(vertices.length));
  const radii = bodies.map(({ vertices }) => radiusOf(vertices));
  let deepest = 0;
  const watch = (poses: readonly number[][]) => {
    packed.forEach((vertices, k) => {
      const [x, y, angle] = poses[k];
      placePolygon(placed[k], vertices, x, y, Math.cos(angle), Math.sin(angle));
      deepest = Math.max(deepest, ...placed[k].map((coordinate) => Math.abs(coordinate) - room));
      for (let j = 0; j < k; j++) {
        if (Math.hypot(x - poses[j][0], y - poses[j][1]) > radii[k] + radii[j]) continue;
        deepest = Math.max(deepest, -signedDistance(placed[j], placed[k]));
      }
    });
  };
  return { depth: () => deepest, watch };
}
