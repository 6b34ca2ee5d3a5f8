import { crc32 } from './crc32.ts';
import { encodeUtf8, joinBytes } from './text-bytes.ts';

/** A schema of JSON messages. */
export interface McapSchema {
  readonly name: string;
  /** JSON Schema of the messages. */
  readonly schema: object;
}

/** A topic and the name of the schema of its messages. */
export interface McapChannel {
  readonly topic: string;
  readonly schema: string;
}

export interface McapMessage {
  readonly topic: string;
  /** [ns] */
  readonly time: bigint;
  /** JSON text. */
  readonly text: string;
}

/** Opcodes of records, https://mcap.dev/spec. */
const OPCODE = {
  header: 1,
  footer: 2,
  schema: 3,
  channel: 4,
  message: 5,
  chunk: 6,
  messageIndex: 7,
  chunkIndex: 8,
  statistics: 11,
  summaryOffset: 14,
  dataEnd: 15,
} as const;

const MAGIC = Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a);
/** A chunk ends when it is this large [bytes]: readers load a chunk at a time. */
const CHUNK_BYTES = 2 ** 20;

const uint16 = (value: number) => Uint8Array.of(value, value >>> 8);
const uint32 = (value: number) => Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
const uint64 = (value: bigint | number) => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
const sized = (bytes: Uint8Array) => joinBytes([uint32(bytes.length), bytes]);
const text = (value: string) => sized(encodeUtf8(value));
const NO_ENTRIES = uint32(0);

function record(opcode: number, fields: readonly Uint8Array[]): Uint8Array {
  const content = joinBytes(fields);
  return joinBytes([Uint8Array.of(opcode), uint64(content.length), content]);
}

/** Messages of one chunk that is being filled. */
interface Chunk {
  readonly records: Uint8Array[];
  length: number;
  start: bigint;
  end: bigint;
  /** Time and offset of the messages of each channel. */
  readonly index: Map<number, Uint8Array[]>;
}

const emptyChunk = (): Chunk => ({ records: [], length: 0, start: 0n, end: 0n, index: new Map() });

/** Totals of the file. */
interface Totals {
  readonly counts: bigint[];
  start: bigint;
  end: bigint;
  readonly chunks: Uint8Array[];
}

/**
 * The bytes of an MCAP file of JSON messages, which are read one at a time: uncompressed chunks with indexes, and a summary. Messages are in the order
 * of time.
 */
export function* writeMcap(
  schemas: readonly McapSchema[],
  channels: readonly McapChannel[],
  messages: Iterable<McapMessage>,
): Generator<Uint8Array> {
  const ids = new Map(channels.map(({ topic }, id) => [topic, id]));
  const definitions = [
    ...schemas.map(schemaRecord),
    ...channels.map((channel, id) => channelRecord(channel, id, schemas)),
  ];
  const totals: Totals = { counts: channels.map(() => 0n), start: 0n, end: 0n, chunks: [] };
  let position = 0;
  function* put(bytes: Uint8Array): Generator<Uint8Array> {
    position += bytes.length;
    yield bytes;
  }
  yield* put(joinBytes([MAGIC, record(OPCODE.header, [text(''), text('appulse')]), ...definitions]));
  let chunk = emptyChunk();
  for (const message of messages) {
    addMessage(chunk, totals, ids.get(message.topic) as number, message);
    if (chunk.length < CHUNK_BYTES) continue;
    yield* put(closeChunk(chunk, totals, position));
    chunk = emptyChunk();
  }
  if (chunk.length > 0) yield* put(closeChunk(chunk, totals, position));
  yield* put(record(OPCODE.dataEnd, [uint32(0)]));
  yield summary(definitions, schemas.length, totals, position);
}

function schemaRecord({ name, schema }: McapSchema, index: number): Uint8Array {
  const data = sized(encodeUtf8(JSON.stringify(schema)));
  return record(OPCODE.schema, [uint16(index + 1), text(name), text('jsonschema'), data]);
}

