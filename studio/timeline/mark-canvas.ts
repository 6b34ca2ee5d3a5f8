import type { Recording } from '../../src/index.ts';
import { themeColor } from '../page/theme.ts';
import { timeSpan } from '../session/frames.ts';
import { countKinds, kindOf, type MarkKind } from './event-marks.ts';

/** Size of a mark [CSS px]; marks of one kind nearer than half of it are drawn once. */
const SIZE = 7;

/** Draws all events of a recording, a lane for each kind. The cost is linear in the number of events. */
export function drawMarks(
  canvas: HTMLCanvasElement,
  recording: Recording | undefined,
  hidden: ReadonlySet<MarkKind>,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null || recording === undefined || width === 0) return;
  context.scale(scale, scale);
  const [start, end] = timeSpan(recording);
  const lanes = [...countKinds(recording.events).keys()];
  const colors = new Map(lanes.map((kind) => [kind, themeColor(kind.color)]));
  const last = new Map<MarkKind, number>();
  for (const event of recording.events) {
    const kind = kindOf(event);
    const x = end > start ? (width * (event.time - start)) / (end - start) : 0;
    if (hidden.has(kind) || x - (last.get(kind) ?? Number.NEGATIVE_INFINITY) < SIZE / 2) continue;
    last.set(kind, x);
    context.fillStyle = colors.get(kind) ?? '';
    context.strokeStyle = context.fillStyle;
    const y = (height * (lanes.indexOf(kind) + 0.5)) / lanes.length;
    drawMark(context, kind, x, y);
  }
}

function drawMark(context: CanvasRenderingContext2D, { shape }: MarkKind, x: number, y: number): void {
  const r = SIZE / 2;
  context.beginPath();
  switch (shape) {
    case 'line':
      context.rect(x - 1, y - r - 1, 2, 2 * r + 2);
      break;
    case 'diamond':
      context.moveTo(x, y - r);
      context.lineTo(x + r, y);
      context.lineTo(x, y + r);
      context.lineTo(x - r, y);
      break;
    case 'triangle':
      context.moveTo(x - r, y + r);
      context.lineTo(x, y - r);
      context.lineTo(x + r, y + r);
      break;
    case 'dot':
      context.arc(x, y, r - 0.5, 0, 2 * Math.PI);
      break;
    case 'cross':
      context.lineWidth = 1.5;
      context.moveTo(x - r, y - r);
      context.lineTo(x + r, y + r);
      context.moveTo(x + r, y - r);
      context.lineTo(x - r, y + r);
      context.stroke();
      return;
  }
  context.fill();
}
