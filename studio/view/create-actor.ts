import type { ReadonlyVec3, Shape } from '../../src/index.ts';
import type { Recorded } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import { bodyColor } from './body-colors.ts';
import { createMeshActor } from './mesh-actor.ts';
import { createRigidActor } from './rigid-actor.ts';
import { createVehicleActor } from './vehicle-actor.ts';

/** Size of drawn half-spaces relative to the moving bodies: planar ones are lines, spatial ones would hide other bodies. */
const SPAN = { plane: 6, space: 1.6 };

/** Creates the actor of a world. `size` [m] and `midpoint` are those of all moving bodies. */
export function createActor({ recording, scene }: Recorded, size: number, midpoint: ReadonlyVec3): BodyActor {
  const colors = recording.bodies.map((_, body) => bodyColor(scene, body));
  switch (scene.world) {
    case 'deformable':
      return createMeshActor(recording, scene, colors);
    case 'vehicles':
      return createVehicleActor(recording, scene, colors);
    default: {
      const shapes = scene.bodies.map((body) => drawnShape(body) ?? body.shape);
      const volumes = scene.bodies.map((body) => (drawnShape(body) ? body.shape : undefined));
      const faint = scene.bodies.map((body) => 'trigger' in body && body.trigger);
      const inSpace = scene.world !== 'planar';
      const span = size * (inSpace ? SPAN.space : SPAN.plane);
      return createRigidActor({ recording, shapes, volumes, colors, faint, span, midpoint, inSpace });
    }
  }
}

/** The shape of a body that collides by a bounding volume. */
function drawnShape(body: object): Shape | undefined {
  return 'drawnShape' in body ? (body.drawnShape as Shape) : undefined;
}
