import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SceneError } from '../../scene/scene-error.ts';
import { createCollisionBlock } from './create-collision-block.ts';
import { readBlockDocument } from './read-block.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../examples/blocks/${name}.block.json`, import.meta.url), 'utf8');

/** Message of the error of a document with these lines. */
function problem(...lines: string[]): string {
  try {
    readBlockDocument(`{ "block": "collision",\n${lines.join(',\n')}\n}`, 'b.json');
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  throw new Error('the document was accepted');
}

describe('readBlockDocument', () => {
  it('converts units, infinities, shapes and contact laws', () => {
    const { title, params } = readBlockDocument(
      `{ "block": "collision", "title": "T", "dimension": 3, // a comment
        "m_A": "2 t", "m_B": "Infinity", "tolCollision": "2 mm", "sens_A": ["10 cm", 0, 0],
        "shape_A": { "kind": "sphere", "radius": "5 cm" }, "shape_B": { "kind": "halfspace", "normal": [0, 0, 2] },
        "contactLaw": { "law": "hertz", "modulus": "1 GPa", "radius": 0.05 } }`,
      'b.json',
    );
    expect(title).toBe('T');
    expect(params).toMatchObject({
      m_A: 2000,
      m_B: Number.POSITIVE_INFINITY,
      tolCollision: 0.002,
      sens_A: [0.1, 0, 0],
    });
    expect(params['shape_A']).toMatchObject({ kind: 'sphere', radius: 0.05 });
    expect(params.contactLaw).toMatchObject({ kind: 'hertz', modulus: 1e9 });
  });

  it('the examples are valid, in the plane and in space', () => {
    const planar = createCollisionBlock(readBlockDocument(example('planar-docking'), 'p').params);
    expect(planar.ports.find(({ name }) => name === 'R_A')?.size).toEqual([2, 2]);
    const spatial = createCollisionBlock(readBlockDocument(example('spacecraft'), 's').params);
    expect(spatial.ports.find(({ name }) => name === 'R_debris')?.size).toEqual([3, 3]);
    expect(spatial.ports.some(({ name }) => name === 'n_ctarget_chaser')).toBe(true);
  });

  it('names line, parameter, value and what was expected', () => {
    expect(problem('"m_A": -1')).toBe('b.json:2:8 m_A: must be a number above zero, got -1');
    expect(problem('"m_A": "2 m"')).toContain('b.json:2:8 m_A: must be a number [kg] or a text with a unit of mass');
    expect(problem('"e": 0.5', '"mass_A": 1')).toMatch(/^b\.json:3:1 mass_A: is not a known key/);
    expect(problem('"e": 2')).toBe('b.json:2:6 e: must be from 0 to 1, got 2');
    expect(problem('"dimension": 3', '"shape_A": { "kind": "sphere", "radius": -1 }')).toMatch(
      /^b\.json:3:42 shape_A\.radius: must be above zero, got -1$/,
    );
    expect(problem('"shape_A": { "kind": "box", "halfExtents": [1, 1, 1] }')).toMatch(
      /b\.json:2:22 shape_A\.kind: must be one of/,
    );
    expect(problem('"pairs": [{ "bodies": ["A", "C"] }]')).toMatch(
      /^b\.json:2:23 pairs\[0\]\.bodies: must be two different names of A, B/,
    );
    expect(problem('"pairs": [{ "bodies": ["A", "B"], "mu_d": -1 }]')).toMatch(/^b\.json:2:43 pairs\[0\]\.mu_d: /);
    expect(problem('"bodies": ["A", "A_1"]')).toMatch(/^b\.json:2:11 bodies: must be at least two names/);
    expect(problem('"I_A": [1, 2, 3]')).toMatch(/^b\.json:2:8 I_A: must be a number above zero/);
    expect(problem('"contactLaw": { "law": "hertz", "modulus": 1 }')).toMatch(/contactLaw: is missing "?radius|radius/);
    expect(() => readBlockDocument('{ "world": "solids" }', 'b.json')).toThrow('"block" must be "collision"');
    expect(() => readBlockDocument('[]', 'b.json')).toThrow('b.json:1:1 must be an object');
  });
});
