/** First passes of a step: coordinates in single precision, boxes of elements and of blocks, pairs of blocks. */
import { F64_SUM } from './f64-wgsl.ts';
import { BLOCK, COUNTERS, PAIRING_FIELDS, SET_FIELDS, STEP_FIELDS, structOf } from './parameters.ts';

const STEP = structOf('Step', STEP_FIELDS);

/**
 * (x - centre) 2^scale of both ends of a step, rounded to the nearest f32 in integer arithmetic. Points beyond 0.49 are counted: the host
 * then chooses another centre and scale.
 */
export const CONVERT = /* wgsl */ `${STEP}${F64_SUM}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> coordinates: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> points: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

var<private> isOut: bool;

fn convert(x: vec2<u32>, centre: vec2<u32>) -> f32 {
  if (((x.y >> 20u) & 0x7ffu) == 0x7ffu) {
    isOut = true;
    return 0.0;
  }
  bad = false;
  let d = subtract64(x, centre);
  // differences among subnormal numbers vanish after scaling
  if (bad || isZero64(d)) { return 0.0; }
  let e = i32((d.y >> 20u) & 0x7ffu) - 1023 + step.scale;
  if (e >= -1) {
    isOut = true;
    return 0.0;
  }
  if (e < -125) { return 0.0; }
  var mantissa = (((d.y & 0xfffffu) | 0x100000u) << 3u) | (d.x >> 29u);
  let rest = d.x & 0x1fffffffu;
  if (rest > 0x10000000u || (rest == 0x10000000u && (mantissa & 1u) == 1u)) { mantissa += 1u; }
  let q = bitcast<f32>((d.y & 0x80000000u) | ((u32(e + 126) << 23u) + mantissa));
  // boxes are larger than their points, and stay within 1/2
  if (abs(q) > 0.49) { isOut = true; }
  return q;
}

fn convertPoint(at: u32) -> vec4<f32> {
  return vec4<f32>(
    convert(coordinates[at], vec2<u32>(step.centreX, step.centreXHigh)),
    convert(coordinates[at + 1u], vec2<u32>(step.centreY, step.centreYHigh)),
    convert(coordinates[at + 2u], vec2<u32>(step.centreZ, step.centreZHigh)),
    0.0);
}

@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let i = id.y * groups.x * 64u + id.x;
  if (i >= step.vertexCount) { return; }
  isOut = false;
  points[2u * i] = convertPoint(3u * i);
  points[2u * i + 1u] = convertPoint(3u * (step.vertexCount + i));
  if (isOut) { atomicAdd(&counters[${COUNTERS.outOfRange}], 1u); }
}`;

/** Boxes over the step of the elements of a set, and of their blocks: one workgroup per block. */
export const REFIT = /* wgsl */ `${STEP}${structOf('ElementSet', SET_FIELDS)}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<uniform> elements: ElementSet;
@group(0) @binding(2) var<storage, read> topology: array<u32>;
@group(0) @binding(3) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> boxes: array<vec4<f32>>;

var<workgroup> lows: array<vec3<f32>, ${BLOCK}>;
var<workgroup> highs: array<vec3<f32>, ${BLOCK}>;

@compute @workgroup_size(${BLOCK}) fn main(
  @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32,
) {
  let block = group.y * groups.x + group.x;
  let i = block * ${BLOCK}u + lane;
  var low = vec3<f32>(1e30);
  var high = vec3<f32>(-1e30);
  if (i < elements.count) {
    for (var k = 0u; k < elements.corners; k++) {
      let vertex = topology[elements.nodes + i * elements.corners + k];
      let start = points[2u * vertex].xyz;
      let end = points[2u * vertex + 1u].xyz;
      low = min(low, min(start, end));
      high = max(high, max(start, end));
    }
    low -= vec3<f32>(step.boxMargin);
    high += vec3<f32>(step.boxMargin);
    boxes[2u * (elements.box + i)] = vec4<f32>(low, 0.0);
    boxes[2u * (elements.box + i) + 1u] = vec4<f32>(high, 0.0);
  }
  lows[lane] = low;
  highs[lane] = high;
  workgroupBarrier();
  for (var reach = ${BLOCK / 2}u; reach > 0u; reach >>= 1u) {
    if (lane < reach) {
      lows[lane] = min(lows[lane], lows[lane + reach]);
      highs[lane] = max(highs[lane], highs[lane + reach]);
    }
    workgroupBarrier();
  }
  if (lane == 0u && block * ${BLOCK}u < elements.count) {
    boxes[2u * (elements.blockBox + block)] = vec4<f32>(lows[0], 0.0);
    boxes[2u * (elements.blockBox + block) + 1u] = vec4<f32>(highs[0], 0.0);
  }
}`;

