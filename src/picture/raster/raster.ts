/** Pixels with depth, drawn from triangles and lines by software: no display, no graphics library, the same bytes everywhere. */

/** Samples per pixel along each direction, averaged: smooths edges. */
const SAMPLES = 2;

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A point: right and down in samples, depth toward the viewer [m]. */
export type RasterPoint = readonly [x: number, y: number, depth: number];

export interface Raster {
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Size in samples. */
  readonly columns: number;
  readonly rows: number;
  /** Red, green and blue of the samples, packed. */
  readonly colors: Uint32Array;
  readonly depths: Float32Array;
  /** What is seen in a sample, -1 for nothing. */
  readonly owners: Int32Array;
}

export function createRaster(width: number, height: number): Raster {
  const [columns, rows] = [SAMPLES * width, SAMPLES * height];
  const count = columns * rows;
  return {
    width,
    height,
    columns,
    rows,
    colors: new Uint32Array(count),
    depths: new Float32Array(count),
    owners: new Int32Array(count),
  };
}

export function clearRaster({ colors, depths, owners }: Raster, background: Rgb): void {
  colors.fill(pack(background));
  depths.fill(Number.NEGATIVE_INFINITY);
  owners.fill(-1);
}

export function pack([red, green, blue]: Rgb): number {
  return (blue << 16) | (green << 8) | red;
}

/** Calls `visit` for each sample inside a triangle, with its depth. */
export function scanTriangle(
  { columns, rows }: Raster,
  a: RasterPoint,
  b: RasterPoint,
  c: RasterPoint,
  visit: (sample: number, depth: number) => void,
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (area === 0) return;
  const left = Math.max(0, Math.ceil(Math.min(a[0], b[0], c[0]) - 0.5));
  const right = Math.min(columns - 1, Math.floor(Math.max(a[0], b[0], c[0]) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5));
  const bottom = Math.min(rows - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5));
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [x, y] = [column + 0.5, row + 0.5];
      // barycentric coordinates
      const v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
      const w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
      if (v < 0 || w < 0 || v + w > 1) continue;
      visit(row * columns + column, a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]));
    }
  }
}

/** A triangle of one colour, where nothing is in front of it. */
export function fillTriangle(
  raster: Raster,
  [a, b, c]: readonly [RasterPoint, RasterPoint, RasterPoint],
  color: Rgb,
  owner: number,
): void {
  const { colors, depths, owners } = raster;
  const packed = pack(color);
  scanTriangle(raster, a, b, c, (sample, depth) => {
    if (depth < depths[sample]) return;
    depths[sample] = depth;
    colors[sample] = packed;
    owners[sample] = owner;
  });
}

/** A line as wide as `thickness` samples, where nothing is more than `tolerance` in front of it. */
export function drawLine(
  { columns, rows, colors, depths }: Raster,
  from: RasterPoint,
  to: RasterPoint,
  color: Rgb,
  { thickness = SAMPLES, tolerance = Number.POSITIVE_INFINITY } = {},
): void {
  const packed = pack(color);
  const length = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const steps = Math.min(Math.ceil(length), 4 * (columns + rows));
  for (let k = 0; k <= steps; k++) {
    const t = steps === 0 ? 0 : k / steps;
    const depth = from[2] + t * (to[2] - from[2]) + tolerance;
    const left = Math.round(from[0] + t * (to[0] - from[0]) - thickness / 2);
    const top = Math.round(from[1] + t * (to[1] - from[1]) - thickness / 2);
    for (let row = Math.max(top, 0); row < Math.min(top + thickness, rows); row++) {
      for (let column = Math.max(left, 0); column < Math.min(left + thickness, columns); column++) {
        const sample = row * columns + column;
        if (depth >= depths[sample]) colors[sample] = packed;
      }
    }
  }
}

/** The pixels: red, green, blue and 255 for each, row by row. */
export function rasterPixels({ width, height, columns, colors }: Raster): Uint8ClampedArray {
  const out = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (let j = 0; j < SAMPLES; j++) {
        for (let i = 0; i < SAMPLES; i++) {
          const color = colors[(SAMPLES * row + j) * columns + SAMPLES * column + i];
          red += color & 255;
          green += (color >> 8) & 255;
          blue += (color >> 16) & 255;
        }
      }
      const at = 4 * (row * width + column);
      out[at] = red / SAMPLES ** 2;
      out[at + 1] = green / SAMPLES ** 2;
      out[at + 2] = blue / SAMPLES ** 2;
      out[at + 3] = 255;
    }
  }
  return out;
}
