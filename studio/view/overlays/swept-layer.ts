import { type Shape, toWorld, vec3 } from '../../../src/index.ts';
import { themeColor } from '../../page/theme.ts';
import { frameCount } from '../../session/frames.ts';
import { drawShape } from '../geometry/draw-shape.ts';
import { DETAILED } from '../overlays.ts';
import type { Placed } from '../placed.ts';
import { detailed, finiteBodyIn, type Shown } from '../shown.ts';
import { createLineLayer, type OverlayLayer } from './line-layer.ts';

/** Outlines ahead of a body, over this fraction of the run. */
const GHOSTS = 12;
const AHEAD = 0.06;

/** Swept volumes: outlines of bodies at the next frames. */
export const createSweptLayer = (): OverlayLayer => createLineLayer(() => themeColor('--muted'), 0.5, sweptPairs);

function sweptPairs(shown: Shown): number[] {
  const { recording } = shown.recorded;
  const count = frameCount(recording);
  const step = Math.max(1, Math.round((AHEAD * count) / GHOSTS));
  const frames = Array.from({ length: GHOSTS }, (_, k) => Math.min(shown.frame + (k + 1) * step, count - 1));
  return detailed(shown, DETAILED.swept).flatMap((body) => {
    const moved = [...new Set(frames)].filter((frame) => frame > shown.frame && hasMoved(shown, body, frame));
    return moved.flatMap((frame) => {
      const placed = finiteBodyIn(shown, body, frame);
      return placed ? linesOf(placed) : [];
    });
  });
}

function linesOf({ shape, pose }: Placed): number[] {
  const lines = outlineOf(shape);
  const at = vec3();
  const pairs: number[] = [];
  for (let i = 0; i < lines.length; i += 3) {
    toWorld(at, pose, vec3(lines[i], lines[i + 1], lines[i + 2]));
    pairs.push(at.x, at.y, at.z);
  }
  return pairs;
}

function hasMoved({ recorded: { recording }, frame: now }: Shown, body: number, frame: number): boolean {
  const { bodies, frames } = recording;
  const [a, b] = [now * bodies.length + body, frame * bodies.length + body];
  return (['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'] as const).some(
    (name) => frames.columns[name][a] !== frames.columns[name][b],
  );
}

const outlines = new WeakMap<Shape, ArrayLike<number>>();

/** Edges, or other lines of the drawing. */
function outlineOf(shape: Shape): ArrayLike<number> {
  let lines = outlines.get(shape);
  if (lines === undefined) {
    const { edges, isolines } = drawShape(shape, 1, true);
    lines = (edges ?? isolines)?.getAttribute('position').array ?? [];
    outlines.set(shape, lines);
  }
  return lines;
}
