import { quaternionFromRotation } from '../math/quaternion.ts';
import type {
  BodyState,
  ContactRow,
  CouplerRow,
  DistanceRow,
  JointRow,
  LedgerRow,
  NodeStates,
  RunObserver,
  SimEvent,
  TrackingRow,
  VehiclePairRow,
  VehicleRow,
} from '../sim/observer.ts';
import {
  CONTACT_MODES,
  CONTACT_RULES,
  ledgerCells,
  PAIR_REGIONS,
  type TABLE_COLUMNS,
  type TableName,
  TRACKER_HESSIANS,
} from './columns.ts';

/** The cells of one row of a table. */
export type RowOf<Name extends TableName> = Readonly<Record<keyof (typeof TABLE_COLUMNS)[Name] & string, number>>;

/** Receives a run as rows of tables, and events. A row and an event are only valid during the call. */
export interface RowSink {
  row<Name extends TableName>(table: Name, cells: RowOf<Name>): void;
  event(event: SimEvent): void;
}

/** Observer of all reports of a run. */
export type FullObserver = Required<Omit<RunObserver, 'working'>>;

/** Converts the reports of a run into rows. `features` receives the names that the table `tracking` refers to by index. */
export function createRowObserver(sink: RowSink, features: Map<string, number>): FullObserver {
  return {
    frame(time: number, bodies: readonly BodyState[], ledger: LedgerRow): void {
      for (const [index, state] of bodies.entries()) sink.row('frames', bodyCells(time, index, state));
      sink.row('ledger', ledgerCells(ledger));
    },
    nodes(time: number, bodies: readonly NodeStates[]): void {
      for (const [index, states] of bodies.entries()) sinkNodes(sink, time, index, states);
    },
    tracking(row: TrackingRow): void {
      sink.row('tracking', trackingCells(row, features));
    },
    distances(row: DistanceRow): void {
      sink.row('distances', distanceCells(row));
    },
    couplers(row: CouplerRow): void {
      sink.row('couplers', couplerCells(row));
    },
    vehicles(time: number, rows: readonly VehicleRow[]): void {
      for (const [index, row] of rows.entries()) sink.row('vehicles', vehicleCells(time, index, row));
    },
    pairs(row: VehiclePairRow): void {
      sink.row('pairs', pairCells(row));
    },
    joints(time: number, rows: readonly JointRow[]): void {
      for (const row of rows) sink.row('joints', jointCells(time, row));
    },
    contact(row: ContactRow): void {
      sink.row('contacts', contactCells(row));
    },
    event(event: SimEvent): void {
      sink.event(event);
    },
  };
}

function bodyCells(time: number, body: number, state: BodyState): RowOf<'frames'> {
  const { position, velocity, angularVelocity, angle } = state;
  const q = quaternionFromRotation(state.rotation);
  return {
    time,
    body,
    ...position,
    angle,
    qw: q.w,
    qx: q.x,
    qy: q.y,
    qz: q.z,
    vx: velocity.x,
    vy: velocity.y,
    vz: velocity.z,
    wx: angularVelocity.x,
    wy: angularVelocity.y,
    wz: angularVelocity.z,
  };
}

function sinkNodes(sink: RowSink, time: number, body: number, { positions, velocities }: NodeStates): void {
  for (let node = 0, i = 0; i < positions.length; node++, i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    const [vx, vy, vz] = [velocities[i], velocities[i + 1], velocities[i + 2]];
    sink.row('nodes', { time, body, node, x, y, z, vx, vy, vz });
  }
}

function trackingCells(row: TrackingRow, features: Map<string, number>): RowOf<'tracking'> {
  const { time, bodyA, bodyB, distance, rate, error, pointA, pointB, normal, iterations } = row;
  const indexOf = (name: string) => {
    if (!features.has(name)) features.set(name, features.size);
    return features.get(name) ?? -1;
  };
  return {
    time,
    bodyA,
    bodyB,
    distance,
    rate,
    featureA: indexOf(row.featureA),
    uA: row.parametersA[0] ?? 0,
    vA: row.parametersA[1] ?? 0,
    featureB: indexOf(row.featureB),
    uB: row.parametersB[0] ?? 0,
    vB: row.parametersB[1] ?? 0,
    error,
    ax: pointA.x,
    ay: pointA.y,
    az: pointA.z,
    bx: pointB.x,
    by: pointB.y,
    bz: pointB.z,
    nx: normal.x,
    ny: normal.y,
    nz: normal.z,
    iterations,
    hessian: TRACKER_HESSIANS.indexOf(row.hessian),
  };
}

