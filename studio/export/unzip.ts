import type { NamedFile } from '../worker/jobs.ts';

/** The files of a ZIP archive, by its central directory. Folder names are removed. */
export async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<NamedFile[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const files: NamedFile[] = [];
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== 0x02014b50)
      throw new Error('the ZIP archive is damaged: its directory is truncated');
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const [method, size, start] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ];
    const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const stored = bytes.slice(from, from + size);
    if (!name.endsWith('/'))
      files.push({ name: name.split('/').at(-1) ?? name, bytes: await inflated(stored, method, name) });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new Error('this is not a ZIP archive');
}

async function inflated(
  stored: Uint8Array<ArrayBuffer>,
  method: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === 0) return stored;
  if (method !== 8) throw new Error(`${name}: unsupported compression method ${method}`);
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
