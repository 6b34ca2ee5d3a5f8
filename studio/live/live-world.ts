import type { Scene, WorldRecording } from '../../src/index.ts';
import type { LiveCommand, LivePull, LiveStructure } from './live-protocol.ts';
import { createSceneLiveWorld } from './scene-live-world.ts';
import { createSolidLiveWorld } from './solid-live-world.ts';

/** A world that a person plays with. The same commands at the same steps give the same bits. */
export interface LiveWorld {
  readonly time: number;
  readonly stepCount: number;
  /** [s] */
  readonly timeStep: number;
  /** Why it cannot continue; undefined if it can. */
  readonly ended: string | undefined;
  step(): void;
  /** Throws an error with the reason if the command is not possible. Returns whether the structure changed. */
  apply(command: LiveCommand): boolean;
  structure(): LiveStructure;
  /** Number of numbers of a frame with all contacts. */
  frameLength(withContacts: boolean): number;
  /** Writes a frame; returns the number of contacts. */
  writeFrame(numbers: Float64Array, withContacts: boolean): number;
  pull(): LivePull | undefined;
  /** Kinetic and potential energy [J]. */
  energy(): number;
  /** Throws an error with the reason if the state is not a scene. */
  sceneText(): string;
  record(interval: number): WorldRecording;
}

/** The live world of a scene, without an end. */
export function createLiveWorld(scene: Scene, text: string): LiveWorld {
  return scene.world === 'solids' && scene.contacts.response !== 'penalty'
    ? createSolidLiveWorld(scene)
    : createSceneLiveWorld(scene, text);
}
