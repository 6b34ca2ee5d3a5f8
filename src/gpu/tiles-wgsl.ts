/**
 * Broad phase and first cull: one workgroup per pair of blocks tests 32 x 32 boxes, and the pairs that overlap at once. Candidates are
 * counted, never stored; survivors are appended with one addition per workgroup.
 */
import { CULL } from './cull-wgsl.ts';
import { F64_SUM } from './f64-wgsl.ts';
import { BLOCK, COUNTERS, PAIRING_FIELDS, STEP_FIELDS, structOf } from './parameters.ts';

export const TILES = /* wgsl */ `${structOf('Step', STEP_FIELDS)}${structOf('Pairing', PAIRING_FIELDS)}${F64_SUM}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<uniform> pairing: Pairing;
@group(0) @binding(2) var<storage, read> topology: array<u32>;
@group(0) @binding(3) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> boxes: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> coordinates: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read> blockPairs: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read> arguments: array<u32>;
@group(0) @binding(8) var<storage, read_write> survivors: array<vec2<u32>>;
@group(0) @binding(9) var<storage, read_write> counters: array<atomic<u32>>;
${CULL}
/** Elements of block A, then of block B. */
var<workgroup> lows: array<vec3<f32>, ${2 * BLOCK}>;
var<workgroup> highs: array<vec3<f32>, ${2 * BLOCK}>;
var<workgroup> vertices: array<vec4<u32>, ${2 * BLOCK}>;
var<workgroup> tags: array<u32, ${2 * BLOCK}>;
var<workgroup> candidates: array<u32, ${BLOCK * BLOCK}>;
var<workgroup> found: atomic<u32>;
var<workgroup> surviving: atomic<u32>;
var<workgroup> base: u32;

const NO_ELEMENT = 0xffffffffu;

/** Lower bound xy and upper bound zw of an element's vertices along an axis, both ends. */
fn bounds64(v: vec4<u32>, corners: u32, axis: u32) -> vec4<u32> {
  var low = coordinates[3u * v.x + axis];
  var high = low;
  for (var k = 0u; k < corners; k++) {
    for (var end = 0u; end < 2u; end++) {
      let x = coordinates[3u * (end * step.vertexCount + v[k]) + axis];
      if (isAbove64(low, x)) { low = x; }
      if (isAbove64(x, high)) { high = x; }
    }
  }
  if (step.hasMargin != 0u) {
    let margin = vec2<u32>(step.marginLow, step.marginHigh);
    low = subtract64(low, margin);
    high = add64(high, margin);
  }
  return vec4<u32>(low, high);
}

/** The decision of the CPU's broad phase, on the doubles. */
fn overlaps64(a: vec4<u32>, b: vec4<u32>) -> bool {
  for (var axis = 0u; axis < 3u; axis++) {
    let p = bounds64(a, pairing.aCorners, axis);
    let q = bounds64(b, pairing.bCorners, axis);
    if (isAbove64(p.xy, q.zw) || isAbove64(q.xy, p.zw)) { return false; }
  }
  return true;
}

/** Slaves (bit 0) pair with masters (bit 1); the rest of the tag is the body, 0 for none. */
fn mayPair(a: u32, b: u32) -> bool {
  let roles = ((a & 1u) != 0u && (b & 2u) != 0u) || ((a & 2u) != 0u && (b & 1u) != 0u && pairing.isSame != 0u);
  return roles && ((a >> 2u) == 0u || (a >> 2u) != (b >> 2u));
}

fn isCandidate(i: u32, j: u32) -> bool {
  let b = ${BLOCK}u + j;
  if (any(lows[i] > highs[b]) || any(lows[b] > highs[i])) { return false; }
  let v = vertices[i];
  let w = vertices[b];
  if (any(vec4<u32>(v.x) == w) || any(vec4<u32>(v.y) == w)) { return false; }
  if (pairing.hasRules != 0u && !mayPair(tags[i], tags[b])) { return false; }
  let sure = vec3<f32>(step.unsure);
  if (all(lows[i] + sure < highs[b]) && all(lows[b] + sure < highs[i])) { return true; }
  return overlaps64(v, w);
}

@compute @workgroup_size(64) fn main(
  @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32,
) {
  let tile = group.y * groups.x + group.x;
  if (tile >= arguments[3]) { return; }
  let blocks = blockPairs[tile];
  let isA = lane < ${BLOCK}u;
  let element = select(blocks.y, blocks.x, isA) * ${BLOCK}u + (lane & ${BLOCK - 1}u);
  lows[lane] = vec3<f32>(1e30);
  highs[lane] = vec3<f32>(-1e30);
  if (element < select(pairing.bCount, pairing.aCount, isA)) {
    let box = 2u * (select(pairing.bBox, pairing.aBox, isA) + element);
    lows[lane] = boxes[box].xyz;
    highs[lane] = boxes[box + 1u].xyz;
    if (isA) { vertices[lane] = verticesOf(pairing.aNodes, pairing.aCorners, element, NO_ELEMENT - 1u); }
    else { vertices[lane] = verticesOf(pairing.bNodes, pairing.bCorners, element, NO_ELEMENT); }
    if (pairing.hasRules != 0u) { tags[lane] = topology[select(pairing.bTags, pairing.aTags, isA) + element]; }
  }
  if (lane == 0u) {
    atomicStore(&found, 0u);
    atomicStore(&surviving, 0u);
  }
  workgroupBarrier();

  // the boxes; within one block each pair once
  let once = pairing.isSame != 0u && blocks.x == blocks.y;
  let j = lane & ${BLOCK - 1}u;
  for (var k = 0u; k < ${BLOCK / 2}u; k++) {
    let i = 2u * k + (lane >> 5u);
    if ((!once || i < j) && isCandidate(i, j)) {
      candidates[atomicAdd(&found, 1u)] = (i << 8u) | j;
    }
  }
  workgroupBarrier();

  // first cull; bit k is candidate lane + 64 k
  let count = atomicLoad(&found);
  var survived = 0u;
  for (var k = 0u; lane + 64u * k < count; k++) {
    let code = candidates[lane + 64u * k];
    let v = vertices[code >> 8u];
    let w = vertices[${BLOCK}u + (code & 255u)];
    let start = endsOf(v, w, 0u);
    let end = endsOf(v, w, 1u);
    if (!isSeparated(start, end, errorBound(start, end))) { survived |= 1u << k; }
  }
  var at = 0u;
  if (survived != 0u) { at = atomicAdd(&surviving, countOneBits(survived)); }
  workgroupBarrier();
  if (lane == 0u && count > 0u) {
    let slot = tile & ${COUNTERS.candidateStride - 1}u;
    atomicAdd(&counters[${COUNTERS.candidates}u + pairing.slot * ${COUNTERS.candidateStride}u + slot], count);
    let all = atomicLoad(&surviving);
    if (all > 0u) { base = atomicAdd(&counters[${COUNTERS.lists}u + pairing.slot * ${COUNTERS.listStride}u + 1u], all); }
  }
  workgroupBarrier();
  at += base;
  while (survived != 0u) {
    let code = candidates[lane + 64u * countTrailingZeros(survived)];
    survived &= survived - 1u;
    let a = blocks.x * ${BLOCK}u + (code >> 8u);
    let b = blocks.y * ${BLOCK}u + (code & 255u);
    // two edges: the one with the lower number first, as on the CPU
    let swap = pairing.isSame != 0u && topology[pairing.aNumbers + a] > topology[pairing.bNumbers + b];
    if (at < pairing.survivorCapacity) { survivors[at] = select(vec2<u32>(a, b), vec2<u32>(b, a), swap); }
    at++;
  }
}`;
