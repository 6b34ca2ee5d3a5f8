import { expect, it } from 'vitest';
import { readImageInfo } from './image-size.ts';

const png = Uint8Array.of(
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  13,
  73,
  72,
  68,
  82,
  0,
  0,
  1,
  4,
  0,
  0,
  0,
  7,
  8,
);

it('reads the size of a PNG', () => {
  expect(readImageInfo(png)).toEqual({ type: 'image/png', width: 260, height: 7 });
});

it('reads the size of a JPEG behind other segments and fill bytes', () => {
  const jpeg = [
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, 1, 0, 2, 128, 3, 0, 0,
  ];
  expect(readImageInfo(Uint8Array.from(jpeg))).toEqual({ type: 'image/jpeg', width: 640, height: 256 });
});

it('has no size of other content, of truncated files and of empty pictures', () => {
  for (const bytes of [[], [0xff], [0xff, 0xd8, 0xff, 0xc0], [60, 115, 118, 103, 62], [...png.subarray(0, 20)]]) {
    expect(readImageInfo(Uint8Array.from(bytes))).toBeUndefined();
  }
  const empty = png.slice();
  empty[18] = 0;
  empty[19] = 0;
  expect(readImageInfo(empty)).toBeUndefined();
});
