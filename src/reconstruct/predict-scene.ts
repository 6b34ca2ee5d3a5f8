import { RUN_OUT_STRIDE, type RunOut } from '../dynamics/vehicle/run-out.ts';
import { NonFiniteError } from '../math/finite.ts';
import { cos, sin } from '../math/trig.ts';
import { createVec3, lengthVec3 } from '../math/vec3.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { principalDirection } from '../response/vehicle-contact/principal-direction.ts';
import { platoonOf, type VehicleScene } from '../scene/vehicle-scene.ts';
import type { PhaseResult } from '../sim/observer.ts';
import { RunLimitError } from '../sim/run-limits.ts';
import { runScene } from '../sim/simulate.ts';
import { ParameterError, type SceneTemplate, type Setting, sceneWith } from '../sweep/scene-template.ts';
import type { CaseDocument } from './case-schema.ts';
import type { CrashPrediction, VehiclePrediction } from './crash-prediction.ts';
import { pathAfter } from './predict-impulse.ts';

/** Runs the scene of the case, then the run-out of each vehicle; nothing if the run fails, or a vehicle does not come to rest. */
export function predictScene(
  document: CaseDocument,
  template: SceneTemplate,
  settings: readonly Setting[],
): CrashPrediction | undefined {
  try {
    const scene = sceneWith(template, settings) as VehicleScene;
    const recorder = createRecorder(scene, '');
    const summary = runScene(scene, recorder);
    if (summary.status !== 'end') return undefined;
    const recording = recorder.finish(summary);
    const phases = summary.vehicles?.phases ?? [];
    const vehicles = platoonOf(scene).map((_, i) => vehicleAfter(document, scene, recording, phases, i));
    if (vehicles.some(({ path }) => path.status !== 'rest')) return undefined;
    return { vehicles, energy: phases.reduce((sum, { contactWork }) => sum - contactWork, 0) };
  } catch (error) {
    // values of the unknowns for which the scene cannot be run
    if (error instanceof ParameterError || error instanceof RunLimitError || error instanceof NonFiniteError)
      return undefined;
    throw error;
  }
}

function vehicleAfter(
  document: CaseDocument,
  scene: VehicleScene,
  recording: Recording,
  phases: readonly PhaseResult[],
  index: number,
): VehiclePrediction {
  const { name, start } = scene.bodies[index];
  const { COSSERAT_POINT, SUSPENSION, CONTACT } = scene.models[start.model - 1];
  const dimensions = { frontAxle: SUSPENSION.L1, rearAxle: SUSPENSION.L2, track: 2 * SUSPENSION.B };
  const run = pathOf(recording, index);
  const last = run.states.subarray(run.states.length - RUN_OUT_STRIDE);
  const body = { mass: COSSERAT_POINT.MASS, yawInertia: COSSERAT_POINT.Iz, ...dimensions };
  const after = pathAfter(document, name, body, last);
  return {
    ...impulseOn(phases, index, COSSERAT_POINT.MASS),
    path: joinPaths(run, after),
    ...dimensions,
    length: CONTACT.A1,
    width: CONTACT.A2,
  };
}

/** The sum of the impulses of all contacts. */
function impulseOn(phases: readonly PhaseResult[], index: number, mass: number): { deltaV: number; pdof: number } {
  const impulse = createVec3();
  let heading: number | undefined;
  for (const { vehicles, impulse: given, before } of phases) {
    const place = vehicles.indexOf(index);
    if (place < 0) continue;
    heading ??= before[place as 0 | 1].heading;
    impulse.x += place === 1 ? given.x : -given.x;
    impulse.y += place === 1 ? given.y : -given.y;
  }
  if (heading === undefined) return { deltaV: 0, pdof: 0 };
  return {
    deltaV: lengthVec3(impulse) / mass,
    pdof: principalDirection(impulse, createVec3(cos(heading), sin(heading))),
  };
}

function pathOf({ frames, ledger, bodies, vehicles }: Recording, index: number): RunOut {
  const { time } = ledger.columns;
  const states = new Float64Array(time.length * RUN_OUT_STRIDE);
  if (vehicles === undefined) throw new Error('a recording of vehicles must have a table of them');
  for (let k = 0; k < time.length; k++) {
    const row = k * bodies.length + index;
    const { x, y, heading, yawRate } = vehicles.columns;
    const { vx, vy } = frames.columns;
    states.set([x[row], y[row], heading[row], vx[row], vy[row], yawRate[row]], k * RUN_OUT_STRIDE);
  }
  return { status: 'rest', states, step: time.length > 1 ? time[1] - time[0] : 1 };
}

/** Two motions after each other, at the intervals of the first. */
function joinPaths(first: RunOut, second: RunOut): RunOut {
  const count = second.states.length / RUN_OUT_STRIDE;
  if (count === 1) return first;
  const stride = Math.max(1, Math.round(first.step / second.step));
  const rows: number[] = Array.from(first.states);
  for (let k = stride; k < count - 1 + stride; k += stride) {
    const at = Math.min(k, count - 1) * RUN_OUT_STRIDE;
    rows.push(...second.states.subarray(at, at + RUN_OUT_STRIDE));
  }
  return { status: second.status, states: Float64Array.from(rows), step: first.step };
}
