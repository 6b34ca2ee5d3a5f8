/** Longer texts are not unpacked from a link: no scene a person shares is, and a link could pack far more. */
const LONGEST = 4 * 1024 * 1024;

/** A text as letters that an address may hold: UTF-8, deflated, in the alphabet of base64url. */
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

/** The way back; undefined when that is no such text. */
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

/** Undefined when more than `most` bytes come out. */
async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(through)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) return undefined;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
