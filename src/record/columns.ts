import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { ContactRule } from '../response/vehicle-contact/vehicle-contact.ts';
import type { ContactMode, LedgerRow, TrackerHessian, VehiclePairRow } from '../sim/observer.ts';
import type { Column, Table } from './table.ts';

/** The columns of the tables of a recording, in file order, with unit and meaning. */

const number = (unit: string, meaning: string): Column => ({ unit, meaning, kind: 'number' });
const body = (meaning: string): Column => ({ unit: '', meaning, kind: 'body' });
const index = (meaning: string): Column => ({ unit: '', meaning, kind: 'index' });
const feature = (meaning: string): Column => ({ unit: '', meaning, kind: 'feature' });

/** One row per body and frame; the bodies of a frame are consecutive, in the order of the scene. */
export const FRAME_COLUMNS = {
  time: number('s', 'simulated time'),
  body: body('index of the body in the scene'),
  x: number('m', 'position'),
  y: number('m', 'position'),
  z: number('m', 'position'),
  angle: number('rad', 'rotation angle about z since the start, unwrapped'),
  qw: number('1', 'orientation: unit quaternion, body to world axes, w >= 0'),
  qx: number('1', 'orientation'),
  qy: number('1', 'orientation'),
  qz: number('1', 'orientation'),
  vx: number('m/s', 'velocity'),
  vy: number('m/s', 'velocity'),
  vz: number('m/s', 'velocity'),
  wx: number('rad/s', 'angular velocity'),
  wy: number('rad/s', 'angular velocity'),
  wz: number('rad/s', 'angular velocity'),
} as const;

/** One row per active contact point. */
export const CONTACT_COLUMNS = {
  time: number('s', 'simulated time'),
  bodyA: body('index of body A in the scene'),
  bodyB: body('index of body B in the scene'),
  px: number('m', 'contact point'),
  py: number('m', 'contact point'),
  pz: number('m', 'contact point'),
  nx: number('1', 'unit normal from A to B'),
  ny: number('1', 'unit normal from A to B'),
  nz: number('1', 'unit normal from A to B'),
  distance: number('m', 'signed gap, below zero when penetrating'),
  closingSpeed: number('m/s', 'approach speed before the response'),
  jx: number('N s', 'impulse received by B'),
  jy: number('N s', 'impulse received by B'),
  jz: number('N s', 'impulse received by B'),
  work: number('J', 'change of mechanical energy by this contact'),
  mode: { unit: '', meaning: 'mode of the contact response', kind: 'mode' },
  node: index('node of B in contact, -1 unless bodies are meshes'),
  face: index('face of A in contact, -1 unless bodies are meshes'),
} as const satisfies Record<string, Column>;

/** The fields of the ledger, vectors as their three components. */
type LedgerColumn = {
  [Name in keyof LedgerRow]: LedgerRow[Name] extends number ? Name : `${Name}${'X' | 'Y' | 'Z'}`;
}[keyof LedgerRow];

