import { decodeBase64 } from '../base64.ts';
import { referencedFile } from '../file-references.ts';
import { isTooDeep } from '../json-depth.ts';
import { type FileLocation, MeshFileError } from '../mesh-file-error.ts';
import { dataView } from '../scalar-type.ts';
import { decodeUtf8, hasTextAt } from '../text-bytes.ts';

/** A value of the JSON of a file, not yet checked. */
export type Json = Readonly<Record<string, unknown>>;

/** The JSON of a glTF file with access to its values by path, and its buffers. */
export interface GltfDocument {
  readonly root: Json;
  /** A list of objects of the file by its name; empty if there is none. */
  list(name: string): readonly Json[];
  /** An item of such a list by the index that `from` gives at `path`. */
  item(name: string, index: unknown, path: string): Json;
  /** An integer of at least `min`; `fallback` where there is none. */
  whole(value: unknown, path: string, fallback?: number, min?: number): number;
  buffer(index: unknown, path: string): Uint8Array;
  fail(expected: string, got?: unknown): never;
}

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER = 12;

export function isGlb(bytes: Uint8Array): boolean {
  return hasTextAt(bytes, 'glTF', 0);
}

/** The JSON of a .gltf file, or of the first chunk of a .glb file with the data of its second one. */
export function openGltf(
  source: string,
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array> | undefined,
): GltfDocument {
  const { root, binary } = isGlb(bytes)
    ? openGlb(source, bytes)
    : { root: parseJson(source, bytes, undefined), binary: undefined };
  const fail = (expected: string, got?: unknown): never => {
    throw new MeshFileError(source, undefined, expected, got);
  };
  const lists = new Map<string, readonly Json[]>();
  const list = (name: string): readonly Json[] => {
    const known = lists.get(name);
    if (known) return known;
    const value = root[name] ?? [];
    if (!Array.isArray(value) || !value.every(isObject)) return fail(`${name} must be a list of objects`);
    lists.set(name, value);
    return value;
  };
  const whole = (value: unknown, path: string, fallback?: number, min = 0): number => {
    if (value === undefined && fallback !== undefined) return fallback;
    if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
    return fail(`${path} must be an integer from ${min}`, value ?? 'none');
  };
  const item = (name: string, index: unknown, path: string): Json => {
    const items = list(name);
    return items[whole(index, path)] ?? fail(`${path} must be an index of ${name} (there are ${items.length})`, index);
  };
  const known = new Map<number, Uint8Array>();
  const buffer = (index: unknown, path: string): Uint8Array => {
    const { uri, byteLength } = item('buffers', index, path);
    const place = `buffers[${index}]`;
    const data = known.get(index as number) ?? readBuffer(source, place, uri, binary, index === 0, files, fail);
    known.set(index as number, data);
    const length = whole(byteLength, `${place}.byteLength`, undefined, 1);
    if (data.length < length) fail(`truncated: ${place} must have ${length} bytes`, data.length);
    return data.subarray(0, length);
  };
  const document: GltfDocument = { root, list, item, whole, buffer, fail };
  checkAsset(document);
  return document;
}

/** The files that a .gltf file refers to: buffers that are not part of it. */
export function gltfReferences(source: string, bytes: Uint8Array): string[] {
  const { root } = isGlb(bytes) ? openGlb(source, bytes) : { root: parseJson(source, bytes, undefined) };
  const buffers = Array.isArray(root['buffers']) ? root['buffers'] : [];
  return buffers.flatMap((entry: unknown) => {
    const uri = isObject(entry) ? entry['uri'] : undefined;
    return typeof uri === 'string' && !uri.startsWith('data:') ? [decodeUri(uri)] : [];
  });
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readBuffer(
  source: string,
  place: string,
  uri: unknown,
  binary: Uint8Array | undefined,
  isFirst: boolean,
  files: ReadonlyMap<string, Uint8Array> | undefined,
  fail: GltfDocument['fail'],
): Uint8Array {
  if (uri === undefined) {
    return (isFirst ? binary : undefined) ?? fail(`${place} must have a uri: there is no binary chunk for it`);
  }
  if (typeof uri !== 'string') return fail(`${place}.uri must be a text`, uri);
  const data = /^data:[^,]*?;base64,/.exec(uri);
  if (data) return decodeBase64(uri, data[0].length, uri.length) ?? fail(`${place}.uri must have complete base64 data`);
  if (uri.startsWith('data:')) return fail(`${place}.uri must have its data in base64`, uri.slice(0, 40));
  return referencedFile(source, undefined, decodeUri(uri), files).bytes;
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function openGlb(source: string, bytes: Uint8Array): { root: Json; binary: Uint8Array | undefined } {
  const fail = (byte: number, expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { byte }, expected, got);
  };
  const view = dataView(bytes);
  if (bytes.length < HEADER + 8) fail(0, `truncated: a GLB file must have at least ${HEADER + 8} bytes`, bytes.length);
  if (view.getUint32(4, true) !== 2) fail(4, 'the version of a GLB file must be 2', view.getUint32(4, true));
  const length = view.getUint32(8, true);
  if (length > bytes.length) fail(8, `truncated: the file must have ${length} bytes`, bytes.length);
  const chunks: { type: number; data: Uint8Array; at: number }[] = [];
  for (let at = HEADER; at + 8 <= length; ) {
    const size = view.getUint32(at, true);
    if (at + 8 + size > length) fail(at, `a chunk must end within the file, at ${length}`, at + 8 + size);
    chunks.push({ type: view.getUint32(at + 4, true), data: bytes.subarray(at + 8, at + 8 + size), at: at + 8 });
    at += 8 + size;
  }
  const [first, second] = chunks;
  if (first?.type !== JSON_CHUNK) return fail(HEADER, 'the first chunk of a GLB file must be JSON');
  return {
    root: parseJson(source, first.data, { byte: first.at }),
    binary: second?.type === BINARY_CHUNK ? second.data : undefined,
  };
}

function parseJson(source: string, bytes: Uint8Array, location: FileLocation | undefined): Json {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes).replace(/^\ufeff/, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MeshFileError(source, location, `a glTF file must be valid JSON in UTF-8 (${reason})`);
  }
  if (!isObject(value) || isTooDeep(value)) {
    throw new MeshFileError(source, location, 'a glTF file must be an object, and not deeply nested');
  }
  return value;
}

/** Extensions that do not change the shape of a mesh. */
const HARMLESS = /^(KHR_(materials|texture|lights|mesh_quantization|animation|xmp)|EXT_(texture|lights)|MSFT_texture)/;
const COMPRESSED = /draco|meshopt/i;

function checkAsset({ root, fail }: GltfDocument): void {
  const asset = root['asset'];
  const version = isObject(asset) ? asset['version'] : undefined;
  if (typeof version !== 'string' || !/^2\.\d+$/.test(version)) fail('asset.version must be 2.0', version ?? 'none');
  const required = root['extensionsRequired'] ?? [];
  if (!Array.isArray(required)) fail('extensionsRequired must be a list');
  for (const name of required as readonly unknown[]) {
    if (COMPRESSED.test(String(name))) fail(COMPRESSED_MESSAGE, name);
    if (!HARMLESS.test(String(name)))
      fail('extensionsRequired must not have an extension that changes meshes and is not read', name);
  }
}

export const COMPRESSED_MESSAGE =
  'meshes must not be compressed (Draco and meshopt are not read: export without compression)';
