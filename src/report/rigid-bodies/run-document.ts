import { readScene } from '../../scene/read.ts';
import type { BodyState, LedgerRow, RunObserver, RunSummary, SimEvent } from '../../sim/observer.ts';
import { runScene } from '../../sim/simulate.ts';

/** A scene as a user would write it, before it is text. */
export interface SceneDraft {
  readonly title: string;
  readonly bodies: readonly object[];
  readonly [property: string]: unknown;
}

/** What a run of a scene leaves for a report. */
export interface Run {
  readonly summary: RunSummary;
  readonly events: readonly SimEvent[];
  /** At the end, in the order of the scene. */
  readonly final: readonly BodyState[];
}

/** Runs a scene through the same door as a file: text, reader, simulation. `onFrame` hears every recorded frame. */
export function runDraft(draft: SceneDraft, onFrame: RunObserver['frame'] = () => {}): Run {
  const scene = readScene(JSON.stringify({ about: draft.title, ...draft }), draft.title);
  const events: SimEvent[] = [];
  let final: readonly BodyState[] = [];
  const observer: RunObserver = {
    frame(time: number, bodies: readonly BodyState[], ledger: LedgerRow) {
      final = bodies;
      onFrame(time, bodies, ledger);
    },
    contact() {},
    event: (event) => {
      events.push(event);
    },
  };
  const summary = runScene(scene, observer);
  return { summary, events, final };
}
