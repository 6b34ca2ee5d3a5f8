import { createRecorder } from '../../src/record/recorder.ts';
import { readScene } from '../../src/scene/read.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { ASSUMED, type OverlapTest, type TestVehicle } from './staged-data.ts';

/** What the vehicle world says about a vehicle of a test. */
export interface WorldResult {
  /** Change of velocity [m/s], world axes, and of yaw rate [rad/s]. */
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  /** Residual crush [m]. */
  readonly residual: number;
}

export interface Placed {
  readonly vehicle: TestVehicle;
  /** Position at the moment of maximum engagement [m], heading [rad], speed [m/s]. */
  readonly position: readonly [number, number];
  readonly heading: number;
  readonly speed: number;
}

/** Box of a vehicle; under BM its structures crush, all sides with the assumed stiffness. */
function modelOf(vehicle: TestVehicle, pressed: number, model: 'EM' | 'BM') {
  const { name, mass, yawInertia, length, width, frontAxle, rearAxle, track } = vehicle;
  const { A, B, unloading, height } = ASSUMED;
  const structure = { kind: 'linear', A, B, width: pressed * width, unloading };
  const roll = (mass * (width * width + height * height)) / 12;
  return {
    name,
    mass,
    inertia: [roll, yawInertia, yawInertia],
    halfExtents: [length / 2, width / 2, height / 2],
    suspension: { front: { axle: frontAxle }, rear: { axle: rearAxle }, track },
    ...(model === 'BM' && { crush: { front: structure, rear: structure, side: structure } }),
  };
}

/** Largest bounding circles of the ellipsoids, over the half diagonal of the boxes. */
const ELLIPSOID_REACH = 1.25;

/** Time before the maximum engagement at which the vehicles are certainly apart [s]. */
function leadTime(placed: readonly Placed[]): number {
  const reach = placed.reduce(
    (sum, { vehicle }) => sum + (ELLIPSOID_REACH * Math.hypot(vehicle.length, vehicle.width)) / 2,
    0,
  );
  for (let time = 0; time < 5; time += 0.01) {
    const [a, b] = placed.map(({ position: [x, y], heading, speed }) => [
      x - time * speed * Math.cos(heading),
      y - time * speed * Math.sin(heading),
    ]);
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) > reach) return time;
  }
  throw new Error('the vehicles of a test do not approach');
}

/** Runs two vehicles into each other; nothing if the run fails. */
export function runTwo(placed: readonly [Placed, Placed], model: 'EM' | 'BM', pressed: number): WorldResult[] | string {
  const lead = leadTime(placed);
  return runWorld(
    {
      models: placed.map(({ vehicle }, i) => ({ ...modelOf(vehicle, pressed, model), name: `${i}` })),
      vehicles: placed.map(({ position: [x, y], heading, speed }, i) => ({
        name: `${i}`,
        model: `${i}`,
        position: [x - lead * speed * Math.cos(heading), y - lead * speed * Math.sin(heading)],
        heading,
        speed,
      })),
    },
    model,
    lead + 0.4,
  );
}

/** Runs a vehicle into a barrier or pole with rounded edges; the vehicle world has obstacles for boxes (BM) only. */
export function runIntoBarrier({
  vehicle,
  radius = 0.15,
  isPole,
  overlap,
  speed,
}: OverlapTest): WorldResult[] | string {
  // the edge of the barrier is on the left, `overlap` of the width inside
  const edge = (0.5 - overlap) * vehicle.width + radius;
  const face = vehicle.length / 2 + 0.2 + radius;
  const obstacle = { name: 'barrier', from: [face, edge], radius, ...(isPole ? {} : { to: [face, edge + 2] }) };
  return runWorld(
    {
      models: [modelOf(vehicle, overlap, 'BM')],
      vehicles: [{ name: vehicle.name, position: [0, 0], heading: 0, speed }],
      obstacles: [obstacle],
    },
    'BM',
    0.5,
  );
}

function runWorld(parts: object, model: 'EM' | 'BM', end: number): WorldResult[] | string {
  const text = JSON.stringify({
    title: 'Staged collision',
    description: 'A test.',
    world: 'vehicles',
    ...parts,
    contacts: { model, friction: ASSUMED.friction, ...(model === 'EM' && { damping: ASSUMED.damping }) },
    time: { end },
  });
  const scene = readScene(text, 'staged collision');
  const recorder = createRecorder(scene, text);
  const summary = runScene(scene, recorder);
  if (summary.status !== 'end') return summary.failure ?? summary.status;
  const phases = summary.vehicles?.phases ?? [];
  if (phases.length === 0) return 'no contact';
  const count = scene.bodies.length - ('obstacles' in parts ? 1 : 0);
  return Array.from({ length: count }, (_, i) => {
    const mine = phases.filter(({ vehicles }) => vehicles.includes(i));
    const side = (phase: (typeof mine)[number]) => (phase.vehicles[0] === i ? 0 : 1);
    const first = mine[0].before[side(mine[0])];
    const last = mine[mine.length - 1].after[side(mine[mine.length - 1])];
    return {
      x: last.velocity.x - first.velocity.x,
      y: last.velocity.y - first.velocity.y,
      yaw: last.yawRate - first.yawRate,
      residual: Math.max(0, ...mine.map((phase) => phase.crush?.[side(phase)].residual ?? 0)),
    };
  });
}
