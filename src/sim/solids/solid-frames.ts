import type { SolidBodies } from '../../dynamics/solid-bodies.ts';
import { hashNumbers } from '../../math/hash.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3, lengthVec3 } from '../../math/vec3.ts';
import type { Joint } from '../../response/joints/joint.ts';
import type { SolidScene } from '../../scene/solid-scene.ts';
import { frameAfter } from '../frame-count.ts';
import { jointRow, jointRows } from '../joint-rows.ts';
import { balance, type LedgerTotals } from '../ledger-totals.ts';
import type { BodyState, ContactRow, LedgerRow, RunObserver, RunSummary, SimEvent } from '../observer.ts';
import { solidLedger } from './solid-ledger.ts';
import type { StepWorld } from './steps/step-world.ts';

/** Recording state and counters of a rigid-body run, for any method of integration. */
export interface SolidRun {
  readonly scene: SolidScene;
  readonly observer: RunObserver;
  readonly ledgerStart: LedgerRow;
  /** Next frame to be recorded: frame k is at k × record.interval. */
  nextFrame: number;
  /** Time of the last recorded frame, -1 before the first [s]. */
  lastFrame: number;
  steps: number;
  collisions: number;
  dockings: number;
  maxPenetration: number;
}

/** The bodies and their ledger totals at one time. */
export interface SolidState {
  readonly bodies: SolidBodies;
  readonly totals: LedgerTotals;
  /** [s] */
  readonly time: number;
  /** Of fixed steps. */
  readonly joints?: { readonly list: readonly (Joint | undefined)[] };
}

export function createSolidRun(scene: SolidScene, observer: RunObserver, start: SolidState): SolidRun {
  return {
    scene,
    observer,
    ledgerStart: ledgerOf(scene, start),
    nextFrame: Math.ceil(start.time / scene.record.interval),
    lastFrame: -1,
    steps: 0,
    collisions: 0,
    dockings: 0,
    maxPenetration: 0,
  };
}

function ledgerOf(scene: SolidScene, { bodies, totals, time }: SolidState): LedgerRow {
  return solidLedger(bodies, totals, scene.forces.gravity, time);
}

/** Time at which the next frame is due [s]. */
export function nextFrameTime({ nextFrame, scene }: SolidRun): number {
  return nextFrame * scene.record.interval;
}

/** With fixed steps a frame is recorded at the step nearest to its due time. */
export function isFrameDue(run: SolidRun, time: number, step: number): boolean {
  return time >= nextFrameTime(run) - 0.5 * step;
}

/** Records a frame; the next one is due later, by at least half a `step`. */
export function recordSolidFrame(run: SolidRun, state: SolidState, step: number): void {
  const { scene, observer } = run;
  const { bodies, time } = state;
  observer.frame(time, bodyStates(scene, bodies), ledgerOf(scene, state));
  if (state.joints && state.joints.list.length > 0) observer.joints?.(time, jointRows(state.joints.list));
  run.lastFrame = time;
  run.nextFrame = frameAfter(run.nextFrame, scene.record.interval, time + 0.5 * step);
}

/** Records the joints that broke in the last step. */
export function recordBrokenJoints(run: SolidRun, { joints, time }: StepWorld): void {
  for (const index of joints.broken) {
    const joint = joints.list[index];
    if (!joint) continue;
    const { name, bodyA, bodyB } = joint.definition;
    const [a, b] = [bodyA, bodyB].map((body) => (body < 0 ? 'world' : run.scene.bodies[body].name));
    const { force, torque } = jointRow(joint, index);
    recordSolidEvent(run, {
      type: 'joint-break',
      time,
      bodies: [a, b],
      joint: name,
      force: lengthVec3(force),
      torque: lengthVec3(torque),
    });
  }
}

function bodyStates(
  scene: SolidScene,
  { positions: x, orientations: q, velocities: v, angularVelocities: w }: SolidBodies,
): BodyState[] {
  return scene.bodies.map(({ name }, i) => {
    const [k, l] = [3 * i, 4 * i];
    const pose = createPose([x[k], x[k + 1], x[k + 2]], [q[l], q[l + 1], q[l + 2], q[l + 3]]);
    return {
      name,
      ...pose,
      angle: 0,
      velocity: createVec3(v[k], v[k + 1], v[k + 2]),
      angularVelocity: createVec3(w[k], w[k + 1], w[k + 2]),
    };
  });
}

export function recordSolidContact(run: SolidRun, row: ContactRow): void {
  run.maxPenetration = Math.max(run.maxPenetration, -row.distance);
  run.observer.contact(row);
}

export function recordSolidEvent(run: SolidRun, event: SimEvent): void {
  if (event.type === 'collision') run.collisions++;
  if (event.type === 'docking') run.dockings++;
  run.observer.event(event);
}

/** The names of two bodies of the scene. */
export function namesOf({ scene }: SolidRun, a: number, b: number): readonly [string, string] {
  return [scene.bodies[a].name, scene.bodies[b].name];
}

/** Final state of a run, and the reason for its end. */
export interface SolidEnding extends Pick<RunSummary, 'status' | 'failure'> {
  readonly state: SolidState;
}

/** Summary of a run. The last state is always recorded, also when the end falls between two frames. */
export function summarizeSolids(run: SolidRun, { state, status, failure }: SolidEnding): RunSummary {
  if (run.lastFrame < state.time) recordSolidFrame(run, state, 0);
  const { positions, orientations, velocities, angularVelocities } = state.bodies;
  const ledgerEnd = ledgerOf(run.scene, state);
  return {
    status,
    ...(failure !== undefined && { failure }),
    time: state.time,
    steps: run.steps,
    collisions: run.collisions,
    dockings: run.dockings,
    maxPenetration: run.maxPenetration,
    balance: balance(run.ledgerStart, ledgerEnd),
    ledgerStart: run.ledgerStart,
    ledgerEnd,
    stateHash: hashNumbers([state.time, ...positions, ...orientations, ...velocities, ...angularVelocities]),
  };
}
