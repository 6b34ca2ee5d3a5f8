import type { Vec3 } from '../math/vec3.ts';
import type { JointDefinition } from '../response/joints/joint.ts';
import type { MeshScene } from '../scene/mesh-scene.ts';
import type { PlanarScene } from '../scene/scene.ts';
import type { SmoothScene } from '../scene/smooth-scene.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import type { VehicleScene } from '../scene/vehicle-scene.ts';
import type {
  BodyState,
  ContactRow,
  DistanceRow,
  JointRow,
  LedgerRow,
  NodeStates,
  RunObserver,
  RunSummary,
  SimEvent,
  TrackingRow,
  VehicleRow,
} from '../sim/observer.ts';
import { simulate } from '../sim/simulate.ts';

/** Scenes of all worlds. Solids have more functions in `createWorldFromScene`, except for penalty forces. */
export type SteppableScene = PlanarScene | SmoothScene | MeshScene | SolidScene | VehicleScene;

/** State of one step of a scene: everything its recording has of it. */
export interface SceneFrame {
  /** [s] */
  readonly time: number;
  readonly bodies: readonly BodyState[];
  readonly ledger: LedgerRow;
  /** Of deformable worlds: the nodes of every body. */
  readonly nodes?: readonly NodeStates[];
  /** Of worlds of vehicles. */
  readonly vehicles?: readonly VehicleRow[];
  /** Of worlds with joints. */
  readonly joints?: readonly JointRow[];
  /** Of smooth worlds: tracked pairs. */
  readonly tracking: readonly TrackingRow[];
  /** Of scenes with `record.distances`: these pairs. */
  readonly distances: readonly DistanceRow[];
  /** Contacts and events since the step before. */
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

/** A force in the form of the loads of scenes. */
export interface Load {
  readonly body: number;
  readonly force: Vec3;
  readonly torque: Vec3 & number;
  readonly from: number;
  readonly until: number;
}

/** A run of the scene with a frame at every step. */
export interface Run {
  readonly generator: Generator<number, RunSummary>;
  /** Loads that the run reads in every step: those of the scene, then those of the step. */
  readonly loads: Load[];
  readonly givenLoads: number;
  /** Joints of a planar run, which it reads in every step: their motors may change. */
  readonly joints: JointDefinition[];
  /** Frames not yet reached by `step`. */
  readonly frames: SceneFrame[];
}

/** Starts a run of the scene with its own list of loads. */
export function startRun(scene: SteppableScene, interval: number): Run {
  const frames: SceneFrame[] = [];
  let [contacts, events]: [ContactRow[], SimEvent[]] = [[], []];
  const change = (part: Partial<SceneFrame>) => frames.push({ ...(frames.pop() as SceneFrame), ...part });
  const observer: RunObserver = {
    frame(time, bodies, ledger) {
      frames.push({ time, bodies: bodies.map(copyState), ledger, tracking: [], distances: [], contacts, events });
      [contacts, events] = [[], []];
    },
    nodes: (_, nodes) =>
      change({
        nodes: nodes.map((body) => ({ positions: body.positions.slice(), velocities: body.velocities.slice() })),
      }),
    joints: (_, joints) => change({ joints }),
    vehicles: (_, vehicles) => change({ vehicles: [...vehicles] }),
    tracking: (row) => change({ tracking: [...(frames.at(-1) as SceneFrame).tracking, copyTracking(row)] }),
    distances: (row) => change({ distances: [...(frames.at(-1) as SceneFrame).distances, copyDistance(row)] }),
    contact: (row) =>
      contacts.push({ ...row, point: { ...row.point }, normal: { ...row.normal }, impulse: { ...row.impulse } }),
    event: (event) => events.push(event),
  };
  const given = scene.world === 'planar' || scene.world === 'solids' ? scene.forces.loads : [];
  const loads = [...(given as unknown as Load[])];
  const record = { ...scene.record, interval };
  const joints = scene.world === 'planar' ? [...(scene.joints ?? [])] : [];
  const generator = simulate(withLoads(scene, loads, joints, record), observer);
  return { generator, loads, givenLoads: loads.length, joints, frames };
}

function withLoads(
  scene: SteppableScene,
  loads: Load[],
  joints: JointDefinition[],
  record: SteppableScene['record'],
): SteppableScene {
  switch (scene.world) {
    case 'planar':
      return { ...scene, record, ...(scene.joints && { joints }), forces: { ...scene.forces, loads } };
    case 'smooth':
    case 'solids':
      return { ...scene, record, forces: { ...scene.forces, loads } } as typeof scene;
    case 'vehicles':
      return { ...scene, record, loads };
    default:
      return { ...scene, record };
  }
}

/** Runs reuse the objects of a state. */
function copyState({ position, rotation, velocity, angularVelocity, ...rest }: BodyState): BodyState {
  return {
    ...rest,
    position: { ...position },
    rotation: { ...rotation },
    velocity: { ...velocity },
    angularVelocity: { ...angularVelocity },
  };
}

function copyDistance(row: DistanceRow): DistanceRow {
  const { pointA, pointB, normal } = row;
  return { ...row, pointA: { ...pointA }, pointB: { ...pointB }, normal: { ...normal } };
}

function copyTracking(row: TrackingRow): TrackingRow {
  const { parametersA, parametersB, pointA, pointB, normal } = row;
  return {
    ...row,
    parametersA: [...Array.from(parametersA)],
    parametersB: [...Array.from(parametersB)],
    pointA: { ...pointA },
    pointB: { ...pointB },
    normal: { ...normal },
  };
}
