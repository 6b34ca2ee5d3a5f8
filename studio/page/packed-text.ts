/** Maximum length of an unpacked text: protects against decompression bombs. */
const LONGEST = 4 * 1024 * 1024;

/** Encodes a text for an address: UTF-8, deflate, base64url. */
export async function packText(text: string): Promise<string> {
  const packed = await pipe(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
    Number.POSITIVE_INFINITY,
  );
  let binary = '';
  for (const byte of packed ?? []) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes it; undefined if invalid. */
export async function unpackText(packed: string): Promise<string | undefined> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = await pipe(bytes, new DecompressionStream('deflate-raw'), LONGEST);
    return text && new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return undefined;
  }
}

/** Undefined if the output has more than `max` bytes. */
async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  max: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(through)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > max) return undefined;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
