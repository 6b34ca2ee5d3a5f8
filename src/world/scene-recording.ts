import { hashNumbers } from '../math/hash.ts';
import { createRecorder, type Recorder } from '../record/recorder.ts';
import { checkAboveZero, checkKeys } from '../shapes/checks.ts';
import type { Balance, LedgerRow } from '../sim/observer.ts';
import { SimulationError } from '../sim/world.ts';
import type { SceneFrame, SteppableScene } from './scene-run.ts';
import type { RecordOptions, WorldRecording } from './world-recording.ts';

/** Options of `SceneWorld.record`. */
export interface SceneRecordOptions extends Pick<RecordOptions, 'interval' | 'title'> {
  /** The text that the scene was read from; the recording contains it. */
  readonly sceneText: string;
}

/** What a recording needs of a world that is stepped. */
export interface RecordedSteps {
  readonly scene: SteppableScene;
  readonly timeStep: number;
  frame(): SceneFrame;
  balance(): Balance;
  /** Called after every step. */
  readonly observers: Set<() => void>;
}

/** Records the following steps; see `SceneWorld.record`. */
export function recordSceneWorld(world: RecordedSteps, options: SceneRecordOptions): WorldRecording {
  checkKeys('record', options, ['sceneText', 'interval', 'title']);
  const { scene, timeStep, observers } = world;
  const { interval = timeStep, title = scene.title, sceneText } = options;
  checkAboveZero('record: interval', interval);
  const recorder = createRecorder({ title, bodies: scene.bodies }, sceneText);
  const start = world.frame();
  const counts = { frames: 0, steps: 0, collisions: 0, dockings: 0, maxPenetration: 0 };
  let recorded = Number.NEGATIVE_INFINITY;
  const addFrame = () => {
    const frame = world.frame();
    recorded = frame.time;
    while (start.time + counts.frames * interval < frame.time + 0.5 * timeStep) counts.frames++;
    writeFrame(recorder, frame);
  };
  const afterStep = () => {
    const { time, contacts, events } = world.frame();
    counts.steps++;
    for (const row of contacts) {
      recorder.contact(row);
      counts.maxPenetration = Math.max(counts.maxPenetration, -row.distance);
    }
    for (const event of events) {
      recorder.event(event);
      if (event.type === 'collision') counts.collisions++;
      if (event.type === 'docking') counts.dockings++;
    }
    if (time >= start.time + counts.frames * interval - 0.5 * timeStep) addFrame();
  };
  addFrame();
  observers.add(afterStep);
  return {
    finish() {
      if (!observers.delete(afterStep)) throw new SimulationError('record: the recording is already finished');
      const { time, ledger, bodies } = world.frame();
      if (recorded < time) addFrame();
      const { frames: _, ...rest } = counts;
      const state = bodies.flatMap(({ position, rotation, velocity, angularVelocity }) =>
        [position, rotation, velocity, angularVelocity].flatMap((part) => Object.values(part) as number[]),
      );
      const ledgers: { readonly ledgerStart: LedgerRow; readonly ledgerEnd: LedgerRow } = {
        ledgerStart: start.ledger,
        ledgerEnd: ledger,
      };
      const stateHash = hashNumbers([time, ...state]);
      return recorder.finish({ status: 'end', time, ...rest, balance: world.balance(), ...ledgers, stateHash });
    },
  };
}

function writeFrame(recorder: Recorder, frame: SceneFrame): void {
  const { time, bodies, ledger, nodes, vehicles, joints, tracking, distances } = frame;
  recorder.frame(time, bodies, ledger);
  if (nodes) recorder.nodes(time, nodes);
  if (vehicles) recorder.vehicles(time, vehicles);
  if (joints) recorder.joints(time, joints);
  for (const row of tracking) recorder.tracking(row);
  for (const row of distances) recorder.distances(row);
}
