import { afterAll, describe, expect, it } from 'vitest';
import { missingGpu } from '../../test/software-adapter.ts';
import { createRandom } from '../math/random.ts';
import { openGpuDevice } from './device.ts';
import { F64 } from './f64-wgsl.ts';

/** Runs one operation on all pairs of doubles; the result is low word, high word, bad. */
const SHADER = `${F64}
@group(0) @binding(0) var<storage, read> pairs: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<u32>>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let count = arrayLength(&pairs);
  if (id.x >= count * 5u) { return; }
  let a = pairs[id.x % count].xy;
  let b = pairs[id.x % count].zw;
  bad = false;
  var r: vec2<u32>;
  switch (id.x / count) {
    case 0u: { r = add64(a, b); }
    case 1u: { r = multiply64(a, b); }
    case 2u: { r = divide64(a, b); }
    case 3u: { r = squareRoot64(vec2<u32>(a.x, a.y & 0x7fffffffu)); }
    default: { r = vec2<u32>(select(0u, 1u, isAbove64(a, b)), 0u); }
  }
  results[id.x] = vec4<u32>(r, select(0u, 1u, bad), 0u);
}`;

const OPERATIONS = [
  (a: number, b: number) => a + b,
  (a: number, b: number) => a * b,
  (a: number, b: number) => a / b,
  (a: number) => Math.sqrt(Math.abs(a)),
];

/** Pairs of all exponents, equal and near exponents, few bits, ties, zeros and subnormal numbers. */
function operands(count: number): Float64Array {
  const random = createRandom(64);
  const values = new Float64Array(2 * count);
  const bits = new Uint32Array(values.buffer);
  const word = () => Math.floor(random.between(0, 2 ** 32));
  for (let i = 0; i < count; i++) {
    for (const at of [2 * i, 2 * i + 1]) {
      bits[2 * at] = word();
      bits[2 * at + 1] = word() & 0xbfefffff;
      const kind = (i >> 2) % 8;
      if (kind > 0) bits[2 * at + 1] = (bits[2 * at + 1] & 0x800fffff) | ((1023 + (word() % (1 << kind))) << 20);
      if ((i & 3) === 1) bits[2 * at] &= 0xf8000000;
      if ((i & 3) === 2) bits[2 * at] |= 0x07ffffff;
    }
    if (i % 5 === 0) values[2 * i + 1] = -values[2 * i] * (1 + (i % 3) * 2 ** -52);
    if (i % 97 === 0) values[2 * i + (i % 2)] = i % 194 === 0 ? 0 : -0;
    if (i % 101 === 0) values[2 * i + (i % 2)] = 5e-324 * i;
  }
  return values;
}

const missing = await missingGpu();

describe.skipIf(missing !== undefined)('doubles in integer arithmetic on the GPU', () => {
  afterAll(() => device?.destroy());
  let device: GPUDevice | undefined;

  it('every sum, product, quotient, root and comparison has the bits of the CPU, or is reported as bad', async () => {
    const access = await openGpuDevice();
    if (!access.device) throw new Error(access.reason);
    device = access.device;
    const count = 20_000;
    const pairs = operands(count);
    const results = new Uint32Array(await runShader(device, pairs, 5 * count));
    const values = new Float64Array(results.buffer);
    let bad = 0;
    OPERATIONS.forEach((operation, k) => {
      for (let i = 0; i < count; i++) {
        const [a, b] = [pairs[2 * i], pairs[2 * i + 1]];
        const expected = operation(a, b);
        const at = k * count + i;
        if (results[4 * at + 2] !== 0) {
          bad++;
          // zeros are ordinary operands; a product that is zero only by rounding is not ordinary
          const result = expected === 0 && k > 0 && a !== 0 && b !== 0 ? 5e-324 : expected;
          const isOrdinary = [a, k === 3 ? 1 : b, result].every((value) => value === 0 || Math.abs(value) > 2e-308);
          if (isOrdinary && Math.abs(expected) < 2 ** 1000 && b !== 0) expect.fail(`${k}: ${a} ${b}`);
        } else if (!Object.is(values[2 * at], expected)) {
          expect.fail(`${k}: ${a} ${b}: ${values[2 * at]}, expected ${expected}`);
        }
      }
    });
    for (let i = 0; i < count; i++) {
      if (results[4 * (4 * count + i)] !== Number(pairs[2 * i] > pairs[2 * i + 1])) expect.fail(`comparison ${i}`);
    }
    expect(bad).toBeLessThan(0.3 * 4 * count);
  });
});

async function runShader(device: GPUDevice, pairs: Float64Array, results: number): Promise<ArrayBuffer> {
  const module = device.createShaderModule({ code: SHADER });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const input = device.createBuffer({ size: pairs.byteLength, usage: 0x80 | 0x8 });
  const output = device.createBuffer({ size: 16 * results, usage: 0x80 | 0x4 });
  const read = device.createBuffer({ size: 16 * results, usage: 0x1 | 0x8 });
  device.queue.writeBuffer(input, 0, pairs as Float64Array<ArrayBuffer>);
  const layout = pipeline.getBindGroupLayout(0);
  const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
  pass.dispatchWorkgroups(Math.ceil(results / 64));
  pass.end();
  encoder.copyBufferToBuffer(output, 0, read, 0, 16 * results);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(1);
  const copy = read.getMappedRange().slice(0);
  read.unmap();
  return copy;
}
