import type * as THREE from 'three';

/** Pixels of the last drawn frame, top row first. */
export function readPixels(renderer: THREE.WebGLRenderer, width: number, height: number): ImageData {
  const gl = renderer.getContext();
  const bytes = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const image = new ImageData(width, height);
  for (let row = 0; row < height; row++) {
    image.data.set(bytes.subarray(4 * width * row, 4 * width * (row + 1)), 4 * width * (height - 1 - row));
  }
  return image;
}
