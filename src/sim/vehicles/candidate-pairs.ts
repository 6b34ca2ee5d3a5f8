import { createBroadPhase } from '../../broad/broad-phase.ts';
import type { VehicleBody } from '../../dynamics/vehicle/vehicle-body.ts';
import { DIRECTORS, VEHICLE_STRIDE } from '../../dynamics/vehicle/vehicle-state.ts';
import type { Obstacle } from '../../response/vehicle-contact/obstacle.ts';
import { createPairRecord, type PairRecord, type VehicleSystem } from './vehicle-system.ts';

/** Ellipsoids farther apart than this multiple of their longest semi-axes are skipped. [PATH98-3.6] */
const RANGE_FACTOR = 1.2;

/** Finds the vehicles that may touch; a pair that stays near retains its record. */
export interface CandidatePairs {
  /** Pairs in the order of their vehicles; `isRetained` selects pairs to retain although they are far apart. */
  update(state: Float64Array, isRetained: (pair: PairRecord) => boolean): readonly PairRecord[];
}

export function createCandidatePairs(system: VehicleSystem): CandidatePairs {
  const { bodies, obstacles } = system;
  const count = bodies.length;
  const keys = count + obstacles.length;
  // a vehicle and its trailer do not touch
  const coupled = new Set(system.hitches.map(({ vehicle: a, trailer: b }) => Math.min(a, b) * keys + Math.max(a, b)));
  const sweep = createBroadPhase('sweep-and-prune');
  const boxes = new Float64Array(6 * count);
  const ranges = new Float64Array(count);
  let records = new Map<number, PairRecord>();
  const setBoxes = (state: Float64Array) => {
    for (let i = 0; i < count; i++) {
      ranges[i] = RANGE_FACTOR * longestSemiAxis(state, VEHICLE_STRIDE * i, bodies[i]);
      for (let k = 0; k < 3; k++) {
        boxes[6 * i + k] = state[VEHICLE_STRIDE * i + k] - ranges[i];
        boxes[6 * i + 3 + k] = state[VEHICLE_STRIDE * i + k] + ranges[i];
      }
    }
  };
  return {
    update(state, isRetained) {
      setBoxes(state);
      const { indices, count: found } = sweep.update(boxes, count);
      const near = new Map<number, PairRecord>();
      for (let k = 0; k < found; k++) {
        const a = indices[2 * k];
        const b = indices[2 * k + 1];
        if (!areNear(state, a, b, ranges[a] + ranges[b])) continue;
        const key = a * keys + b;
        if (coupled.has(key)) continue;
        near.set(key, records.get(key) ?? createPairRecord(system, a, b));
      }
      obstacles.forEach((obstacle, o) => {
        for (let a = 0; a < count; a++) {
          if (!isNearObstacle(state, a, obstacle, ranges[a])) continue;
          const key = a * keys + count + o;
          near.set(key, records.get(key) ?? createPairRecord(system, a, count + o));
        }
      });
      let hasFar = false;
      for (const [key, pair] of records) {
        if (near.has(key) || !isRetained(pair)) continue;
        near.set(key, pair);
        hasFar = true;
      }
      records = near;
      const pairs = [...near.values()];
      return hasFar || obstacles.length > 0 ? pairs.sort((p, q) => p.a - q.a || p.b - q.b) : pairs;
    },
  };
}

/** Longest semi-axis of the deformed ellipsoid, approximated by its deformed reference axes [m]. */
function longestSemiAxis(state: Float64Array, vehicle: number, { semiAxes: { x, y, z } }: VehicleBody): number {
  const d = vehicle + DIRECTORS;
  return Math.max(x * lengthAt(state, d), y * lengthAt(state, d + 3), z * lengthAt(state, d + 6));
}

function lengthAt(state: Float64Array, i: number): number {
  return Math.sqrt(state[i] * state[i] + state[i + 1] * state[i + 1] + state[i + 2] * state[i + 2]);
}

function areNear(state: Float64Array, a: number, b: number, range: number): boolean {
  const i = VEHICLE_STRIDE * a;
  const j = VEHICLE_STRIDE * b;
  const x = state[j] - state[i];
  const y = state[j + 1] - state[i + 1];
  const z = state[j + 2] - state[i + 2];
  return x * x + y * y + z * z <= range * range;
}

function isNearObstacle(state: Float64Array, a: number, obstacle: Obstacle, range: number): boolean {
  const i = VEHICLE_STRIDE * a;
  const x = state[i] - obstacle.x;
  const y = state[i + 1] - obstacle.y;
  const along = Math.min(obstacle.length, Math.max(0, x * obstacle.alongX + y * obstacle.alongY));
  const [dx, dy] = [x - along * obstacle.alongX, y - along * obstacle.alongY];
  const reach = range + obstacle.radius;
  return dx * dx + dy * dy <= reach * reach;
}
