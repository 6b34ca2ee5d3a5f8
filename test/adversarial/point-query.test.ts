import { describe, expect, it } from 'vitest';
import { type Contact, createContact } from '../../src/distance/contact.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import type { PairAccuracy } from '../../src/pairs/pair-accuracy.ts';
import { closest, pairTable } from '../../src/pairs/query.ts';
import { type PointQuery, pointQuery } from '../../src/ray/point-query.ts';
import type { ShapeKind } from '../../src/shapes/shape.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { type AdversarialPoint, drawAdversarialPoint } from './draw-ray.ts';
import { isConvexBody, judgeConvexContact } from './judge-closest.ts';
import { judgeOutlineContact } from './judge-outline.ts';
import { judgePartsContact } from './judge-parts.ts';

/**
 * `pointQuery` for points on faces, edges, vertices, axes and centres, up to noise: judged as the contact of the point and the body.
 * Case k of a kind is always the same.
 */
const CASES = Number(process.env['ADVERSARIAL_CASES'] ?? 5_000) / 3;
const TIMEOUT = 900_000 + 50 * CASES;

const PLANAR: readonly ShapeKind[] = ['point', 'segment', 'disc', 'polygon', 'halfspace', 'tiled'];
const SPATIAL: readonly ShapeKind[] = [
  ...(['point', 'segment', 'halfspace', 'sphere', 'capsule', 'box', 'cylinder', 'cone', 'ellipsoid'] as const),
  ...(['hull', 'compound', 'trimesh', 'tiled'] as const),
];
/** Fraction of the cases of a common kind: some bodies take longer. */
const fractionOf = (kind: ShapeKind) =>
  kind === 'tiled' ? 0.05 : ['hull', 'compound', 'trimesh'].includes(kind) ? 0.2 : 1;

const groups = [
  ...PLANAR.map((kind) => ({ kind, planar: true, fraction: fractionOf(kind) })),
  ...SPATIAL.map((kind) => ({ kind, planar: false, fraction: fractionOf(kind) })),
];

function accuracyOf(kind: ShapeKind): PairAccuracy {
  const row = pairTable.find(({ kinds: [a, b] }) => a === 'point' && b === kind);
  if (!row) throw new Error(`no row for a point and a ${kind}`);
  return row.accuracy;
}

/** The same as a contact of point A and body B. */
function asContact({ point }: AdversarialPoint, query: PointQuery): Contact {
  const { distance, normal, status, errorBound } = query;
  const toBody = createVec3(-normal.x, -normal.y, -normal.z);
  return { ...createContact(), distance, pointA: point, pointB: query.point, normal: toBody, status, errorBound };
}

function judgePoint(drawn: AdversarialPoint, query: PointQuery, random: Random, planar: boolean): string[] {
  const body = drawn.body.twin;
  const point: Placed = { shape: { kind: 'point' }, pose: { ...body.pose, position: drawn.point } };
  const contact = asContact(drawn, query);
  const accuracy = accuracyOf(drawn.body.shape.kind);
  if (isConvexBody(body)) {
    const proposed =
      accuracy.normal === undefined ? undefined : closest(point.shape, point.pose, body.shape, body.pose).normal;
    return judgeConvexContact(point, body, contact, accuracy, random, planar, proposed);
  }
  const outline = planar ? judgeOutlineContact(point, body, contact, accuracy, random) : undefined;
  return outline ?? judgePartsContact(point, body, contact, accuracy, random);
}

function judgeCase(kind: ShapeKind, planar: boolean, k: number): string[] {
  const random = createRandom(29 + 15_485_863 * k + (planar ? 1 : 0));
  const drawn = drawAdversarialPoint(random, kind, planar);
  const query = pointQuery(drawn.body.shape, drawn.body.pose, drawn.point);
  const faults = judgePoint(drawn, query, random, planar);
  return faults.map((fault) => `case ${k} (${drawn.description}), ${query.status}: ${fault}`);
}

describe('points in adversarial positions', () => {
  const fractions = groups.reduce((sum, { fraction }) => sum + fraction, 0);

  it.each(groups)('$kind, planar $planar', { timeout: TIMEOUT }, ({ kind, planar, fraction }) => {
    const faults: string[] = [];
    for (let k = 0; k < (CASES * fraction) / fractions; k++) faults.push(...judgeCase(kind, planar, k));
    expect({ count: faults.length, first: faults.slice(0, 10) }).toEqual({ count: 0, first: [] });
  });
});
