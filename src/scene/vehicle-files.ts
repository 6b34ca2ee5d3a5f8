import type { PlatoonVehicle, VehicleModel } from '../dynamics/vehicle/vehicle-model.ts';
import { sceneText } from './scene-text.ts';

/** Keys of a scene that data files do not have. */
export interface VehicleSceneHead {
  readonly title: string;
  readonly description: string;
  /** [s] */
  readonly end: number;
}

/** The scene of a model file and a platoon file, as JSON; all other keys have their defaults. [PATH98-10] */
export function vehicleSceneText(
  models: readonly VehicleModel[],
  platoon: readonly PlatoonVehicle[],
  { title, description, end }: VehicleSceneHead,
): string {
  const document = {
    world: 'vehicles',
    title,
    description,
    source: 'PATH98',
    topic: 'response',
    models: models.map(modelDocument),
    vehicles: platoon.map(({ model, X, Y, ORIENTATION, SPEED, STEERING }, i) => ({
      name: `vehicle ${i + 1}`,
      model: modelName(model),
      position: [X, Y],
      heading: ORIENTATION,
      speed: SPEED,
      steering: STEERING,
    })),
    time: { end },
  };
  return sceneText(document);
}

function modelName(id: number): string {
  return `model ${id}`;
}

function modelDocument(model: VehicleModel) {
  const { id, COSSERAT_POINT: body, SUSPENSION: s, TYRE, CONTACT, radius, EQUILIBRIUM: rest } = model;
  return {
    name: modelName(id),
    mass: body.MASS,
    inertia: [body.Ix, body.Iy, body.Iz],
    halfExtents: [CONTACT.A1 / 2, CONTACT.A2 / 2, CONTACT.A3 / 2],
    ...(radius !== undefined && { radius }),
    elastic: { modulus: body.E, poisson: body.nu, volume: body.volume },
    suspension: {
      front: { axle: s.L1, drop: s.H1, stiffness: s.C1, damping: s.D1 },
      rear: { axle: s.L2, drop: s.H2, stiffness: s.C2, damping: s.D2 },
      track: 2 * s.B,
      springLength: s.spring_ref,
    },
    tyreRelaxationTime: TYRE,
    ...(rest && {
      equilibrium: {
        height: rest.R3,
        directors: [
          [rest.D11, rest.D12, rest.D13],
          [rest.D21, rest.D22, rest.D23],
          [rest.D31, rest.D32, rest.D33],
        ],
      },
    }),
  };
}
