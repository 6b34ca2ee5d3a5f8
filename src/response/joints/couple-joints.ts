import { type JointFail, MAX_START_ERROR } from './define-joint.ts';
import { isRadial, type JointDefinition, mainAxis } from './joint.ts';

/** Coupling of a joint to another one, its leader. */
export interface MimicSettings {
  /** Ratio of the two coordinates, SI units; default 1. */
  readonly multiplier?: number;
  /** Coordinate where that of the leader is 0; default: that of the start. */
  readonly offset?: number;
}

/** A joint and its coordinates at the start. */
export interface StartedJoint {
  readonly definition: JointDefinition;
  readonly coordinates: ArrayLike<number>;
}

/** The definition of a joint that follows the joint `leader`, whose index is `index`: q = multiplier · q of the leader + offset. */
export function coupleJoint(
  { definition, coordinates }: StartedJoint,
  index: number,
  leader: StartedJoint,
  { multiplier = 1, offset }: MimicSettings,
  fail: JointFail,
): JointDefinition {
  for (const [{ definition: of }, path] of [
    [{ definition }, []],
    [leader, ['joint']],
  ] as const) {
    if (isRadial(of) || mainAxis(of) < 0)
      fail(path, `must have one axis that moves, "${of.name}" is a ${of.kind} joint`);
  }
  if (!(Number.isFinite(multiplier) && multiplier !== 0)) fail(['multiplier'], 'must be a finite number other than 0');
  const start = coordinates[mainAxis(definition)] - multiplier * leader.coordinates[mainAxis(leader.definition)];
  if (offset !== undefined && !(Math.abs(offset - start) <= MAX_START_ERROR)) {
    fail(['offset'], `must fit the start, where it is ${start}`);
  }
  return { ...definition, mimic: { joint: index, multiplier, offset: offset ?? start } };
}
