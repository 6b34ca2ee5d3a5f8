import type { MeshScene } from '../../scene/mesh-scene.ts';
import type { RunObserver, RunSummary } from '../observer.ts';
import { SimulationError } from '../world.ts';

// biome-ignore lint/correctness/useYield: in the making
export function* runMeshes(scene: MeshScene, _observer: RunObserver): Generator<number, RunSummary> {
  throw new SimulationError(`${scene.title}: worlds of meshes cannot be run yet`);
}
