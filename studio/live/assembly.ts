import type { BodyId } from '../../src/index.ts';
import type { Four, Triple } from './live-protocol.ts';
import { add, rotateBy } from './pull-spring.ts';
import { type Play, triple } from './solid-play.ts';

/** A body at a pose relative to the body that is moved, in the axes of that one. */
export interface Member {
  readonly id: BodyId;
  readonly position: Triple;
  readonly orientation: Four;
}

/**
 * The bodies that move with one that the gizmo moves: itself and all that joints connect to it, so that no joint is torn. Throws if a joint
 * connects them to the world or to a body that does not move.
 */
export function assemblyOf(play: Play, id: BodyId): Member[] {
  const { world } = play;
  const { position, orientation } = world.state(id);
  const { w, x, y, z } = orientation;
  const inverse: Four = [w, -x, -y, -z];
  const origin = triple(position);
  return connected(play, id).map((member) => {
    const state = world.state(member);
    const p = triple(state.position);
    const q = state.orientation;
    return {
      id: member,
      position: rotateBy(inverse, [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]),
      orientation: product(inverse, [q.w, q.x, q.y, q.z]),
    };
  });
}

function connected({ world, scene }: Play, id: BodyId): BodyId[] {
  const joints = world.joints().flatMap((joint) => {
    const definition = scene.joints?.[joint];
    return definition && !world.jointState(joint).broken ? [definition] : [];
  });
  const found = [id];
  for (const body of found) {
    for (const { name, bodyA, bodyB } of joints) {
      if (bodyA !== body && bodyB !== body) continue;
      const other = bodyA === body ? bodyB : bodyA;
      if (found.includes(other)) continue;
      if (!world.has(other) || world.state(other).type !== 'dynamic') {
        const what = world.has(other) ? JSON.stringify(world.state(other).name) : 'the world';
        throw new RangeError(
          `joint ${JSON.stringify(name)} holds ${JSON.stringify(world.state(body).name)} at ${what}, which does not move: pull the body instead`,
        );
      }
      found.push(other);
    }
  }
  return found;
}

/** Sets an assembly at rest, with its first body at a pose. */
export function placeAssembly({ world }: Play, members: readonly Member[], at: Triple, rotation: Four): void {
  for (const { id, position, orientation } of members) {
    const isStill = world.state(id).type === 'static';
    const rest = isStill ? {} : { velocity: [0, 0, 0] as const, angularVelocity: [0, 0, 0] as const };
    world.set(id, {
      position: add(at, rotateBy(rotation, position)),
      orientation: product(rotation, orientation),
      ...rest,
    });
  }
}

function product([aw, ax, ay, az]: Four, [bw, bx, by, bz]: Four): Four {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}
