import { describe, expect, it } from 'vitest';
import { vehicleJson } from '../../../test/vehicle-files.ts';
import { createRandom } from '../../math/random.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import { type ImpactVehicle, planarImpact } from './planar-impact.ts';

interface TableVehicle {
  readonly mass: number;
  readonly Izz: number;
  readonly speed: number;
  readonly headingDeg: number;
  readonly impactCentreDistance: number;
  readonly impactCentreAngleDeg: number;
}

interface TableRow {
  readonly test: string;
  readonly vehicle1: TableVehicle;
  readonly vehicle2: TableVehicle;
  readonly normalDeg: number;
  readonly restitution: number;
  readonly reported: { readonly deltaV: number[]; readonly deltaYawDegPerS: number[] };
  readonly planarImpulse: { readonly deltaV: number[]; readonly deltaYawDegPerS: number[]; readonly impulse: number };
}

const DEGREE = Math.PI / 180;
const { rows } = vehicleJson<{ planarTwoVehicle: { rows: TableRow[] } }>('validation_tables.json').planarTwoVehicle;

function vehicleOf({ mass, Izz, speed, headingDeg, ...centre }: TableVehicle): ImpactVehicle {
  const heading = headingDeg * DEGREE;
  return {
    mass,
    yawInertia: Izz,
    heading,
    velocity: createVec3(speed * Math.cos(heading), speed * Math.sin(heading)),
    yawRate: 0,
    impactDistance: centre.impactCentreDistance,
    impactAngle: centre.impactCentreAngleDeg * DEGREE,
  };
}

/** Two vehicles with a random approach. */
function randomVehicles(seed: number): [ImpactVehicle, ImpactVehicle] {
  const random = createRandom(seed);
  const vehicle = (): ImpactVehicle => ({
    mass: random.between(800, 3000),
    yawInertia: random.between(1000, 6000),
    heading: random.between(-3, 3),
    velocity: createVec3(random.between(-20, 20), random.between(-20, 20)),
    yawRate: random.between(-1, 1),
    impactDistance: random.between(0, 2.5),
    impactAngle: random.between(-3, 3),
  });
  return [vehicle(), vehicle()];
}

function energy(mass: number, inertia: number, { x, y }: ReadonlyVec3, angularVelocity: number): number {
  return 0.5 * mass * (x * x + y * y) + 0.5 * inertia * angularVelocity * angularVelocity;
}

describe('two vehicles that collide as rigid bodies in the plane [PATH98-14]', () => {
  it.each(rows)('$test: changes of velocity and yaw rate are those published', (row) => {
    const { normalDeg, restitution, reported, planarImpulse } = row;
    const settings = { normal: normalDeg * DEGREE, restitution };
    const impact = planarImpact(vehicleOf(row.vehicle1), vehicleOf(row.vehicle2), settings);
    expect(impact.mode).toBe('stick');
    for (const i of [0, 1] as const) {
      const yaw = impact.yawChange[i] / DEGREE;
      // the published figures come from a different kind of program; they give yaw without its sign
      expect(Math.abs(impact.deltaV[i] - reported.deltaV[i])).toBeLessThan(0.08);
      expect(Math.abs(Math.abs(yaw) - reported.deltaYawDegPerS[i])).toBeLessThan(1.3);
      // the same formula in another language, rounded to four digits
      expect(Math.abs(impact.deltaV[i] - planarImpulse.deltaV[i])).toBeLessThan(1e-4);
      expect(Math.abs(yaw - planarImpulse.deltaYawDegPerS[i])).toBeLessThan(1e-2);
    }
    expect(lengthVec3(impact.impulse)).toBeCloseTo(planarImpulse.impulse, 1);
    expect(impact.work).toBeLessThan(0);
  });

  it('conserve their momentum; the work is the change of their energy, and none is gained without friction', () => {
    for (let seed = 1; seed < 200; seed++) {
      const vehicles = randomVehicles(seed);
      const friction = (seed % 3) / 3;
      const impact = planarImpact(...vehicles, { normal: seed, restitution: (seed % 5) / 4, friction });
      const [changeA, changeB] = vehicles.map(({ velocity }, i) =>
        subVec3(createVec3(), impact.velocities[i], velocity),
      );
      const [first, second] = vehicles;
      // rounding of momenta of 1e5 N s and energies of 1e6 J
      expect(Math.abs(first.mass * changeA.x + second.mass * changeB.x)).toBeLessThan(1e-9);
      expect(Math.abs(first.mass * changeA.y + second.mass * changeB.y)).toBeLessThan(1e-9);
      expect(impact.deltaV[1]).toBeCloseTo(lengthVec3(changeB), 9);
      const energies = vehicles.map(
        ({ mass, yawInertia, velocity, yawRate }, i) =>
          energy(mass, yawInertia, impact.velocities[i], impact.yawRates[i]) -
          energy(mass, yawInertia, velocity, yawRate),
      );
      expect(Math.abs(energies[0] + energies[1] - impact.work)).toBeLessThan(1e-8);
      if (friction === 0) expect(impact.work).toBeLessThan(1e-9);
    }
  });

  it('swapping the vehicles swaps the results', () => {
    for (let seed = 1; seed < 50; seed++) {
      const [first, second] = randomVehicles(seed);
      const settings = { normal: seed, restitution: 0.3, friction: 0.4 };
      const impact = planarImpact(first, second, settings);
      const swapped = planarImpact(second, first, settings);
      expect(swapped.deltaV[0]).toBeCloseTo(impact.deltaV[1], 9);
      expect(swapped.yawChange[1]).toBeCloseTo(impact.yawChange[0], 9);
    }
  });

  it('a car hit from behind has a PDOF from behind', () => {
    const still = (heading: number, speed: number, impactAngle: number): ImpactVehicle => ({
      mass: 1000,
      yawInertia: 2000,
      heading,
      velocity: createVec3(speed),
      yawRate: 0,
      impactDistance: 2,
      impactAngle,
    });
    const impact = planarImpact(still(0, 10, 0), still(0, 4, Math.PI), { normal: 0, restitution: 0 });
    expect(impact.pdof[0]).toBeCloseTo(0, 12);
    expect(Math.abs(impact.pdof[1])).toBeCloseTo(Math.PI, 12);
    expect(impact.deltaV).toEqual([3, 3]);
    expect(() => planarImpact({ ...still(0, 1, 0), mass: 0 }, still(0, 0, 0), { normal: 0, restitution: 1 })).toThrow(
      'mass: must be finite and above zero',
    );
  });
});
