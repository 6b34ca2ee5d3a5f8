/** Points of a picture: right, down [pixels], depth (larger is farther). */
export type Vertex = readonly [x: number, y: number, depth: number];
export type Color = readonly [r: number, g: number, b: number];

/** A picture drawn pixel by pixel, with the nearest body of each. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Colour and opacity, 0 to 255. */
  readonly pixels: Uint8ClampedArray;
  readonly depths: Float32Array;
  /** The body in each pixel; -1 for none. */
  readonly bodies: Int32Array;
}

export function createRaster(width: number, height: number): Raster {
  const count = width * height;
  return {
    width,
    height,
    pixels: new Uint8ClampedArray(4 * count),
    depths: new Float32Array(count).fill(Number.POSITIVE_INFINITY),
    bodies: new Int32Array(count).fill(-1),
  };
}

/**
 * Calls `put` for every pixel of a triangle with its depth and barycentric weights.
 */
export function fillTriangle(
  { width, height }: Raster,
  a: Vertex,
  b: Vertex,
  c: Vertex,
  put: (pixel: number, depth: number, u: number, v: number, w: number) => void,
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (area === 0 || !Number.isFinite(area)) return;
  const [left, right] = [Math.min(a[0], b[0], c[0]), Math.max(a[0], b[0], c[0])];
  const [top, bottom] = [Math.min(a[1], b[1], c[1]), Math.max(a[1], b[1], c[1])];
  for (let y = Math.max(0, Math.ceil(top - 0.5)); y < Math.min(height, bottom + 0.5); y++) {
    for (let x = Math.max(0, Math.ceil(left - 0.5)); x < Math.min(width, right + 0.5); x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const u = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) / area;
      const v = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      put(y * width + x, u * a[2] + v * b[2] + w * c[2], u, v, w);
    }
  }
}

/** Draws a line with an opacity over what is there; hidden where something is nearer by more than `bias`. */
export function drawLine(
  raster: Raster,
  a: Vertex,
  b: Vertex,
  color: Color,
  opacity: number,
  thickness: number,
  bias = Number.POSITIVE_INFINITY,
): void {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!Number.isFinite(length) || length > 20_000) return;
  const steps = Math.max(1, Math.ceil(2 * length));
  const touched = new Set<number>();
  for (let i = 0; i <= steps; i++) {
    const s = i / steps;
    const [x, y, depth] = [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])];
    const half = (thickness - 1) / 2;
    for (let dy = -half; dy <= half; dy++) {
      for (let dx = -half; dx <= half; dx++) {
        const [column, row] = [Math.floor(x + dx), Math.floor(y + dy)];
        if (column < 0 || row < 0 || column >= raster.width || row >= raster.height) continue;
        const pixel = row * raster.width + column;
        if (touched.has(pixel) || depth - bias > raster.depths[pixel]) continue;
        touched.add(pixel);
        blend(raster, pixel, color, opacity);
      }
    }
  }
}

export function drawDisc(raster: Raster, at: Vertex, radius: number, color: Color): void {
  for (let y = Math.floor(at[1] - radius); y <= at[1] + radius; y++) {
    for (let x = Math.floor(at[0] - radius); x <= at[0] + radius; x++) {
      const isInside = Math.hypot(x + 0.5 - at[0], y + 0.5 - at[1]) <= radius;
      if (isInside && x >= 0 && y >= 0 && x < raster.width && y < raster.height)
        blend(raster, y * raster.width + x, color, 1);
    }
  }
}

/** Puts a colour with an opacity over a pixel. */
export function blend({ pixels }: Raster, pixel: number, [r, g, b]: Color, opacity: number): void {
  const i = 4 * pixel;
  const below = pixels[i + 3] / 255;
  const whole = opacity + below * (1 - opacity);
  if (whole === 0) return;
  const mix = (over: number, under: number) => (over * opacity + under * below * (1 - opacity)) / whole;
  pixels[i] = mix(r, pixels[i]);
  pixels[i + 1] = mix(g, pixels[i + 1]);
  pixels[i + 2] = mix(b, pixels[i + 2]);
  pixels[i + 3] = 255 * whole;
}

/** Half the size: each pixel is the mean of four. */
export function halved({ pixels, width, height }: Raster): Uint8ClampedArray {
  const out = new Uint8ClampedArray(pixels.length / 4);
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < width / 2; x++) {
      const corners = [0, 1, width, width + 1].map((offset) => 4 * (2 * y * width + 2 * x + offset));
      const opacity = corners.reduce((sum, i) => sum + pixels[i + 3], 0);
      const o = 4 * ((y * width) / 2 + x);
      if (opacity === 0) continue;
      for (let k = 0; k < 3; k++) {
        out[o + k] = corners.reduce((sum, i) => sum + pixels[i + k] * pixels[i + 3], 0) / opacity;
      }
      out[o + 3] = opacity / 4;
    }
  }
  return out;
}
