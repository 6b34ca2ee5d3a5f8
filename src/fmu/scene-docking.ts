import type { SceneDocking } from '../scene/scene-header.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import type { World } from '../world/world.ts';
import type { OutputWriter } from './value-list.ts';
import { type FmuVariable, namePart } from './variables.ts';

/** Dockings of a scene of solids in an FMU: an input for undocking, and their stages as outputs. */

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

/** Undocks where the input is true; dockings have the indices of the scene as handles. */
export function undock(world: World, docking: number, isWanted: boolean): void {
  const { state } = world.docking(docking);
  if (isWanted && (state === 'docked' || state === 'captured')) world.undock(docking);
}

export function writeDockings(out: OutputWriter, world: World, { docking }: SolidScene, count: number): void {
  for (const id of docking.keys()) {
    const { state } = world.docking(id);
    out.flag(state === 'captured');
    out.flag(state === 'docked');
  }
  if (docking.length > 0) out.number(count);
}
