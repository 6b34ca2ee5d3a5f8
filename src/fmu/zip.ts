import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../formats/crc32.ts';

/** Methods of a ZIP file. */
const STORED = 0;
const DEFLATED = 8;
/** Version 2.0 of the format: folders and deflate. */
const VERSION = 20;
/** File names are UTF-8. */
const UTF8 = 0x800;
/** 1 January 1980, the first date of the format: the same content gives the same bytes at any time. */
const DATE = 0x21;
/** Limit of the lengths without the extension ZIP64. */
const MAX_LENGTH = 0xffffffff;

interface Entry {
  readonly name: Buffer;
  readonly method: number;
  readonly checksum: number;
  readonly length: number;
  readonly data: Buffer;
  readonly offset: number;
}

/** A ZIP file of these files, in their order, by path with `/`. Files are deflated where that makes them smaller. */
export function createZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const pieces: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const packed = deflateRawSync(content, { level: 9 });
    const isSmaller = packed.length < content.length;
    const entry: Entry = {
      name: Buffer.from(path),
      method: isSmaller ? DEFLATED : STORED,
      checksum: crc32(content),
      length: content.length,
      data: isSmaller ? packed : Buffer.from(content),
      offset,
    };
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    writeFields(head, 4, entry);
    pieces.push(head, entry.name, entry.data);
    entries.push(entry);
    offset += head.length + entry.name.length + entry.data.length;
  }
  const directory = entries.flatMap((entry) => [directoryHead(entry), entry.name]);
  const length = directory.reduce((sum, { length }) => sum + length, 0);
  if (offset + length > MAX_LENGTH || entries.length > 0xffff) {
    throw new RangeError(`a ZIP file holds at most ${MAX_LENGTH} bytes and 65535 files`);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}

/** Fields that a file has in front of its data and again in the directory. */
function writeFields(out: Buffer, at: number, { method, checksum, data, length, name }: Entry): void {
  out.writeUInt16LE(VERSION, at);
  out.writeUInt16LE(UTF8, at + 2);
  out.writeUInt16LE(method, at + 4);
  out.writeUInt16LE(DATE, at + 8);
  out.writeUInt32LE(checksum, at + 10);
  out.writeUInt32LE(data.length, at + 14);
  out.writeUInt32LE(length, at + 18);
  out.writeUInt16LE(name.length, at + 22);
}

/** Permissions of a plain file under Unix: it can be read by all and run. */
const PERMISSIONS = 0o100755 * 2 ** 16;

function directoryHead(entry: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  // written under Unix, so that the permissions count
  head.writeUInt16LE(0x0300 + VERSION, 4);
  writeFields(head, 6, entry);
  head.writeUInt32LE(PERMISSIONS, 38);
  head.writeUInt32LE(entry.offset, 42);
  return head;
}
