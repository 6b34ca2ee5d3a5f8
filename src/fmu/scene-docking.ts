import type { SceneDocking, SceneSensor } from '../scene/scene-header.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import type { DockingId, DockingOptions, PortOptions } from '../world/docking-options.ts';
import type { World } from '../world/world.ts';
import type { OutputWriter } from './value-list.ts';
import { type FmuVariable, namePart } from './variables.ts';

/** Dockings of a scene of solids in a world in code: with forces, and with an input for undocking. */

/** Whether a world in code has all dockings of the scene: rigid ones, of ports with orientation, without a time of release. */
export function canDockInCode({ docking, sensors }: SolidScene): boolean {
  return docking.every(
    ({ mode, release, sensors: pair }) =>
      mode === 'rigid' && release === Number.POSITIVE_INFINITY && pair.every((i) => sensors[i].frame !== undefined),
  );
}

/** Adds the dockings of the scene to its world. */
export function addDockings(world: World, { docking, sensors }: SolidScene): DockingId[] {
  return docking.map((item) => world.addDocking(optionsOf(item, sensors)));
}

function optionsOf(docking: SceneDocking, sensors: readonly SceneSensor[]): DockingOptions {
  const { tolerance, envelope, softCapture, separationSprings, retry, recapture = false } = docking;
  const [a, b] = docking.sensors.map((i) => portOf(sensors[i]));
  return {
    ports: [a, b],
    tolerance,
    recapture,
    ...(envelope && { envelope }),
    ...(softCapture && { softCapture }),
    ...(separationSprings && { separationSprings }),
    ...(retry && { retry }),
  };
}

function portOf({ name, body, point, frame, hasRoll }: SceneSensor): PortOptions {
  const axis = { x: frame?.xx ?? 1, y: frame?.yx ?? 0, z: frame?.zx ?? 0 };
  const up = { x: frame?.xy ?? 0, y: frame?.yy ?? 1, z: frame?.zy ?? 0 };
  return { name, body, point, axis, ...(hasRoll && { up }) };
}

function dockingName({ sensors }: SolidScene, { sensors: pair }: SceneDocking): string {
  return `docking.${pair.map((i) => namePart(sensors[i].name)).join('.')}`;
}

function portNames({ sensors }: SolidScene, { sensors: [a, b] }: SceneDocking): string {
  return `${sensors[a].name} and ${sensors[b].name}`;
}

/** Name of the input that undocks. */
export function undockNames(scene: SolidScene): string[] {
  return scene.docking.map((item) => `${dockingName(scene, item)}.undock`);
}

export function dockingInputs(scene: SolidScene): FmuVariable[] {
  const names = undockNames(scene);
  return scene.docking.map(
    (item, i): FmuVariable => ({
      name: names[i],
      type: 'boolean',
      role: 'input',
      start: 0,
      description: `Undock ${portNames(scene, item)} at the start of the communication step`,
    }),
  );
}

/** Capture and docking of each pair of ports, and their number; none without docking. */
export function dockingOutputs(scene: SolidScene): FmuVariable[] {
  const flags = scene.docking.flatMap((item): FmuVariable[] => {
    const flag = { type: 'boolean', role: 'output' } as const;
    const [name, ports] = [dockingName(scene, item), portNames(scene, item)];
    return [
      { ...flag, name: `${name}.captured`, description: `Soft capture of ${ports}` },
      { ...flag, name: `${name}.docked`, description: `${ports} are rigidly docked` },
    ];
  });
  if (flags.length === 0) return [];
  return [...flags, { name: 'dockingCount', type: 'integer', role: 'output', description: 'Dockings since the start' }];
}

/** Undocks where the input is true. */
export function undock(world: World, docking: DockingId, isWanted: boolean): void {
  const { state } = world.docking(docking);
  if (isWanted && (state === 'docked' || state === 'captured')) world.undock(docking);
}

export function writeDockings(out: OutputWriter, world: World, ids: readonly DockingId[], count: number): void {
  for (const id of ids) {
    const { state } = world.docking(id);
    out.flag(state === 'captured');
    out.flag(state === 'docked');
  }
  if (ids.length > 0) out.number(count);
}
