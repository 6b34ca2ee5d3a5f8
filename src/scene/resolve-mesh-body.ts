import { createElasticMaterial } from '../dynamics/finite-elements/elastic-material.ts';
import type { VolumeElementList } from '../dynamics/finite-elements/element-mesh.ts';
import { createMat3 } from '../math/mat3.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { triangulateSolid } from '../shapes/triangulate-solid.ts';
import { missingMeshFile } from './mesh-files.ts';
import {
  type ElasticMeshBody,
  type MeshBody,
  type MeshNodeSet,
  type MeshShape,
  NODE_SETS,
  type RigidMeshBody,
} from './mesh-scene.ts';
import type { MeshDocument } from './mesh-schema.ts';
import { resolvePose, spatial } from './resolve-pose.ts';
import { resolveSolidBody } from './resolve-solid-body.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';

type BodyDocument = MeshDocument['bodies'][number];
type ShapeDocument = BodyDocument['shape'];
type ElasticShape = Extract<MeshShape, { kind: 'hexahedra' | 'membrane' | 'solid-mesh' | 'membrane-mesh' }>;
type ElasticDocument = Extract<ShapeDocument, { kind: ElasticShape['kind'] }>;
type SolidDocument = Exclude<ShapeDocument, { kind: ElasticShape['kind'] | 'icosphere' | 'mesh' }>;

const ELASTIC_KINDS: readonly string[] = ['hexahedra', 'membrane', 'solid-mesh', 'membrane-mesh'];

/** Whether bodies of a shape in a file are elastic. */
export function isElasticKind(kind: string): kind is ElasticShape['kind'] {
  return ELASTIC_KINDS.includes(kind);
}

/** Checks that the keys of a body fit its kind, and converts it to the form of the simulation. */
export function resolveMeshBody(given: BodyDocument, path: JsonPath, fail: Fail): MeshBody {
  const { name, shape, velocity, angularVelocity, color, chordError } = given;
  if (shape.kind === 'mesh') return missingMeshFile(shape.file, [...path, 'shape', 'file'], fail);
  const common = {
    name,
    velocity: spatial(velocity),
    angularVelocity: spatial(angularVelocity),
    doubleSided: given.doubleSided ?? isSheet(shape),
    color,
  } as const;
  if (chordError !== undefined && (isElasticKind(shape.kind) || shape.kind === 'icosphere')) {
    fail(
      [...path, 'chordError'],
      `must be left out, a body of ${shape.kind} has no curved surface to be divided by it`,
    );
  }
  if (isElasticKind(shape.kind)) {
    const elastic = elasticShape(shape as ElasticDocument, [...path, 'shape'], fail);
    const pose = resolvePose(given, path, fail);
    return { ...common, pose, shape: elastic, ...resolveElastic(given, elastic, path, fail) };
  }
  checkRigidKeys(given, path, fail);
  if (shape.kind === 'icosphere') {
    const pose = resolvePose(given, path, fail);
    return { ...common, pose, shape, ...resolveSphere(given, shape.radius, path, fail) };
  }
  return { ...common, ...resolveSolid(given, shape as SolidDocument, path, fail) };
}

function isSheet(shape: ShapeDocument): boolean {
  return shape.kind === 'membrane' || shape.kind === 'membrane-mesh';
}

function elasticShape(given: ElasticDocument, path: JsonPath, fail: Fail): ElasticShape {
  switch (given.kind) {
    case 'hexahedra':
    case 'membrane':
      return given;
    case 'membrane-mesh': {
      const { kind, vertices, triangles, thickness } = given;
      const mesh = orFail(
        () => createSurfaceMesh({ positions: vertices.flat(), triangles: triangles.flat() }),
        path,
        fail,
      );
      const nodeSets = resolveNodeSets(given, path, fail);
      return { kind, positions: mesh.positions, triangles: mesh.triangles, thickness, nodeSets };
    }
    case 'solid-mesh':
      return volumeElements(given, path, fail);
  }
}

function resolveNodeSets(
  { vertices, nodeSets }: Extract<ShapeDocument, { kind: 'solid-mesh' | 'membrane-mesh' }>,
  path: JsonPath,
  fail: Fail,
): Map<string, Int32Array> {
  const sets = new Map<string, Int32Array>();
  nodeSets.forEach(({ name, nodes }, i) => {
    const at = [...path, 'nodeSets', i];
    if (NODE_SETS.includes(name)) fail([...at, 'name'], 'must be another name, this one is a set by location');
    if (sets.has(name)) fail([...at, 'name'], 'must be a name that no other set has');
    const unknown = nodes.findIndex((node) => node >= vertices.length);
    if (unknown >= 0) fail([...at, 'nodes', unknown], `must be an index of a vertex, 0 to ${vertices.length - 1}`);
    sets.set(name, Int32Array.from(new Set(nodes)).sort());
  });
  return sets;
}

