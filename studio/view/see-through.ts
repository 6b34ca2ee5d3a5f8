import * as THREE from 'three';
import { frameCount } from '../session/frames.ts';
import type { Recorded } from '../session/session.ts';
import type { BodyActor } from './body-actor.ts';
import { setSeeThrough } from './body-parts.ts';
import { isFixed } from './extent.ts';
import { upOf } from './first-camera.ts';

/** Rays to moving bodies: frames and bodies that are sampled. */
const FRAMES = 10;
const BODIES = 12;
/** A fixed body that hides more than this fraction of them is made transparent on its near side. */
const HIDDEN = 0.08;

/** Makes fixed bodies transparent where they hide moving ones: the near wall of a bowl or a bin. */
export interface SeeThrough {
  /** After a change of the camera or the bodies. */
  update(recorded: Recorded | undefined, actor: BodyActor | undefined, camera: THREE.Camera, isWanted: boolean): void;
}

export function createSeeThrough(): SeeThrough {
  const plane = new THREE.Plane();
  const ray = new THREE.Raycaster();
  const faded = new Set<number>();
  let drawn: BodyActor | undefined;
  let places: readonly THREE.Vector3[] = [];
  return {
    update(recorded, actor, camera, isWanted) {
      if (actor !== drawn) {
        drawn = actor;
        faded.clear();
        places = recorded ? movingPlaces(recorded) : [];
      }
      if (recorded === undefined || actor?.partOf === undefined || places.length === 0) return;
      const toward = acrossGround(camera, upOf(recorded));
      const centre = places.reduce((sum, place) => sum.add(place), new THREE.Vector3()).divideScalar(places.length);
      plane.setFromNormalAndCoplanarPoint(toward, centre);
      for (let body = 0; body < recorded.recording.bodies.length; body++) {
        const part = isFixed(recorded.scene, body) ? actor.partOf(body) : undefined;
        if (part === undefined || isHalfspace(recorded, body)) continue;
        const hides = isWanted && hiddenFraction(ray, part, places, camera) > HIDDEN;
        if (hides === faded.has(body)) continue;
        setSeeThrough(part, hides ? plane : undefined);
        if (hides) faded.add(body);
        else faded.delete(body);
      }
    },
  };
}

/** The direction of view over the ground: a vertical plane cuts a bowl into halves. From above, the direction itself. */
function acrossGround(camera: THREE.Camera, up: THREE.Vector3): THREE.Vector3 {
  const toward = camera.getWorldDirection(new THREE.Vector3());
  const level = toward.clone().addScaledVector(up, -toward.dot(up));
  return level.length() > 0.1 ? level.normalize() : toward;
}

function isHalfspace({ scene }: Recorded, body: number): boolean {
  const given = scene.bodies[body];
  return 'shape' in given && (given.shape as { kind: string }).kind === 'halfspace';
}

/** Centres of moving bodies in sampled frames; none in worlds whose bodies deform or travel. */
function movingPlaces({ recording, scene }: Recorded): THREE.Vector3[] {
  if (scene.world === 'deformable' || scene.world === 'vehicles' || scene.world === 'planar') return [];
  const { x, y, z } = recording.frames.columns;
  const moving = recording.bodies.flatMap((_, body) => (isFixed(scene, body) ? [] : [body]));
  const count = frameCount(recording);
  const some = <Item>(items: readonly Item[], most: number) => {
    const step = Math.max(1, Math.ceil(items.length / most));
    return items.filter((_, i) => i % step === 0);
  };
  const frames = some(
    Array.from({ length: count }, (_, frame) => frame),
    FRAMES,
  );
  return frames.flatMap((frame) =>
    some(moving, BODIES).map((body) => {
      const row = frame * recording.bodies.length + body;
      return new THREE.Vector3(x[row], y[row], z[row]);
    }),
  );
}

function hiddenFraction(
  ray: THREE.Raycaster,
  part: THREE.Object3D,
  places: readonly THREE.Vector3[],
  camera: THREE.Camera,
): number {
  const meshes: THREE.Object3D[] = [];
  part.updateMatrixWorld(true);
  part.traverse((child) => {
    if (child instanceof THREE.Mesh && !child.userData['twin']) meshes.push(child);
  });
  const at = new THREE.Vector3();
  const hidden = places.filter((place) => {
    at.copy(place).project(camera);
    if (Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return false;
    ray.setFromCamera(new THREE.Vector2(at.x, at.y), camera as THREE.PerspectiveCamera);
    ray.far = ray.ray.origin.distanceTo(place);
    return ray.intersectObjects(meshes, false).length > 0;
  });
  return hidden.length / places.length;
}
