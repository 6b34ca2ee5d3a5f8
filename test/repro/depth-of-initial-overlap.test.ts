import { describe, expect, it } from 'vitest';
import { createRecorder, readScene, runScene } from '../../src/index.ts';

/** Two unit discs or spheres with their centres 1.75 m apart along x. */
function run(world: 'planar' | 'solids'): unknown {
  const shape = { kind: world === 'planar' ? 'disc' : 'sphere', radius: 1 };
  const at = (x: number) => (world === 'planar' ? [x, 0] : [x, 0, 0]);
  const bodies = [
    { name: 'left', shape, position: at(0), velocity: at(1), mass: 1 },
    { name: 'right', shape, position: at(1.75), mass: 1 },
  ];
  const text = JSON.stringify({ title: 't', description: 'd', world, bodies, time: { end: 1, method: 'events' } });
  const scene = readScene(text, 'x.scene.json');
  return runScene(scene, createRecorder(scene, text));
}

describe('bodies that overlap at the start of an event-driven run', () => {
  it.each(['planar', 'solids'] as const)('in a %s world are reported with the depth and what to do', (world) => {
    expect(() => run(world)).toThrow(
      /^left and right overlap at t = 0 s by 0\.25 m; .*: move them apart by that much or set time\.method to 'steps'$/,
    );
  });
});
