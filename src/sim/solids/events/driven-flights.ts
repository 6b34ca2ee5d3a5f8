import { orbitLoad } from '../../../dynamics/orbit.ts';
import { rotateUnderTorque } from '../../../math/constant-torque.ts';
import { createMat3, transformVec3 } from '../../../math/mat3.ts';
import { createPose } from '../../../math/pose.ts';
import {
  copyTorqueFreeRotation,
  rotationRate,
  torqueFreeInverseInertia,
  torqueFreeOrientation,
} from '../../../math/torque-free-rotation.ts';
import { addScaledVec3, addVec3, createVec3, crossVec3, type Vec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { type SolidComposite, setLoads } from '../solid-composite.ts';

/**
 * Forces that change in flight: gravity in orbit, and loads on docked bodies, whose moment rotates with them. Between exact times of impact the
 * acceleration and the torque of a flight are constant, so they are renewed every `time.step`, each time with the values at the midpoint of
 * the interval: of second order in the step.
 */
export function hasDrivenFlights({
  forces,
  docking,
  sensors,
}: Pick<SolidScene, 'forces' | 'docking' | 'sensors'>): boolean {
  if (forces.orbit) return true;
  const docks = new Set(docking.flatMap((entry) => entry.sensors.map((sensor) => sensors[sensor].body)));
  return forces.loads.some(({ body }) => docks.has(body));
}

/** Sets acceleration and torque of a composite, which is at `time` [s], for the next `h` [s]. */
export function setDrivenFlight(scene: SolidScene, composite: SolidComposite, time: number, h: number): void {
  if (composite.inverseMass === 0) return;
  const start = forcesAt(scene, composite, composite, time);
  const midpoint = predict(composite, start, 0.5 * h);
  const { acceleration, torque } = forcesAt(scene, composite, midpoint, time + 0.5 * h);
  setLoads(composite, acceleration, torque);
}

type Flying = Pick<SolidComposite, 'pose' | 'velocity' | 'angularVelocity' | 'inverseMass' | 'inverseInertia'>;

interface FlightForces {
  readonly acceleration: Vec3;
  readonly torque: Vec3;
}

/** Acceleration and torque of a composite in a predicted state. */
function forcesAt(scene: SolidScene, composite: SolidComposite, state: Flying, time: number): FlightForces {
  const { gravity, loads, orbit } = scene.forces;
  const acceleration = { ...gravity };
  const torque = createVec3();
  for (const { body, force, torque: own, from, until } of loads) {
    const part = composite.parts.find((candidate) => candidate.body === body);
    if (!part || !(time >= from && time < until)) continue;
    addScaledVec3(acceleration, acceleration, force, composite.inverseMass);
    const arm = transformVec3(createVec3(), state.pose.rotation, part.pose.position);
    addVec3(torque, torque, crossVec3(arm, arm, force));
    addVec3(torque, torque, own);
  }
  if (orbit) {
    const load = orbitLoad(orbit, state, 0);
    addScaledVec3(acceleration, acceleration, load.force, composite.inverseMass);
    addVec3(torque, torque, load.torque);
  }
  return { acceleration, torque };
}

/** The state after `s` [s] under constant acceleration and torque. */
function predict(composite: SolidComposite, { acceleration, torque }: FlightForces, s: number): Flying {
  const pose = createPose();
  addScaledVec3(pose.position, composite.pose.position, composite.velocity, s);
  addScaledVec3(pose.position, pose.position, acceleration, 0.5 * s * s);
  const velocity = addScaledVec3(createVec3(), composite.velocity, acceleration, s);
  const rotation = copyTorqueFreeRotation(composite.torqueFree);
  rotateUnderTorque(rotation, torque, s);
  torqueFreeOrientation(pose.rotation, rotation);
  const inverseInertia = torqueFreeInverseInertia(createMat3(0, 0, 0), rotation);
  const { inverseMass } = composite;
  return { pose, velocity, angularVelocity: rotationRate(createVec3(), rotation), inverseMass, inverseInertia };
}
