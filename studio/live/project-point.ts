import type { CameraState } from '../session/session.ts';
import type { Triple } from './live-protocol.ts';

/** Right, up and forward of a camera, unit vectors, and its distance from the target [m]. */
export function cameraAxes({ eye, target, up }: CameraState) {
  const way = minus(target, eye);
  const distance = Math.hypot(...way);
  const forward = scaled(way, 1 / distance);
  const side = cross(forward, up);
  const right = scaled(side, 1 / Math.hypot(...side));
  return { right, up: cross(right, forward), forward, distance };
}

/** Position of a point of the world on a picture of the given size [CSS px], from its upper left corner. */
export function projectPoint(
  camera: CameraState,
  { width, height }: { readonly width: number; readonly height: number },
  point: Triple,
): readonly [x: number, y: number] {
  const { right, up, forward, distance } = cameraAxes(camera);
  const way = minus(point, camera.eye);
  const depth = dot(way, forward);
  const visible = camera.projection === 'orthographic' ? camera.height : (camera.height * depth) / distance;
  const scale = height / visible;
  return [width / 2 + scale * dot(way, right), height / 2 - scale * dot(way, up)];
}

export function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function plus(a: Triple, b: Triple, factor = 1): Triple {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

export function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function scaled(a: Triple, factor: number): Triple {
  return [factor * a[0], factor * a[1], factor * a[2]];
}
