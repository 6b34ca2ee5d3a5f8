/** Second cull of the survivors: a piece of the step in which nothing separates the pair is halved, down to 2^-6 of the step. */
import { CULL } from './cull-wgsl.ts';
import { COUNTERS, PAIRING_FIELDS, STEP_FIELDS, structOf } from './parameters.ts';

const DEPTH = 6;

export const DEEP = /* wgsl */ `${structOf('Step', STEP_FIELDS)}${structOf('Pairing', PAIRING_FIELDS)}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<uniform> pairing: Pairing;
@group(0) @binding(2) var<storage, read> topology: array<u32>;
@group(0) @binding(3) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> survivors: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read> arguments: array<u32>;
@group(0) @binding(6) var<storage, read_write> undecided: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;
${CULL}
var<workgroup> found: atomic<u32>;
var<workgroup> base: u32;

/** At a multiple of 2^-6 of the step, which is exact. */
fn between(start: Ends, end: Ends, a: f32) -> Ends {
  let s = 1.0 - a;
  return Ends(s * start.p + a * end.p, s * start.q + a * end.q, s * start.r + a * end.r, s * start.t + a * end.t);
}

fn isUndecided(start: Ends, end: Ends) -> bool {
  let bound = errorBound(start, end);
  var level = 0u;
  var index = 0u;
  loop {
    let size = 1.0 / f32(1u << level);
    let low = between(start, end, f32(index) * size);
    let high = between(start, end, f32(index + 1u) * size);
    if (isSeparatedDeep(low, high, bound)) {
      index++;
      while (level > 0u && (index & 1u) == 0u) {
        index >>= 1u;
        level--;
      }
      if (level == 0u) { return false; }
    } else {
      if (level == ${DEPTH}u) { return true; }
      level++;
      index <<= 1u;
    }
  }
}

@compute @workgroup_size(64) fn main(
  @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32,
) {
  let i = (group.y * groups.x + group.x) * 64u + lane;
  if (lane == 0u) { atomicStore(&found, 0u); }
  workgroupBarrier();
  var keeps = false;
  var pair = vec2<u32>(0u);
  if (i < arguments[3]) {
    pair = survivors[i];
    let v = verticesOf(pairing.aNodes, pairing.aCorners, pair.x, 0u);
    let w = verticesOf(pairing.bNodes, pairing.bCorners, pair.y, 0u);
    keeps = isUndecided(endsOf(v, w, 0u), endsOf(v, w, 1u));
  }
  var at = 0u;
  if (keeps) { at = atomicAdd(&found, 1u); }
  workgroupBarrier();
  if (lane == 0u) {
    let all = atomicLoad(&found);
    if (all > 0u) { base = atomicAdd(&counters[${COUNTERS.lists}u + pairing.slot * ${COUNTERS.listStride}u + 2u], all); }
  }
  workgroupBarrier();
  at += base;
  if (keeps && at < pairing.undecidedCapacity) { undecided[at] = pair; }
}`;
