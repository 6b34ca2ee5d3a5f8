import type { Scene } from '../../src/index.ts';
import { PALETTE } from '../../src/picture/plot.ts';

/** Colour of half-spaces. */
const GROUND = '#808080';

/** The colour of a body from the scene, else from the palette: the same in view, plots and lists. */
export function bodyColor(scene: Scene, body: number): string {
  const given = scene.bodies[body];
  const isGround = scene.world === 'solids' && scene.bodies[body]?.shape.kind === 'halfspace';
  return given?.color ?? (isGround ? GROUND : PALETTE[body % (PALETTE.length - 1)]);
}

/** A line colour with contrast to the canvas: bodies as light (or dark) as the page get outlines in ink. */
export function lineColorOn(canvas: string, color: string, ink: string): string {
  return Math.abs(lightness(canvas) - lightness(color)) < 0.12 ? ink : color;
}

/** Lightness of any CSS colour, 0 to 1. */
function lightness(color: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return 0.5;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}
