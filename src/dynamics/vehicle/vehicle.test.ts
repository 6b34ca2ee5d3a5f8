import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseModels } from '../../formats/vehicle-files/model-file.ts';
import { staticEquilibrium } from './equilibrium.ts';

const model = parseModels(readFileSync(new URL('../../../reference/vehicles/model.dat', import.meta.url), 'utf8'))[0];
describe('t', () => {
  it('eq', () => {
    console.log(staticEquilibrium(model));
    console.log(staticEquilibrium({ ...model, SUSPENSION: { ...model.SUSPENSION, H1: 0.1, H2: 0.1 } }));
  });
});
