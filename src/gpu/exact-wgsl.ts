/**
 * Exact stage: runs a program (see `assembler.ts`) on each undecided pair. The threads of a workgroup wait for each other at the end of each window,
 * so that those with more iterations do not run out of step with the others.
 */
import { ENDED, PROGRAM_HIT, PROGRAM_MISS, PROGRAM_OPEN, REGISTERS } from './assembler.ts';
import { F64 } from './f64-wgsl.ts';
import { COUNTERS, PAIRING_FIELDS, STEP_FIELDS, structOf } from './parameters.ts';

export const EXACT = /* wgsl */ `${structOf('Step', STEP_FIELDS)}${structOf('Pairing', PAIRING_FIELDS)}${F64}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<uniform> pairing: Pairing;
@group(0) @binding(2) var<storage, read> topology: array<u32>;
@group(0) @binding(3) var<storage, read> coordinates: array<vec2<u32>>;
/** Number of windows and of the first constant, the windows, the instructions, the constants. */
@group(0) @binding(4) var<storage, read> program: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read> undecided: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read> arguments: array<u32>;
@group(0) @binding(7) var<storage, read_write> hits: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> open: array<vec2<u32>>;
@group(0) @binding(9) var<storage, read_write> counters: array<atomic<u32>>;

var<private> registers: array<vec2<u32>, ${REGISTERS}>;
var<private> corners: array<u32, 5>;

fn operand(i: u32, constants: u32) -> vec2<u32> {
  if (i < ${REGISTERS}u) { return registers[i]; }
  return program[constants + i - ${REGISTERS}u];
}

/** The verdict, and the time of a hit in \`time\`. */
fn run(isActive: bool, time: ptr<function, vec2<u32>>) -> u32 {
  let windows = program[0].x;
  let constants = program[0].y;
  let first = windows + 1u;
  var pc = select(${ENDED}u, 0u, isActive);
  var counter = 0u;
  var verdict = ${PROGRAM_MISS}u;
  bad = false;
  loop {
    for (var w = 1u; w <= windows; w++) {
      let window = program[w];
      while (pc >= window.x && pc < window.y) {
        let word = program[first + pc];
        pc++;
        let to = (word.x >> 8u) & 255u;
        let a = operand((word.x >> 16u) & 255u, constants);
        var b = operand(word.x >> 24u, constants);
        let code = word.x & 255u;
        switch (code) {
          case 0u, 1u: { registers[to] = add64(a, vec2<u32>(b.x, b.y ^ (code << 31u))); }
          case 2u: { registers[to] = multiply64(a, b); }
          case 3u: { registers[to] = divide64(a, b); }
          case 4u: { registers[to] = squareRoot64(a); }
          case 5u: { registers[to] = vec2<u32>(a.x, a.y & 0x7fffffffu); }
          case 6u: { registers[to] = vec2<u32>(a.x, a.y ^ 0x80000000u); }
          case 7u: { registers[to] = a; }
          case 8u: {
            let axis = word.y >> 8u;
            let at = 3u * corners[word.y & 255u];
            registers[to] = coordinates[at + select(axis, step.second + axis - 3u, axis > 2u)];
          }
          case 9u: { if (isAbove64(a, b)) { pc = word.y; } }
          case 10u: { if (!isAbove64(b, a)) { pc = word.y; } }
          case 11u: { pc = word.y; }
          case 12u: { counter = word.y; }
          case 13u: {
            counter--;
            if (counter > 0u) { pc = word.y; }
          }
          case 14u: {
            let corner = corners[1];
            corners[1] = corners[2];
            corners[2] = corners[3];
            corners[3] = corners[4];
            corners[4] = corner;
          }
          default: {
            verdict = word.y;
            *time = a;
            pc = ${ENDED}u;
          }
        }
        if (bad) {
          verdict = ${PROGRAM_OPEN}u;
          pc = ${ENDED}u;
        }
      }
    }
    if (pc == ${ENDED}u) { break; }
  }
  return verdict;
}

fn loadCorners(pair: vec2<u32>) {
  let a = pairing.aNodes + pair.x * pairing.aCorners;
  let b = pairing.bNodes + pair.y * pairing.bCorners;
  corners[0] = topology[a];
  if (pairing.kind == 0u) {
    corners[1] = topology[a + 1u];
    corners[2] = topology[b];
    corners[3] = topology[b + 1u];
    return;
  }
  corners[1] = topology[b];
  corners[2] = topology[b + 1u];
  corners[3] = topology[b + 2u];
  if (pairing.kind == 1u) { corners[4] = topology[b + 3u]; }
}

var<workgroup> hitCount: atomic<u32>;
var<workgroup> openCount: atomic<u32>;
var<workgroup> hitBase: u32;
var<workgroup> openBase: u32;

@compute @workgroup_size(64) fn main(
  @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32,
) {
  let i = (group.y * groups.x + group.x) * 64u + lane;
  if (lane == 0u) {
    atomicStore(&hitCount, 0u);
    atomicStore(&openCount, 0u);
  }
  workgroupBarrier();
  let isActive = i < arguments[3];
  var pair = vec2<u32>(0u);
  if (isActive) {
    pair = undecided[i];
    loadCorners(pair);
  }
  var time = vec2<u32>(0u);
  let verdict = run(isActive, &time);
  var at = 0u;
  if (verdict == ${PROGRAM_HIT}u) { at = atomicAdd(&hitCount, 1u); }
  if (verdict == ${PROGRAM_OPEN}u) { at = atomicAdd(&openCount, 1u); }
  workgroupBarrier();
  if (lane == 0u) {
    let newHits = atomicLoad(&hitCount);
    let newOpen = atomicLoad(&openCount);
    if (newHits > 0u) { hitBase = atomicAdd(&counters[${COUNTERS.hits}], newHits); }
    if (newOpen > 0u) { openBase = atomicAdd(&counters[${COUNTERS.open}], newOpen); }
  }
  workgroupBarrier();
  let a = (pairing.kind << 30u) | topology[pairing.aNumbers + pair.x];
  let b = topology[pairing.bNumbers + pair.y];
  if (verdict == ${PROGRAM_HIT}u && hitBase + at < pairing.hitCapacity) { hits[hitBase + at] = vec4<u32>(time, a, b); }
  if (verdict == ${PROGRAM_OPEN}u && openBase + at < pairing.openCapacity) { open[openBase + at] = vec2<u32>(a, b); }
}`;
