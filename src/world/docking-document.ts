import type { SceneDocking, SceneSensor } from '../scene/scene-header.ts';
import type { Dock } from '../sim/dock-stages.ts';
import { SimulationError } from '../sim/world.ts';
import { fixedJointDocument } from './joint-document.ts';
import { listOf } from './shape-document.ts';
import { entryAt, type WorldStore } from './world-store.ts';

/** Dockings in the notation of scene files: those that wait with their sensors, docked bodies as fixed joints. */
export interface DockingDocument {
  readonly sensors: readonly object[];
  readonly docking: readonly object[];
  readonly joints: readonly object[];
}

export function dockingDocument(store: WorldStore): DockingDocument {
  const sensors = new Map<SceneSensor, object>();
  const docking: object[] = [];
  const joints: object[] = [];
  const exists = (body: number) => store.entries[body] !== undefined;
  for (const { dock } of store.dockings) {
    if (dock.state === 'done' || !dock.sensors.every(({ body }) => exists(body))) continue;
    const [a, b] = dock.sensors;
    if (dock.state === 'docked') {
      checkFixedSteps(store, dock);
      joints.push(fixedJointDocument(store, `${a.name} to ${b.name}`, [a.body, b.body]));
      continue;
    }
    if (dock.state === 'captured' || dock.state === 'separating') {
      throw new SimulationError(
        `sceneText: the docking of ${a.name} and ${b.name} is ${dock.state}, a scene cannot start within it`,
      );
    }
    for (const sensor of dock.sensors) sensors.set(sensor, sensorDocument(store, sensor));
    docking.push({ sensors: [a.name, b.name], ...dockingKeys(dock.docking, store.steps.time, [a, b]) });
  }
  return { sensors: [...sensors.values()], docking, joints };
}

function checkFixedSteps({ steps }: WorldStore, { sensors: [a, b] }: Dock): void {
  if (steps.scene.time.method === 'steps') return;
  throw new SimulationError(
    `sceneText: ${a.name} and ${b.name} are docked, which a scene of the method "events" cannot start with`,
  );
}

function sensorDocument(store: WorldStore, { name, body, point, frame, hasRoll }: SceneSensor): object {
  return {
    name,
    body: entryAt(store, body).body.name,
    point: listOf(point),
    ...(frame && { axis: [frame.xx, frame.yx, frame.zx] }),
    ...(frame && hasRoll && { up: [frame.xy, frame.yy, frame.zy] }),
  };
}

function dockingKeys(docking: SceneDocking, time: number, sensors: readonly SceneSensor[]): object {
  const { tolerance, maxSpeed, release, envelope, retry, softCapture, separationSprings, recapture } = docking;
  const isMarked = sensors.every(({ hasRoll }) => hasRoll);
  const finite = (values: object) =>
    Object.fromEntries(
      Object.entries(values).filter(([, value]) => typeof value !== 'number' || Number.isFinite(value)),
    );
  const limits = envelope && finite({ ...envelope, speed: undefined, ...(!isMarked && { roll: undefined }) });
  return {
    tolerance,
    ...(Number.isFinite(maxSpeed) && { maxSpeed }),
    ...(Number.isFinite(release) && { release: Math.max(0, release - time) }),
    ...(limits && { envelope: limits }),
    ...(retry && { retry }),
    ...(softCapture && { softCapture: finite(softCapture) }),
    ...(separationSprings && { separationSprings }),
    ...(recapture && { recapture }),
  };
}
