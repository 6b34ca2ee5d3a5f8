import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPose } from '../../math/pose.ts';
import { createVec3 } from '../../math/vec3.ts';
import { pointQuery } from '../../ray/point-query.ts';
import { createBox } from '../../shapes/box.ts';
import { brepDocument, brepFromDocument } from '../../shapes/brep/brep-document.ts';
import { massProperties } from '../../shapes/mass-properties.ts';
import { CadFileError } from './cad-file-error.ts';
import { readCad } from './read-cad.ts';

/** Files written by Gmsh with OpenCascade 7.6, in millimetres. */
const data = (name: string) => readFileSync(new URL(`../../../test/data/cad/${name}`, import.meta.url));

describe('files in the text format of OpenCascade', () => {
  const rounded = createBox([0.03, 0.02, 0.01], 0.004);

  it('give the same bodies as STEP, without a package', async () => {
    const { body, faces } = await readCad('filleted-block.brep', data('filleted-block.brep'));
    expect(faces).toHaveLength(26);
    expect(massProperties(body, 1).mass).toBeCloseTo(massProperties(rounded, 1).mass, 15);
    const again = brepFromDocument(JSON.parse(JSON.stringify(brepDocument(body))));
    for (const [x, y, z] of [
      [0.05, 0.01, 0],
      [0.029, 0.019, 0.009],
      [0.04, 0.03, 0.02],
      [0, 0, 0.1],
    ]) {
      const exact = pointQuery(rounded, createPose(), createVec3(x, y, z)).distance;
      for (const part of [body, again])
        expect(pointQuery(part, createPose(), createVec3(x, y, z)).distance).toBeCloseTo(exact, 13);
    }
  });

  it('are rejected with the place and what was expected', async () => {
    const brep = (text: string) => readCad('a.brep', new TextEncoder().encode(text));
    const text = data('cylinder-with-hole.brep').toString('latin1');
    await expect(brep('')).rejects.toThrow('a.brep: word 0: expected a section "Topology"');
    await expect(brep(text.replace('Surfaces 4', 'Surfaces 5'))).rejects.toThrow(CadFileError);
    await expect(brep(text.slice(0, -200))).rejects.toThrow(CadFileError);
  });
});
