import { describe, expect, it } from 'vitest';
import { createRecorder, type Recording } from '../../record/recorder.ts';
import { readScene } from '../../scene/read.ts';
import { runScene } from '../../sim/simulate.ts';
import { createRecordingRenderer } from './recording-renderer.ts';

function record(document: object): Recording {
  const text = JSON.stringify({ title: 'test', description: 'A test.', ...document });
  const scene = readScene(text, 'test');
  const recorder = createRecorder(scene, text);
  return recorder.finish(runScene(scene, recorder));
}

const SIZE = { width: 200, height: 100 };

/** Colour of a pixel. */
function pixel(pixels: Uint8ClampedArray, x: number, y: number): number[] {
  const at = 4 * (y * SIZE.width + x);
  return Array.from(pixels.subarray(at, at + 4));
}

describe('pictures of a recording, drawn by software', () => {
  it('worked example: a disc that crosses the picture covers what it should, in its colour', () => {
    const disc = { name: 'disc', shape: { kind: 'disc', radius: 1 }, position: [0, 0], velocity: [4, 0], mass: 1 };
    const recording = record({ bodies: [{ ...disc, color: '#ff0000' }], time: { end: 1 }, record: { interval: 1 } });
    const { render } = createRecordingRenderer(recording, SIZE);
    // all motion, 6 m wide, fills 0.86 of the width: 28.67 pixels per metre; the centre of the picture is at x = 2
    const [start, end] = [render(0), render(1)];
    const column = (x: number) => Math.round(100 + (x - 2) * 28.67);
    const [red, green, blue, alpha] = pixel(start, column(0), 50);
    expect([red > 150, green, blue, alpha]).toEqual([true, 0, 0, 255]);
    expect(pixel(start, column(4), 50)).toEqual([255, 255, 255, 255]);
    expect(pixel(end, column(4), 50)).toEqual([red, 0, 0, 255]);
    expect(pixel(end, column(0), 50)).toEqual([255, 255, 255, 255]);
    // its area: pi m^2, less the outline
    const count = start.filter((value, k) => k % 4 === 0 && value === red && start[k + 1] === 0).length;
    expect(count / 28.67 ** 2).toBeGreaterThan(0.92 * Math.PI);
    expect(count / 28.67 ** 2).toBeLessThan(1.01 * Math.PI);
  });

  it('the nearer body hides the other, and the ground has a shadow', () => {
    const box = (name: string, y: number, color: string) => ({
      name,
      shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.5] },
      position: [0, y, 0.5],
      density: 1,
      color,
    });
    const floor = {
      name: 'floor',
      shape: { kind: 'halfspace', normal: [0, 0, 1] },
      position: [0, 0, 0],
      motion: 'fixed',
    };
    const far = box('far', 3, '#00ff00');
    const near = box('near', 0, '#ff0000');
    const document = (bodies: object[]) => ({
      world: 'solids',
      bodies,
      time: { end: 0.01, method: 'steps', step: 0.01 },
    });
    const size = { width: 400, height: 300 };
    const colors = (bodies: object[]) => {
      const pixels = createRecordingRenderer(record(document(bodies)), size).render(0);
      const counts = new Map<string, number>();
      for (let k = 0; k < pixels.length; k += 4) {
        const key = `${pixels[k]},${pixels[k + 1]},${pixels[k + 2]}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return counts;
    };
    const total = (counts: Map<string, number>, chosen: (rgb: number[]) => boolean) =>
      [...counts].reduce((sum, [key, count]) => sum + (chosen(key.split(',').map(Number)) ? count : 0), 0);
    const isGreen = ([r, g, b]: number[]) => r < 20 && b < 20 && g > 100;
    // from the front the near box hides the far one when they are in line with the viewer
    const both = colors([far, near]);
    const hidden = colors([
      box('far', 0.001, '#00ff00'),
      { ...near, shape: { kind: 'box', halfExtents: [0.6, 0.6, 0.6] } },
    ]);
    expect(total(both, isGreen)).toBeGreaterThan(500);
    expect(total(hidden, isGreen)).toBe(0);
    // one darker grey: that of the ground in the shadow
    const isShadow = ([r, g, b]: number[]) => r > 160 && r < 205 && g >= r && b >= g && b - r < 20;
    const most = (counts: Map<string, number>) =>
      Math.max(...[...counts].map(([key, count]) => (isShadow(key.split(',').map(Number)) ? count : 0)));
    expect(most(colors([floor, far, near]))).toBeGreaterThan(300);
    expect(most(both)).toBeLessThan(200);
  });

  it('draws a line along an impulse, and the same bytes each time', () => {
    const ball = { name: 'ball', shape: { kind: 'disc', radius: 0.5 }, position: [-1, 0], velocity: [2, 0], mass: 1 };
    const other = { ...ball, name: 'other', position: [1, 0], velocity: [-2, 0] };
    const recording = record({
      bodies: [ball, other],
      contacts: { restitution: 1 },
      time: { end: 0.5 },
      record: { interval: 0.25 },
    });
    const renderer = createRecordingRenderer(recording, SIZE);
    const red = (pixels: Uint8ClampedArray) =>
      pixels.filter((value, k) => k % 4 === 0 && value === 200 && pixels[k + 1] === 20 && pixels[k + 2] === 20).length;
    expect(red(renderer.render(0))).toBe(0);
    expect(red(renderer.render(1))).toBeGreaterThan(5);
    // the discs touch at 0.25 s; in a run of 0.6 s with frames every 0.2 s the impulse is shown at 0.4 s
    expect(renderer.strikingFrame).toBe(1);
    const coarse = record({
      bodies: [ball, other],
      contacts: { restitution: 1 },
      time: { end: 0.6 },
      record: { interval: 0.2 },
    });
    const { strikingFrame, render } = createRecordingRenderer(coarse, SIZE);
    expect(coarse.ledger.columns.time[strikingFrame]).toBeCloseTo(0.4, 12);
    expect(red(render(strikingFrame))).toBeGreaterThan(5);
    expect(renderer.render(1)).toEqual(createRecordingRenderer(recording, SIZE).render(1));
  });
});
