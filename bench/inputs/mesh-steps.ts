/** One step of a deforming mesh with a known number of contacts: a public scene if it is installed, else random sheets. */
import {
  checkMesh,
  endpointMotion,
  type MeshCheck,
  type PointMotion,
  type SurfaceMesh,
  surfaceMesh,
} from 'appulse/meshes';
import { hasCcdData } from './ccd-data.ts';
import { readPublic } from './contact-queries.ts';
import { createSheets } from './sheets.ts';

export interface MeshStep {
  readonly name: string;
  readonly mesh: SurfaceMesh;
  readonly motion: PointMotion;
  readonly contactCount: number;
  /** Where the number of contacts comes from. */
  readonly oracle: string;
}

/** Rows that describe such a step in a report. */
export function describeMeshStep({ mesh, contactCount }: MeshStep, check: MeshCheck): Record<string, string | number> {
  return {
    mesh: `${mesh.positions.length / 3} nodes, ${mesh.triangles.length / 3} triangles`,
    'candidate pairs': `${check.nodeFacePairs} node-triangle, ${check.edgePairs} edge-edge`,
    contacts: contactCount,
  };
}

export function createMeshStep(): MeshStep {
  return hasCcdData ? clothBall() : randomSheets();
}

function clothBall(): MeshStep {
  const vertices = new Float64Array(readPublic('meshes/cloth-ball.verts.f64.gz'));
  const half = vertices.length / 2;
  const triangles = new Int32Array(readPublic('meshes/cloth-ball.faces.i32.gz'));
  const mesh = surfaceMesh({ positions: vertices.subarray(0, half), triangles });
  const hits = ['vf', 'ee'].flatMap((kind) => [...new Uint8Array(readPublic(`queries/sim-cloth-ball.${kind}.gt.gz`))]);
  return {
    name: 'cloth-ball',
    mesh,
    motion: endpointMotion(mesh.positions, vertices.slice(half)),
    contactCount: hits.reduce((sum, hit) => sum + hit, 0),
    oracle: 'the number of colliding pairs in the data set',
  };
}

function randomSheets(): MeshStep {
  const { triangles, steps } = createSheets(10, 1);
  const mesh = surfaceMesh({ positions: steps[0][0], triangles });
  const motion = endpointMotion(...steps[0]);
  return {
    name: 'random sheets',
    mesh,
    motion,
    contactCount: checkMesh(mesh, motion, { search: 'sweep-and-prune' }).contacts.length,
    oracle: 'sweep and prune (the public scene is absent)',
  };
}
