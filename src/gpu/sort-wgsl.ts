/**
 * Bitonic sort of the hits by time, kind and elements: 512 of them at a time in workgroup memory, larger distances in passes of their own. The number
 * is a power of two; entries beyond the last hit are filled with the largest key.
 */
import { COUNTERS, SORT_FIELDS, structOf } from './parameters.ts';

/** Hits sorted by one workgroup. */
export const SORT_BLOCK = 512;

const HEAD = /* wgsl */ `${structOf('Pass', SORT_FIELDS)}
@group(0) @binding(0) var<uniform> sorting: Pass;
@group(0) @binding(1) var<storage, read_write> hits: array<vec4<u32>>;

/** Time, then kind and first element, then second element. */
fn isAfter(a: vec4<u32>, b: vec4<u32>) -> bool {
  if (a.y != b.y) { return a.y > b.y; }
  if (a.x != b.x) { return a.x > b.x; }
  if (a.z != b.z) { return a.z > b.z; }
  return a.w > b.w;
}
`;

/** Sorts (sequence = 512), or merges, blocks of 512. */
export const SORT_BLOCKS = /* wgsl */ `${HEAD}
@group(0) @binding(2) var<storage, read_write> counters: array<u32>;
override MERGE: bool;
var<workgroup> keys: array<vec4<u32>, ${SORT_BLOCK}>;

fn exchange(lane: u32, first: u32, sequence: u32, distance: u32) {
  let low = lane & (distance - 1u);
  let i = ((lane - low) << 1u) + low;
  let p = keys[i];
  let q = keys[i + distance];
  let ascending = ((first + i) & sequence) == 0u;
  if (isAfter(p, q) == ascending) {
    keys[i] = q;
    keys[i + distance] = p;
  }
}

@compute @workgroup_size(${SORT_BLOCK / 2}) fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let first = group.x * ${SORT_BLOCK}u;
  for (var k = 0u; k < 2u; k++) {
    let i = lane + k * ${SORT_BLOCK / 2}u;
    // the first pass fills the rest
    if (!MERGE && first + i >= counters[${COUNTERS.hits}]) { keys[i] = vec4<u32>(0xffffffffu); }
    else { keys[i] = hits[first + i]; }
  }
  workgroupBarrier();
  for (var sequence = select(2u, sorting.sequence, MERGE); sequence <= sorting.sequence; sequence <<= 1u) {
    for (var distance = min(sequence >> 1u, ${SORT_BLOCK / 2}u); distance > 0u; distance >>= 1u) {
      exchange(lane, first, sequence, distance);
      workgroupBarrier();
    }
  }
  for (var k = 0u; k < 2u; k++) {
    let i = lane + k * ${SORT_BLOCK / 2}u;
    hits[first + i] = keys[i];
  }
}`;

/** One pass over distances of 512 and more. */
export const SORT_PASS = /* wgsl */ `${HEAD}
@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let low = id.x & (sorting.distance - 1u);
  let i = ((id.x - low) << 1u) + low;
  let j = i + sorting.distance;
  if (j >= sorting.size) { return; }
  let p = hits[i];
  let q = hits[j];
  if (isAfter(p, q) == ((i & sorting.sequence) == 0u)) {
    hits[i] = q;
    hits[j] = p;
  }
}`;
