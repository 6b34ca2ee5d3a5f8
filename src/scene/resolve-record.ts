import type { Fail } from './scene-error.ts';
import type { SceneRecord } from './scene-header.ts';
import type { SceneDocument } from './schema.ts';

/** Default number of frames of a recording. */
const DEFAULT_FRAMES = 300;

/** Larger numbers are treated as input errors. */
const MAX_FRAMES = 1e7;

export function resolveRecord({ record, time }: SceneDocument, fail: Fail): SceneRecord {
  const { interval = time.end / DEFAULT_FRAMES } = record;
  // a wrong unit must not start an endless recording
  if (time.end / interval > MAX_FRAMES) {
    fail(['record', 'interval'], `makes more than ${MAX_FRAMES} frames until ${time.end} s`);
  }
  return { interval };
}
