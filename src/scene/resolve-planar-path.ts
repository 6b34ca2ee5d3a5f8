import { createPlanarPathState, type KeyTable, type PlanarPath, planarPathAt } from '../math/planar-path.ts';
import { createVec3 } from '../math/vec3.ts';
import type { Lookup } from './names.ts';
import type { PlanarDocument } from './planar-schema.ts';
import type { SceneBody } from './scene.ts';
import type { Fail, JsonPath } from './scene-error.ts';

/** The given motions of the bodies of a scene: own paths, and links of chains. Undefined for bodies without one. */
export function resolvePaths(document: PlanarDocument, bodyIndex: Lookup, fail: Fail): (PlanarPath | undefined)[] {
  const paths = document.bodies.map((body, i): PlanarPath | undefined => {
    if (body.path === undefined) return undefined;
    checkFollower(document, i, ['bodies', i, 'path'], fail);
    const { keys, interpolation } = body.path;
    const at: JsonPath = ['bodies', i, 'path', 'keys'];
    const table = (of: (key: (typeof keys)[number]) => number) => keyTable(keys, of, interpolation, at, fail);
    return {
      kind: 'keys',
      x: table(({ position }) => position[0]),
      y: table(({ position }) => position[1]),
      angle: table(({ angle }) => angle),
    };
  });
  document.chains.forEach(({ base, links, interpolation }, i) => {
    const joints = links.map(({ angles, length }, k) => ({
      angle: keyTable(angles, ({ angle }) => angle, interpolation, ['chains', i, 'links', k, 'angles'], fail),
      length,
    }));
    links.forEach(({ body }, k) => {
      const path = ['chains', i, 'links', k, 'body'];
      const index = bodyIndex(body, path);
      if (paths[index] !== undefined) fail(path, 'must be a body without a path, and in one chain only');
      checkFollower(document, index, path, fail);
      paths[index] = { kind: 'chain', base: createVec3(base[0], base[1]), joints: joints.slice(0, k + 1) };
    });
  });
  checkDockedPaths(document, paths, bodyIndex, fail);
  return paths;
}

/** A body that follows a path has no other motion. */
function checkFollower({ bodies, time }: PlanarDocument, index: number, path: JsonPath, fail: Fail): void {
  const { motion, shape, position, angle, velocity, angularVelocity } = bodies[index];
  if (time.method !== 'steps') fail(path, 'a given motion needs time.method "steps"');
  if (motion !== 'prescribed')
    fail(path, `needs motion "prescribed", the motion of ${bodies[index].name} is "${motion}"`);
  if (shape.kind === 'halfspace') fail(path, 'must not be a halfspace');
  const isMoved = [...position, angle, ...velocity, angularVelocity].some((value) => value !== 0);
  if (isMoved)
    fail(path, `defines the motion, ${bodies[index].name} must have no position, angle, velocity or angularVelocity`);
}

/** Two bodies that no force moves cannot become one, unless neither moves by a table. */
function checkDockedPaths(
  { docking, sensors, bodies }: PlanarDocument,
  paths: readonly (PlanarPath | undefined)[],
  bodyIndex: Lookup,
  fail: Fail,
): void {
  docking.forEach((dock, i) => {
    const held = dock.sensors.map((name) => sensors.find((sensor) => sensor.name === name)?.body ?? '');
    const immovable = bodies.filter(({ name, motion }) => held.includes(name) && motion !== 'free');
    const follows = immovable.some(({ name }) => paths[bodyIndex(name, ['docking', i, 'sensors'])] !== undefined);
    if (immovable.length === 2 && follows) {
      fail(['docking', i, 'sensors'], 'a body that follows a path can dock to a free body only');
    }
  });
}

export function keyTable<K extends { time: number }>(
  keys: readonly K[],
  of: (key: K) => number,
  interpolation: KeyTable['interpolation'],
  path: JsonPath,
  fail: Fail,
): KeyTable {
  keys.forEach(({ time }, i) => {
    if (i > 0 && !(time > keys[i - 1].time)) {
      fail([...path, i, 'time'], `must be after the time of the key before it (${keys[i - 1].time} s)`);
    }
  });
  return { times: keys.map(({ time }) => time), values: keys.map(of), interpolation };
}

/** A body that follows a path begins where the path begins. */
export function withPath(body: SceneBody, path: PlanarPath | undefined): SceneBody {
  if (path === undefined) return body;
  const { x, y, angle, vx, vy, angularVelocity } = planarPathAt(createPlanarPathState(), path, 0);
  return { ...body, position: createVec3(x, y), angle, velocity: createVec3(vx, vy), angularVelocity, path };
}
