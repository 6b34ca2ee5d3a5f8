import { decodeBase64, encodeBase64 } from '../formats/base64.ts';
import { compliantSnapshotViolation, isCompliant } from '../sim/solids/compliant/snapshot-violation.ts';
import type { SolidSnapshot } from '../sim/solids/run-solids.ts';
import { snapshotViolation } from '../sim/solids/steps/snapshot-error.ts';
import { exactJson } from './exact-json.ts';

/** A snapshot from which a run cannot resume: damaged, of another scene, or inconsistent. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

const FORMAT = 'appulse-snapshot/1';

/** Packed numbers in the file: their type, number of bytes, and the bytes in little-endian order. */
const PACKED = { Float64Array, Int32Array, Uint8Array } as const;
type PackedName = keyof typeof PACKED;
interface PackedText {
  readonly packed: PackedName;
  readonly bytes: number;
  readonly base64: string;
}

/**
 * A snapshot as text, with checksums of its scene text and of its own content.
 *
 * @example
 * ```ts
 * import { createWorldFromScene, decodeSnapshot, encodeSnapshot, readScene } from 'appulse';
 *
 * const text = `{
 *   "world": "solids", "title": "A drop", "description": "A sphere falls.",
 *   "bodies": [{ "name": "sphere", "shape": { "kind": "sphere", "radius": 0.1 }, "mass": 1 }],
 *   "forces": { "gravity": [0, 0, -9.81] },
 *   "time": { "end": 1, "method": "steps" }
 * }`;
 * const scene = readScene(text, 'drop');
 * if (scene.world !== 'solids') throw new Error('not a rigid-body scene');
 * const world = createWorldFromScene(scene);
 * world.step();
 * const saved = encodeSnapshot(world.snapshot().steps, text);
 * console.log(decodeSnapshot(saved, text).time === world.time); // true
 * ```
 */
export function encodeSnapshot(snapshot: SolidSnapshot, sceneText: string): string {
  const state = exactJson(toText(snapshot));
  return `{"format":"${FORMAT}","scene":"${checksum(sceneText)}","check":"${checksum(state)}","state":${state}}\n`;
}

/**
 * The snapshot in a text of `encodeSnapshot`. Throws a SnapshotError if it is none, is damaged, is of another scene, or
 * cannot be resumed from.
 */
export function decodeSnapshot(text: string, sceneText: string): SolidSnapshot {
  const [, scene, check, state] =
    text.match(/^\{"format":"appulse-snapshot\/1","scene":"(\w+)","check":"(\w+)","state":(.*)\}\n?$/s) ?? [];
  if (state === undefined) throw new SnapshotError(`expected a snapshot (${FORMAT})`);
  if (checksum(state) !== check) throw new SnapshotError('the snapshot is damaged');
  if (checksum(sceneText) !== scene) throw new SnapshotError('the snapshot is of another scene');
  const snapshot = fromText(parseJson(state));
  const violation = isCompliant(snapshot) ? compliantSnapshotViolation(snapshot) : snapshotViolation(snapshot);
  if (violation !== undefined) throw new SnapshotError(`the snapshot cannot be resumed from: ${violation}`);
  return snapshot as SolidSnapshot;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SnapshotError('the snapshot cannot be resumed from: its state is not JSON', { cause });
  }
}

function toText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const packed = (Object.keys(PACKED) as PackedName[]).find((name) => value instanceof PACKED[name]);
  if (packed === undefined) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toText(item)]));
  const { buffer, byteOffset, byteLength } = value as Float64Array;
  return { packed, bytes: byteLength, base64: encodeBase64(new Uint8Array(buffer, byteOffset, byteLength)) };
}

/** Maximum nesting of objects in a snapshot: state, its groups, vectors and packed numbers. */
const MAX_DEPTH = 4;

function fromText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (depth > MAX_DEPTH)
    throw new SnapshotError('the snapshot cannot be resumed from: its objects are nested too deep');
  if ('packed' in value) return unpack(value as Partial<PackedText>);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromText(item, depth + 1)]));
}

/** Packed numbers; undefined if invalid, so that they count as missing. */
function unpack({ packed, bytes, base64 }: Partial<PackedText>): Float64Array | Int32Array | Uint8Array | undefined {
  const Numbers = Object.entries(PACKED).find(([name]) => name === packed)?.[1];
  if (!Numbers || typeof base64 !== 'string' || !Number.isSafeInteger(bytes) || bytes === undefined) return undefined;
  if (bytes < 0 || bytes > base64.length || bytes % Numbers.BYTES_PER_ELEMENT !== 0) return undefined;
  const found = decodeBase64(base64, 0, bytes);
  // a copy starts at offset 0 of its own buffer, aligned as doubles require
  return found?.length === bytes ? new Numbers(Uint8Array.from(found).buffer) : undefined;
}

/** 32-bit FNV-1a over the characters, as 8 hex digits: detects damage, not forgery. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
