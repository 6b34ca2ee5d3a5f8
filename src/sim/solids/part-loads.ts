import { transformVec3 } from '../../math/mat3.ts';
import { addVec3, createVec3, crossVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import type { SolidLoad, SolidScene } from '../../scene/solid-scene.ts';
import type { Piece } from './pieces.ts';
import type { LinkForce } from './steps/body-forces.ts';
import { midStepBody } from './steps/mid-step-body.ts';
import { addForce } from './steps/orbit-force.ts';
import type { StepWorld } from './steps/step-world.ts';

/** A load on a body that is docked to others: it acts at the centre of its own body, not at the common centre. */
export interface PartLoad extends SolidLoad {
  /** Index of the piece in the steps. */
  readonly piece: number;
  /** Centre of the body in the axes of the piece [m]. */
  readonly arm: ReadonlyVec3;
}

/** The loads on bodies that are docked to others. */
export function partLoads({ forces }: SolidScene, pieces: readonly Piece[]): PartLoad[] {
  return forces.loads.flatMap((load): PartLoad[] => {
    const piece = pieces.findIndex(({ parts }) => parts.some(({ body }) => body === load.body));
    const { parts, composite } = pieces[piece];
    const part = parts.find(({ body }) => body === load.body);
    if (!part || parts.length === 1 || composite.inverseMass === 0) return [];
    return [{ ...load, piece, arm: part.pose.position }];
  });
}

/** Applies loads on parts: the force at the common centre, and its moment, which rotates with the body. */
export function createPartLoads(world: StepWorld, loads: readonly PartLoad[]): LinkForce {
  return {
    add(time) {
      for (const { piece, arm, force, torque, from, until } of loads) {
        if (!(time >= from && time < until)) continue;
        const { rotation } = midStepBody(world, piece).pose;
        const moment = crossVec3(createVec3(), transformVec3(createVec3(), rotation, arm), force);
        addForce(world.forces, piece, force);
        addForce(world.torques, piece, addVec3(moment, moment, torque));
      }
    },
  };
}
