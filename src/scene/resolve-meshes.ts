import type { MeshContactLaw, MeshScene, MeshTie } from './mesh-scene.ts';
import type { MeshDocument } from './mesh-schema.ts';
import { indexNames, type Lookup } from './names.ts';
import { isElasticKind, resolveMeshBody, sizeHalfspaces } from './resolve-mesh-body.ts';
import { spatial } from './resolve-pose.ts';
import { resolveRecord } from './resolve-record.ts';
import type { Fail } from './scene-error.ts';

/** Larger numbers are treated as input errors. */
const MAX_STEPS = 1e9;
const MAX_NODES = 1e6;

/** Default iterations over the contacts of a step; those of one pass rarely share nodes. [VBC24-3.3] */
const ONE_PASS_ITERATIONS = 8;
const TWO_PASS_ITERATIONS = 50;
/** Convergence of two passes: change of a speed relative to that in the first iteration. */
const CONVERGENCE = 1e-3;

/** In contacts this name means every body. */
const ALL = 'all';

/** Resolves names and checks the consistency of the document, which the schema cannot. Builds no mesh. */
export function resolveMeshScene(document: MeshDocument, fail: Fail): MeshScene {
  const { world, title, description, source, topic, guide, forces, time } = document;
  const bodyIndex = indexNames(document.bodies, ['bodies'], 'body', fail);
  checkCounts(document, fail);
  const bodies = sizeHalfspaces(document.bodies.map((body, i) => resolveMeshBody(body, ['bodies', i], fail)));
  if (time.step === undefined && bodies.every(({ kind }) => kind === 'rigid')) {
    fail(['time', 'step'], 'is missing, there is no elastic body whose waves could set it');
  }
  return {
    world,
    title,
    description,
    source,
    topic,
    guide,
    bodies,
    contacts: resolveContacts(document, bodyIndex, fail),
    forces: { gravity: spatial(forces.gravity) },
    time: { ...time },
    record: resolveRecord(document, fail),
  };
}

/** A wrong unit must not start an endless run or exhaust memory. */
function checkCounts({ bodies, time }: MeshDocument, fail: Fail): void {
  let nodes = 0;
  bodies.forEach(({ name, shape }, i) => {
    if (name === ALL) fail(['bodies', i, 'name'], 'must be another name, "all" means all bodies');
    nodes += countNodes(shape);
    if (nodes > MAX_NODES) fail(['bodies', i, 'shape'], `makes more than ${MAX_NODES} nodes in all`);
  });
  if (time.step !== undefined && time.end / time.step > MAX_STEPS) {
    fail(['time', 'step'], `makes more than ${MAX_STEPS} steps until ${time.end} s`);
  }
}

/** Solids have few nodes, or as many as their file. */
function countNodes(shape: MeshDocument['bodies'][number]['shape']): number {
  switch (shape.kind) {
    case 'hexahedra':
    case 'membrane':
      return shape.elements.reduce((product, count) => product * (count + 1), 1);
    case 'icosphere':
      return 10 * 2 ** (2 * shape.subdivisions) + 2;
    case 'solid-mesh':
    case 'membrane-mesh':
    case 'trimesh':
      return shape.vertices.length;
    default:
      return 0;
  }
}

function resolveContacts({ contacts, bodies }: MeshDocument, bodyIndex: Lookup, fail: Fail): MeshContactLaw {
  const { response, restitution, penalty, friction, edges, persistentContacts } = contacts;
  if (response === 'penalty' && !persistentContacts)
    fail(['contacts', 'persistentContacts'], 'must be true for the response "penalty"');
  if ((response === 'separation') !== (contacts.separation !== undefined))
    fail(['contacts', 'separation'], 'must be given for the response "separation", and only for it');
  const free = bodies.findIndex(({ shape, motion }) => isSolidKind(shape.kind) && motion === 'free');
  if (response === 'penalty' && free >= 0)
    fail(['bodies', free, 'motion'], 'must be "fixed" or "prescribed" for this shape with the response "penalty"');
  const mayTouch = Array.from({ length: bodies.length ** 2 }, () => false);
  const resolveName = (given: string, path: readonly (string | number)[]) =>
    given === ALL ? bodies.map((_, i) => i) : [bodyIndex(given, path)];
  contacts.pairs.forEach((pair, i) => {
    const slaves = resolveName(pair.slave, ['contacts', 'pairs', i, 'slave']);
    const masters = resolveName(pair.master, ['contacts', 'pairs', i, 'master']);
    if (pair.slave === pair.master && pair.slave !== ALL && !contacts.selfContact) {
      fail(['contacts', 'pairs', i, 'master'], 'must be another body, or contacts.selfContact true');
    }
    for (const slave of slaves) {
      for (const master of masters) {
        if (slave === master && !contacts.selfContact) continue;
        mayTouch[slave * bodies.length + master] = true;
        if (contacts.passes === 2) mayTouch[master * bodies.length + slave] = true;
      }
    }
  });
  if (response === 'separation' && contacts.tied.length > 0)
    fail(['contacts', 'tied'], 'must be empty for the response "separation"');
  // a rigid body does not deform, and two immovable bodies have no response
  const isRigid = bodies.map(({ shape }) => !isElasticKind(shape.kind));
  const isImmovable = bodies.map(({ motion }, i) => isRigid[i] && motion !== 'free');
  bodies.forEach((_, i) => {
    bodies.forEach((_, j) => {
      if ((i === j && isRigid[i]) || (isImmovable[i] && isImmovable[j])) mayTouch[i * bodies.length + j] = false;
    });
  });
  const tied = resolveTies(contacts.tied, bodies, bodyIndex, fail);
  for (const { slave, master } of tied) {
    mayTouch[slave * bodies.length + master] = mayTouch[master * bodies.length + slave] = false;
  }
  // the contacts of two passes depend on each other; the response `separation` has its own criterion
  const isCoupled = contacts.passes === 2 && response !== 'separation';
  const iterations = contacts.iterations ?? (isCoupled ? TWO_PASS_ITERATIONS : ONE_PASS_ITERATIONS);
  const convergence = isCoupled && contacts.iterations === undefined ? CONVERGENCE : 0;
  return {
    response,
    separation: contacts.separation ?? 0,
    mayTouch,
    tied,
    iterations,
    convergence,
    restitution,
    penalty,
    friction,
    edges,
    persistentContacts,
  };
}

function isSolidKind(kind: string): boolean {
  return !isElasticKind(kind) && kind !== 'icosphere';
}

function resolveTies(
  given: MeshDocument['contacts']['tied'],
  bodies: MeshDocument['bodies'],
  bodyIndex: Lookup,
  fail: Fail,
): MeshTie[] {
  return given.map((tie, i) => {
    const path = ['contacts', 'tied', i];
    const [slave, master] = [bodyIndex(tie.slave, [...path, 'slave']), bodyIndex(tie.master, [...path, 'master'])];
    if (slave === master) fail([...path, 'master'], 'must be another body');
    for (const [key, index] of [
      ['slave', slave],
      ['master', master],
    ] as const) {
      const { shape, motion } = bodies[index];
      if (!isElasticKind(shape.kind) && motion === 'free') {
        fail([...path, key], 'must be an elastic or an immovable body, a rigid body that moves freely cannot be tied');
      }
    }
    return { slave, master, within: tie.within };
  });
}
