import type { Recorded } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import { bodyColor } from './body-colors.ts';
import { createMeshActor } from './mesh-actor.ts';
import { createRigidActor } from './rigid-actor.ts';
import { createVehicleActor } from './vehicle-actor.ts';

/** Who draws the bodies of a world. `span` [m] is how much of endless shapes is drawn. */
export function createActor({ recording, scene }: Recorded, span: number): BodyActor {
  const colors = recording.bodies.map((_, body) => bodyColor(scene, body));
  switch (scene.world) {
    case 'meshes':
      return createMeshActor(recording, scene, colors);
    case 'vehicles':
      return createVehicleActor(recording, scene, colors);
    default: {
      const shapes = scene.bodies.map(({ shape }) => shape);
      const faint = scene.bodies.map((body) => 'sensor' in body && body.sensor);
      return createRigidActor({ recording, shapes, colors, faint, span, inSpace: scene.world !== 'plane' });
    }
  }
}
