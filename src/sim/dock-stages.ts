import type { RigidBody } from '../dynamics/rigid-body.ts';
import { createMat3 } from '../math/mat3.ts';
import { addScaledVec3, createVec3, dotVec3, lengthVec3, scaleVec3, subVec3 } from '../math/vec3.ts';
import {
  column,
  type DockingState,
  type DockingViolation,
  envelopeViolations,
  measureDocking,
  OPEN_ENVELOPE,
  type PortState,
  symmetricRoll,
} from '../response/capture-envelope.ts';
import { type LatchForce, type LatchRest, latchEnergy, latchForce, latchStretch } from '../response/docking-latch.ts';
import type { JointDefinition } from '../response/joints/joint.ts';
import type { SceneDocking, SceneSensor } from '../scene/scene-header.ts';
import type { SimEvent } from './observer.ts';

/** One docking of the scene and its state. */
export interface Dock {
  readonly docking: SceneDocking;
  readonly sensors: readonly [SceneSensor, SceneSensor];
  /**
   * `armed`: waiting for the sensors to touch. `rejected`: outside the envelope, the sensors must separate before a retry, unless the
   * docking tests again in range. `captured`: a latch joins the ports. `docked`. `separating`: undocked, separation springs act. `done`: never again.
   */
  state: 'armed' | 'rejected' | 'captured' | 'docked' | 'separating' | 'done';
  /** Of the state `captured`. */
  capture?: DockCapture;
  /** Time from which its springs act [s]. */
  springsSince: number;
  /** Gap of the ports at the start of the separation [m], in the state `separating`. */
  separationStart: number;
  /** Whether the time of release has passed. */
  released: boolean;
  /** Time of the next test in range after a rejection [s]. */
  retestAt: number;
  /** Energy now stored in its springs, as far as the ledger has it [J]. */
  storedEnergy: number;
  /** Joints of a latch or a rigid docking, in a world with joints; its springs are then those of the joints. */
  joints?: readonly JointDefinition[];
  /** What these joints stand for. */
  jointStage?: string;
}

/** A soft capture. */
interface DockCapture {
  /** Time of the capture [s]. */
  readonly since: number;
  /** Rest length at the capture: the gap of the ports [m]. */
  readonly length: number;
  /** Roll of the aligned attitude [rad]. */
  readonly roll: number;
  /** One flag per hook. */
  readonly closed: boolean[];
  retracting: boolean;
}

type DockScene = { readonly docking: readonly SceneDocking[]; readonly sensors: readonly SceneSensor[] };

export function createDocks({ docking, sensors }: DockScene): Dock[] {
  return docking.map((entry) => ({
    docking: entry,
    sensors: [sensors[entry.sensors[0]], sensors[entry.sensors[1]]],
    state: 'armed',
    springsSince: 0,
    separationStart: 0,
    retestAt: 0,
    released: false,
    storedEnergy: 0,
  }));
}

/** Whether springs of the dock act: fixed steps integrate them. */
export function hasSprings({ state }: Dock): boolean {
  return state === 'captured' || state === 'separating';
}

/** Whether springs of the dock act as forces; those of a latch may be joints instead. */
export function hasSpringForces(dock: Dock): boolean {
  return hasSprings(dock) && !(dock.state === 'captured' && dock.joints);
}

/** Whether the dock waits for its sensors to come within range. */
export function isWaiting({ state }: Dock): boolean {
  return state === 'armed' || state === 'rejected';
}

/** The two ports of a dock at one time. */
export type DockPorts = readonly [PortState, PortState];

/** Criteria that the ports violate. */
export function violationsOf({ docking }: Dock, state: DockingState): DockingViolation[] {
  const { envelope = OPEN_ENVELOPE, maxSpeed } = docking;
  return envelopeViolations(state, { ...envelope, speed: maxSpeed });
}

/** The ports are within range and the envelope: a latch joins them. */
export function beginCapture(dock: Dock, state: DockingState, time: number): void {
  const { envelope = OPEN_ENVELOPE, softCapture } = dock.docking;
  const isMarked = dock.sensors.every(({ hasRoll }) => hasRoll);
  dock.state = 'captured';
  dock.springsSince = time;
  dock.capture = {
    since: time,
    length: state.gap,
    roll: isMarked ? state.roll - symmetricRoll(state.roll, envelope.rollSymmetry) : state.roll,
    closed: new Array<boolean>(softCapture?.hooks?.count ?? 0).fill(false),
    retracting: false,
  };
}

/** Rest state of the latch at `time` [s]. */
function restAt({ docking, capture }: Dock, time: number): LatchRest {
  const { attenuation, retraction } = docking.softCapture ?? { attenuation: 0, retraction: 0 };
  const { since, length, roll, closed } = capture ?? { since: 0, length: 0, roll: 0, closed: [] };
  const late = time - since - attenuation;
  const isOver = late >= retraction;
  const moving = late > 0 && !isOver;
  const left = late <= 0 ? 1 : isOver ? 0 : 1 - late / retraction;
  return { length: length * left, lengthRate: moving ? -length / retraction : 0, roll, closed };
}