/** One row per frame. */
export const LEDGER_COLUMNS = {
  time: number('s', 'simulated time'),
  momentumX: number('N s', 'momentum of the movable bodies'),
  momentumY: number('N s', 'momentum of the movable bodies'),
  momentumZ: number('N s', 'momentum of the movable bodies'),
  angularMomentumX: number('N m s', 'angular momentum of the movable bodies about the origin'),
  angularMomentumY: number('N m s', 'angular momentum of the movable bodies about the origin'),
  angularMomentumZ: number('N m s', 'angular momentum of the movable bodies about the origin'),
  momentumScale: number('N s', 'sum of the magnitudes of the momenta, the scale of their errors'),
  angularMomentumScale: number('N m s', 'sum of the magnitudes of the angular momenta, the scale of their errors'),
  kineticEnergy: number('J', 'kinetic energy of the movable bodies'),
  potentialEnergy: number('J', 'potential energy of gravity, penalty springs, springs of joints and strain'),
  strainEnergy: number('J', 'strain energy of elastic bodies, part of the potential energy'),
  contactWork: number('J', 'work done by contacts, joints and dockings so far'),
  driveWork: number('J', 'part of the contact work done by the drives of prescribed bodies and the motors of joints'),
  energyCreated: number('J', 'energy created by contacts so far, an error of the method'),
  impulseOnImmovableX: number('N s', 'impulse on immovable bodies so far'),
  impulseOnImmovableY: number('N s', 'impulse on immovable bodies so far'),
  impulseOnImmovableZ: number('N s', 'impulse on immovable bodies so far'),
  angularImpulseOnImmovableX: number('N m s', 'its moment about the origin'),
  angularImpulseOnImmovableY: number('N m s', 'its moment about the origin'),
  angularImpulseOnImmovableZ: number('N m s', 'its moment about the origin'),
  externalImpulseX: number('N s', 'impulse of gravity and loads so far'),
  externalImpulseY: number('N s', 'impulse of gravity and loads so far'),
  externalImpulseZ: number('N s', 'impulse of gravity and loads so far'),
  externalAngularImpulseX: number('N m s', 'its moment about the origin'),
  externalAngularImpulseY: number('N m s', 'its moment about the origin'),
  externalAngularImpulseZ: number('N m s', 'its moment about the origin'),
  externalWork: number('J', 'work of loads so far'),
} as const satisfies Record<LedgerColumn, Column>;

/** Deformable worlds only: one row per node and frame; the nodes of a body are consecutive. */
export const NODE_COLUMNS = {
  time: number('s', 'simulated time'),
  body: body('index of the body in the scene'),
  node: index('node within its body'),
  x: number('m', 'position'),
  y: number('m', 'position'),
  z: number('m', 'position'),
  vx: number('m/s', 'velocity'),
  vy: number('m/s', 'velocity'),
  vz: number('m/s', 'velocity'),
} as const;

/** Worlds of smooth bodies only: one row per tracked pair and frame. */
export const TRACKING_COLUMNS = {
  time: number('s', 'simulated time'),
  bodyA: body('index of body A in the scene'),
  bodyB: body('index of body B in the scene'),
  distance: number(
    'm',
    'distance of the closest points; negative when penetrating, where the scene tracks penetration',
  ),
  rate: number('m/s', 'rate of the distance'),
  featureA: feature('feature of A with the closest point, and the active bounds on an open patch'),
  uA: number('1', 'first parameter of the closest point on A, 0 where it has none'),
  vA: number('1', 'second parameter'),
  featureB: feature('feature of B with the closest point'),
  uB: number('1', 'first parameter of the closest point on B, 0 where it has none'),
  vB: number('1', 'second parameter'),
  error: number('1', 'largest normalised projection error: cosine of the angle between connection and tangent'),
  ax: number('m', 'closest point of A'),
  ay: number('m', 'closest point of A'),
  az: number('m', 'closest point of A'),
  bx: number('m', 'closest point of B'),
  by: number('m', 'closest point of B'),
  bz: number('m', 'closest point of B'),
  nx: number('1', 'unit normal from A to B'),
  ny: number('1', 'unit normal from A to B'),
  nz: number('1', 'unit normal from A to B'),
  iterations: index('Newton iterations of the last step'),
  hessian: { unit: '', meaning: 'Hessian of the last Newton iteration', kind: 'hessian' },
} as const satisfies Record<string, Column>;

/** Scenes with `record.distances` only: one row per pair and frame; the pairs of a frame are in the order of the scene. */
export const DISTANCE_COLUMNS = {
  time: number('s', 'simulated time'),
  bodyA: body('index of body A in the scene'),
  bodyB: body('index of body B in the scene'),
  distance: number('m', 'signed distance of the closest points, below zero when penetrating'),
  rate: number('m/s', 'rate of the distance, below zero when approaching'),
  ax: number('m', 'closest point of A'),
  ay: number('m', 'closest point of A'),
  az: number('m', 'closest point of A'),
  bx: number('m', 'closest point of B'),
  by: number('m', 'closest point of B'),
  bz: number('m', 'closest point of B'),
  nx: number('1', 'unit normal from A to B'),
  ny: number('1', 'unit normal from A to B'),
  nz: number('1', 'unit normal from A to B'),
} as const satisfies Record<string, Column>;

