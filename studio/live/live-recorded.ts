import type { SceneFrame } from '../../src/index.ts';
import { type BodyState, createRecorder, type LedgerRow, type RunSummary, type Scene } from '../../src/index.ts';
import type { Recorded } from '../session/session.ts';

/** A state of a world as recordings have it. */
export type LiveState = Pick<SceneFrame, 'nodes' | 'vehicles'> & {
  readonly bodies: readonly BodyState[];
  readonly ledger: LedgerRow;
};

/**
 * A recording with two frames, at the times 0 and 1, both of the given state. Velocities are zero: arrows of a live world have their own
 * scale.
 */
export function liveRecorded(scene: Scene, { bodies, ledger, nodes, vehicles }: LiveState): Recorded {
  const recorder = createRecorder(scene, '');
  const still = bodies.map((body) => ({ ...body, velocity: ZERO, angularVelocity: ZERO }));
  for (const time of [0, 1]) {
    recorder.frame(time, still, { ...ledger, time });
    if (nodes) recorder.nodes(time, nodes);
    if (vehicles) recorder.vehicles(time, vehicles);
  }
  return { recording: recorder.finish(summaryOf(ledger)), scene };
}

const ZERO = { x: 0, y: 0, z: 0 };

/** The run continues: its summary is that of now. */
export function summaryOf(ledger: LedgerRow): RunSummary {
  return {
    status: 'interrupted',
    time: ledger.time,
    steps: 0,
    collisions: 0,
    dockings: 0,
    maxPenetration: 0,
    balance: { momentumError: 0, angularMomentumError: 0, energyError: 0, energyCreationError: 0 },
    ledgerStart: ledger,
    ledgerEnd: ledger,
    stateHash: '',
  };
}
