import type { SpatialBody } from '../../dynamics/rigid-body.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { composePose, createPose } from '../../math/pose.ts';
import { addScaledVec3, addVec3, createVec3, crossVec3, dotVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { portState } from '../../response/docking-port.ts';
import { RECORD } from '../../response/solver/solver-bodies.ts';
import type { SceneSensor } from '../../scene/scene-header.ts';
import { setStoredEnergy } from '../dock-springs.ts';
import { type Dock, type DockPorts, dockEnergy, dockForce, hasSpringForces } from '../dock-stages.ts';
import type { LinkForce } from './steps/body-forces.ts';
import { midStepBody } from './steps/mid-step-body.ts';
import { addForce } from './steps/orbit-force.ts';
import { writePose } from './steps/poses.ts';
import type { StepWorld } from './steps/step-world.ts';

/** A body of the steps that carries a sensor, and the pose of the sensor's axes in it. */
export interface SensorBody {
  /** Index in the step world. */
  readonly index: number;
  /** Axes of the body of the scene, in those of the body of the steps. */
  readonly pose: ReturnType<typeof createPose>;
}

/** Force of one dock in the current substep. */
interface ActiveForce {
  readonly ends: readonly [SensorBody, SensorBody];
  readonly bodies: readonly [SpatialBody, SpatialBody];
  readonly point: ReadonlyVec3;
  readonly force: ReadonlyVec3;
  readonly torque: ReadonlyVec3;
  readonly drivePower: number;
}

/**
 * Springs of soft captures and separation springs in fixed steps. Their work is contact work, their stored energy is potential energy, and the retraction of
 * a latch is work of a drive.
 */
export function createDockForces(
  world: StepWorld,
  docks: () => readonly Dock[],
  bodyOf: (sensor: SceneSensor) => SensorBody,
): LinkForce {
  let active: ActiveForce[] = [];
  const endsOf = ({ sensors }: Dock) => [bodyOf(sensors[0]), bodyOf(sensors[1])] as const;
  return {
    add(time, h) {
      active = docks()
        .filter(hasSpringForces)
        .map((dock) => {
          const ends = endsOf(dock);
          const bodies = [midStepBody(world, ends[0].index), midStepBody(world, ends[1].index)] as const;
          const found = dockForce(dock, bodies, portsOf(dock, ends, bodies), time, h);
          return { ends, bodies, ...found };
        });
      for (const entry of active) addPair(world, entry);
    },
    addWork(h) {
      for (const entry of active) addWork(world, entry, h);
    },
    endStep(time) {
      active = [];
      for (const dock of docks()) storeEnergy(world, dock, endsOf(dock), time);
    },
  };
}

const place = createPose();

function portsOf(
  { sensors }: Dock,
  ends: readonly [SensorBody, SensorBody],
  bodies: readonly Pick<SpatialBody, 'pose' | 'velocity' | 'angularVelocity'>[],
): DockPorts {
  const [a, b] = sensors.map(({ point, frame, hasRoll = false }, k) => {
    const { pose, velocity, angularVelocity } = bodies[k];
    composePose(place, pose, ends[k].pose);
    return portState({ point, frame, hasRoll }, { pose: place, center: pose.position, velocity, angularVelocity });
  });
  return [a, b];
}

/** The force on the second body at its point, the opposite on the first at the same point. */
function addPair(world: StepWorld, { ends, bodies, point, force, torque }: ActiveForce): void {
  for (const [k, sign] of [-1, 1].entries()) {
    const { index } = ends[k];
    const moment = crossVec3(createVec3(), subVec3(createVec3(), point, bodies[k].pose.position), force);
    addVec3(moment, moment, torque);
    addForce(world.forces, index, force, sign);
    addForce(world.torques, index, moment, sign);
  }
}

/** Moves the work of the springs from that of external forces to that of contacts, and their impulses on immovable bodies likewise. */
function addWork(world: StepWorld, entry: ActiveForce, h: number): void {
  const { totals, before, solver } = world;
  const { records } = solver;
  const { ends, bodies, point, force, torque, drivePower } = entry;
  totals.driveWork += h * drivePower;
  for (const [k, sign] of [-1, 1].entries()) {
    const { index } = ends[k];
    const body = bodies[k];
    const moment = crossVec3(createVec3(), subVec3(createVec3(), point, body.pose.position), force);
    addVec3(moment, moment, torque);
    if (body.inverseMass === 0) {
      addReaction(world, entry, k, sign, h);
      continue;
    }
    const mean = (offset: number) =>
      createVec3(
        0.5 * (before[6 * index + offset] + records[RECORD * index + offset]),
        0.5 * (before[6 * index + offset + 1] + records[RECORD * index + offset + 1]),
        0.5 * (before[6 * index + offset + 2] + records[RECORD * index + offset + 2]),
      );
    const work = sign * h * (dotVec3(force, mean(0)) + dotVec3(moment, mean(3)));
    totals.externalWork -= work;
    totals.contactWork += work;
  }
}

/** The impulse on an immovable body is no external one; where that body moves, its drive works. */
function addReaction(
  world: StepWorld,
  { bodies, point, force, torque }: ActiveForce,
  k: number,
  sign: number,
  h: number,
): void {
  const { totals } = world;
  const impulse = addScaledVec3(createVec3(), createVec3(), force, sign * h);
  const angular = crossVec3(createVec3(), point, impulse);
  addScaledVec3(angular, angular, torque, sign * h);
  const body = bodies[k];
  const velocity = velocityOfPoint(createVec3(), body, point);
  totals.driveWork -= dotVec3(impulse, velocity) + sign * h * dotVec3(torque, body.angularVelocity);
  addVec3(totals.impulseOnImmovable, totals.impulseOnImmovable, impulse);
  addVec3(totals.angularImpulseOnImmovable, totals.angularImpulseOnImmovable, angular);
  addVec3(totals.externalImpulse, totals.externalImpulse, impulse);
  addVec3(totals.externalAngularImpulse, totals.externalAngularImpulse, angular);
}

/** Energy now stored in the springs of a dock; the change is part of the contact work. */
function storeEnergy(world: StepWorld, dock: Dock, ends: readonly [SensorBody, SensorBody], time: number): void {
  if (!hasSpringForces(dock)) return;
  const bodies = ends.map(({ index }) => {
    const pose = createPose();
    writePose(pose, world.bodies, index);
    return { pose, velocity: createVec3(), angularVelocity: createVec3() };
  });
  setStoredEnergy(world.totals, dock, dockEnergy(dock, portsOf(dock, ends, bodies), time));
}
