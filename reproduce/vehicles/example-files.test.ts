import { describe, expect, it } from 'vitest';
import { exampleModel, examplePlatoon } from '../../test/vehicle-files.ts';
import { CLOSING_ENERGY, EXAMPLE_MODEL, OFFSET_PLATOON, PASSING_PLATOON } from './example-files.ts';

describe('the data of the report', () => {
  it('are those of the published examples', () => {
    expect(EXAMPLE_MODEL).toEqual(exampleModel());
    expect(OFFSET_PLATOON).toEqual(examplePlatoon('platoon1.dat'));
    expect(PASSING_PLATOON).toEqual(examplePlatoon('platoon2.dat'));
  });

  it('close with 2.08 kJ', () => {
    expect(CLOSING_ENERGY).toBeCloseTo(2080.3, 1);
  });
});
