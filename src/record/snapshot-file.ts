import { decodeBase64, encodeBase64 } from '../formats/base64.ts';
import type { StepSnapshot } from '../sim/solids/steps/snapshot.ts';
import { snapshotFault } from '../sim/solids/steps/snapshot-error.ts';
import { exactJson } from './exact-json.ts';

/** A snapshot that cannot be gone on from. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

const FORMAT = 'appulse-snapshot/1';

/** Packed numbers as a file has them: their type, how many bytes, and the bytes, the lowest first. */
const PACKED = { Float64Array, Int32Array, Uint8Array } as const;
type PackedName = keyof typeof PACKED;
interface PackedText {
  readonly packed: PackedName;
  readonly bytes: number;
  readonly base64: string;
}

/** A snapshot as a text, with marks of the scene it belongs to and of its own content. */
export function encodeSnapshot(snapshot: StepSnapshot, sceneText: string): string {
  const state = exactJson(toText(snapshot));
  return `{"format":"${FORMAT}","scene":"${checksum(sceneText)}","check":"${checksum(state)}","state":${state}}\n`;
}

/** The snapshot in a text. Throws a SnapshotError if it is none, is damaged, is of another scene, or cannot be gone on from. */
export function decodeSnapshot(text: string, sceneText: string): StepSnapshot {
  const [, scene, check, state] =
    text.match(/^\{"format":"appulse-snapshot\/1","scene":"(\w+)","check":"(\w+)","state":(.*)\}\n?$/s) ?? [];
  if (state === undefined) throw new SnapshotError(`expected a snapshot (${FORMAT})`);
  if (checksum(state) !== check) throw new SnapshotError('the snapshot is damaged');
  if (checksum(sceneText) !== scene) throw new SnapshotError('the snapshot is of another scene');
  const snapshot = fromText(parseJson(state));
  const fault = snapshotFault(snapshot);
  if (fault !== undefined) throw new SnapshotError(`the snapshot cannot be gone on from: ${fault}`);
  return snapshot as StepSnapshot;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SnapshotError('the snapshot cannot be gone on from: its state is not JSON', { cause });
  }
}

function toText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const packed = (Object.keys(PACKED) as PackedName[]).find((name) => value instanceof PACKED[name]);
  if (packed === undefined) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toText(item)]));
  const { buffer, byteOffset, byteLength } = value as Float64Array;
  return { packed, bytes: byteLength, base64: encodeBase64(new Uint8Array(buffer, byteOffset, byteLength)) };
}

/** Objects in a snapshot are not nested deeper than this: state, its groups, vectors and packed numbers. */
const MAX_DEPTH = 4;

function fromText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (depth > MAX_DEPTH)
    throw new SnapshotError('the snapshot cannot be gone on from: its objects are nested too deep');
  if ('packed' in value) return unpack(value as Partial<PackedText>);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromText(item, depth + 1)]));
}

/** Packed numbers; undefined if they are none, so that they count as missing. */
function unpack({ packed, bytes, base64 }: Partial<PackedText>): Float64Array | Int32Array | Uint8Array | undefined {
  const Numbers = Object.entries(PACKED).find(([name]) => name === packed)?.[1];
  if (!Numbers || typeof base64 !== 'string' || !Number.isSafeInteger(bytes) || bytes === undefined) return undefined;
  if (bytes < 0 || bytes > base64.length || bytes % Numbers.BYTES_PER_ELEMENT !== 0) return undefined;
  const found = decodeBase64(base64, 0, bytes);
  // a copy begins at the start of its own buffer, as doubles need it
  return found?.length === bytes ? new Numbers(Uint8Array.from(found).buffer) : undefined;
}

/** 32-bit FNV-1a over the characters, as 8 hex digits: tells a damaged text, not a forged one. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