function volumeElements(
  given: Extract<ShapeDocument, { kind: 'solid-mesh' }>,
  path: JsonPath,
  fail: Fail,
): ElasticShape {
  const { kind, vertices } = given;
  const elements: VolumeElementList[] = [];
  for (const [key, nodesPerElement] of VOLUME_ELEMENTS) {
    const list: readonly (readonly number[])[] = given[key];
    for (const [e, element] of list.entries()) {
      const unknown = element.find((node) => node >= vertices.length);
      if (unknown !== undefined) fail([...path, key, e], `must be indices of vertices, 0 to ${vertices.length - 1}`);
      if (new Set(element).size < element.length) fail([...path, key, e], 'must have different nodes');
    }
    if (list.length > 0) elements.push({ nodesPerElement, nodes: Int32Array.from(list.flat()) });
  }
  if (elements.length === 0) fail(path, `must have elements: ${VOLUME_ELEMENTS.map(([key]) => key).join(', ')}`);
  const used = new Set(elements.flatMap(({ nodes }) => [...nodes]));
  const unused = vertices.findIndex((_, node) => !used.has(node));
  if (unused >= 0) fail([...path, 'vertices', unused], 'must belong to an element, a node without one has no mass');
  const nodeSets = resolveNodeSets(given, path, fail);
  return { kind, positions: Float64Array.from(vertices.flat()), elements, nodeSets };
}

const VOLUME_ELEMENTS = [
  ['hexahedra', 8],
  ['tetrahedra', 4],
  ['wedges', 6],
  ['pyramids', 5],
] as const;

function resolveElastic(
  given: BodyDocument,
  shape: ElasticShape,
  path: JsonPath,
  fail: Fail,
): Pick<ElasticMeshBody, 'kind' | 'material' | 'clamps' | 'prescribed'> {
  const { elastic, clamp, prescribedNodes, motion } = given;
  for (const key of ['density', 'mass', 'inertia'] as const) {
    if (given[key] !== undefined) fail([...path, key], 'must be left out, an elastic body has elastic.density');
  }
  if (motion !== 'free') fail([...path, 'motion'], 'must be "free" for an elastic body; see clamp and prescribedNodes');
  if (elastic === undefined) return fail([...path, 'elastic'], `is missing, a body of ${shape.kind} needs it`);
  const { modulus, poisson, density } = elastic;
  if (!(poisson > -1 && poisson < 0.5)) fail([...path, 'elastic', 'poisson'], 'must be above -1 and below 0.5');
  const material = orFail(() => createElasticMaterial(modulus, poisson, density), [...path, 'elastic'], fail);
  clamp.forEach((nodes, i) => {
    checkNodeSet(shape, nodes, [...path, 'clamp', i], fail);
  });
  prescribedNodes.forEach(({ nodes }, i) => {
    checkNodeSet(shape, nodes, [...path, 'prescribedNodes', i, 'nodes'], fail);
  });
  const prescribed = prescribedNodes.map(({ nodes, velocity, angularVelocity, until = Number.POSITIVE_INFINITY }) => ({
    nodes,
    velocity: spatial(velocity),
    angularVelocity: spatial(angularVelocity),
    until,
  }));
  return { kind: 'elastic', material, clamps: clamp, prescribed };
}

function checkNodeSet(shape: ElasticShape, nodes: MeshNodeSet, path: JsonPath, fail: Fail): void {
  const { kind } = shape;
  const named = 'nodeSets' in shape ? [...shape.nodeSets.keys()] : [];
  if (!NODE_SETS.includes(nodes)) {
    if (named.includes(nodes)) return;
    fail(path, `must be a set of nodes: ${[...NODE_SETS, ...named.slice(0, MAX_NAMES)].join(', ')}`);
  }
  const isSolid = kind === 'hexahedra' || kind === 'solid-mesh';
  if (isSolid && nodes === 'rim') fail(path, 'must be a side or "all", a solid body has no rim');
  if (kind === 'membrane' && nodes.startsWith('z')) fail(path, 'must be "rim", "all" or a side along x or y');
}

/** More names are not listed in a message. */
const MAX_NAMES = 12;

function checkRigidKeys({ elastic, clamp, prescribedNodes }: BodyDocument, path: JsonPath, fail: Fail): void {
  if (elastic !== undefined) fail([...path, 'elastic'], 'must be left out for a rigid body');
  if (clamp.length > 0) fail([...path, 'clamp'], 'must be left out for a rigid body; see motion');
  if (prescribedNodes.length > 0) fail([...path, 'prescribedNodes'], 'must be left out for a rigid body; see motion');
}

