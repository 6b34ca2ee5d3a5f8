import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boxRay, createBoxRay } from '../../src/distance/rounded-box/box-ray.ts';
import { isFalseContact } from '../../src/distance/rounded-box/false-contact.ts';
import { symmetricEigen3 } from '../../src/math/eigen3.ts';
import { createMat3, mat3FromRows, rotationAboutZ } from '../../src/math/mat3.ts';
import { createRandom } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createVehicleBox } from '../../src/shapes/vehicle-box.ts';
import {
  degreesBetween,
  EDGES,
  halved,
  inWorld,
  REPAIRED,
  randomContact,
  rightNormal,
  rotatedBox,
} from './printed-answers.ts';
import {
  BELOW_ONE,
  NEGATIVE_ROOT,
  type PrintedAnswer,
  type PrintedBox,
  printedBoxNormal,
  printedCornerPair,
  printedEdgeNormal,
  printedEdges,
  printedEigenvalues,
  printedFaceNormal,
  printedFacePair,
  printedFlags,
  printedOrder,
  printedPsi,
  printedRadiusCheck,
  printedSideBySide,
  type Triple,
} from './printed-listing.ts';

interface Normals {
  readonly code: Triple;
  readonly exact: Triple;
  readonly errorDeg: number;
}

interface Fractions {
  readonly n: number;
  readonly aborts: number;
  readonly wrongOver1deg: number;
  readonly wrongOver45deg: number;
}

/** Results of the compiled listing. */
interface Legacy {
  readonly E1_tan_slope: Normals & { readonly contact: Triple };
  readonly E1_band: { readonly negativeRootErrors: number; readonly of: number };
  readonly E2_root_sign: { readonly contact: Triple; readonly codeSlopeFixed: Triple; readonly exact: Triple };
  readonly E2_as_printed: { readonly code: Triple };
  readonly E3_world_components: { readonly worldContact: Triple; readonly exact: Triple };
  readonly E4_corner_corner_180: { readonly textRule: Triple };
  readonly E4_corner_corner_200: { readonly textRule: Triple };
  readonly E4_corner_corner_225: { readonly textRule: Triple };
  readonly E5_zero_component: { readonly worldContact: Triple };
  readonly 'E6_p_lt_1_R0.9': { readonly example: readonly [Triple, number] };
  readonly E7_flags_confusion: { readonly n: number; readonly table: Record<string, number> };
  readonly E7_front_face_example: {
    readonly contact: Triple;
    readonly codeAllOtherFixes: Triple;
    readonly exact: Triple;
  };
  readonly E7_stats_printed_yaw0: Fractions;
  readonly E7_stats_printed_yaw37: Fractions;
  readonly E7_stats_tan_root_pc_yaw37: Fractions;
  readonly E9_psi_planar: { readonly r1: Triple; readonly r2: Triple; readonly psiCode: readonly number[] };
  readonly E10_tall_vehicle: {
    readonly dims: Triple;
    readonly contact: Triple;
    readonly code: Triple;
    readonly exact: Triple;
  };
  readonly E17_radius_check: { readonly dims: Triple; readonly R: number; readonly code: Triple };
  readonly E18_fixed_aspect: { readonly codeIfAXisReference: Triple };
}

const file = new URL('../../test/data/vehicles/legacy_errata.json', import.meta.url);
const legacy = JSON.parse(readFileSync(file, 'utf8')) as Legacy;

function ourNormal(box: PrintedBox, contact: Triple): Triple {
  return rightNormal(box, contact).normal;
}

function expectSame(found: PrintedAnswer, expected: Triple): void {
  if (typeof found === 'string') throw new Error(found);
  // the listing uses doubles too
  found.forEach((component, k) => {
    expect(Math.abs(component - expected[k])).toBeLessThan(1e-12);
  });
}

