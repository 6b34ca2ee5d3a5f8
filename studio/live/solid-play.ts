import type { BodyId, BodyOptions, MotorInput, Shape, SolidScene, World } from '../../src/index.ts';
import type { Member } from './assembly.ts';
import type { LiveCommand, LivePull, Triple } from './live-protocol.ts';

export type Command<Kind extends LiveCommand['kind']> = Extract<LiveCommand, { kind: Kind }>;

/** State of a live rigid-body world besides that of the world. */
export interface Play {
  readonly scene: SolidScene;
  readonly world: World;
  /** Shapes that are drawn instead of those that collide. */
  readonly drawn: Map<BodyId, Shape>;
  /** Mass and inertia of pinned bodies. */
  readonly pinned: Map<BodyId, Pick<BodyOptions, 'mass' | 'inertia' | 'density'>>;
  readonly motors: Map<number, MotorInput>;
  pulled: (Omit<Command<'pull'>, 'body'> & { readonly id: BodyId }) | undefined;
  /** What the gizmo holds; the first member is the body that was taken. */
  held: (Omit<Command<'hold'>, 'body'> & { readonly members: readonly Member[] }) | undefined;
  /** Spring of the last step. */
  shown: LivePull | undefined;
  friction: number;
  restitution: number;
  selected: BodyId | undefined;
  ended: string | undefined;
}

/** Handle of a body of the present list. */
export function bodyAt(world: World, index: number): BodyId {
  const id = world.bodies()[index];
  if (id === undefined) throw new RangeError(`there is no body ${index}`);
  return id;
}

export function triple({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): Triple {
  return [x, y, z];
}
