import { describe, expect, it } from 'vitest';
import { exampleModel, vehicleJson } from '../../../test/vehicle-files.ts';
import { createRoundedBoxGap, roundedBoxGap } from '../../distance/rounded-box/rounded-box-gap.ts';
import { createVehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { DIRECTORS, LOAD_STRIDE, VEHICLE_STRIDE, VELOCITY } from '../../dynamics/vehicle/vehicle-state.ts';
import { copyVec3, createVec3, dotVec3, type ReadonlyVec3 } from '../../math/vec3.ts';
import { createContactLaw, createsEnergy, type VehicleContactLaw } from './contact-law.ts';
import { updateDepth } from './update-depth.ts';
import { createVehicleBoxes, updateVehicleBox } from './vehicle-boxes.ts';
import {
  addContactLoads,
  createContactCache,
  createVehicleContact,
  hasNoForce,
  type VehicleContact,
  type VehiclePair,
  vehicleContact,
} from './vehicle-contact.ts';

interface StateCase {
  readonly id: string;
  readonly mode: 'EM' | 'BM';
  readonly state: readonly [number[], number[]];
  readonly depthState: number;
  readonly depthRate: number;
  readonly contact: {
    readonly gap: number;
    readonly rule: string;
    readonly force: number;
    readonly boxGap: number | null;
  };
}

const { cases } = vehicleJson<{ cases: StateCase[] }>('rhs_states.json');
const { semiAxes } = createVehicleBody(exampleModel());

/** Packs two states of 28 numbers; `order` selects which is A. */
function pairOf(
  states: readonly (readonly number[])[],
  order: readonly [number, number] = [0, 1],
  radii = [0.3, 0.3],
): VehiclePair {
  const state = new Float64Array(2 * VEHICLE_STRIDE);
  const ellipsoids = new Float64Array(24);
  order.forEach((from, i) => {
    const values = states[from];
    state.set(values, VEHICLE_STRIDE * i);
    const lengths = [semiAxes.x, semiAxes.y, semiAxes.z];
    ellipsoids.set(values.slice(0, 3), 12 * i);
    for (let row = 0; row < 3; row++) {
      lengths.forEach((length, column) => {
        ellipsoids[12 * i + 3 + 3 * row + column] = length * values[DIRECTORS + 3 * column + row];
      });
    }
  });
  const offsets = { vehicleA: 0, vehicleB: VEHICLE_STRIDE, ellipsoidA: 0, ellipsoidB: 1 };
  return { state, ellipsoids, ...offsets, boxes: createVehicleBoxes(radii), boxGapAccuracy: 'exact' };
}

function contactOf(pair: VehiclePair, law: VehicleContactLaw, depth = 0, fallback = false): VehicleContact {
  return vehicleContact(createVehicleContact(), law, pair, { ...createContactCache(), fallback }, depth);
}

const apart = (a: ReadonlyVec3, b: ReadonlyVec3, sign = -1) =>
  Math.max(Math.abs(a.x + sign * b.x), Math.abs(a.y + sign * b.y), Math.abs(a.z + sign * b.z));

/** Undeformed vehicles side by side, B at (x, y) and moving with (vx, vy). */
function level(x: number, y: number, vx: number, vy: number): VehiclePair {
  return pairOf(levelStates(x, y, vx, vy));
}

function levelStates(x: number, y: number, vx: number, vy: number): number[][] {
  const still = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, ...Array(16).fill(0)];
  const moving = [...still];
  moving.splice(0, 2, x, y);
  moving.splice(VELOCITY, 2, vx, vy);
  return [still, moving];
}

