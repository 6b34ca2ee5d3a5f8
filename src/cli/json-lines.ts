/** One line of a stream, without its line break; `bytes` is undefined when the line was longer than the limit. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
}

const NEWLINE = 10;

/**
 * Splits a stream of bytes into lines and yields them as they arrive, so an answer does not wait for the next query.
 * At most `maxBytes` of a line are held.
 */
export async function* splitLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line[]> {
  let number = 1;
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length > maxBytes) held = [];
    else held.push(part);
  };
  const finish = (): Line => {
    const line = { number: number++, bytes: length > maxBytes ? undefined : Buffer.concat(held) };
    held = [];
    length = 0;
    return line;
  };
  for await (const chunk of input) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      lines.push(finish());
      start = end + 1;
    }
    take(chunk.subarray(start));
    yield lines;
  }
  if (length > 0) yield [finish()];
}
