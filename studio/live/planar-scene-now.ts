import { parse } from 'jsonc-parser';
import {
  pose as createPose,
  editSceneText,
  quaternionFromRotation,
  relativePose,
  type Scene,
  type SceneEdit,
  type SceneWorld,
  toWorld,
  vec3,
} from '../../src/index.ts';
import { bodyIndex, numberOf, read } from '../editor/numbers.ts';
import type { LiveJoint } from './live-protocol.ts';
import { jointEdits } from './planar-joints-now.ts';

/** Why the state of a scene that is stepped as a whole cannot start another scene; undefined if it can. */
export function whyNoScene(scene: Scene): string | undefined {
  switch (scene.world) {
    case 'planar':
      if (scene.bodies.some(({ path }) => path)) return 'Bodies of this scene follow paths over time.';
      if ((scene.joints ?? []).some(({ axes }) => axes.some(({ motor }) => motor && 'path' in motor && motor.path)))
        return 'Motors of this scene follow paths over time.';
      if (scene.docking.length > 0) return 'Planar dockings cannot be continued by another scene.';
      return scene.forces.loads.length > 0 ? 'Loads of this scene act at given times.' : undefined;
    case 'smooth':
      if (scene.couplers.length > 0) return 'The handles of this scene follow paths over time.';
      return scene.bodies.some(({ motion }) => motion.kind === 'prescribed')
        ? 'Bodies of this scene follow paths over time.'
        : undefined;
    case 'vehicles':
      return 'A scene of vehicles starts with vehicles that are not deformed.';
    case 'deformable':
      return 'A scene of deformable bodies starts with bodies at rest in their shapes.';
    default:
      return 'The history of friction in penalty contacts is not part of a scene.';
  }
}

/** The text of the scene with the present poses and velocities of its bodies, and the motors that were changed, by joint. */
export function sceneNow(
  scene: Scene,
  text: string,
  world: SceneWorld,
  motors: ReadonlyMap<number, LiveJoint['motor']>,
): string {
  const reason = whyNoScene(scene);
  if (reason !== undefined || (scene.world !== 'planar' && scene.world !== 'smooth')) throw new RangeError(reason);
  const document: unknown = parse(text);
  const edits: SceneEdit[] = [
    { path: ['title'], value: `${scene.title}, ${Number(world.time.toPrecision(4))} s` },
    ...scene.bodies.flatMap((body, k): SceneEdit[] => {
      const motion = typeof body.motion === 'string' ? body.motion : body.motion.kind;
      if (motion === 'fixed') return [];
      const index = bodyIndex(document, body.name);
      if (index < 0) throw new RangeError(`${JSON.stringify(body.name)} is not in the text of the scene`);
      return bodyEdits(scene, document, index, k, world);
    }),
    ...(scene.world === 'planar' ? jointEdits(scene, document, world, motors) : []),
  ];
  return editSceneText(text, edits);
}

function bodyEdits(scene: Scene, document: unknown, index: number, k: number, world: SceneWorld): SceneEdit[] {
  const path = ['bodies', index];
  const { position, rotation, velocity, angularVelocity } = world.state(k);
  const { x, y, z } = toWorld(vec3(), { position, rotation }, originOf(scene, document, index, k));
  const edit = (key: string, value: unknown): SceneEdit => ({ path: [...path, key], value }) as SceneEdit;
  if (scene.world === 'planar') {
    return [
      edit('position', [x, y]),
      edit('angle', world.state(k).angle),
      edit('velocity', [velocity.x, velocity.y]),
      edit('angularVelocity', angularVelocity.z),
    ];
  }
  const q = quaternionFromRotation(rotation);
  return [
    edit('position', [x, y, z]),
    edit('rotation', { quaternion: [q.w, q.x, q.y, q.z] }),
    edit('velocity', [velocity.x, velocity.y, velocity.z]),
    edit('angularVelocity', [angularVelocity.x, angularVelocity.y, angularVelocity.z]),
  ];
}

/** Origin of the shape in the file, relative to the centre of mass, body axes: bodies rotate about the latter. */
function originOf(scene: Scene, document: unknown, index: number, k: number) {
  const [x = 0, y = 0, z = 0] = [0, 1, 2].map((i) =>
    numberOf(read(document, ['bodies', index, 'position', i]), 'length'),
  );
  const start = startPose(scene, k);
  return relativePose(createPose(), start, createPose([x, y, z])).position;
}

function startPose(scene: Scene, k: number) {
  if (scene.world === 'planar') {
    const { position, angle } = scene.bodies[k];
    return createPose([position.x, position.y, position.z], angle);
  }
  if (scene.world === 'smooth') {
    const { motion } = scene.bodies[k];
    if (motion.kind !== 'prescribed') return motion.pose;
  }
  return createPose();
}
