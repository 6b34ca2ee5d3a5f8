import {
  createElasticModel,
  type ElasticModel,
  offsetNodeNumbers,
} from '../../dynamics/finite-elements/elastic-model.ts';
import { addLumpedMasses, type ElementSet } from '../../dynamics/finite-elements/elements.ts';
import { createNodes, holdNodes, type Nodes } from '../../dynamics/finite-elements/nodes.ts';
import { crossingTimeStep, stableTimeStep } from '../../dynamics/finite-elements/time-step.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { createVec3 } from '../../math/vec3.ts';
import type { MeshBody, MeshScene } from '../../scene/mesh-scene.ts';
import { createSurfaceMesh, meshEdges, type NodeElements, nodeElements } from '../../shapes/mesh.ts';
import { countSteps } from '../step-count.ts';
import { SimulationError } from '../world.ts';
import { type BodyMesh, buildBodyMesh, nodesOfSet } from './body-mesh.ts';

/** A larger number of steps is an input error. */
const MAX_STEPS = 1e9;

/** Range of the nodes and faces of a body among those of all. */
export interface BodyRange {
  readonly firstNode: number;
  readonly nodeCount: number;
  readonly firstFace: number;
  readonly faceCount: number;
  readonly mesh: BodyMesh;
}

/** All meshes of a scene with consecutively numbered nodes and faces: elastic bodies first, then rigid ones. */
export interface MeshModel {
  readonly scene: MeshScene;
  readonly nodes: Nodes;
  /** The elements and the nodes of the elastic bodies: a view on the first of all nodes. */
  readonly elastic: ElasticModel;
  /** One per body of the scene. */
  readonly ranges: readonly BodyRange[];
  /** [kg], of fixed nodes too; a rigid body's mass is distributed uniformly, each node of an immovable body counts 1. */
  readonly masses: Float64Array;
  readonly bodyOfNode: Int32Array;
  /** Four nodes per face; a triangle repeats its last one. */
  readonly faces: Int32Array;
  readonly bodyOfFace: Int32Array;
  readonly facesOfNode: NodeElements;
  /** Half of each face's longest side at the start [m]: search range of persistent contacts. */
  readonly searchRanges: Float64Array;
  /** Two nodes each. */
  readonly edges: Int32Array;
  /** [s] */
  readonly timeStep: number;
  readonly stepCount: number;
}

/** Very far from the origin, elements have no volume in doubles: such a scene is valid but cannot be run. */
function createParts(parts: Parameters<typeof createElasticModel>[0]): ElasticModel {
  try {
    return createElasticModel(parts);
  } catch (error) {
    throw error instanceof RangeError ? new SimulationError(error.message) : error;
  }
}

export function createMeshModel(scene: MeshScene): MeshModel {
  const ranges = layOutBodies(scene);
  const nodeCount = ranges.reduce((sum, range) => sum + range.nodeCount, 0);
  const positions = new Float64Array(3 * nodeCount);
  for (const { mesh, firstNode } of ranges) positions.set(mesh.positions, 3 * firstNode);
  const parts = scene.bodies.flatMap((body, i) => {
    const { elastic: mesh } = ranges[i].mesh;
    return body.kind === 'elastic' && mesh ? [{ mesh, material: body.material }] : [];
  });
  const elastic = createParts(parts);
  const { elements } = elastic;
  const masses = nodalMasses(scene, ranges, elements, nodeCount);
  const nodes = createNodes(positions, masses);
  scene.bodies.forEach((body, i) => {
    startBody(nodes, body, ranges[i]);
  });
  const timeStep =
    scene.time.step ?? Math.min(...elements.map((set) => crossingTimeStep(set, scene.time.courantNumber)));
  checkStable(scene, elements, timeStep);
  return {
    scene,
    nodes,
    elastic: { ...elastic, nodes: firstOf(nodes, elastic.nodes.count) },
    ranges,
    masses,
    ...createSurface(scene, ranges, positions),
    timeStep,
    stepCount: allowedSteps(scene, timeStep),
  };
}

/** Steps above the stability limit of the elements diverge, at the latest under compression. */
function checkStable({ title, time }: MeshScene, elements: readonly ElementSet[], timeStep: number): void {
  const stable = Math.min(...elements.map(stableTimeStep));
  if (!(timeStep > stable)) return;
  const key = time.step === undefined ? `time.courantNumber ${time.courantNumber}` : 'time.step';
  throw new SimulationError(
    `${title}: ${key} makes steps of ${timeStep} s, longer than the largest stable one, ${stable} s`,
  );
}

function allowedSteps({ time, title }: MeshScene, timeStep: number): number {
  const count = countSteps(0, time.end, timeStep);
  if (count <= MAX_STEPS) return count;
  throw new SimulationError(
    `${title}: makes ${count} steps of ${timeStep} s until ${time.end} s, more than ${MAX_STEPS}`,
  );
}

/** Triangles are numbered before quadrilaterals, as in a `SurfaceMesh`; each body has one kind only. */
function layOutBodies(scene: MeshScene): BodyRange[] {
  const meshes = scene.bodies.map(buildBodyMesh);
  let firstNode = 0;
  let firstTriangle = 0;
  let firstQuad = meshes.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  const ranges: BodyRange[] = [];
  for (const kind of ['elastic', 'rigid'] as const) {
    scene.bodies.forEach((body, i) => {
      if (body.kind !== kind) return;
      const { positions, triangles, quads } = meshes[i];
      const [nodeCount, faceCount] = [positions.length / 3, triangles.length / 3 + quads.length / 4];
      const firstFace = triangles.length > 0 ? firstTriangle : firstQuad;
      ranges[i] = { firstNode, nodeCount, firstFace, faceCount, mesh: meshes[i] };
      firstNode += nodeCount;
      firstTriangle += triangles.length / 3;
      firstQuad += quads.length / 4;
    });
  }
  return ranges;
}

