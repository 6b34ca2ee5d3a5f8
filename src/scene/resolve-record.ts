import type { SceneRecord } from './scene.ts';
import type { Fail } from './scene-error.ts';
import type { SceneDocument } from './schema.ts';

/** Frames of a recording that does not say how many. */
const DEFAULT_FRAMES = 300;

/** More are taken for a mistake. */
const MAX_FRAMES = 1e7;

export function resolveRecord({ record, time }: SceneDocument, fail: Fail): SceneRecord {
  const { interval = time.end / DEFAULT_FRAMES } = record;
  // a slip of a unit must not start a recording without end
  if (time.end / interval > MAX_FRAMES) {
    fail(['record', 'interval'], `makes more than ${MAX_FRAMES} frames until ${time.end} s`);
  }
  return { interval };
}
