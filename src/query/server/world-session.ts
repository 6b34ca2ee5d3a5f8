import type { ReadonlyMat3 } from '../../math/mat3.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import { readScene } from '../../scene/read.ts';
import type { BodyState } from '../../sim/observer.ts';
import { createSceneWorld, type SceneSnapshot, type SceneWorld } from '../../world/scene-world.ts';
import { components, countAt, fieldsAt, numbersAt, QueryError } from '../fields.ts';
import type { Fields } from '../query-operation.ts';
import type { Message } from './message.ts';

/** The world of a scene, advanced by messages. */
export interface WorldSession {
  readonly world: SceneWorld;
  readonly snapshots: Map<number, SceneSnapshot>;
}

/** Opens the world of a `scene`: an object with the keys of scenes, or the text of a scene file. */
export function openWorld({ fields }: Message): WorldSession {
  const world = createSceneWorld(readScene(sceneTextAt(fields), 'scene'));
  return { world, snapshots: new Map() };
}

export function sceneTextAt(fields: Fields): string {
  return typeof fields.scene === 'string' ? fields.scene : JSON.stringify(fieldsAt(fields, 'scene'));
}

/** Advances by `steps` steps, or to the end of the scene. */
export function stepWorld({ fields }: Message, { world }: WorldSession): Message {
  const steps = fields.steps === undefined ? 1 : countAt(fields, 'steps');
  for (let k = 0; k < steps && !world.finished; k++) world.step();
  return worldState(world);
}

/** Time and states of all bodies, in the order of the scene. */
export function worldState(world: SceneWorld): Message {
  const names = world.bodies();
  const states = names.map((_, i) => world.state(i));
  const array = (width: number, of: (state: BodyState) => readonly number[]) => ({
    dimensions: [names.length, width],
    values: Float64Array.from(states.flatMap(of)),
  });
  const { time, stepCount, timeStep, finished } = world;
  return {
    fields: { time, stepCount, timeStep, finished, bodies: names },
    arrays: {
      position: array(3, ({ position }) => components(position, 3)),
      orientation: array(4, ({ rotation }) => quaternionOf(rotation)),
      velocity: array(3, ({ velocity }) => components(velocity, 3)),
      angularVelocity: array(3, ({ angularVelocity }) => components(angularVelocity, 3)),
    },
  };
}

/** A `force` [N] and a `torque` [N m] on a `body`, by name or index, during the next step. */
export function applyToWorld({ fields }: Message, { world }: WorldSession): void {
  const { body } = fields;
  if (typeof body !== 'string' && typeof body !== 'number') throw new QueryError('body', body, 'a name or an index');
  const vector = (key: string) => {
    const [x, y, z = 0] = fields[key] === undefined ? [0, 0] : numbersAt(fields, key, [2, 3]);
    return [x, y, z] as const;
  };
  world.applyForce(body, vector('force'), vector('torque'));
}

/** Energy, momentum and balance errors so far. */
export function worldLedger(world: SceneWorld): Fields {
  return { time: world.time, ledger: world.ledger(), balance: world.balance() };
}

/** [w, x, y, z] */
function quaternionOf(rotation: ReadonlyMat3): number[] {
  const { w, x, y, z } = quaternionFromRotation(rotation);
  return [w, x, y, z];
}
