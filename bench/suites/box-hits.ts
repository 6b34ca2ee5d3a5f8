import type { Effort, Implementation, Suite, Verdict, Workload } from '../harness.ts';
import { drawBox, radiusOf, type Vertices } from '../inputs/convex-polygons.ts';
import {
  energyChangeOf,
  NO_OBSERVER,
  type PlanarWorld,
  planckEnergy,
  planckWorldOf,
  sceneOf,
  startPlanck,
  tryScene,
} from '../inputs/planar-world.ts';
import { createRandom, type Random } from '../inputs/random.ts';
import { firstTouch } from '../oracles/first-touch.ts';
import {
  absentPeers,
  loadMatter,
  loadPlanck,
  loadRapier,
  type Matter,
  type MatterBody,
  type Planck,
  type Rapier,
  type RapierBody,
} from '../peers.ts';

export const boxHits: Suite = {
  name: 'box-hits',
  description: 'elastic impacts of two boxes without friction: energy error',
  async *workloads(effort) {
    yield await impacts(effort);
  },
};

/** Duration [s]; the impact is at 0.03 to 0.25 s, well before the end. */
const DURATION = 0.5;
const STEP = 1 / 60;
const STEPS = Math.round(DURATION / STEP);
/** Number of different pairs of boxes; each engine builds one world per pair and resets it for every case. */
const POOL = 64;
/** Maximum relative energy change of a correct answer. */
const TOLERANCE_APPULSE = 1e-12;
const TOLERANCE_PEERS = 1e-2;
/** A smaller change of velocity counts as no impact [m/s]. */
const UNTOUCHED = 1e-9;
/** Scale [pixels/m]; the thresholds of matter-js are in pixels, and this scale puts all impacts above them. */
const PIXELS = 200;

async function impacts(effort: Effort): Promise<Workload> {
  const random = createRandom(800);
  const pairs = Array.from({ length: POOL }, () => [drawBox(random), drawBox(random)] as const);
  const cases = Array.from({ length: effort.cases }, (_, i) => drawImpact(random, pairs[i % POOL]));
  const planck = await loadPlanck();
  const rapier = await loadRapier();
  const matter = await loadMatter();
  const implementations = [implementation('appulse', true, runAppulse(cases))];
  if (planck.module) implementations.push(implementation('planck', false, runPlanck(planck.module, cases)));
  if (rapier.module) implementations.push(implementation('rapier2d', false, runRapier(rapier.module, cases)));
  if (matter.module) implementations.push(implementation('matter-js', false, runMatter(matter.module, cases)));
  return {
    name: 'restitution 1, no friction, no gravity',
    operation: 'impact',
    error: 'max. energy change',
    caseCount: cases.length,
    distribution: {
      boxes: 'sides 0.6 to 1.6 m',
      'relative speed': '2 to 4 m/s',
      'angular speed': 'up to 3 rad/s',
      impacts: 'at least one per case, the first at 0.03 to 0.25 s',
      run: `${DURATION} s of scene time; planck, rapier2d and matter-js in ${STEPS} steps, appulse event-driven`,
    },
    oracle:
      `the initial energy; wrong: a relative change above ${TOLERANCE_APPULSE} (appulse), ${TOLERANCE_PEERS} (others), or no impact. ` +
      'The time of appulse includes building the world; the others reset an existing world',
    implementations,
    targets: [
      { kind: 'figure', figure: 'mean |energy change|', atMost: 1e-14 },
      { kind: 'speed', peer: 'planck', atLeast: 1 },
    ],
    absent: absentPeers({ planck, rapier2d: rapier, 'matter-js': matter }),
  };
}

/** Two boxes that collide after 0.03 to 0.25 s, checked by dense sampling. */
function drawImpact(random: Random, [a, b]: readonly [Vertices, Vertices]): PlanarWorld {
  const radiusA = radiusOf(a);
  const radiusB = radiusOf(b);
  const radii = radiusA + radiusB;
  const bodyA = Float64Array.from(a.flat());
  const bodyB = Float64Array.from(b.flat());
  const angularVelocity = () => random.between(-3, 3);
  const angle = () => random.between(-Math.PI, Math.PI);
  for (;;) {
    const direction = random.between(0, 2 * Math.PI);
    const [c, s] = [Math.cos(direction), Math.sin(direction)];
    const distance = radii * random.between(0.8, 1.4);
    const miss = radii * random.between(-0.6, 0.6);
    const half = random.between(1, 2);
    const motion = Float64Array.of(
      ...[0, 0, angle(), half * c, half * s, angularVelocity()],
      ...[distance * c - miss * s, distance * s + miss * c, angle(), -half * c, -half * s, angularVelocity()],
    );
    const { time, grazing } = firstTouch({ bodyA, bodyB, radiusA, radiusB, motion }, DURATION / 2);
    if (time < 0.03 || time === Number.POSITIVE_INFINITY || grazing) continue;
    const body = (vertices: Vertices, k: number) => {
      const [x, y, rotation, vx, vy, rate] = motion.subarray(k, k + 6);
      return { vertices, x, y, angle: rotation, vx, vy, angularVelocity: rate };
    };
    return { bodies: [body(a, 0), body(b, 6)], room: Number.POSITIVE_INFINITY, duration: DURATION };
  }
}

