import { copyVec3, createVec3, lengthVec3, type Vec3 } from '../../math/vec3.ts';
import type { VehicleContactModel } from '../../response/vehicle-contact/contact-law.ts';
import { halfExtentsOf, obstaclesOf, platoonOf, type VehicleScene } from '../../scene/vehicle-scene.ts';
import { ellipsoidOfBox } from '../../shapes/vehicle-box.ts';
import { balance } from '../ledger-totals.ts';
import type { LedgerRow, PhaseResult, RunObserver, RunSummary, SimEvent } from '../observer.ts';
import type { ContactPhase } from './contact-phase.ts';
import type { GivenRunSettings } from './run-settings.ts';
import { scopeNotes, startNotes } from './scope-notes.ts';
import { simulateVehicles } from './simulate-vehicles.ts';
import type {
  VehicleContactForce,
  VehicleContactRow,
  VehicleEvent,
  VehicleFrame,
  VehicleObserver,
  VehicleRunSummary,
} from './vehicle-observer.ts';
import {
  headingNear,
  obstacleBodyState,
  obstacleRow,
  vehicleBodyState,
  vehicleLedgerRow,
  vehicleRow,
} from './vehicle-rows.ts';

/** Start of an ongoing contact, and its point and normal at maximum force. */
interface ImpactContact {
  readonly closingSpeed: number;
  force: number;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** Intermediate results of a run of vehicles, while it reports to the observer. */
interface VehicleReport {
  readonly model: VehicleContactModel;
  /** Time of the last row of each pair, so that a frame does not repeat that of its step [s]. */
  readonly pairTimes: Map<string, number>;
  readonly phases: PhaseResult[];
  /** Events of the current step: reported in order of time at its end. */
  readonly events: SimEvent[];
  readonly ledgers: LedgerRow[];
  deepest: number;
}

/** Runs a world of vehicles. Yields after every step. [PATH98-9] */
export function* runVehicleScene(scene: VehicleScene, observer: RunObserver): Generator<number, RunSummary> {
  const { model } = scene.contacts;
  const reporting: VehicleReport = { model, phases: [], events: [], ledgers: [], deepest: 0, pairTimes: new Map() };
  const platoon = platoonOf(scene);
  const run = simulateVehicles(scene.models, platoon, runSettings(scene), reportTo(observer, scene, reporting));
  for (;;) {
    const { done, value } = run.next();
    reporting.events.sort((a, b) => a.time - b.time);
    for (const event of reporting.events.splice(0)) observer.event(event);
    if (done) return summarize(scene, reporting, value);
    yield value;
  }
}

/** The settings of a scene for `simulateVehicles`. */
function runSettings(scene: VehicleScene): GivenRunSettings {
  const { contacts, road, viscosity, start, time, record, loads, drivers, hitches } = scene;
  const obstacles = obstaclesOf(scene);
  return {
    duration: time.end,
    step: time.step,
    frameInterval: record.interval,
    contact: contacts,
    road,
    viscosity,
    equilibrium: start,
    ...(loads && { loads }),
    ...(obstacles.length > 0 && { obstacles }),
    ...(drivers && { drivers }),
    ...(hitches.length > 0 && { hitches }),
  };
}

function reportTo(observer: RunObserver, scene: VehicleScene, reporting: VehicleReport): VehicleObserver {
  const impactContacts = new Map<string, ImpactContact>();
  const names = ([a, b]: readonly [number, number]) => [scene.bodies[a].name, scene.bodies[b].name] as const;
  return {
    frame: createFrameReporter(scene, observer, reporting),
    force(push: VehicleContactForce): void {
      noteImpact(impactContacts, push);
      reporting.deepest = Math.max(reporting.deepest, push.contact.depth);
      reportContact(observer, push);
      reportPair(observer, reporting.pairTimes, push.time, push);
    },
    event({ type, time, vehicles }: VehicleEvent): void {
      if (type === 'contact-begin') impactContacts.delete(vehicles.join());
      reporting.events.push({ type, time, bodies: names(vehicles) });
    },
    phase(phase: ContactPhase): void {
      const bodies = names(phase.vehicles);
      reporting.phases.push({ ...phase, bodies, model: reporting.model });
      const impactContact = impactContacts.get(phase.vehicles.join());
      if (impactContact) reporting.events.push(collision(phase, bodies, impactContact));
    },
  };
}

/** Reports frames: bodies, ledger and vehicles. */
function createFrameReporter(
  scene: VehicleScene,
  observer: RunObserver,
  { ledgers, pairTimes }: VehicleReport,
): (frame: VehicleFrame) => void {
  const semiAxes = scene.bodies.map((_, i) => ellipsoidOfBox(halfExtentsOf(scene, i)).semiAxes);
  const headings = platoonOf(scene).map(({ ORIENTATION }) => ORIENTATION);
  const obstacles = scene.bodies.slice(headings.length);
  const fixed = obstacles.map(obstacleBodyState);
  const fixedRows = obstacles.map((obstacle, i) => obstacleRow(obstacle, semiAxes[headings.length + i]));
  return ({ time, states, contacts, ledger }) => {
    headings.forEach((last, i) => {
      headings[i] = headingNear(states, i, last);
    });
    const stored = contacts.reduce((sum, { contact }) => sum + contact.stored, 0);
    const work = ledger.contactWork + stored - ledger.hitchLoss;
    const last = ledgers.at(-1);
    const created = last ? last.energyCreated + Math.max(0, work - last.contactWork) : 0;
    const row = vehicleLedgerRow(time, ledger, stored, created, obstacles.length > 0);
    ledgers.push(row);
    const bodies = headings.map((heading, i) => vehicleBodyState(states, i, scene.bodies[i].name, heading));
    observer.frame(time, [...bodies, ...fixed], row);
    const rows = headings.map((heading, i) => vehicleRow(states, i, heading, semiAxes[i]));
    observer.vehicles?.(time, [...rows, ...fixedRows]);
    for (const row of contacts) reportPair(observer, pairTimes, time, row);
  };
}

function noteImpact(impactContacts: Map<string, ImpactContact>, { vehicles, contact }: VehicleContactForce): void {
  const key = vehicles.join();
  const impactContact = impactContacts.get(key) ?? {
    closingSpeed: contact.rate,
    force: -1,
    point: createVec3(),
    normal: createVec3(),
  };
  impactContacts.set(key, impactContact);
  if (contact.force <= impactContact.force) return;
  impactContact.force = contact.force;
  copyVec3(impactContact.point, contact.point);
  copyVec3(impactContact.normal, contact.normal);
}

const NO_DIRECTION = createVec3();

/** Reports a pair with overlapping ellipsoids, once per time. */
function reportPair(
  observer: RunObserver,
  pairTimes: Map<string, number>,
  time: number,
  { vehicles, contact }: VehicleContactRow,
): void {
  const key = vehicles.join();
  if (!observer.pairs || pairTimes.get(key) === time) return;
  pairTimes.set(key, time);
  const { rule, regionA, regionB, gap, depth, force, ellipsoidPointA, ellipsoidPointB, ellipsoidNormal } = contact;
  observer.pairs({
    time,
    bodyA: vehicles[0],
    bodyB: vehicles[1],
    rule,
    regionA,
    regionB,
    gap,
    depth,
    force,
    pointA: ellipsoidPointA,
    pointB: ellipsoidPointB,
    ellipsoidNormal,
    normal: force > 0 ? contact.normal : NO_DIRECTION,
  });
}

function reportContact(observer: RunObserver, { time, vehicles, contact, impulse, work }: VehicleContactForce): void {
  observer.contact({
    time,
    bodyA: vehicles[0],
    bodyB: vehicles[1],
    point: contact.point,
    normal: contact.normal,
    distance: -contact.depth,
    closingSpeed: contact.rate,
    impulse,
    work,
    mode: 'penalty',
  });
}

function collision(
  { end, impulse }: ContactPhase,
  bodies: readonly [string, string],
  impactContact: ImpactContact,
): SimEvent {
  const { point, normal, closingSpeed } = impactContact;
  return {
    type: 'collision',
    time: end,
    bodies,
    point: [point.x, point.y, point.z],
    normal: [normal.x, normal.y, normal.z],
    impulse: lengthVec3(impulse),
    closingSpeed,
    points: 1,
  };
}

function summarize(
  scene: VehicleScene,
  { model, phases, ledgers, deepest }: VehicleReport,
  run: VehicleRunSummary,
): RunSummary {
  const [ledgerStart] = ledgers;
  const ledgerEnd = ledgers[ledgers.length - 1];
  const { tyreWork, suspensionLoss, viscousLoss, brakeWork, engineWork, airWork, hitchLoss, crushLoss } = run.ledgerEnd;
  return {
    status: run.status,
    ...(run.error && { failure: run.error.message }),
    time: run.time,
    steps: run.steps,
    collisions: phases.length,
    dockings: 0,
    maxPenetration: deepest,
    balance: balance(ledgerStart, ledgerEnd),
    ledgerStart,
    ledgerEnd,
    vehicles: {
      model,
      notes: [...startNotes(scene), ...scopeNotes(phases)],
      phases,
      tyreWork,
      suspensionLoss,
      viscousLoss,
      releaseLoss: run.releaseLoss,
      brakeWork,
      engineWork,
      airWork,
      hitchLoss,
      crushLoss,
    },
    stateHash: run.stateHash,
  };
}
