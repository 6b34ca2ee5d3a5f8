import { deflateSync } from 'node:zlib';

/** Colours of a palette at most: fewer make a smaller file. */
const COLORS = 96;

/** A small PNG from pixels of four bytes: a palette with opacities, made of the most frequent colours. */
export function indexedPng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const { palette, indices } = quantize(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // eight bits per pixel, a palette
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => color.slice(0, 3)));
  const opacities = Buffer.from(palette.map(([, , , a]) => a));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('tRNS', opacities),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Rgba = readonly [number, number, number, number];

function quantize(pixels: Uint8ClampedArray): { palette: Rgba[]; indices: Uint8Array } {
  const keyAt = (i: number) => {
    const a = pixels[i + 3] & 0xf0;
    return a === 0
      ? 0
      : ((pixels[i] >> 3) << 17) | ((pixels[i + 1] >> 3) << 12) | ((pixels[i + 2] >> 3) << 7) | (a >> 4);
  };
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 4) counts.set(keyAt(i), (counts.get(keyAt(i)) ?? 0) + 1);
  const frequent = [...counts].sort(([k, a], [l, b]) => b - a || k - l).slice(0, COLORS);
  const palette = frequent.map(([key]): Rgba => {
    const wide = (value: number) => Math.round((value * 255) / 31);
    return [wide((key >> 17) & 31), wide((key >> 12) & 31), wide((key >> 7) & 31), Math.round(((key & 15) * 255) / 15)];
  });
  const known = new Map(frequent.map(([key], i) => [key, i]));
  const indices = new Uint8Array(pixels.length / 4);
  for (let i = 0; i < pixels.length; i += 4) {
    const key = keyAt(i);
    const index = known.get(key) ?? nearest(palette, pixels, i);
    known.set(key, index);
    indices[i / 4] = index;
  }
  return { palette, indices };
}

function nearest(palette: readonly Rgba[], pixels: Uint8ClampedArray, i: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [k, [r, g, b, a]] of palette.entries()) {
    const opacity = 2 * (a - pixels[i + 3]);
    const distance = (r - pixels[i]) ** 2 + (g - pixels[i + 1]) ** 2 + (b - pixels[i + 2]) ** 2 + opacity ** 2;
    if (distance < least) [best, least] = [k, distance];
  }
  return best;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
