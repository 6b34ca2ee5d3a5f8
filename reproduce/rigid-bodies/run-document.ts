import { readPlanarScene } from '../../src/scene/read.ts';
import type { PlanarScene } from '../../src/scene/scene.ts';
import type { BodyState, RunSummary, SimEvent } from '../../src/sim/observer.ts';
import { runScene } from '../../src/sim/simulate.ts';

/** A scene as an object, before it is serialised. */
export interface SceneDraft {
  readonly title: string;
  readonly bodies: readonly object[];
  readonly [property: string]: unknown;
}

/** Reads a draft scene like a file: text, then the scene reader. */
export function sceneOf(draft: SceneDraft): PlanarScene {
  return readPlanarScene(JSON.stringify({ description: draft.title, ...draft }), draft.title);
}

/** Results of a run for a report. */
export interface Run {
  readonly summary: RunSummary;
  readonly events: readonly SimEvent[];
  /** At the end, in the order of the scene. */
  readonly final: readonly BodyState[];
}

export function runDraft(draft: SceneDraft): Run {
  const events: SimEvent[] = [];
  let final: readonly BodyState[] = [];
  const summary = runScene(sceneOf(draft), {
    frame: (_, bodies) => {
      final = bodies.map(copyState);
    },
    contact: () => {},
    event: (event) => {
      events.push({ ...event });
    },
  });
  return { summary, events, final };
}

/** Arguments of an observer are only valid during the call. */
export function copyState(state: BodyState): BodyState {
  return {
    ...state,
    position: { ...state.position },
    rotation: { ...state.rotation },
    velocity: { ...state.velocity },
    angularVelocity: { ...state.angularVelocity },
  };
}