describe('the printed listing [PATH98-12], compared with this library', () => {
  it('1: an edge normal 40 degrees off by the tangent of the slope, and no result for a third of the band', () => {
    const { contact, code, exact, errorDeg } = legacy.E1_tan_slope;
    const printed = printedBoxNormal(rotatedBox(0), contact);
    expectSame(printed, code);
    expectSame(ourNormal(rotatedBox(0), contact), exact);
    expect(degreesBetween(printed as Triple, ourNormal(rotatedBox(0), contact))).toBeCloseTo(errorDeg, 6);
    expectSame(printedBoxNormal(rotatedBox(0), contact, { slope: true }), exact);
    // slopes uniformly distributed over the band
    const [from, to] = [1.2 / 2.5, 1.5 / 2.2];
    const answers = Array.from({ length: legacy.E1_band.of }, (_, k) =>
      printedEdgeNormal(rotatedBox(0), [1, from + ((to - from) * k) / 400, 0], 0, {}),
    );
    expect(answers.filter((answer) => answer === NEGATIVE_ROOT).length).toBe(legacy.E1_band.negativeRootErrors);
  });

  it('2: the inner side of the cylinder for points behind the centre', () => {
    const { contact, codeSlopeFixed, exact } = legacy.E2_root_sign;
    expectSame(printedBoxNormal(rotatedBox(0), contact, { slope: true }), codeSlopeFixed);
    expectSame(printedBoxNormal(rotatedBox(0), contact), legacy.E2_as_printed.code);
    expectSame(printedBoxNormal(rotatedBox(0), contact, { slope: true, root: true }), exact);
    expectSame(ourNormal(rotatedBox(0), contact), exact);
  });

  it('3: no result for a rotated vehicle', () => {
    const { worldContact, exact } = legacy.E3_world_components;
    expect(printedBoxNormal(rotatedBox(30), worldContact, { slope: true, root: true })).toBe(NEGATIVE_ROOT);
    expectSame(printedBoxNormal(rotatedBox(30), worldContact, REPAIRED), exact);
    expectSame(ourNormal(rotatedBox(30), worldContact), exact);
  });

  it('4: corner-corner contact ignores vehicle 2', () => {
    const first = printedBoxNormal(rotatedBox(0), [2, 1.2, 0], REPAIRED);
    for (const [yaw, { textRule }] of [
      [180, legacy.E4_corner_corner_180],
      [200, legacy.E4_corner_corner_200],
      [225, legacy.E4_corner_corner_225],
    ] as const) {
      // the point of vehicle 2 is (2, 1.25, 0) in its own axes
      const second = ourNormal(rotatedBox(yaw), inWorld(rotatedBox(yaw), [2, 1.25, 0]));
      expect(printedCornerPair(first, second)).toBe(first);
      const mean = ourNormal(rotatedBox(0), [2, 1.2, 0]).map((component, k) => component - second[k]);
      const length = Math.hypot(...mean);
      expectSame([mean[0] / length, mean[1] / length, mean[2] / length], textRule);
    }
  });

  it('5: a front face taken for an edge, and the same fractions of wrong regions over 40 000 points', () => {
    const { contact, codeAllOtherFixes, exact } = legacy.E7_front_face_example;
    expectSame(printedBoxNormal(rotatedBox(0), contact, REPAIRED), codeAllOtherFixes);
    expectSame(ourNormal(rotatedBox(0), contact), exact);
    const { n, table } = legacy.E7_flags_confusion;
    const random = createRandom(5);
    const words = ['none', 'one', 'two->error', 'three'];
    const counts: Record<string, number> = {};
    const ray = createBoxRay();
    for (let k = 0; k < n; k++) {
      const r = randomContact(random);
      boxRay(ray, createVec3(2.5, 1.5, 1.45), 0.3, createVec3(r[0], r[1], r[2]));
      const flags = printedFlags(rotatedBox(0), r).filter(Boolean).length;
      const key = `${ray.region}/${words[flags]}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual(Object.keys(table).sort());
    // other random points: five standard deviations of a count
    for (const [key, count] of Object.entries(table)) {
      expect(Math.abs(counts[key] - count)).toBeLessThan(5 * Math.sqrt(2 * count));
    }
  });

  it.each([
    ['as printed', 0, {}, legacy.E7_stats_printed_yaw0],
    ['as printed, rotated by 37 degrees', 37, {}, legacy.E7_stats_printed_yaw37],
    ['items 1 to 3 corrected', 37, REPAIRED, legacy.E7_stats_tan_root_pc_yaw37],
  ] as const)(
    '1 to 5 together, %s: the same fractions of stops and wrong normals',
    (_name, yaw, repairs, fractions) => {
      const random = createRandom(yaw + 1);
      const box = rotatedBox(yaw);
      const counts = { aborts: 0, wrongOver1deg: 0, wrongOver45deg: 0 };
      for (let k = 0; k < fractions.n; k++) {
        const contact = inWorld(box, randomContact(random));
        const printed = printedBoxNormal(box, contact, repairs);
        if (typeof printed === 'string') counts.aborts++;
        else {
          const error = degreesBetween(printed, ourNormal(box, contact));
          if (error > 1) counts.wrongOver1deg++;
          if (error > 45) counts.wrongOver45deg++;
        }
      }
      for (const key of ['aborts', 'wrongOver1deg', 'wrongOver45deg'] as const) {
        expect(Math.abs(counts[key] - fractions[key])).toBeLessThan(5 * Math.sqrt(2 * fractions[key]));
      }
    },
  );

  it('6: NaN for a point on an axis of the world', () => {
    const { worldContact } = legacy.E5_zero_component;
    const printed = printedBoxNormal(rotatedBox(-31), worldContact);
    expect((printed as Triple).every(Number.isNaN)).toBe(true);
    expect(ourNormal(rotatedBox(-31), worldContact).every(Number.isFinite)).toBe(true);
  });

  it('7: no result for a corner point outside the box', () => {
    const [contact, p] = legacy['E6_p_lt_1_R0.9'].example;
    const box = rotatedBox(0, EDGES, 0.9);
    expect(printedBoxNormal(box, contact, REPAIRED)).toBe(BELOW_ONE);
    const ray = createBoxRay();
    boxRay(ray, createVec3(2.5, 1.5, 1.45), 0.9, createVec3(contact[0], contact[1], contact[2]));
    expect(ray.region).toBe('corner');
    expect(ray.t).toBeCloseTo(p, 12);
  });

  it('8: a planar angle prefers the wrong vehicle', () => {
    const { r1, r2, psiCode } = legacy.E9_psi_planar;
    expect(printedPsi(r1, 0)).toBeCloseTo(psiCode[0], 10);
    expect(printedPsi(r2, 0)).toBeCloseTo(psiCode[1], 10);
    expect(printedFacePair(psiCode[0], psiCode[1])).toBe(1);
    expect(degreesBetween(r1, [1, 0, 0])).toBeGreaterThan(degreesBetween(r2, [1, 0, 0]));
    expect(printedFacePair(10, 10)).toBe(2);
  });

  it('9: the side of a tall vehicle taken for an edge', () => {
    const { dims, contact, code, exact } = legacy.E10_tall_vehicle;
    const { axes } = rotatedBox(0);
    const [i, j, k] = printedOrder(dims);
    const sorted: PrintedBox = { edges: dims, radius: 0.3, axes: [axes[i], axes[j], axes[k]] };
    expectSame(printedBoxNormal(sorted, contact, REPAIRED), code);
    expectSame(ourNormal(rotatedBox(0, dims), contact), exact);
  });

  it('10: a radius above half the width is accepted and gives a meaningless normal', () => {
    const { dims, R, code } = legacy.E17_radius_check;
    expect(printedRadiusCheck(dims, R)).toBe(true);
    expectSame(printedEdgeNormal(rotatedBox(0, dims, R), [2, 0.1, 0], 0, {}), code);
  });

  it('11: a body squeezed to 90 % of its length gets narrower', () => {
    expectSame(printedEdges(EDGES, 0.9), legacy.E18_fixed_aspect.codeIfAXisReference);
  });

  it('12 to 14: zeros give the right face through infinity, the centre is classified as bottom, and the input is overwritten', () => {
    expect(printedFlags(rotatedBox(0), [0, 0, 1])).toEqual([false, false, false]);
    expect(printedFaceNormal(rotatedBox(0), [0, 0, 1])).toEqual([0, 0, 1]);
    expect(printedFaceNormal(rotatedBox(0), [0, 0, 0])).toEqual([0, 0, -1]);
    const matrix = [
      [2, 1, 0.5],
      [1, 3, 0.25],
      [0.5, 0.25, 1],
    ];
    const { x, y, z } = symmetricEigen3(createVec3(), createMat3(), mat3FromRows(matrix));
    const values = printedEigenvalues(matrix).sort((p, q) => q - p);
    [x, y, z].forEach((value, k) => {
      expect(values[k]).toBeCloseTo(value, 12);
    });
    expect([matrix[0][1], matrix[0][2], matrix[1][2]]).not.toEqual([matrix[1][0], matrix[2][0], matrix[2][1]]);
  });

  it('15: the filter of the text accepts false contacts on the other side, and of slightly rotated vehicles', () => {
    const { axes } = rotatedBox(0);
    expect(printedSideBySide(axes[1], axes[1], [0.5, 3.6, 0], 3)).toBe(true);
    expect(printedSideBySide(axes[1], axes[1], [0.5, -3.6, 0], 3)).toBe(false);
    expect(printedSideBySide(axes[1], rotatedBox(1e-7).axes[1], [0.5, 3.6, 0], 3)).toBe(false);
    const first = createVehicleBox(halved(EDGES), 0.3);
    for (const lateral of [3.6, -3.6]) {
      const second = createVehicleBox(halved(EDGES), 0.3, createVec3(0.5, lateral, 0));
      rotationAboutZ(second.rotation, 1e-9);
      expect(isFalseContact('eq1', first, second)).toBe(true);
      expect(isFalseContact('sat', first, second)).toBe(true);
    }
  });
});