function channelRecord({ topic, schema }: McapChannel, id: number, schemas: readonly McapSchema[]): Uint8Array {
  const schemaId = schemas.findIndex(({ name }) => name === schema) + 1;
  return record(OPCODE.channel, [uint16(id), uint16(schemaId), text(topic), text('json'), NO_ENTRIES]);
}

function addMessage(chunk: Chunk, totals: Totals, id: number, message: McapMessage): void {
  const time = uint64(message.time);
  const sequence = Number(totals.counts[id]++);
  const bytes = record(OPCODE.message, [uint16(id), uint32(sequence), time, time, encodeUtf8(message.text)]);
  if (chunk.length === 0) chunk.start = message.time;
  if (chunk.length === 0 && totals.chunks.length === 0) totals.start = message.time;
  chunk.end = message.time;
  totals.end = message.time;
  const index = chunk.index.get(id) ?? [];
  chunk.index.set(id, index);
  index.push(time, uint64(chunk.length));
  chunk.records.push(bytes);
  chunk.length += bytes.length;
}

/** The chunk and its message indexes; its chunk index is stored for the summary. */
function closeChunk({ records, length, start, end, index }: Chunk, totals: Totals, position: number): Uint8Array {
  const content = joinBytes(records);
  const times = [uint64(start), uint64(end)];
  const chunk = record(OPCODE.chunk, [
    ...times,
    uint64(length),
    uint32(crc32(content)),
    text(''),
    uint64(length),
    content,
  ]);
  const offsets: Uint8Array[] = [];
  const indexes: Uint8Array[] = [];
  let at = position + chunk.length;
  for (const [id, entries] of index) {
    const bytes = record(OPCODE.messageIndex, [uint16(id), sized(joinBytes(entries))]);
    offsets.push(uint16(id), uint64(at));
    indexes.push(bytes);
    at += bytes.length;
  }
  const indexLength = at - position - chunk.length;
  totals.chunks.push(
    record(OPCODE.chunkIndex, [
      ...times,
      uint64(position),
      uint64(chunk.length),
      sized(joinBytes(offsets)),
      uint64(indexLength),
      text(''),
      uint64(length),
      uint64(length),
    ]),
  );
  return joinBytes([chunk, ...indexes]);
}

/** Definitions, statistics and chunk indexes with the offsets of these groups, the footer and the final magic. */
function summary(
  definitions: readonly Uint8Array[],
  schemaCount: number,
  totals: Totals,
  position: number,
): Uint8Array {
  const { counts, chunks, start, end } = totals;
  const statistics = record(OPCODE.statistics, [
    uint64(counts.reduce((sum, count) => sum + count, 0n)),
    uint16(schemaCount),
    uint32(counts.length),
    uint32(0),
    uint32(0),
    uint32(chunks.length),
    uint64(start),
    uint64(end),
    sized(joinBytes(counts.flatMap((count, id) => [uint16(id), uint64(count)]))),
  ]);
  const groups: (readonly [number, readonly Uint8Array[]])[] = [
    [OPCODE.schema, definitions.slice(0, schemaCount)],
    [OPCODE.channel, definitions.slice(schemaCount)],
    [OPCODE.statistics, [statistics]],
    [OPCODE.chunkIndex, chunks],
  ];
  const parts: Uint8Array[] = [];
  const offsets: Uint8Array[] = [];
  let at = position;
  for (const [opcode, records] of groups) {
    const bytes = joinBytes(records);
    if (bytes.length > 0) {
      offsets.push(record(OPCODE.summaryOffset, [Uint8Array.of(opcode), uint64(at), uint64(bytes.length)]));
    }
    parts.push(bytes);
    at += bytes.length;
  }
  const footerLength = 8 + 8 + 4;
  const checked = joinBytes([
    ...parts,
    ...offsets,
    Uint8Array.of(OPCODE.footer),
    uint64(footerLength),
    uint64(position),
    uint64(at),
  ]);
  return joinBytes([checked, uint32(crc32(checked)), MAGIC]);
}
