import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../src/formats/crc32.ts';
import { unzip } from './unzip.ts';
import { zip } from './zip.ts';

const files = [
  { name: 'summary.json', bytes: new TextEncoder().encode('{"a": 1}') },
  { name: 'größe.csv', bytes: new TextEncoder().encode('x,y\n1,2\n') },
  { name: 'empty', bytes: new Uint8Array() },
];

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('an archive of exported files', () => {
  it('returns every file', async () => {
    expect(await unzip(await bytesOf(zip(files)))).toEqual(files);
  });

  it('has the checksum of the format', () => {
    // the check value of the polynomial
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('is read when its files are compressed', async () => {
    const text = new TextEncoder().encode('{}'.repeat(1000));
    const packed = Uint8Array.from(deflateRawSync(text));
    const archive = await bytesOf(zip([{ name: 'run/summary.json', bytes: packed }]));
    // the same archive, marked as deflated: the method is at offset 8 of the file and 10 of its entry
    const view = new DataView(archive.buffer);
    view.setUint16(8, 8, true);
    view.setUint16(archive.length - 22 - 46 - 'run/summary.json'.length + 10, 8, true);
    expect(await unzip(archive)).toEqual([{ name: 'summary.json', bytes: text }]);
  });

  it('reports an invalid or truncated archive', async () => {
    await expect(unzip(new Uint8Array(100))).rejects.toThrow('not a ZIP archive');
    const whole = await bytesOf(zip(files));
    await expect(unzip(whole.slice(0, 40))).rejects.toThrow('not a ZIP archive');
  });
});
