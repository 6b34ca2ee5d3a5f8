import type { MeshBroadPhase } from '../../broad/swept/mesh-search.ts';
import { createMeshCheck, type MeshCheckFactory } from '../../ccd/mesh-check.ts';
import type { PackedContacts } from '../../ccd/packed-contacts.ts';
import type { PointMotion } from '../../ccd/point-motion.ts';
import { createFrictionFrames, type FrictionFrames } from '../../response/mesh-contact/friction-frames.ts';
import { createSurfaceMesh } from '../../shapes/mesh.ts';
import type { MeshModel } from './mesh-model.ts';
import { createNearSearch } from './near-pairs.ts';

/** What the response `separation` retains between steps. */
export interface SeparationSearch {
  readonly nearPairs: MeshBroadPhase;
  /** Of the contacts of a step, for friction. */
  readonly frames: FrictionFrames;
  readonly check: (motion: PointMotion) => { readonly contacts: PackedContacts };
}

export function createSeparationSearch(
  model: MeshModel,
  createCheck: MeshCheckFactory = createMeshCheck,
): SeparationSearch {
  const { faces, nodes, scene, bodyOfNode } = model;
  const { bodies, contacts } = scene;
  const isTriangle = (k: number) => faces[k | 3] === faces[(k | 3) - 1];
  const mesh = createSurfaceMesh({
    positions: nodes.positions,
    triangles: faces.filter((_, k) => isTriangle(k) && k % 4 < 3),
    quads: faces.filter((_, k) => !isTriangle(k)),
  });
  const hasSelfContact = bodies.some((_, i) => contacts.mayTouch[i * bodies.length + i]);
  return {
    nearPairs: createNearSearch(model, contacts.separation),
    frames: createFrictionFrames(),
    check: createCheck(mesh, { search: scene.time.broadPhase, ...(!hasSelfContact && { bodies: bodyOfNode }) }),
  };
}
