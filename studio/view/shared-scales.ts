import type { Recording } from '../../src/index.ts';

/** A recording with the extent of all that moves in it [m]. */
export interface Scaled {
  readonly recording: Recording;
  readonly size: number;
}

const groups = new WeakMap<Recording, readonly Scaled[]>();

/** Arrows of these recordings have one scale: a length means the same in all of them. */
export function joinScales(group: readonly Scaled[]): void {
  for (const { recording } of group) groups.set(recording, group);
}

/** The recordings whose arrows have the same scale as those of the given one; itself, if there are no others. */
export function scaleGroup(one: Scaled): readonly Scaled[] {
  return groups.get(one.recording) ?? [one];
}

/** The largest value and extent of a group. */
export function sharedMaximum(one: Scaled, value: (recording: Recording) => number): { value: number; size: number } {
  const group = scaleGroup(one);
  return {
    value: Math.max(...group.map(({ recording }) => value(recording))),
    size: Math.max(...group.map(({ size }) => size)),
  };
}
