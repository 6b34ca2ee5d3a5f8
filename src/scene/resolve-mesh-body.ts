import { createElasticMaterial } from '../dynamics/finite-elements/elastic-material.ts';
import type { ElasticMeshBody, MeshBody, MeshNodeSet, MeshShape, RigidMeshBody } from './mesh-scene.ts';
import type { MeshDocument } from './mesh-schema.ts';
import { resolvePose, spatial } from './resolve-pose.ts';
import { type Fail, type JsonPath, orFail } from './scene-error.ts';

type BodyDocument = MeshDocument['bodies'][number];

/** Checks that the keys of a body fit its kind, and converts it to the form of the simulation. */
export function resolveMeshBody(given: BodyDocument, path: JsonPath, fail: Fail): MeshBody {
  const { name, shape, velocity, angularVelocity, color } = given;
  const common = {
    name,
    shape,
    pose: resolvePose(given, path, fail),
    velocity: spatial(velocity),
    angularVelocity: spatial(angularVelocity),
    doubleSided: given.doubleSided ?? shape.kind === 'membrane',
    color,
  } as const;
  return shape.kind === 'icosphere'
    ? { ...common, ...resolveRigid(given, shape.radius, path, fail) }
    : { ...common, ...resolveElastic(given, path, fail) };
}

type Own<T extends MeshBody> = Omit<
  T,
  'name' | 'shape' | 'pose' | 'velocity' | 'angularVelocity' | 'doubleSided' | 'color'
>;

function resolveElastic(given: BodyDocument, path: JsonPath, fail: Fail): Own<ElasticMeshBody> {
  const { shape, elastic, clamp, prescribedNodes, motion } = given;
  for (const key of ['density', 'mass'] as const) {
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

function checkNodeSet({ kind }: MeshShape, nodes: MeshNodeSet, path: JsonPath, fail: Fail): void {
  if (kind === 'hexahedra' && nodes === 'rim') fail(path, 'must be a side or "all", a box has no rim');
  if (kind === 'membrane' && nodes.startsWith('z')) fail(path, 'must be "rim", "all" or a side along x or y');
}

/** A sphere of uniform density: I = 2/5 m r² about every axis through its centre. */
function resolveRigid(given: BodyDocument, radius: number, path: JsonPath, fail: Fail): Own<RigidMeshBody> {
  const { motion, density, velocity, angularVelocity, elastic, clamp, prescribedNodes } = given;
  const reject = (wrong: boolean, key: keyof BodyDocument, expected: string) => {
    if (wrong) fail([...path, key], expected);
  };
  reject(elastic !== undefined, 'elastic', 'must be left out for a rigid body');
  reject(clamp.length > 0, 'clamp', 'must be left out for a rigid body; see motion');
  reject(prescribedNodes.length > 0, 'prescribedNodes', 'must be left out for a rigid body; see motion');
  if (motion !== 'free') {
    for (const key of ['density', 'mass'] as const) {
      reject(given[key] !== undefined, key, `must be left out, no force moves a ${motion} body`);
    }
    const still = 'must be zero for a fixed body, or its motion "prescribed"';
    reject(motion === 'fixed' && velocity.some((component) => component !== 0), 'velocity', still);
    reject(motion === 'fixed' && angularVelocity.some((component) => component !== 0), 'angularVelocity', still);
    return { kind: 'rigid', motion, mass: Number.POSITIVE_INFINITY, inertia: Number.POSITIVE_INFINITY };
  }
  reject(density !== undefined && given.mass !== undefined, 'density', 'must be left out where mass is given');
  const volume = (4 / 3) * Math.PI * radius * radius * radius;
  const mass =
    given.mass ?? (density ?? fail([...path, 'mass'], 'is missing, a free body needs mass or density')) * volume;
  const inertia = 0.4 * mass * radius * radius;
  if (!(inertia > 0 && inertia < Number.POSITIVE_INFINITY && mass > 0)) {
    fail([...path, 'shape'], 'is too small or too large for its mass and inertia to be computed');
  }
  return { kind: 'rigid', motion, mass, inertia };
}
