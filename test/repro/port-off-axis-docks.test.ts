import { expect, it } from 'vitest';
import { runAnyText } from '../scenes.ts';

/** A vehicle 57 degrees off the axis of the port, whose port points touch all the same. */
const text = (method: string) =>
  JSON.stringify({
    world: 'solids',
    title: 'Off the axis',
    description: 'A vehicle inclined by 57 degrees.',
    bodies: [
      { name: 'station', shape: { kind: 'sphere', radius: 0.5 }, position: [0, 0, 0], mass: 3 },
      {
        name: 'vehicle',
        shape: { kind: 'sphere', radius: 0.4 },
        position: [0.92, 0.35, 0],
        rotation: { axis: [0, 0, 1], angle: '57 deg' },
        mass: 1,
      },
    ],
    sensors: [
      { name: 'port', body: 'station', point: [0.5, 0, 0], axis: [1, 0, 0] },
      { name: 'probe', body: 'vehicle', point: [-0.4, 0, 0], axis: [-1, 0, 0] },
    ],
    docking: [{ sensors: ['port', 'probe'], tolerance: 0.3 }],
    time: { end: 1, step: 0.01, method },
  });

it.each(['events', 'steps'])('a port 57 degrees off its axis does not dock rigidly, method %s', (method) => {
  const { events, summary } = runAnyText(text(method), 'off-axis');
  expect(summary.dockings).toBe(0);
  expect(events[0]).toMatchObject({ type: 'docking-rejected', violations: [{ criterion: 'pitchYaw' }] });
});
