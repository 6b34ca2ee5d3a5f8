import type { PlatoonVehicle } from '../../src/dynamics/vehicle/vehicle-model.ts';
import type { VehicleContactLaw } from '../../src/response/vehicle-contact/contact-law.ts';
import { DEGREE } from './example-run.ts';

export type LawName = 'EM' | 'BM literal' | 'BM box depth' | 'BM incremental' | 'BM default';

/** Ellipsoids; then boxes with the depth of the ellipsoids, of the boxes, or incremental; and with the fallback. */
export const LAWS: Readonly<Record<LawName, Partial<VehicleContactLaw>>> = {
  EM: { model: 'EM' },
  'BM literal': { model: 'BM', depthLaw: 'ellipsoid', filter: 'eq1', fallback: false },
  'BM box depth': { model: 'BM', depthLaw: 'box', fallback: false },
  'BM incremental': { model: 'BM', fallback: false },
  'BM default': { model: 'BM' },
};
export const LAW_NAMES = Object.keys(LAWS) as LawName[];

/** Vehicle 1 at 10 m/s hits vehicle 2 at 4 m/s. [PATH98-5] */
export function strikers(headingDegrees: number, offset: number): PlatoonVehicle[] {
  const vehicle = { model: 1, Y: 0, ORIENTATION: 0, STEERING: 0 };
  return [
    { ...vehicle, X: 0, SPEED: 10 },
    { ...vehicle, X: 7.5, Y: offset, ORIENTATION: headingDegrees * DEGREE, SPEED: 4 },
  ];
}

/** Run settings. */
export const IMPACT = { duration: 2, step: 5e-4, road: { tyres: false } };