function distanceCells({
  time,
  bodyA,
  bodyB,
  distance,
  rate,
  pointA,
  pointB,
  normal,
}: DistanceRow): RowOf<'distances'> {
  const [a, b, n] = [pointA, pointB, normal];
  const points = { ax: a.x, ay: a.y, az: a.z, bx: b.x, by: b.y, bz: b.z };
  return { time, bodyA, bodyB, distance, rate, ...points, nx: n.x, ny: n.y, nz: n.z };
}

function couplerCells(row: CouplerRow): RowOf<'couplers'> {
  const { time, coupler, body, handle: h, point: p, force: f, torque: t, stored, energyPut, energyReturned } = row;
  const points = { hx: h.x, hy: h.y, hz: h.z, px: p.x, py: p.y, pz: p.z };
  const forces = { fx: f.x, fy: f.y, fz: f.z, tx: t.x, ty: t.y, tz: t.z };
  return { time, coupler, body, ...points, ...forces, stored, energyPut, energyReturned };
}

function vehicleCells(time: number, body: number, row: VehicleRow): RowOf<'vehicles'> {
  const { position, heading, yawRate, speed, semiAxes, volumeRatio, directors: d } = row;
  return {
    time,
    body,
    ...position,
    heading,
    yawRate,
    speed,
    a1: semiAxes.x,
    a2: semiAxes.y,
    a3: semiAxes.z,
    volumeRatio,
    d1x: d[0],
    d1y: d[1],
    d1z: d[2],
    d2x: d[3],
    d2y: d[4],
    d2z: d[5],
    d3x: d[6],
    d3y: d[7],
    d3z: d[8],
  };
}

function pairCells(row: VehiclePairRow): RowOf<'pairs'> {
  const { time, bodyA, bodyB, rule, regionA, regionB, gap, depth, force } = row;
  const { pointA: a, pointB: b, ellipsoidNormal: e, normal: n } = row;
  return {
    time,
    bodyA,
    bodyB,
    rule: CONTACT_RULES.indexOf(rule),
    regionA: PAIR_REGIONS.indexOf(regionA),
    regionB: PAIR_REGIONS.indexOf(regionB),
    gap,
    depth,
    force,
    ax: a.x,
    ay: a.y,
    az: a.z,
    bx: b.x,
    by: b.y,
    bz: b.z,
    ex: e.x,
    ey: e.y,
    ez: e.z,
    nx: n.x,
    ny: n.y,
    nz: n.z,
  };
}

function jointCells(time: number, row: JointRow): RowOf<'joints'> {
  const { joint, position, velocity, force: f, torque: t, motorForce, motorWork, loss, broken } = row;
  return {
    time,
    joint,
    position,
    velocity,
    fx: f.x,
    fy: f.y,
    fz: f.z,
    tx: t.x,
    ty: t.y,
    tz: t.z,
    motorForce,
    motorWork,
    loss,
    broken: broken ? 1 : 0,
  };
}

function contactCells(row: ContactRow): RowOf<'contacts'> {
  const { time, bodyA, bodyB, point, normal, impulse, distance, closingSpeed, work, mode, node = -1, face = -1 } = row;
  return {
    time,
    bodyA,
    bodyB,
    px: point.x,
    py: point.y,
    pz: point.z,
    nx: normal.x,
    ny: normal.y,
    nz: normal.z,
    distance,
    closingSpeed,
    jx: impulse.x,
    jy: impulse.y,
    jz: impulse.z,
    work,
    mode: CONTACT_MODES.indexOf(mode),
    node,
    face,
  };
}

/** An event holds strings, numbers and flat lists. */
export function copyEvent(event: SimEvent): SimEvent {
  const entries = Object.entries(event).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]);
  return Object.fromEntries(entries) as SimEvent;
}
