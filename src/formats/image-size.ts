/** A picture file that is recognised by its content. */
export interface ImageInfo {
  readonly type: 'image/png' | 'image/jpeg';
  /** [px] */
  readonly width: number;
  readonly height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Type and size of a PNG or JPEG picture; undefined for other content. */
export function readImageInfo(bytes: Uint8Array): ImageInfo | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && PNG.every((value, i) => bytes[i] === value)) {
    return sized('image/png', view.getUint32(16), view.getUint32(20));
  }
  return bytes.length >= 4 && view.getUint16(0) === 0xffd8 ? readJpeg(view) : undefined;
}

function sized(type: ImageInfo['type'], width: number, height: number): ImageInfo | undefined {
  return width > 0 && height > 0 ? { type, width, height } : undefined;
}

/** Segments up to the first frame header (SOF), which has the size. */
function readJpeg(view: DataView): ImageInfo | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++; // fill byte
      continue;
    }
    // C4, C8 and CC of this range are tables
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    const isStandalone = (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;
    at += isStandalone ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