/** Vehicle worlds only: one row per vehicle and frame; the vehicles of a frame are consecutive, in the order of the scene. */
export const VEHICLE_COLUMNS = {
  time: number('s', 'simulated time'),
  body: body('index of the vehicle in the scene'),
  x: number('m', 'position of the centre of mass'),
  y: number('m', 'position of the centre of mass'),
  z: number('m', 'position of the centre of mass'),
  heading: number('rad', 'direction of its axis 1 over the ground, counter-clockwise from x, unwrapped'),
  yawRate: number('rad/s', 'rate of the heading'),
  speed: number('m/s', 'speed over the ground'),
  a1: number('m', 'semi-axis of the deformed ellipsoid, forward; the edge of the box is 1.61199195 times this'),
  a2: number('m', 'semi-axis to the left'),
  a3: number('m', 'semi-axis upwards'),
  volumeRatio: number('1', 'ratio of the volume to the undeformed one'),
  d1x: number('1', 'director 1: image of the forward unit vector under the deformation'),
  d1y: number('1', 'director 1'),
  d1z: number('1', 'director 1'),
  d2x: number('1', 'director 2: to the left'),
  d2y: number('1', 'director 2'),
  d2z: number('1', 'director 2'),
  d3x: number('1', 'director 3: upwards'),
  d3y: number('1', 'director 3'),
  d3z: number('1', 'director 3'),
} as const;

/** Vehicle worlds only: a pair with overlapping ellipsoids, one row per step with a contact force and per frame without one. */
export const PAIR_COLUMNS = {
  time: number('s', 'simulated time'),
  bodyA: body('index of vehicle A in the scene'),
  bodyB: body('index of vehicle B in the scene'),
  rule: { unit: '', meaning: 'rule of the force direction; rejected: by the filter; -: no force', kind: 'rule' },
  regionA: { unit: '', meaning: 'region of the box of A through which the ray to its point leaves', kind: 'region' },
  regionB: { unit: '', meaning: 'region of the box of B', kind: 'region' },
  gap: number('m', 'signed distance of the ellipsoids'),
  depth: number('m', 'depth of the force law'),
  force: number('N', 'normal force'),
  ax: number('m', 'deepest point of the ellipsoid of A'),
  ay: number('m', 'deepest point of the ellipsoid of A'),
  az: number('m', 'deepest point of the ellipsoid of A'),
  bx: number('m', 'deepest point of the ellipsoid of B'),
  by: number('m', 'deepest point of the ellipsoid of B'),
  bz: number('m', 'deepest point of the ellipsoid of B'),
  ex: number('1', 'unit normal of the ellipsoids, from A to B'),
  ey: number('1', 'unit normal of the ellipsoids'),
  ez: number('1', 'unit normal of the ellipsoids'),
  nx: number('1', 'direction of the force on B; zero without a force'),
  ny: number('1', 'direction of the force on B'),
  nz: number('1', 'direction of the force on B'),
} as const satisfies Record<string, Column>;

/** Worlds with joints only: one row per joint and frame. */
export const JOINT_COLUMNS = {
  time: number('s', 'simulated time'),
  joint: index('index of the joint in the scene'),
  position: number('m or rad', 'displacement, distance or angle of the axis that moves; 0 if none or several do'),
  velocity: number('m/s or rad/s', 'its rate'),
  fx: number('N', 'force on the second body, mean over the last step'),
  fy: number('N', 'force on the second body'),
  fz: number('N', 'force on the second body'),
  tx: number('N m', 'torque on the second body about the joint, mean over the last step'),
  ty: number('N m', 'torque on the second body'),
  tz: number('N m', 'torque on the second body'),
  motorForce: number('N or N m', 'force or torque of the motor, mean over the last step'),
  motorWork: number('J', 'work of its motors so far'),
  loss: number('J', 'energy lost by its friction, dampers and limits so far'),
  broken: index('1 after it broke, otherwise 0'),
} as const satisfies Record<string, Column>;

