import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import type { SolidScene } from '../scene/solid-scene.ts';
import { createBox } from '../shapes/box.ts';
import { createCylinder } from '../shapes/cylinder.ts';
import { createHull } from '../shapes/hull/create-hull.ts';
import { runScene } from '../sim/simulate.ts';
import { animationSvg } from './animation.ts';
import { solidOutline } from './solid-outline.ts';
import { layOutSolids } from './solid-picture.ts';
import { stillSvg } from './still.ts';

function record(document: object): { scene: SolidScene; recording: Recording } {
  const text = JSON.stringify({ title: 'Over & out', description: 'test', world: 'solids', ...document });
  const scene = readScene(text, 'test') as SolidScene;
  const recorder = createRecorder(scene, text);
  return { scene, recording: recorder.finish(runScene(scene, recorder)) };
}

/** The corners of each closed part of a path, in picture units. */
function corners(path: string): number[][][] {
  return path
    .split('M')
    .slice(1)
    .map((part) => {
      const numbers = (part.match(/-?[\d.]+/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      return Array.from({ length: numbers.length / 2 }, (_, k) => {
        [x, y] = [x + numbers[2 * k], y + numbers[2 * k + 1]];
        return [x, y];
      });
    });
}

const still = { time: { end: 1 }, record: { interval: 0.5 } };

describe('a picture of solids', () => {
  it('shows a sphere as a circle in any orientation', () => {
    const ball = { name: 'ball', shape: { kind: 'sphere', radius: 2 }, angularVelocity: [1, 2, 3], mass: 1 };
    const { scene, recording } = record({ bodies: [ball], ...still });
    const { solids } = layOutSolids(recording, scene, 10);
    const [points] = corners(solids[0].silhouettes[0]);
    const [midpointX, midpointY] = [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
    const radii = points.map(([x, y]) => Math.hypot(x - midpointX, y - midpointY));
    // path steps are rounded to tenths of a unit
    expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(0.5);
  });

  it('shows nine of the twelve edges of a box, and hides the three behind it', () => {
    const box = { name: 'box', shape: { kind: 'box', halfExtents: [1, 1, 1] }, motion: 'fixed' };
    const { scene, recording } = record({ bodies: [box], ...still });
    const lines = corners(layOutSolids(recording, scene, 10).solids[0].lines[0]);
    expect(lines).toHaveLength(12);
    expect(lines.filter(([[x0, y0], [x1, y1]]) => x0 !== x1 || y0 !== y1)).toHaveLength(9);
  });

  it('draws far bodies before near ones, and fixed bodies first', () => {
    const ball = { shape: { kind: 'sphere', radius: 1 }, mass: 1 };
    const { scene, recording } = record({
      bodies: [
        { ...ball, name: 'near', position: [0, -5, 0], color: 'red' },
        { ...ball, name: 'far', position: [0, 5, 0], color: 'green' },
        { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, position: [0, 0, -3], motion: 'fixed' },
      ],
      ...still,
    });
    const { solids } = layOutSolids(recording, scene, 10);
    expect(solids.map(({ motion, color }) => (motion === 'fixed' ? 'floor' : color))).toEqual([
      'floor',
      'green',
      'red',
    ]);
    expect(solids[0].silhouettes).toEqual([]);
    expect(solids[0].lines).toHaveLength(1);
  });

  it('of a thousand bodies is well formed and below a megabyte', () => {
    const shape = { kind: 'box', halfExtents: [0.1, 0.1, 0.1] };
    const repeat = { count: [10, 10, 10], spacing: [1, 1, 1], rotationJitter: 3 };
    const { recording } = record({
      bodies: [{ name: 'box', shape, velocity: [1, 0, 0], angularVelocity: [1, 2, 0], mass: 1, repeat }],
      time: { end: 0.1, method: 'steps' },
      record: { interval: 0.01 },
    });
    const svg = animationSvg(recording);
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg.length).toBeLessThan(1e6);
    expect(svg.match(/z" fill=/g)).toHaveLength(1000);
    expect(xmlFault(stillSvg(recording))).toBeUndefined();
  });
});

describe('lines on solids', () => {
  it('are the edges of a hull, each with its adjacent faces', () => {
    const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);
    const { lines } = solidOutline(createHull(vertices));
    expect(lines).toHaveLength(12);
    for (const { normals } of lines) expect(normals).toHaveLength(2);
    expect(solidOutline(createBox([0.5, 0.5, 0.5])).lines).toHaveLength(12);
  });

  it('show the rotation of round bodies', () => {
    const marks = solidOutline(createCylinder(1, 2)).lines.filter(({ normals }) => normals.length === 1);
    expect(marks.map(({ from, to }) => [from.x, to.x])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});
