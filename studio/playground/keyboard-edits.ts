import { isPlanarPair } from './planar-pair.ts';
import { formatDigits, formatVector } from './play-format.ts';
import type { PlayBody, PlayState, Triple } from './play-state.ts';
import { anglesOf, rotatedAbout } from './rotation-angles.ts';
import { hasSize, stretchShape } from './stretch-shape.ts';

/** Steps of the keys: of the framed radius, angles [degrees], factor of the size, velocity [m/s]; with Shift a tenth. */
const MOVE = 0.05;
const ROTATE = 5;
const SCALE = 1.05;
const SPEED = 0.1;

const SPATIAL: Readonly<Record<string, Triple>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowDown: [0, 0, -1],
  ArrowUp: [0, 0, 1],
  PageDown: [0, -1, 0],
  PageUp: [0, 1, 0],
};
const PLANAR: Readonly<Record<string, Triple>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowDown: [0, -1, 0],
  ArrowUp: [0, 1, 0],
};
/** Left and right rotate about the vertical axis, up and down about x. */
const ROTATION_AXES: Readonly<Record<string, Triple>> = {
  ArrowLeft: [0, 0, 1],
  ArrowRight: [0, 0, -1],
  ArrowDown: [1, 0, 0],
  ArrowUp: [-1, 0, 0],
  PageDown: [0, -1, 0],
  PageUp: [0, 1, 0],
};

/** The change of the selected body by a key, and its values in words; undefined for other keys. */
export interface KeyEdit {
  readonly changes: Partial<PlayBody>;
  readonly words: string;
}

export function keyEdit(state: PlayState, key: string, fine: boolean, radius: number): KeyEdit | undefined {
  const planar = isPlanarPair(state.A.shape, state.B.shape);
  const direction = (planar ? PLANAR : SPATIAL)[key];
  if (direction === undefined) return undefined;
  const body = state[state.selected];
  const part = fine ? 0.1 : 1;
  switch (state.mode) {
    case 'rotate': {
      const axis = planar ? ROTATION_AXES[key].map((value, k) => (k === 2 ? value : 0)) : ROTATION_AXES[key];
      if (axis.every((value) => value === 0)) return undefined;
      const rotation = rotatedAbout(body.rotation, axis as unknown as Triple, part * ROTATE);
      return { changes: { rotation }, words: `rotation ${formatVector(anglesOf(rotation))} degrees` };
    }
    case 'scale': {
      if (!hasSize(body.shape)) return undefined;
      const isLarger = key === 'ArrowUp' || key === 'ArrowRight' || key === 'PageUp';
      const factor = (isLarger ? SCALE : 1 / SCALE) ** part;
      return {
        changes: { shape: stretchShape(body.shape, [factor, factor, factor]) },
        words: `scaled by ${formatDigits(factor)}`,
      };
    }
    case 'velocity': {
      const velocity = moved(body.velocity, direction, part * SPEED);
      return { changes: { velocity }, words: `velocity ${formatVector(velocity)} metres per second` };
    }
    default: {
      const position = moved(body.position, direction, part * MOVE * radius);
      return { changes: { position }, words: `position ${formatVector(position)} metres` };
    }
  }
}

/** To twelve digits: steps there and back end where they began. */
function moved(from: Triple, direction: Triple, step: number): Triple {
  return from.map((value, k) => Number((value + direction[k] * step).toPrecision(12)) + 0) as unknown as Triple;
}