type Rigid = Pick<RigidMeshBody, 'kind' | 'motion' | 'mass' | 'moments' | 'principalAxes'>;

/** A solid of the pair table: mass and inertia are those of the exact shape, contacts see its triangles. */
function resolveSolid(
  given: BodyDocument,
  shape: SolidDocument,
  path: JsonPath,
  fail: Fail,
): Rigid & Pick<RigidMeshBody, 'shape' | 'pose' | 'doubleSided'> {
  const { body } = resolveSolidBody({ ...given, shape, collideAs: 'shape', trigger: false }, path, fail);
  const { motion, mass, moments, principalAxes, pose } = body;
  const solid = body.shape as Extract<MeshShape, { kind: 'solid' }>['solid'];
  const { chordError } = given;
  const surface = orFail(() => triangulateSolid(solid, { chordError }), [...path, 'chordError'], fail);
  return {
    kind: 'rigid',
    motion,
    mass,
    moments,
    principalAxes,
    pose,
    shape: { kind: 'solid', solid, surface },
    doubleSided: given.doubleSided ?? (solid.kind === 'trimesh' && !solid.closed),
  };
}

const NEVER = Number.POSITIVE_INFINITY;

/** A sphere of uniform density: I = 2/5 m r² about every axis through its centre. */
function resolveSphere(given: BodyDocument, radius: number, path: JsonPath, fail: Fail): Rigid {
  const { motion, density, velocity, angularVelocity } = given;
  const reject = (wrong: boolean, key: keyof BodyDocument, expected: string) => {
    if (wrong) fail([...path, key], expected);
  };
  reject(given.inertia !== undefined, 'inertia', 'must be left out for a sphere');
  if (motion !== 'free') {
    for (const key of ['density', 'mass'] as const) {
      reject(given[key] !== undefined, key, `must be left out, no force moves a ${motion} body`);
    }
    const still = 'must be zero for a fixed body, or its motion "prescribed"';
    reject(motion === 'fixed' && velocity.some((component) => component !== 0), 'velocity', still);
    reject(motion === 'fixed' && angularVelocity.some((component) => component !== 0), 'angularVelocity', still);
    const moments = createVec3(NEVER, NEVER, NEVER);
    return { kind: 'rigid', motion, mass: NEVER, moments, principalAxes: createMat3() };
  }
  reject(density !== undefined && given.mass !== undefined, 'density', 'must be left out where mass is given');
  const volume = (4 / 3) * Math.PI * radius * radius * radius;
  const mass =
    given.mass ?? (density ?? fail([...path, 'mass'], 'is missing, a free body needs mass or density')) * volume;
  const inertia = 0.4 * mass * radius * radius;
  if (!(inertia > 0 && inertia < NEVER && mass > 0)) {
    fail([...path, 'shape'], 'is too small or too large for its mass and inertia to be computed');
  }
  return { kind: 'rigid', motion, mass, moments: createVec3(inertia, inertia, inertia), principalAxes: createMat3() };
}

/** The square that represents a half-space extends this many times farther than the other bodies at the start. */
const HALFSPACE_SIZE = 100;

/** The bodies with half-spaces as squares that are large compared with all others. */
export function sizeHalfspaces(bodies: readonly MeshBody[]): MeshBody[] {
  return bodies.map((body) => {
    const { shape, pose } = body;
    if (shape.kind !== 'solid' || shape.solid.kind !== 'halfspace') return body;
    const farthest = Math.max(0, ...bodies.map((other) => reachOf(other) + distanceOf(other, pose)));
    const halfspaceSize = farthest > 0 ? HALFSPACE_SIZE * farthest : 1;
    return { ...body, shape: { ...shape, surface: triangulateSolid(shape.solid, { halfspaceSize }) } };
  });
}

function distanceOf({ pose: { position: a } }: MeshBody, { position: b }: MeshBody['pose']): number {
  return lengthVec3(createVec3(a.x - b.x, a.y - b.y, a.z - b.z));
}

/** Largest distance of a node from the origin of the shape [m]; 0 for a half-space. */
function reachOf({ shape }: MeshBody): number {
  switch (shape.kind) {
    case 'hexahedra':
    case 'membrane':
      return Math.hypot(...shape.halfExtents);
    case 'icosphere':
      return shape.radius;
    case 'solid-mesh':
    case 'membrane-mesh':
      return largestDistance(shape.positions);
    case 'solid':
      return shape.solid.kind === 'halfspace' ? 0 : largestDistance(shape.surface.positions);
  }
}

function largestDistance(positions: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3);
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  }
  return largest;
}
