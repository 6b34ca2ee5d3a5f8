import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CollisionBlockInputs } from './block-io.ts';
import type { CollisionBlockParams } from './block-params.ts';
import { createCollisionBlock } from './create-collision-block.ts';

interface ReferenceCase {
  readonly id: string;
  readonly params: Record<string, number | number[]>;
  readonly inputs: Record<string, number[] | number[][]>;
  readonly distance: string;
  readonly outputs: Record<string, number | string | string[]>;
}

const reference = JSON.parse(
  readFileSync(new URL('../../../reference/rigid-bodies/collision-block.json', import.meta.url), 'utf8'),
) as { cases: ReferenceCase[] };

/** A prism of height 2 about the plane z = 0. */
function extrude(mesh: readonly number[][]): number[][] {
  const [x, y] = mesh;
  return [[...x, ...x], [...y, ...y], [...x.map(() => -1), ...x.map(() => 1)]]; // biome-ignore format: rows
}

/** The case in space: the z moment in the tensor, rotations about z, prisms. */
function inSpace({ params, inputs }: ReferenceCase): { params: CollisionBlockParams; inputs: CollisionBlockInputs } {
  const spatial: Record<string, unknown> = { ...params, dimension: 3 };
  const state: Record<string, unknown> = { ...inputs };
  for (const name of ['A', 'B']) {
    spatial[`I_${name}`] = [5, 7, params[`I_${name}`]];
    const sensor = params[`sens_${name}`];
    if (sensor !== undefined) spatial[`sens_${name}`] = [...(sensor as number[]).slice(0, 2), 0];
    const [[xx, xy], [yx, yy]] = inputs[`R_${name}`] as number[][];
    state[`R_${name}`] = [[xx, xy, 0], [yx, yy, 0], [0, 0, 1]]; // biome-ignore format: a matrix
    state[`mesh_${name}`] = extrude(inputs[`mesh_${name}`] as number[][]);
  }
  return { params: spatial as CollisionBlockParams, inputs: state as CollisionBlockInputs };
}

describe('the collision block in space, confined to a plane', () => {
  it.each(reference.cases)('gives the planar reference answers: $id', (exact) => {
    const { params, inputs } = inSpace(exact);
    const block = createCollisionBlock(params);
    const out = block.step(inputs);
    const distance = Number(exact.distance);
    // the direction between two vertices that nearly touch loses digits, as in the plane
    const tolerance = Math.max(1e-11, 2e-15 / distance);
    const near = (name: string, got: number, wanted: number) =>
      expect(Math.abs(got - wanted), `${name}: ${got} for ${wanted}`).toBeLessThan(
        tolerance * Math.max(1, Math.abs(wanted)),
      );
    near('distance', out.distance, distance);
    for (const [name, wanted] of Object.entries(exact.outputs)) {
      if (name === 'meshA_c' || name === 'meshB_c') continue;
      const got = out[name as keyof typeof out];
      if (Array.isArray(wanted)) {
        wanted.forEach((value, i) => {
          near(`${name}[${i}]`, (got as number[])[i], Number(value));
        });
      } else near(name, got as number, Number(wanted));
    }
  });
});
