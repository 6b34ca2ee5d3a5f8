import type { UrdfModel } from './urdf-model.ts';

/** The names of all mesh files of the collision geometry of a model, each once, with the line of the first use. */
export function urdfMeshFiles({ links }: UrdfModel): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { collisions } of links) {
    for (const { geometry, line } of collisions) {
      if (geometry.kind === 'mesh' && !lines.has(geometry.filename)) lines.set(geometry.filename, line);
    }
  }
  return lines;
}