/** The answer is the relative energy change, NaN if no impact occurred. */
function implementation(name: string, isAppulse: boolean, run: Implementation['run']): Implementation {
  const tolerance = isAppulse ? TOLERANCE_APPULSE : TOLERANCE_PEERS;
  return {
    name,
    isAppulse,
    run,
    judge(answer): Verdict {
      if (Number.isNaN(answer)) return { error: 0, failure: 'no impact' };
      if (answer === Number.POSITIVE_INFINITY) return { error: answer, failure: 'failed' };
      return { error: Math.abs(answer), failure: Math.abs(answer) <= tolerance ? null : 'energy' };
    },
    figures(answers) {
      const hits = answers.filter(Number.isFinite);
      return {
        'mean energy change': hits.reduce((sum, change) => sum + change, 0) / hits.length,
        'mean |energy change|': hits.reduce((sum, change) => sum + Math.abs(change), 0) / hits.length,
      };
    },
  };
}

/** Relative energy change; NaN if the velocity of body A did not change. */
function energyChange(start: number, end: number, velocityChange: number): number {
  return velocityChange < UNTOUCHED ? Number.NaN : end / start - 1;
}

function runAppulse(cases: readonly PlanarWorld[]): Implementation['run'] {
  const scenes = cases.map((world) => sceneOf(world));
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const summary = tryScene(scenes[i], NO_OBSERVER);
      answers[i] = summary?.collisions === 0 ? Number.NaN : energyChangeOf(summary);
    }
  };
}

function runPlanck(planck: Planck, cases: readonly PlanarWorld[]): Implementation['run'] {
  const worlds = cases.slice(0, POOL).map((world) => planckWorldOf(planck, world));
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const { world, bodies } = worlds[i % POOL];
      startPlanck(planck, bodies, cases[i]);
      const start = planckEnergy(bodies);
      for (let k = 0; k < STEPS; k++) world.step(STEP);
      const { x, y } = bodies[0].getLinearVelocity();
      const { vx, vy } = cases[i].bodies[0];
      answers[i] = energyChange(start, planckEnergy(bodies), Math.hypot(x - vx, y - vy));
    }
  };
}

function runRapier(rapier: Rapier, cases: readonly PlanarWorld[]): Implementation['run'] {
  const worlds = cases.slice(0, POOL).map(({ bodies }) => {
    const world = new rapier.World({ x: 0, y: 0 });
    world.timestep = STEP;
    const made = bodies.map(({ vertices }) => {
      const body = world.createRigidBody(rapier.RigidBodyDesc.dynamic().setCanSleep(false));
      const collider = rapier.ColliderDesc.convexPolyline(Float32Array.from(vertices.flat()));
      if (collider === null) throw new Error('rapier2d rejects a box');
      world.createCollider(collider.setDensity(1).setFriction(0).setRestitution(1), body);
      return body;
    });
    // masses are available after a first step
    world.step();
    return { world, made };
  });
  const energy = (made: readonly RapierBody[]) =>
    made.reduce((sum, body) => {
      const { x, y } = body.linvel();
      return sum + 0.5 * body.mass() * (x * x + y * y) + 0.5 * body.principalInertia() * body.angvel() ** 2;
    }, 0);
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const { world, made } = worlds[i % POOL];
      cases[i].bodies.forEach(({ x, y, angle, vx, vy, angularVelocity }, k) => {
        made[k].setTranslation({ x, y }, true);
        made[k].setRotation(angle, true);
        made[k].setLinvel({ x: vx, y: vy }, true);
        made[k].setAngvel(angularVelocity, true);
      });
      const start = energy(made);
      const before = made[0].linvel();
      for (let k = 0; k < STEPS; k++) world.step();
      const after = made[0].linvel();
      answers[i] = energyChange(start, energy(made), Math.hypot(after.x - before.x, after.y - before.y));
    }
  };
}

function runMatter({ Engine, Composite, Bodies, Body }: Matter, cases: readonly PlanarWorld[]): Implementation['run'] {
  const options = { restitution: 1, friction: 0, frictionStatic: 0, frictionAir: 0 };
  const worlds = cases.slice(0, POOL).map(({ bodies }) => {
    const engine = Engine.create({ gravity: { x: 0, y: 0, scale: 0 } });
    const made = bodies.map(({ vertices }) =>
      Bodies.fromVertices(0, 0, [vertices.map(([x, y]) => ({ x: PIXELS * x, y: PIXELS * y }))], options),
    );
    Composite.add(engine.world, made);
    return { engine, made };
  });
  const energy = (made: readonly MatterBody[]) =>
    made.reduce((sum, body) => {
      const { x, y } = Body.getVelocity(body);
      return sum + 0.5 * body.mass * (x * x + y * y) + 0.5 * body.inertia * Body.getAngularVelocity(body) ** 2;
    }, 0);
  return (answers, first, last) => {
    for (let i = first; i < last; i++) {
      const { engine, made } = worlds[i % POOL];
      cases[i].bodies.forEach(({ x, y, angle, vx, vy, angularVelocity }, k) => {
        Body.setPosition(made[k], { x: PIXELS * x, y: PIXELS * y });
        Body.setAngle(made[k], angle);
        Body.setVelocity(made[k], { x: PIXELS * vx * STEP, y: PIXELS * vy * STEP });
        Body.setAngularVelocity(made[k], angularVelocity * STEP);
      });
      const start = energy(made);
      const before = Body.getVelocity(made[0]);
      for (let k = 0; k < STEPS; k++) Engine.update(engine, 1000 * STEP);
      const after = Body.getVelocity(made[0]);
      answers[i] = energyChange(start, energy(made), Math.hypot(after.x - before.x, after.y - before.y) / PIXELS);
    }
  };
}