/** Pairs of overlapping blocks, 32 blocks of A with 64 of B per workgroup; within one set each pair once. */
export const BLOCK_PAIRS = /* wgsl */ `${structOf('Pairing', PAIRING_FIELDS)}
@group(0) @binding(0) var<uniform> pairing: Pairing;
@group(0) @binding(1) var<storage, read> boxes: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> blockPairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> lows: array<vec3<f32>, 32>;
var<workgroup> highs: array<vec3<f32>, 32>;
var<workgroup> found: atomic<u32>;
var<workgroup> base: u32;

@compute @workgroup_size(64) fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let firstA = pairing.fromBlock + group.y * 32u;
  let b = group.x * 64u + lane;
  if (lane < 32u) {
    lows[lane] = vec3<f32>(1e30);
    highs[lane] = vec3<f32>(-1e30);
    if (firstA + lane < pairing.toBlock) {
      lows[lane] = boxes[2u * (pairing.aBlockBox + firstA + lane)].xyz;
      highs[lane] = boxes[2u * (pairing.aBlockBox + firstA + lane) + 1u].xyz;
    }
  }
  if (lane == 0u) { atomicStore(&found, 0u); }
  workgroupBarrier();
  var overlaps = 0u;
  if (b < pairing.bBlocks) {
    let low = boxes[2u * (pairing.bBlockBox + b)].xyz;
    let high = boxes[2u * (pairing.bBlockBox + b) + 1u].xyz;
    for (var k = 0u; k < 32u; k++) {
      if (all(lows[k] <= high) && all(highs[k] >= low) && (pairing.isSame == 0u || firstA + k <= b)) { overlaps |= 1u << k; }
    }
  }
  let count = countOneBits(overlaps);
  var at = 0u;
  if (count > 0u) { at = atomicAdd(&found, count); }
  workgroupBarrier();
  if (lane == 0u) {
    let all = atomicLoad(&found);
    if (all > 0u) { base = atomicAdd(&counters[${COUNTERS.lists}u + pairing.slot * ${COUNTERS.listStride}u], all); }
  }
  workgroupBarrier();
  at += base;
  while (overlaps != 0u) {
    let k = countTrailingZeros(overlaps);
    overlaps &= overlaps - 1u;
    if (at < pairing.blockPairCapacity) { blockPairs[at] = vec2<u32>(firstA + k, b); }
    at++;
  }
}`;

/** Workgroups for the items of a list, and the largest list of all parts. `LIST`: block pairs 0, survivors 1, undecided 2. */
export const ARGUMENTS = /* wgsl */ `${structOf('Pairing', PAIRING_FIELDS)}
override LIST: u32;
@group(0) @binding(0) var<uniform> pairing: Pairing;
@group(0) @binding(1) var<storage, read_write> arguments: array<u32>;
@group(0) @binding(2) var<storage, read_write> counters: array<u32>;
@compute @workgroup_size(1) fn main() {
  let at = ${COUNTERS.lists}u + pairing.slot * ${COUNTERS.listStride}u + LIST;
  let capacities = vec3<u32>(pairing.blockPairCapacity, pairing.survivorCapacity, pairing.undecidedCapacity);
  let count = min(counters[at], capacities[LIST]);
  counters[at + 3u] = max(counters[at + 3u], counters[at]);
  var groups = count;
  if (LIST > 0u) { groups = (count + 63u) / 64u; }
  let x = min(groups, 32768u);
  arguments[0] = x;
  arguments[1] = select(0u, (groups + x - 1u) / max(x, 1u), x > 0u);
  arguments[2] = 1u;
  arguments[3] = count;
}`;
