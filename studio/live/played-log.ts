import type { Recording, Scene } from '../../src/index.ts';
import type { LiveCommand } from './live-protocol.ts';
import { createLiveWorld, type LiveWorld } from './live-world.ts';

/** A command and the number of steps before it. */
export interface PlayedCommand {
  readonly step: number;
  readonly command: LiveCommand;
}

/** At most about this many frames: a long play is recorded at a longer interval. */
const MAX_FRAMES = 3000;

/** Adds a command; of several in a row that only move the hand between two steps the last one counts. */
export function logCommand(log: PlayedCommand[], step: number, command: LiveCommand): void {
  const last = log.at(-1);
  const bodyOf = (of: LiveCommand | undefined) => (of?.kind === 'pull' || of?.kind === 'hold' ? of.body : undefined);
  const isSame = last?.step === step && last.command.kind === command.kind && bodyOf(last.command) === bodyOf(command);
  if (bodyOf(command) !== undefined && isSame) log.pop();
  log.push({ step, command });
}

/**
 * Plays the commands again from the start of the scene and records that: the same commands at the same steps give the same bits. `breathe`
 * is called from time to time with the number of steps so far; it may throw to cancel.
 */
export async function replay(
  scene: Scene,
  text: string,
  played: { readonly log: readonly PlayedCommand[]; readonly steps: number },
  breathe: (done: number) => Promise<void>,
): Promise<Recording> {
  const world = createLiveWorld(scene, text);
  const { log, steps } = played;
  const duration = steps * world.timeStep;
  const interval = Math.max(scene.record.interval, world.timeStep, duration / MAX_FRAMES);
  const recording = world.record(interval);
  let next = 0;
  for (let step = 0; step < steps; step++) {
    next = applyDue(world, log, next, step);
    world.step();
    await breathe(step + 1);
  }
  applyDue(world, log, next, steps);
  return recording.finish();
}

/** Applies the commands of a step; returns the index of the first later one. */
export function applyDue(world: LiveWorld, log: readonly PlayedCommand[], from: number, step: number): number {
  let next = from;
  while (next < log.length && log[next].step <= step) world.apply(log[next++].command);
  return next;
}
