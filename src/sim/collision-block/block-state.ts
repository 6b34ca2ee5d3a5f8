/** The memory of a block between samples: latches and counters, as plain data. */
import { mat3FromRows } from '../../math/mat3.ts';
import type { Pose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { checkKeys, describeValue, finiteNumbers } from '../../shapes/checks.ts';
import type { BlockSettings } from './block-settings.ts';

/** Latches and counters of a block. JSON holds it, and the same inputs after `restore` give the same bits. */
export interface BlockState {
  /** Version of this format. */
  readonly version: 1;
  /** By the names of the pairs, such as `A_B`. */
  readonly pairs: Readonly<Record<string, BlockPairState>>;
}

/** Latches and counter of one pair. */
export interface BlockPairState {
  /** Has collided since the start or the last reset. */
  readonly collided: boolean;
  /** Number of collisions since then. */
  readonly collisionCount: number;
  /** A contact law acts. */
  readonly attached: boolean;
  /** Pose of the second body in the frame of the first at docking: position [m] and rotation by rows; null before. */
  readonly docked: { readonly position: readonly number[]; readonly rotation: readonly (readonly number[])[] } | null;
}

/** Memory of one pair while the block runs. */
export interface PairMemory {
  collided: boolean;
  collisionCount: number;
  attached: boolean;
  docked: Pose | undefined;
}

export function createPairMemory(): PairMemory {
  return { collided: false, collisionCount: 0, attached: false, docked: undefined };
}

/** A copy of the memory as plain data. */
export function writeBlockState({ pairs }: BlockSettings, memory: readonly PairMemory[]): BlockState {
  return {
    version: 1,
    pairs: Object.fromEntries(
      pairs.map(({ name }, i) => {
        const { collided, collisionCount, attached, docked } = memory[i];
        return [name, { collided, collisionCount, attached, docked: docked === undefined ? null : plainPose(docked) }];
      }),
    ),
  };
}

function plainPose({ position: { x, y, z }, rotation: r }: Pose) {
  return { position: [x, y, z], rotation: [[r.xx, r.xy, r.xz], [r.yx, r.yy, r.yz], [r.zx, r.zy, r.zz]] }; // biome-ignore format: a matrix
}

/** The memory that a state describes. Throws a RangeError or TypeError that names the wrong entry. */
export function readBlockState({ pairs }: BlockSettings, state: BlockState): PairMemory[] {
  checkKeys('state', state, ['version', 'pairs']);
  if (state.version !== 1) throw new RangeError(`state.version: must be 1, got ${describeValue(state.version)}`);
  const names = pairs.map(({ name }) => name);
  checkKeys('state.pairs', state.pairs, names);
  return names.map((name) => {
    const path = `state.pairs.${name}`;
    const given = state.pairs[name];
    checkKeys(path, given, ['collided', 'collisionCount', 'attached', 'docked']);
    const { collided, collisionCount, attached, docked } = given;
    for (const [key, value] of Object.entries({ collided, attached })) {
      if (typeof value !== 'boolean')
        throw new RangeError(`${path}.${key}: must be true or false, got ${describeValue(value)}`);
    }
    if (!(Number.isSafeInteger(collisionCount) && collisionCount >= 0))
      throw new RangeError(`${path}.collisionCount: must be a count, got ${describeValue(collisionCount)}`);
    return { collided, collisionCount, attached, docked: docked === null ? undefined : readPlainPose(path, docked) };
  });
}

function readPlainPose(path: string, docked: NonNullable<BlockPairState['docked']>): Pose {
  const { position, rotation } = docked ?? {};
  const isVector = (list: unknown): list is number[] => Array.isArray(list) && list.length === 3 && finiteNumbers(list);
  if (!isVector(position) || !(Array.isArray(rotation) && rotation.length === 3 && rotation.every(isVector)))
    throw new RangeError(`${path}.docked: must be null or { position, rotation }, got ${describeValue(docked)}`);
  return { position: createVec3(position[0], position[1], position[2]), rotation: mat3FromRows(rotation) };
}
