import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMat3, mat3FromRows } from '../../math/mat3.ts';
import { createPose } from '../../math/pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { ellipsoidMatrix } from '../../shapes/ellipsoid.ts';
import { boxOfEllipsoid, createVehicleBox, ellipsoidOfBox, type VehicleBox } from '../../shapes/vehicle-box.ts';
import { createContact } from '../contact.ts';
import { closestEllipsoids } from '../ellipsoid/ellipsoid-contact.ts';
import { boxContactNormal, createBoxContactNormal } from './box-contact-normal.ts';
import { boxRay, createBoxRay } from './box-ray.ts';
import { createRoundedBoxGap, roundedBoxGap } from './rounded-box-gap.ts';

type Triple = readonly number[];

interface Body {
  readonly center: Triple;
  readonly axes: readonly Triple[];
  readonly boxEdges: Triple;
  readonly radius: number;
}

interface Vehicle {
  readonly center: Triple;
  readonly F: readonly number[];
  readonly boxEdges: Triple;
}

interface BoxNormals {
  readonly boxes: readonly {
    readonly L: Triple;
    readonly R: number;
    readonly points: readonly { r: Triple; t: number; normal: Triple; region: string }[];
  }[];
}

interface NormalCase {
  readonly id: string;
  readonly body1: Body;
  readonly body2: Body;
  readonly x1: Triple;
  readonly x2: Triple;
  readonly expected: {
    readonly n1: Triple;
    readonly rule: string;
    readonly region1: string;
    readonly region2: string;
    readonly normal1: Triple;
    readonly normal2: Triple;
    readonly psi1: number;
    readonly psi2: number;
  };
}

interface GapCase {
  readonly id: string;
  readonly body1: Body;
  readonly body2: Body;
  readonly gap: number;
  readonly core: string;
}

interface PipelineCase {
  readonly id: string;
  readonly vehicle1: Vehicle;
  readonly vehicle2: Vehicle;
  readonly radius: number;
  readonly expected: {
    readonly gap: number;
    readonly normalEM: Triple;
    readonly x1: Triple;
    readonly x2: Triple;
    readonly n1: Triple;
    readonly rule: string;
    readonly boxGap: number;
    readonly coreState: string;
  };
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../reference/vehicles/${name}`, import.meta.url), 'utf8')) as T;
}

/** The files have full edges. */
function halved(edges: Triple): number[] {
  return edges.map((edge) => edge / 2);
}

function vector([x, y, z]: Triple): Vec3 {
  return createVec3(x, y, z);
}

function off(found: ReadonlyVec3, expected: Triple): number {
  return lengthVec3(subVec3(createVec3(), found, vector(expected)));
}

/** The file lists the axes one by one; the rotation has them as columns. */
function boxOf({ center, axes, boxEdges, radius }: Body): VehicleBox {
  const box = createVehicleBox(halved(boxEdges), radius, vector(center));
  Object.assign(box.rotation, mat3FromRows([0, 1, 2].map((row) => axes.map((axis) => axis[row]))));
  return box;
}

describe('normals of rounded boxes agree with 60 digits [PATH98-2.3]', () => {
  const { boxes } = read<BoxNormals>('box_normals.json');

  it('the file has its 1192 rays', () => expect(boxes.flatMap(({ points }) => points).length).toBe(1192));

  it.each(boxes)('box $L, radius $R', ({ L, R, points }) => {
    const ray = createBoxRay();
    for (const { r, t, normal, region } of points) {
      expect(boxRay(ray, createVec3(L[0] / 2, L[1] / 2, L[2] / 2), R, vector(r))).toBe('ok');
      expect(Math.abs(ray.t - t)).toBeLessThan(1e-12);
      expect(off(ray.normal, normal)).toBeLessThan(1e-12);
      expect(ray.region).toBe(region);
    }
  });
});

describe('contact normals of the box model agree with an independent program [PATH98-4]', () => {
  const { cases } = read<{ cases: readonly NormalCase[] }>('contact_normals.json');

  it('the file has its 37 cases', () => expect(cases.length).toBe(37));

  it.each(cases)('$id', ({ body1, body2, x1, x2, expected }) => {
    const found = createBoxContactNormal();
    expect(boxContactNormal(found, boxOf(body1), boxOf(body2), vector(x1), vector(x2))).toBe('ok');
    expect(found.rule).toBe(expected.rule);
    expect([found.regionA, found.regionB]).toEqual([expected.region1, expected.region2]);
    expect(off(found.normal, expected.n1)).toBeLessThan(1e-12);
    expect(off(found.normalA, expected.normal1)).toBeLessThan(1e-12);
    expect(off(found.normalB, expected.normal2)).toBeLessThan(1e-12);
    // the file's angles are arc cosines, which lose half of the digits near zero
    expect(Math.abs(found.psiA - expected.psi1)).toBeLessThan(expected.psi1 > 1e-3 ? 1e-12 : 1e-7);
    expect(Math.abs(found.psiB - expected.psi2)).toBeLessThan(expected.psi2 > 1e-3 ? 1e-12 : 1e-7);
  });
});

describe('gaps of rounded boxes agree with bounded least squares [PATH98-4.1]', () => {
  const { cases } = read<{ cases: readonly GapCase[] }>('box_gaps.json');

  it('the file has its 40 cases', () => expect(cases.length).toBe(40));

  it.each(cases)('$id', ({ body1, body2, gap, core }) => {
    const found = roundedBoxGap(createRoundedBoxGap(), boxOf(body1), boxOf(body2));
    expect(Math.abs(found.gap - gap)).toBeLessThan(1e-10);
    expect(found.core).toBe(core);
  });
});

describe('from deformation to contact normal [PATH98-2] to [PATH98-4]', () => {
  const { cases } = read<{ cases: readonly PipelineCase[] }>('pipeline.json');

  it('the file has its 24 cases', () => expect(cases.length).toBe(24));

  it.each(cases)('$id', ({ vehicle1, vehicle2, radius, expected }) => {
    const [a, b] = [vehicle1, vehicle2].map(({ center, F, boxEdges }) => {
      const shape = ellipsoidOfBox(halved(boxEdges), mat3FromRows([F.slice(0, 3), F.slice(3, 6), F.slice(6, 9)]));
      const box = createVehicleBox([0.5, 0.5, 0.5], 0);
      expect(boxOfEllipsoid(box, vector(center), ellipsoidMatrix(createMat3(), shape), radius)).toBe('ok');
      return { shape, pose: createPose(center), box };
    });
    const contact = closestEllipsoids(createContact(), a.shape, a.pose, b.shape, b.pose);
    // the README requires 1e-9; all functions are smooth, so only the rounding error of metres remains
    expect(Math.abs(contact.distance - expected.gap)).toBeLessThan(1e-12);
    expect(off(contact.normal, expected.normalEM)).toBeLessThan(1e-12);
    expect(off(contact.pointA, expected.x1)).toBeLessThan(1e-12);
    expect(off(contact.pointB, expected.x2)).toBeLessThan(1e-12);
    const found = createBoxContactNormal();
    expect(boxContactNormal(found, a.box, b.box, contact.pointA, contact.pointB)).toBe('ok');
    expect(found.rule).toBe(expected.rule);
    expect(off(found.normal, expected.n1)).toBeLessThan(1e-11);
    const gap = roundedBoxGap(createRoundedBoxGap(), a.box, b.box);
    expect(Math.abs(gap.gap - expected.boxGap)).toBeLessThan(1e-10);
    expect(gap.core).toBe(expected.coreState);
  });
});
