import { type RunObserver, type RunSummary, readScene, runScene, type Scene, SimulationError } from 'appulse';
import type { Planck, PlanckBody, PlanckWorld } from '../peers.ts';
import type { Vertices } from './convex-polygons.ts';

/** Elastic bodies of 1 kg/m² without friction and gravity, optionally between four half-spaces. */
export interface PlanarWorld {
  readonly bodies: readonly MovingBody[];
  /** Half the width of the square room about the origin [m]; Infinity: unbounded. */
  readonly room: number;
  /** [s] */
  readonly duration: number;
}

/** The vertices are about the centre of mass. */
export interface MovingBody {
  readonly vertices: Vertices;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly vx: number;
  readonly vy: number;
  readonly angularVelocity: number;
}

const WALLS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** The world as a scene of this library; `interval` is the time between frames [s]. */
export function sceneOf({ bodies, room, duration }: PlanarWorld, interval = duration): Scene {
  const walls = Number.isFinite(room) ? WALLS : [];
  const document = {
    title: 'bench',
    description: 'Elastic bodies without friction.',
    bodies: [
      ...bodies.map(({ vertices, x, y, angle, vx, vy, angularVelocity }, k) => ({
        name: `body ${k}`,
        shape: { kind: 'polygon', vertices },
        density: 1,
        position: [x, y],
        velocity: [vx, vy],
        angle,
        angularVelocity,
      })),
      ...walls.map((normal, k) => ({
        name: `side ${k}`,
        shape: { kind: 'halfspace', normal },
        position: normal.map((component) => -room * component),
        motion: 'fixed',
      })),
    ],
    contacts: { restitution: 1 },
    time: { end: duration },
    record: { interval },
  };
  return readScene(JSON.stringify(document), 'bench');
}

/** Ignores all results. */
export const NO_OBSERVER: RunObserver = { frame: () => {}, contact: () => {}, event: () => {} };

/** Runs a scene of this library; null if the run fails, which counts as a wrong answer and does not end the benchmark. */
export function tryScene(scene: Scene, observer: RunObserver): RunSummary | null {
  try {
    return runScene(scene, observer);
  } catch (reason) {
    if (reason instanceof SimulationError) return null;
    throw reason;
  }
}

/** Relative energy change; Infinity for a failed run. */
export function energyChangeOf(summary: RunSummary | null): number {
  if (summary === null) return Number.POSITIVE_INFINITY;
  return summary.ledgerEnd.kineticEnergy / summary.ledgerStart.kineticEnergy - 1;
}

/** The same bodies and boundary in planck, at rest at the origin until `startPlanck`. */
export function planckWorldOf(
  planck: Planck,
  { bodies, room }: PlanarWorld,
): { world: PlanckWorld; bodies: PlanckBody[] } {
  const { Vec2, World, Polygon, Settings } = planck;
  Settings.velocityThreshold = 0;
  const world = new World({ gravity: new Vec2(0, 0), allowSleep: false });
  const fixture = (vertices: Vertices) => ({
    shape: new Polygon(vertices.map(([x, y]) => new Vec2(x, y))),
    density: 1,
    friction: 0,
    restitution: 1,
  });
  for (const [nx, ny] of Number.isFinite(room) ? WALLS : []) {
    // a block 2 m thick outside of the boundary, long enough to close the corners
    const position = new Vec2(-(room + 1) * nx, -(room + 1) * ny);
    const [a, b] = nx === 0 ? [room + 2, 1] : [1, room + 2];
    const corners: Vertices = [
      [-a, -b],
      [a, -b],
      [a, b],
      [-a, b],
    ];
    world.createBody({ type: 'static', position }).createFixture(fixture(corners));
  }
  const made = bodies.map(({ vertices }) => {
    const body = world.createBody({ type: 'dynamic' });
    body.createFixture(fixture(vertices));
    return body;
  });
  return { world, bodies: made };
}

/** Sets the bodies to the initial state of the world. */
export function startPlanck({ Vec2 }: Planck, made: readonly PlanckBody[], { bodies }: PlanarWorld): void {
  bodies.forEach(({ x, y, angle, vx, vy, angularVelocity }, k) => {
    made[k].setTransform(new Vec2(x, y), angle);
    made[k].setLinearVelocity(new Vec2(vx, vy));
    made[k].setAngularVelocity(angularVelocity);
  });
}

export function planckEnergy(bodies: readonly PlanckBody[]): number {
  return bodies.reduce((sum, body) => {
    const { x, y } = body.getLinearVelocity();
    const angularVelocity = body.getAngularVelocity();
    return sum + 0.5 * body.getMass() * (x * x + y * y) + 0.5 * body.getInertia() * angularVelocity * angularVelocity;
  }, 0);
}