/** Force and torque of the springs of a dock on the body of its second port over a step of `h` [s]; the drive power of a retraction [W]. */
// biome-ignore format: the two sides
export function dockForce(
  dock: Dock, [a, b]: readonly [RigidBody, RigidBody], [portA, portB]: DockPorts,
  time: number, h: number,
): LatchForce & { readonly drivePower: number } {
  const axis = column(portA.frame ?? createMat3(), 0);
  const { softCapture, separationSprings } = dock.docking;
  if (dock.state === 'separating' && separationSprings) {
    const left = separationSprings.stroke - separationDistance(dock, [portA, portB]);
    const force = scaleVec3(createVec3(), axis, left > 0 ? separationStiffness(separationSprings) * left : 0);
    return { point: portB.position, force, torque: createVec3(), axialForce: 0, drivePower: 0 };
  }
  if (!softCapture) return { point: portB.position, force: createVec3(), torque: createVec3(), axialForce: 0, drivePower: 0 };
  const rest = restAt(dock, time);
  const found = latchForce(softCapture, rest, a, portA, b, portB, h);
  return { ...found, drivePower: rest.lengthRate * found.axialForce };
}

function separationStiffness({ energy, stroke }: { readonly energy: number; readonly stroke: number }): number {
  return (2 * energy) / (stroke * stroke);
}

function separationDistance({ separationStart }: Dock, [a, b]: DockPorts): number {
  const axis = column(a.frame ?? createMat3(), 0);
  return dotVec3(subVec3(createVec3(), b.position, a.position), axis) - separationStart;
}

/** Energy stored in the springs of a dock [J]. */
export function dockEnergy(dock: Dock, [a, b]: DockPorts, time: number): number {
  const { softCapture, separationSprings } = dock.docking;
  if (dock.state === 'separating' && separationSprings) {
    const left = separationSprings.stroke - separationDistance(dock, [a, b]);
    return left > 0 ? 0.5 * separationStiffness(separationSprings) * left * left : 0;
  }
  if (dock.state !== 'captured' || !softCapture) return 0;
  const rest = restAt(dock, time);
  return latchEnergy(softCapture, rest, latchStretch(softCapture, rest, a, b));
}

/** What the stages of a dock come to after a step: `dock` when the bodies are to join, and events besides that. */
export interface StageUpdate {
  readonly join: boolean;
  readonly events: readonly SimEvent[];
}

/** Names of the bodies and sensors of a dock. */
export interface DockNames {
  readonly bodies: readonly [string, string];
  readonly sensors: readonly [string, string];
}

/** Advances the stages of a soft capture or separation springs to `time` [s]. */
export function updateStages(dock: Dock, ports: DockPorts, time: number, names: DockNames): StageUpdate {
  if (dock.state === 'separating') {
    if (separationDistance(dock, ports) >= (dock.docking.separationSprings?.stroke ?? 0)) endSeparation(dock);
    return { join: false, events: [] };
  }
  const { softCapture } = dock.docking;
  const { capture } = dock;
  if (dock.state !== 'captured' || !softCapture || !capture) return { join: false, events: [] };
  const rest = restAt(dock, time);
  const stretch = latchStretch(softCapture, rest, ports[0], ports[1]);
  const state = measureDocking(ports[0], ports[1]);
  const log = { time, ...names, speed: state.speed };
  const displacement = lengthVec3(stretch.displacement);
  if (displacement > softCapture.stroke) {
    dock.state = 'rejected';
    dock.capture = undefined;
    const violations: DockingViolation[] = [{ criterion: 'stroke', value: displacement, limit: softCapture.stroke }];
    return { join: false, events: [{ type: 'capture-lost', ...log, violations }] };
  }
  const events: SimEvent[] = [];
  if (!capture.retracting && time >= capture.since + softCapture.attenuation) {
    capture.retracting = true;
    events.push({ type: 'retraction', ...log });
  }
  for (const [k, { onA, onB }] of stretch.hooks.entries()) {
    if (capture.closed[k] || lengthVec3(subVec3(createVec3(), onB, onA)) > (softCapture.hooks?.tolerance ?? 0))
      continue;
    capture.closed[k] = true;
    events.push({ type: 'hook-closed', ...log });
  }
  const { distance, angle, speed, angularRate } = softCapture.alignment;
  const join =
    time >= capture.since + softCapture.attenuation + softCapture.retraction &&
    capture.closed.every(Boolean) &&
    lengthVec3(subVec3(createVec3(), ports[1].position, ports[0].position)) <= distance &&
    lengthVec3(stretch.rotation) <= angle &&
    relativeSpeed(ports) <= speed &&
    lengthVec3(subVec3(createVec3(), ports[1].angularVelocity, ports[0].angularVelocity)) <= angularRate;
  return { join, events };
}

function relativeSpeed([a, b]: DockPorts): number {
  return lengthVec3(subVec3(createVec3(), b.velocity, a.velocity));
}

/** State after undocking: separation springs act first, if there are any. */
export function beginUndocking(dock: Dock, ports: DockPorts, time: number): void {
  dock.capture = undefined;
  const { separationSprings } = dock.docking;
  if (!separationSprings) {
    endSeparation(dock);
    return;
  }
  dock.state = 'separating';
  dock.springsSince = time;
  dock.separationStart = 0;
  dock.separationStart = separationDistance(dock, ports);
}

/** No immediate capture: the sensors must separate first. */
function endSeparation(dock: Dock): void {
  dock.state = dock.docking.recapture ? 'rejected' : 'done';
}

/** Distance of the two port points [m]. */
export function portDistance([a, b]: DockPorts): number {
  return lengthVec3(addScaledVec3(createVec3(), b.position, a.position, -1));
}
