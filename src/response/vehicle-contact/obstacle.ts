import { boxRay, createBoxRay } from '../../distance/rounded-box/box-ray.ts';
import { transformTransposedVec3, transformVec3 } from '../../math/mat3.ts';
import { createVec3, normalizeVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import { checkAboveZero, describeValue, finiteNumbers } from '../../shapes/checks.ts';
import { createVehicleBox, type VehicleBox } from '../../shapes/vehicle-box.ts';

/** An immovable upright thing to hit: a pole, or a barrier with rounded ends. It is higher than the vehicles. */
export interface GivenObstacle {
  readonly name: string;
  /** Start of the centre line on the ground [m]. */
  readonly from: readonly [number, number];
  /** End of it [m]; equal to the start for a pole. */
  readonly to: readonly [number, number];
  /** Half the thickness of a barrier, radius of a pole [m]. */
  readonly radius: number;
}

/** An obstacle prepared for contacts. */
export interface Obstacle {
  readonly name: string;
  /** Start of the centre line [m], its unit direction, and its length [m], 0 for a pole. */
  readonly x: number;
  readonly y: number;
  readonly alongX: number;
  readonly alongY: number;
  readonly length: number;
  readonly radius: number;
  /** The same body as a rounded box. */
  readonly box: VehicleBox;
}

/** Half the height of the box of an obstacle [m]: above the roof and below the road. */
const HALF_HEIGHT = 5;

/** Checks an obstacle and prepares it; `at` names it in errors. */
export function createObstacle({ name, from, to, radius }: GivenObstacle, at = 'obstacle'): Obstacle {
  checkAboveZero(`${at}.radius`, radius);
  if (!finiteNumbers([...from, ...to])) {
    throw new RangeError(`${at}: must have ends of finite numbers, got ${describeValue([from, to])}`);
  }
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [alongX, alongY] = length > 0 ? [dx / length, dy / length] : [1, 0];
  const center = createVec3((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0);
  const box = createVehicleBox([length / 2 + radius, radius, HALF_HEIGHT + radius], radius, center);
  box.rotation.xx = box.rotation.yy = alongX;
  box.rotation.yx = alongY;
  box.rotation.xy = -alongY;
  return { name, x: from[0], y: from[1], alongX, alongY, length, radius, box };
}

const ray = createBoxRay();
const arm = createVec3();
const local = createVec3();

/**
 * Direction of the contact force on the obstacle, from the vehicle to it, at a contact point. Next to a barrier, where the centre of the
 * vehicle projects onto its centre line: its normal (rule `O`). At a pole or an end: the normal of the face of the vehicle's box
 * through which the ray to the point leaves it (`III-1`), or the mean of that edge normal and the ray (`IV`). Undefined if the point is
 * the centre of the vehicle.
 */
export function obstacleNormal(
  normal: Vec3,
  obstacle: Obstacle,
  box: VehicleBox,
  point: ReadonlyVec3,
): 'O' | 'III-1' | 'IV' | undefined {
  const { x, y, alongX, alongY, length } = obstacle;
  const { center } = box;
  const [px, py] = [center.x - x, center.y - y];
  const along = px * alongX + py * alongY;
  if (along > 0 && along < length) {
    const sign = px * -alongY + py * alongX >= 0 ? -1 : 1;
    setVec3(normal, -alongY * sign, alongX * sign, 0);
    return 'O';
  }
  setVec3(arm, point.x - center.x, point.y - center.y, 0);
  const status = boxRay(ray, box.halfExtents, box.radius, transformTransposedVec3(local, box.rotation, arm));
  if (status !== 'ok') return undefined;
  transformVec3(normal, box.rotation, ray.normal);
  if (ray.region === 'face') return 'III-1';
  normalizeVec3(arm, arm);
  setVec3(normal, normal.x + arm.x, normal.y + arm.y, normal.z + arm.z);
  normalizeVec3(normal, normal);
  return 'IV';
}
