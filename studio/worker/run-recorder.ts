import { createRecorder, type Recording, type RunObserver, type RunSummary, type Scene } from '../../src/index.ts';
import { createDigestObserver } from '../../src/record/run-digest.ts';

/** Records a run that may be stopped. */
export interface RunRecorder {
  readonly observer: RunObserver;
  /** The recording of a finished run. */
  finish(summary: RunSummary): Recording;
  /** All complete frames of a run after a number of steps, with the summary of an interrupted run; undefined before the first one. */
  soFar(steps: number): Recording | undefined;
}

export function createRunRecorder(scene: Scene, text: string): RunRecorder {
  const recorder = createRecorder(scene, text);
  const digest = createDigestObserver(scene);
  // biome-ignore format: one report per line
  const observer: RunObserver = {
    frame(...args) { recorder.frame(...args); digest.frame(...args); },
    nodes(...args) { recorder.nodes(...args); digest.nodes(...args); },
    tracking(row) { recorder.tracking(row); digest.tracking(row); },
    distances(row) { recorder.distances(row); digest.distances(row); },
    couplers(row) { recorder.couplers(row); digest.couplers(row); },
    vehicles(...args) { recorder.vehicles(...args); digest.vehicles(...args); },
    pairs(row) { recorder.pairs(row); digest.pairs(row); },
    joints(...args) { recorder.joints(...args); digest.joints(...args); },
    contact(row) { recorder.contact(row); digest.contact(row); },
    event(event) { recorder.event(event); digest.event(event); },
  };
  return {
    observer,
    finish: (summary) => recorder.finish(summary),
    soFar(steps) {
      const summary = digest.summarizeSoFar({ status: 'interrupted', steps });
      return summary && recorder.finish(summary);
    },
  };
}