describe('the contact of two vehicles [PATH98-5]', () => {
  it.each(cases)('$id: gap, rule, force and rate of the depth are those of an independent program', (given) => {
    const law = createContactLaw({ model: given.mode, fallback: false });
    const found = contactOf(pairOf(given.state), law, given.depthState);
    const { gap, rule, force, boxGap } = given.contact;
    expect(found.rule).toBe(rule);
    // the required tolerance is 1e-9 of max(1, value)
    expect(Math.abs(found.gap - gap)).toBeLessThan(1e-12);
    expect(Math.abs(found.force - force)).toBeLessThan(1e-9 * Math.max(1, force));
    expect(Math.abs(found.depthRate - given.depthRate)).toBeLessThan(1e-12);
    if (boxGap === null) expect(found.boxGap).toBe(Number.POSITIVE_INFINITY);
    else expect(Math.abs(found.boxGap - boxGap)).toBeLessThan(1e-12);
  });

  it('swapping the vehicles reverses every force', () => {
    for (const { mode, state, depthState } of cases) {
      const law = createContactLaw({ model: mode, friction: 0.3, damping: 2e4 });
      const found = contactOf(pairOf(state), law, depthState);
      const swapped = contactOf(pairOf(state, [1, 0]), law, depthState);
      // forces of up to 1e6 N, with a normal accurate to 1e-13
      expect(apart(found.normalForce, swapped.normalForce, 1)).toBeLessThan(1e-6);
      expect(apart(found.frictionForce, swapped.frictionForce, 1)).toBeLessThan(1e-6);
      expect(Math.abs(found.powerA - swapped.powerB)).toBeLessThan(1e-5);
      expect(apart(found.point, swapped.point)).toBeLessThan(1e-12);
    }
  });

  it('forces cancel, and so do their moments', () => {
    for (const { mode, state } of cases) {
      const found = contactOf(pairOf(state), createContactLaw({ model: mode, friction: 0.5 }), 0.01);
      const loads = new Float64Array(2 * LOAD_STRIDE);
      addContactLoads(loads, 0, LOAD_STRIDE, found);
      for (let k = 0; k < 3; k++) expect(loads[k] + loads[LOAD_STRIDE + k]).toBe(0);
      // 1e6 N on arms of 10 m
      expect(Math.abs(found.momentA + found.momentB)).toBeLessThan(1e-8);
    }
  });

  it('the power of the default law is exactly that of its depth: it cannot create energy', () => {
    for (const { state, mode } of cases) {
      const found = contactOf(pairOf(state), createContactLaw({ model: mode }), 0.01);
      expect(Math.abs(found.powerA + found.powerB + found.force * found.rate)).toBeLessThan(1e-9 * (1 + found.force));
    }
  });

  it('damping never pulls, and friction dissipates energy', () => {
    const separation = contactOf(level(5.9, 0.5, 3, 1), createContactLaw({ damping: 1e9 }));
    expect(separation.rate).toBeLessThan(0);
    expect(separation.force).toBe(0);
    const sliding = contactOf(level(5.9, 0.5, 0, 1), createContactLaw({ friction: 0.4 }));
    expect(dotVec3(sliding.frictionForce, createVec3(0, 1, 0))).toBeLessThan(0);
    // v_t is well above the speed at which friction fades, 0.1 m/s
    expect(Math.hypot(sliding.frictionForce.x, sliding.frictionForce.y) / sliding.force).toBeCloseTo(0.4, 2);
    expect(sliding.powerA + sliding.powerB + sliding.force * sliding.rate).toBeLessThan(0);
  });

  it('a depth is cleared when the ellipsoids separate, the filter rejects or it falls below zero', () => {
    const law = createContactLaw({ model: 'BM' });
    const updatedDepth = (pair: VehiclePair, depth: number) =>
      updateDepth(createContactCache(), law, contactOf(pair, law, depth), depth);
    expect(updatedDepth(level(4.9, 1, -1, 0), 0.02)).toBe(0.02);
    expect(updatedDepth(level(4.9, 1, 1, 0), -0.001)).toBe(0);
    expect(updatedDepth(level(7, 1, -1, 0), 0.02)).toBe(0);
    expect(updatedDepth(level(5.1, 1, -1, 0), 0.02)).toBe(0); // ellipsoids overlap, boxes do not
  });

  it('vehicles with a small overlap at the side fall back to the normal of their ellipsoids', () => {
    const law = createContactLaw({ model: 'BM' });
    const cache = createContactCache();
    const pair = level(3.7, 2.9, -2, 0);
    const before = vehicleContact(createVehicleContact(), law, pair, cache, 0);
    expect(before.boxNormal).toEqual({ x: 0, y: 1, z: 0 });
    expect(before.force).toBe(0);
    expect(updateDepth(cache, law, before, 0)).toBe(0);
    expect(cache.fallback).toBe(true);
    const after = vehicleContact(createVehicleContact(), law, pair, cache, 0.01);
    expect(after.rule).toBe('F');
    expect(apart(after.normal, after.ellipsoidNormal)).toBe(0);
    expect(updateDepth(cache, { ...law, fallback: false }, before, 0)).toBe(0);
    expect(cache.fallback).toBe(false);
  });

  it('bounds of the box gap are enough for the force', () => {
    const law = createContactLaw({ model: 'BM', fallback: false });
    for (const { state, depthState } of cases) {
      const pair = pairOf(state);
      const { boxGap: measured, ...found } = contactOf(pair, law, depthState);
      const { boxGap: bound, ...quick } = contactOf({ ...pair, boxGapAccuracy: 'overlap' }, law, depthState);
      expect(quick).toEqual(found);
      expect(bound).toBeLessThanOrEqual(measured + 1e-12); // rounding of metres
      if (found.overlaps) expect(bound).toBe(measured);
      else expect(bound).toBeGreaterThan(0);
      const { boxGap: sign, ...quickest } = contactOf({ ...pair, boxGapAccuracy: 'sign' }, law, depthState);
      expect(quickest).toEqual(found);
      expect(sign <= 0).toBe(measured <= 0);
      // the boxes are not measured where the ellipsoids are apart
      if (found.gap < 0) expect(hasNoForce(law, pair)).toBe(measured > 0);
      if (hasNoForce(law, pair)) expect(found.force).toBe(0);
    }
  });

  it('no force by the boxes alone: only with their filter, and only if they are apart', () => {
    const law = createContactLaw({ model: 'BM' });
    expect(hasNoForce(law, level(5.1, 0, -1, 0))).toBe(true);
    expect(hasNoForce(law, level(4.9, 0, -1, 0))).toBe(false);
    expect(hasNoForce({ ...law, filter: 'eq1' }, level(5.1, 0, -1, 0))).toBe(false);
    expect(hasNoForce({ ...law, model: 'EM' }, level(5.1, 0, -1, 0))).toBe(false);
  });

  it('each vehicle has its own edge radius: rounder corners touch later', () => {
    // corner against corner: the diagonal gap grows by (√2 - 1) R of each box
    const gap = (radii: number[]) => {
      const pair = pairOf(levelStates(5.02, 3.02, -1, 0), [0, 1], radii);
      const law = createContactLaw({ model: 'BM' });
      updateVehicleBox(pair.boxes, pair.ellipsoids, 0, 'material');
      updateVehicleBox(pair.boxes, pair.ellipsoids, 1, 'material');
      expect(hasNoForce(law, pair)).toBe(true);
      const [a, b] = pair.boxes.boxes;
      return roundedBoxGap(createRoundedBoxGap(), a, b).gap;
    };
    // hypot(0.02 + R, 0.02 + R) - R with R = R1 + R2
    for (const radii of [
      [0, 0],
      [0.3, 0],
      [0.1, 0.4],
    ]) {
      const sum = radii[0] + radii[1];
      expect(gap(radii)).toBeCloseTo(Math.SQRT2 * (0.02 + sum) - sum, 12);
    }
  });

  it('a box is computed again when its vehicle has moved or deformed, and only then', () => {
    const pair = level(4.9, 1, -1, 0);
    const law = createContactLaw({ model: 'BM' });
    const first = contactOf(pair, law);
    expect(contactOf(pair, law)).toEqual(first);
    const axes = pair.boxes.boxes[1].rotation;
    axes.xx = 7; // shows that the box is not computed again
    contactOf(pair, law);
    expect(axes.xx).toBe(7);
    pair.ellipsoids[12] += 1e-9;
    contactOf(pair, law);
    expect(axes.xx).toBeCloseTo(1, 12);
  });

  it('three laws of depth for the box model', () => {
    const pair = level(4.9, 1, -1, 0);
    const depth = (depthLaw: VehicleContactLaw['depthLaw']) =>
      contactOf(pair, createContactLaw({ model: 'BM', depthLaw }), 0.004).depth;
    expect(depth('incremental')).toBe(0.004);
    expect(depth('ellipsoid')).toBeGreaterThan(0.5);
    expect(depth('box')).toBeCloseTo(0.1, 12); // two edges of 5 m at 4.9 m
  });

  it('invalid settings are rejected by name; laws that create energy are listed', () => {
    expect(() => createContactLaw({ stiffness: 0 })).toThrow('contact.stiffness: must be finite and above zero, got 0');
    expect(() => createContactLaw({ friction: -1 })).toThrow(
      'contact.friction: must be finite and not below zero, got -1',
    );
    expect(() => createContactLaw({ filter: 'none' as 'sat' })).toThrow('contact.filter: must be one of sat, eq1');
    expect(createsEnergy(createContactLaw({ model: 'BM', depthLaw: 'ellipsoid' }))).toBe(true);
    expect(createsEnergy(createContactLaw({ model: 'BM' }))).toBe(false);
    expect(createsEnergy(createContactLaw({ depthLaw: 'ellipsoid' }))).toBe(false);
  });

  it('a box that is deformed below twice its radius gives an error status, not a number', () => {
    const pair = pairOf(levelStates(4.9, 1, -1, 0), [0, 1], [0.3, 1.46]);
    const found = contactOf(pair, createContactLaw({ model: 'BM' }));
    expect(found.status).toBe('E_RADIUS');
    expect(found.force).toBe(0);
  });

  it('the cached normal is a copy', () => {
    const law = createContactLaw();
    const cache = createContactCache();
    const found = contactOf(level(5.9, 0.5, 0, 0), law);
    updateDepth(cache, law, found, 0);
    const expected = { ...cache.normal };
    copyVec3(found.ellipsoidNormal, createVec3());
    expect(cache.normal).toEqual(expected);
  });
});
