/** Storage type of a number in a file: signed and unsigned integers and floats, with their bits. */
export type ScalarType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64';

const SIZES: Readonly<Record<ScalarType, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f32: 4,
  f64: 8,
};

/** [bytes] */
export function scalarSize(type: ScalarType): number {
  return SIZES[type];
}

export function isIntegerType(type: ScalarType): boolean {
  return type !== 'f32' && type !== 'f64';
}

/** Whether the type can hold this number, and a double can hold it exactly. Decimals that a float type would round are accepted. */
export function fitsScalar(type: ScalarType, value: number): boolean {
  if (!isIntegerType(type)) return true;
  if (!Number.isSafeInteger(value)) return false;
  const bits = 8 * SIZES[type];
  const min = type.startsWith('u') ? 0 : -(2 ** (bits - 1));
  return value >= min && value < min + 2 ** bits;
}

/** A 64-bit integer beyond ±2^53 is rounded: see `fitsScalar`. */
export function readScalar(view: DataView, at: number, type: ScalarType, littleEndian: boolean): number {
  switch (type) {
    case 'i8':
      return view.getInt8(at);
    case 'u8':
      return view.getUint8(at);
    case 'i16':
      return view.getInt16(at, littleEndian);
    case 'u16':
      return view.getUint16(at, littleEndian);
    case 'i32':
      return view.getInt32(at, littleEndian);
    case 'u32':
      return view.getUint32(at, littleEndian);
    case 'i64':
      return Number(view.getBigInt64(at, littleEndian));
    case 'u64':
      return Number(view.getBigUint64(at, littleEndian));
    case 'f32':
      return view.getFloat32(at, littleEndian);
    case 'f64':
      return view.getFloat64(at, littleEndian);
  }
}

/**
 * A hint for messages about an implausible count or index: if it is `plausible` in the other byte order, the byte order
 * is probably wrong. Empty if not.
 */
export function byteOrderHint(value: number, type: ScalarType, plausible: (swapped: number) => boolean): string {
  if (!Number.isInteger(value)) return '';
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, BigInt(value), true);
  let swapped = 0;
  for (let k = 0; k < SIZES[type]; k++) swapped = 256 * swapped + view.getUint8(k);
  return plausible(swapped) && swapped !== value
    ? ` (${swapped} in the other byte order, which may be the right one)`
    : '';
}

export function dataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
