import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { xmlFault } from '../../test/well-formed.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import type { VehicleScene } from '../scene/vehicle-scene.ts';
import { runScene } from '../sim/simulate.ts';
import { animationSvg } from './animation.ts';
import { layOutVehicles } from './vehicle-picture.ts';

function record(changes: object = {}): { scene: VehicleScene; recording: Recording } {
  const text = JSON.stringify({ ...JSON.parse(exampleText('platoon-1-boxes')), ...changes });
  const scene = readScene(text, 'vehicles');
  if (scene.world !== 'vehicles') throw new Error('not a scene of vehicles');
  const recorder = createRecorder(scene, text);
  return { scene, recording: recorder.finish(runScene(scene, recorder)) };
}

const numbersOf = (path: string) => path.match(/-?[\d.]+/g)?.map(Number) ?? [];

describe('a picture of vehicles', () => {
  const { scene, recording } = record({ time: { end: 1 }, record: { interval: 0.02 } });
  const picture = layOutVehicles(recording, scene, 240);

  it('is seen by a camera that moves with the centre of mass: the centre of both is at rest', () => {
    const midpoints = picture.vehicles[0].nose.map((_, k) =>
      [0, 1].map((axis) => picture.vehicles.reduce((sum, { nose }) => sum + numbersOf(nose[k])[axis] / 2, 0)),
    );
    expect(midpoints).toHaveLength(51);
    // two decimals of picture units; lateral tyre forces act in the last tenth of a second
    for (const [x, y] of midpoints.slice(0, 45)) {
      expect(Math.abs(x - midpoints[0][0])).toBeLessThan(0.05);
      expect(Math.abs(y - midpoints[0][1])).toBeLessThan(0.05);
    }
    // 27.95 m/s for 1 s, in squares of 5 m
    expect(-picture.drift[0] / picture.square).toBeCloseTo(27.95 / 5, 2);
    expect(picture.drift[1]).toBe(0);
  });

  it('shows boxes of 5 m by 3 m inside ellipsoids that are longer and wider', () => {
    const extent = (path: string, axis: number) => {
      const values = numbersOf(path).filter((_, k) => k % 2 === axis);
      return (5 * (Math.max(...values) - Math.min(...values))) / picture.square;
    };
    const { box, ellipsoid } = picture.vehicles[0];
    expect(extent(box[0], 0)).toBeCloseTo(5, 1);
    expect(extent(box[0], 1)).toBeCloseTo(3, 1);
    // directions of 5 degrees come within a thousandth of the ends
    expect(extent(ellipsoid[0], 0)).toBeCloseTo(6.2, 1);
    expect(extent(ellipsoid[0], 1)).toBeCloseTo(3.72, 1);
  });

  it('shows the force while it acts, forward on the vehicle ahead', () => {
    const { time } = recording.ledger.columns;
    picture.arrow.forEach((path, k) => {
      const [fromX, , toX] = numbersOf(path);
      const acts = time[k] > 0.8694 && time[k] < 0.9299;
      if (acts) expect(toX - fromX).toBeGreaterThan(1);
      else expect(toX).toBe(fromX);
    });
  });

  it('is well formed, the same every time, and plays in the animation', () => {
    const svg = animationSvg(recording);
    expect(xmlFault(svg)).toBeUndefined();
    expect(animationSvg(recording)).toBe(svg);
    expect(svg.match(/<animate attributeName="d"/g)?.length).toBe(2 * 3 + 1);
    expect(svg).toContain('url(#ground)');
  });

  it('has no animated arrow without a collision', () => {
    const apart = record({ time: { end: 0.1 } });
    const { arrow } = layOutVehicles(apart.recording, apart.scene, 10);
    expect(
      new Set(arrow.map((path) => numbersOf(path).slice(0, 2).join() === numbersOf(path).slice(2, 4).join())),
    ).toEqual(new Set([true]));
  });
});
