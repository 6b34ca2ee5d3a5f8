import { describe, expect, it } from 'vitest';
import { createAabb } from '../src/bounds/aabb.ts';
import { shapeAabb } from '../src/bounds/shape-aabb.ts';
import { createRecorder } from '../src/record/recorder.ts';
import { readScene } from '../src/scene/read.ts';
import { ellipsoidRadius } from '../src/shapes/ellipsoid.ts';
import { runScene } from '../src/sim/simulate.ts';
import { placedIn, recordedMeshes, vehicleEllipsoid } from '../studio/view/placed.ts';
import { exampleText } from './scenes.ts';

function record(name: string, end: string) {
  const text = exampleText(name).replace(/"end": "?[^,"}]+"?/, `"end": "${end}"`);
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  return { scene, recording: recorder.finish(runScene(scene, recorder)) };
}

describe('a body at a time', () => {
  it('that deforms has the surface of its recorded nodes', () => {
    const { scene, recording } = record('sphere-into-membrane', '30 ms');
    if (scene.world !== 'deformable' || recording.nodes === undefined) throw new Error('expected a deformable world');
    const frame = recording.ledger.rowCount - 1;
    const meshes = recordedMeshes(scene);
    const perFrame = meshes.reduce((sum, { count }) => sum + count, 0);
    for (const [body, { first, count }] of meshes.entries()) {
      const placed = placedIn(recording, scene, frame, body);
      if (placed === undefined) throw new Error('it has a shape');
      const box = shapeAabb(createAabb(), placed.shape, placed.pose);
      const start = frame * perFrame + first;
      for (const axis of ['x', 'y', 'z'] as const) {
        const nodes = recording.nodes.columns[axis].subarray(start, start + count);
        // counted from the centre of mass and back: two roundings of a metre
        expect(box.min[axis]).toBeCloseTo(Math.min(...nodes), 14);
        expect(box.max[axis]).toBeCloseTo(Math.max(...nodes), 14);
      }
    }
  });

  it('that is a vehicle is the ellipsoid, or the smaller box of the same volume, whichever touches', () => {
    const { scene, recording } = record('platoon-1-boxes', '10 ms');
    if (scene.world !== 'vehicles') throw new Error('a world of vehicles is wanted');
    const [box, ellipsoid] = [placedIn(recording, scene, 0, 0), vehicleEllipsoid(recording, scene, 0, 0)];
    if (box === undefined || ellipsoid === undefined) throw new Error('it has a shape');
    expect([box.shape.kind, ellipsoid.shape.kind]).toEqual(['box', 'ellipsoid']);
    expect(box.pose.position).toEqual(ellipsoid.pose.position);
    if (box.shape.kind !== 'box') throw new Error('a box is wanted');
    // edges of 1 and semi-axes of ∛(3/4π) = 0.62 have the same volume; the constant of the source has 13 digits
    expect(ellipsoidRadius(ellipsoid.shape) / box.shape.halfExtents.x).toBeCloseTo(
      2 * Math.cbrt(3 / (4 * Math.PI)),
      12,
    );
  });
});
