/**
 * For a web page: what is under the pointer? A ray from the camera, tested against every body; then the gap between the picked body and its
 * neighbours, as an editor shows it.
 *
 * Run it with `npx tsx pick-with-a-ray.ts` after `npm install appulse`; it needs no DOM and runs in a page without change.
 */
import { box, closest, ellipsoid, pose, type ReadonlyVec3, raycast, type Shape, sphere, type Pose, vec3 } from 'appulse';

interface Body { name: string; shape: Shape; pose: Pose }
const bodies: Body[] = [
  { name: 'table', shape: box([1, 0.5, 0.05]), pose: pose([0, 0, 0.7]) }, // half extents [m]
  { name: 'ball', shape: sphere(0.2), pose: pose([0.3, 0, 0.95]) },
  { name: 'egg', shape: ellipsoid([0.2, 0.15, 0.15]), pose: pose([-0.4, 0, 0.9]) },
];

/** The nearest body on the ray; `direction` is a unit vector. */
function pick(eye: ReadonlyVec3, direction: ReadonlyVec3) {
  let found: { body: Body; distance: number; point: ReadonlyVec3 } | undefined;
  for (const body of bodies) {
    const { hit, distance, point } = raycast(body.shape, body.pose, eye, direction);
    if (hit && (found === undefined || distance < found.distance)) found = { body, distance, point: { ...point } };
  }
  return found;
}

const eye = vec3(0.3, -3, 0.95);
for (const [what, direction] of [['straight ahead', vec3(0, 1, 0)], ['down', vec3(0, 0, -1)]] as const) {
  const found = pick(eye, direction);
  console.log(`${what}: ${found ? `${found.body.name} after ${found.distance.toFixed(6)} m` : 'no body'}`);
}

const picked = pick(eye, vec3(0, 1, 0))?.body;
if (picked === undefined) throw new Error('the ball is in front of the camera');
picked.pose.position.z += 0.1; // the user lifts it by 10 cm
for (const other of bodies) {
  if (other === picked) continue;
  const { distance, status } = closest(picked.shape, picked.pose, other.shape, other.pose);
  console.log(`gap between ${picked.name} and ${other.name}: ${distance.toFixed(6)} m (${status})`);
}
