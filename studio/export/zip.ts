import { crc32 } from '../../src/formats/crc32.ts';
import type { NamedFile } from '../worker/jobs.ts';

/** Files as one ZIP archive, stored without compression: Parquet is already compressed, and readers need no decompression. */
export function zip(files: readonly NamedFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const fields = fileFields(path.length, bytes);
    const local = record(0x04034b50, [...fields, [2, 0]], path);
    parts.push(local, bytes);
    // made by version 2.0, the fields again, no extra, no comment, disk 0, no attributes, offset of the file
    directory.push(record(0x02014b50, [[2, 20], ...fields, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]], path));
    offset += local.length + bytes.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = record(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Version needed, flags (names are UTF-8), stored, time and date of 1980-01-01, checksum, sizes, length of the name. */
function fileFields(nameLength: number, bytes: Uint8Array): Field[] {
  return [
    [2, 20],
    [2, 0x800],
    [2, 0],
    [2, 0],
    [2, 0x21],
    [4, crc32(bytes)],
    [4, bytes.length],
    [4, bytes.length],
    [2, nameLength],
  ];
}

function record(
  signature: number,
  fields: readonly Field[],
  tail: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const length = 4 + fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const out = new Uint8Array(length + tail.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += bytes;
  }
  out.set(tail, length);
  return out;
}