/** Scenes with couplers only: one row per coupler and frame. */
export const COUPLER_COLUMNS = {
  time: number('s', 'simulated time'),
  coupler: index('index of the coupler in the scene'),
  body: body('index of its body in the scene'),
  hx: number('m', 'position of the handle'),
  hy: number('m', 'position of the handle'),
  hz: number('m', 'position of the handle'),
  px: number('m', 'attachment point on the body'),
  py: number('m', 'attachment point on the body'),
  pz: number('m', 'attachment point on the body'),
  fx: number('N', 'force on the body; the opposite acts on the hand'),
  fy: number('N', 'force on the body'),
  fz: number('N', 'force on the body'),
  tx: number('N m', 'torque on the body, in addition to that of the force'),
  ty: number('N m', 'torque on the body'),
  tz: number('N m', 'torque on the body'),
  stored: number('J', 'energy in its springs'),
  energyPut: number('J', 'energy put in by the hand so far, with the force of each step held constant'),
  energyReturned: number('J', 'energy returned to the hand so far'),
} as const satisfies Record<string, Column>;

export const TABLE_COLUMNS = {
  frames: FRAME_COLUMNS,
  contacts: CONTACT_COLUMNS,
  ledger: LEDGER_COLUMNS,
  nodes: NODE_COLUMNS,
  tracking: TRACKING_COLUMNS,
  vehicles: VEHICLE_COLUMNS,
  pairs: PAIR_COLUMNS,
  distances: DISTANCE_COLUMNS,
  joints: JOINT_COLUMNS,
  couplers: COUPLER_COLUMNS,
} as const;

export type TableName = keyof typeof TABLE_COLUMNS;
export type FrameTable = Table<keyof typeof FRAME_COLUMNS>;
export type ContactTable = Table<keyof typeof CONTACT_COLUMNS>;
export type LedgerTable = Table<keyof typeof LEDGER_COLUMNS>;
export type NodeTable = Table<keyof typeof NODE_COLUMNS>;
export type TrackingTable = Table<keyof typeof TRACKING_COLUMNS>;
export type VehicleTable = Table<keyof typeof VEHICLE_COLUMNS>;
export type PairTable = Table<keyof typeof PAIR_COLUMNS>;
export type DistanceTable = Table<keyof typeof DISTANCE_COLUMNS>;
export type CouplerTable = Table<keyof typeof COUPLER_COLUMNS>;
export type JointTable = Table<keyof typeof JOINT_COLUMNS>;

/** Labels of the column `mode`: the value is the index in this list. */
export const CONTACT_MODES: readonly ContactMode[] = ['frictionless', 'stick', 'slide', 'resting', 'penalty'];

/** Labels of the column `rule` of pairs of vehicles. */
export const CONTACT_RULES: readonly ContactRule[] = [
  '-',
  'rejected',
  'EM',
  'I',
  'II-tie',
  'II-1',
  'II-2',
  'III-1',
  'III-2',
  'IV',
  'F',
];

/** Labels of the columns `regionA` and `regionB`. */
export const PAIR_REGIONS: readonly VehiclePairRow['regionA'][] = ['-', 'face', 'edge', 'corner'];

/** Labels of the column `hessian`. */
export const TRACKER_HESSIANS: readonly TrackerHessian[] = [
  'exact',
  'regularised',
  'geometric',
  'metric',
  'gauss-newton',
];

/** The ledger at one instant as a row of the ledger table: vectors as their components. */
export function ledgerCells(row: LedgerRow): Record<LedgerColumn, number> {
  const cells = Object.entries<number | ReadonlyVec3>({ ...row }).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [[name, value]]
      : [
          [`${name}X`, value.x],
          [`${name}Y`, value.y],
          [`${name}Z`, value.z],
        ],
  );
  return Object.fromEntries(cells);
}
