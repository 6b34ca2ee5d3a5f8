import type { SpatialBody } from '../../../dynamics/rigid-body.ts';
import { createMat3 } from '../../../math/mat3.ts';
import { createPose } from '../../../math/pose.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { INVERSE_INERTIA, INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import { writeFieldState } from './find-forces.ts';
import type { StepWorld } from './step-world.ts';

/** Body i within a step: a copy of its state at the midpoint of a substep. */
export function midStepBody(world: StepWorld, i: number): SpatialBody {
  const pose = createPose();
  const state = {
    position: pose.position,
    rotation: pose.rotation,
    velocity: createVec3(),
    angularVelocity: createVec3(),
    mass: 0,
  };
  writeFieldState(state, world, i);
  const { records } = world.solver;
  const k = RECORD * i + INVERSE_INERTIA;
  const inverseInertia = createMat3();
  inverseInertia.xx = records[k];
  inverseInertia.xy = inverseInertia.yx = records[k + 1];
  inverseInertia.xz = inverseInertia.zx = records[k + 2];
  inverseInertia.yy = records[k + 3];
  inverseInertia.yz = inverseInertia.zy = records[k + 4];
  inverseInertia.zz = records[k + 5];
  const { velocity, angularVelocity } = state;
  return { pose, velocity, angularVelocity, inverseMass: records[RECORD * i + INVERSE_MASS], inverseInertia };
}
