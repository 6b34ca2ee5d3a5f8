import { describe, expect, it } from 'vitest';
import { createRecorder, readScene, runScene } from '../../src/index.ts';
import { CHARTS } from './charts.ts';
import { jointSeries } from './joint-series.ts';

const G = 9.81;

/** A sliding mass, and a rod that a motor drives against its weight, in the plane. */
function record() {
  const text = JSON.stringify({
    world: 'planar',
    title: 'Joints',
    description: 'For tests.',
    bodies: [
      { name: 'mass', shape: { kind: 'disc', radius: 0.1 }, position: [3, 0], mass: 2 },
      { name: 'rod', shape: { kind: 'rectangle', halfExtents: [0.5, 0.05] }, position: [0.5, 0], mass: 1 },
    ],
    joints: [
      { name: 'slider', kind: 'slider', bodies: ['world', 'mass'], position: [3, 0], axis: [0, -1] },
      { name: 'hinge', kind: 'hinge', bodies: ['world', 'rod'], position: [0, 0], motor: { velocity: 0 } },
    ],
    forces: { gravity: [0, -G] },
    time: { end: 1, method: 'steps', step: 0.001 },
    record: { interval: 0.1 },
  });
  const scene = readScene(text, 'x');
  const recorder = createRecorder(scene, text);
  return { scene, recording: recorder.finish(runScene(scene, recorder)) };
}

describe('charts of joints', () => {
  it('have positions, speeds, reactions and motors by the names of the joints', () => {
    const recorded = record();
    const length = jointSeries(recorded, 'position', 'length');
    expect(length?.series.map(({ name }) => name)).toEqual(['slider']);
    expect(length?.times).toHaveLength(11);
    for (const [i, t] of [...(length?.times ?? [])].entries()) {
      expect(length?.series[0].values[i]).toBeCloseTo(0.5 * G * t * t, 9);
    }
    // the hinge does not move: there is nothing to show
    expect(jointSeries(recorded, 'position', 'angle')).toBeUndefined();
    expect(jointSeries(recorded, 'velocity', 'length')?.series[0].values[10]).toBeCloseTo(G, 9);
    const force = jointSeries(recorded, 'force');
    expect(force?.series.map(({ name }) => name)).toEqual(['hinge']);
    expect(force?.series[0].values[5]).toBeCloseTo(G, 9);
    expect(jointSeries(recorded, 'motorForce')?.series[0].values[5]).toBeCloseTo(0.5 * G, 9);
  });

  it('are among the charts of the studio, and absent without joints', () => {
    const recorded = record();
    const chosen = { body: 0, gaps: undefined };
    const shown = CHARTS.filter(({ id }) => id.startsWith('joint')).filter(({ data }) => data(recorded, chosen));
    expect(shown.map(({ id }) => id)).toEqual([
      'joint-displacement',
      'joint-speed',
      'joint-force',
      'joint-torque',
      'joint-motor',
    ]);
    const { joints: _, ...recording } = recorded.recording;
    expect(CHARTS.filter(({ id, data }) => id.startsWith('joint') && data({ ...recorded, recording }, chosen))).toEqual(
      [],
    );
  });
});