function nodalMasses(
  { bodies }: MeshScene,
  ranges: readonly BodyRange[],
  elements: readonly ElementSet[],
  nodeCount: number,
): Float64Array {
  const masses = new Float64Array(nodeCount);
  for (const set of elements) addLumpedMasses(masses, set);
  bodies.forEach((body, i) => {
    if (body.kind === 'elastic') return;
    const { firstNode, nodeCount } = ranges[i];
    masses.fill(body.motion === 'free' ? body.mass / nodeCount : 1, firstNode, firstNode + nodeCount);
  });
  return masses;
}

/** Sets the velocities of a body's nodes and fixes those that no force moves. */
function startBody(nodes: Nodes, body: MeshBody, { firstNode, nodeCount, mesh }: BodyRange): void {
  const velocity = createVec3();
  const motion = { pose: body.pose, velocity: body.velocity, angularVelocity: body.angularVelocity };
  for (let node = firstNode; node < firstNode + nodeCount; node++) {
    const [x, y, z] = nodes.positions.subarray(3 * node, 3 * node + 3);
    velocityOfPoint(velocity, motion, { x, y, z });
    nodes.velocities.set([velocity.x, velocity.y, velocity.z], 3 * node);
  }
  if (body.kind === 'rigid') {
    if (body.motion !== 'free') nodes.inverseMasses.fill(0, firstNode, firstNode + nodeCount);
    return;
  }
  for (const set of [...body.clamps, ...body.prescribed.map((prescribedNodes) => prescribedNodes.nodes)]) {
    holdNodes(nodes, offsetNodeNumbers(firstNode, nodesOfSet(mesh, set)));
  }
}

/** View on the first `count` nodes; writes go to all nodes. */
function firstOf(nodes: Nodes, count: number): Nodes {
  return {
    count,
    positions: nodes.positions.subarray(0, 3 * count),
    velocities: nodes.velocities.subarray(0, 3 * count),
    forces: nodes.forces.subarray(0, 3 * count),
    inverseMasses: nodes.inverseMasses.subarray(0, count),
  };
}

type Surface = Pick<MeshModel, 'bodyOfNode' | 'faces' | 'bodyOfFace' | 'facesOfNode' | 'searchRanges' | 'edges'>;

function createSurface({ bodies }: MeshScene, ranges: readonly BodyRange[], positions: Float64Array): Surface {
  const faceCount = ranges.reduce((sum, range) => sum + range.faceCount, 0);
  const faces = new Int32Array(4 * faceCount);
  const bodyOfFace = new Int32Array(faceCount);
  const bodyOfNode = new Int32Array(positions.length / 3);
  ranges.forEach(({ firstNode, nodeCount, firstFace, faceCount, mesh }, body) => {
    bodyOfNode.fill(body, firstNode, firstNode + nodeCount);
    bodyOfFace.fill(body, firstFace, firstFace + faceCount);
    const corners = mesh.triangles.length > 0 ? 3 : 4;
    const given = offsetNodeNumbers(firstNode, corners === 3 ? mesh.triangles : mesh.quads);
    for (let f = 0; f < faceCount; f++) {
      for (let k = 0; k < 4; k++) faces[4 * (firstFace + f) + k] = given[corners * f + Math.min(k, corners - 1)];
    }
  });
  const isTriangle = (f: number) => faces[4 * f + 3] === faces[4 * f + 2];
  const triangleCount = bodyOfFace.findIndex((_, f) => !isTriangle(f));
  const split = triangleCount < 0 ? faceCount : triangleCount;
  const surface = createSurfaceMesh({
    positions,
    triangles: faces.subarray(0, 4 * split).filter((_, k) => k % 4 < 3),
    quads: faces.subarray(4 * split),
  });
  const searchRanges = Float64Array.from(bodyOfFace, (_, f) => 0.5 * longestSide(faces, f, positions));
  limitRanges(searchRanges, bodyOfFace, bodies);
  return { bodyOfNode, faces, bodyOfFace, facesOfNode: nodeElements(surface), searchRanges, edges: meshEdges(surface) };
}

/** Faces of rigid solids may be much larger than elements, on the scale of which contacts move; a half-space has no rim to slide over. */
function limitRanges(searchRanges: Float64Array, bodyOfFace: Int32Array, bodies: MeshScene['bodies']): void {
  const largest = searchRanges.reduce(
    (max, range, f) => (bodies[bodyOfFace[f]].kind === 'elastic' ? Math.max(max, range) : max),
    0,
  );
  if (largest === 0) return;
  searchRanges.forEach((range, f) => {
    const { kind, shape } = bodies[bodyOfFace[f]];
    const isLimited = kind === 'rigid' && shape.kind === 'solid' && shape.solid.kind !== 'halfspace';
    if (isLimited) searchRanges[f] = Math.min(range, largest);
  });
}

function longestSide(faces: Int32Array, face: number, positions: Float64Array): number {
  let longest = 0;
  for (let k = 0; k < 4; k++) {
    const [i, j] = [3 * faces[4 * face + k], 3 * faces[4 * face + ((k + 1) % 4)]];
    const [x, y, z] = [0, 1, 2].map((axis) => positions[j + axis] - positions[i + axis]);
    longest = Math.max(longest, Math.sqrt(x * x + y * y + z * z));
  }
  return longest;
}
