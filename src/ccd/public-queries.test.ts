/**
 * 252 685 queries with ground truth from two public collections (vertex-face and edge-edge, over half of them from
 * simulations). They are not part of this repository; if they are absent, a single test reports that.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CCD_DATA, hasCcdData } from '../../test/ccd-data.ts';
import { type ContactBatch, createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from './batch.ts';
import { isHit, stageOf } from './decision-stage.ts';
import { createEndpointMotion } from './point-motion.ts';

interface QuerySet {
  name: string;
  queries: number;
}

function unpack(stage: string): ArrayBuffer {
  return new Uint8Array(gunzipSync(readFileSync(new URL(stage, CCD_DATA)))).buffer;
}

/** Point indices of query i: 4 i to 4 i + 3. */
function decideAll(name: string, count: number): ContactBatch {
  const data = new Float64Array(unpack(`queries/${name}.f64.gz`));
  const start = new Float64Array(12 * count);
  const end = new Float64Array(12 * count);
  for (let i = 0; i < count; i++) {
    start.set(data.subarray(24 * i, 24 * i + 12), 12 * i);
    end.set(data.subarray(24 * i + 12, 24 * i + 24), 12 * i);
  }
  const motion = createEndpointMotion(start, end);
  const out = createContactBatch(count);
  if (name.endsWith('.vf')) {
    const triangles = Int32Array.from({ length: 3 * count }, (_, i) => 4 * Math.floor(i / 3) + 1 + (i % 3));
    const pairs = Int32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 2 * i : i >> 1));
    nodeTriangleBatch(out, motion, pairs, triangles);
  } else {
    const numbers = Int32Array.from({ length: 4 * count }, (_, i) => i);
    edgeEdgeBatch(out, motion, numbers.subarray(0, 2 * count), numbers);
  }
  return out;
}

function describeQueries(): void {
  const sets: QuerySet[] = JSON.parse(readFileSync(new URL('manifest.json', CCD_DATA), 'utf8')).sets;
  const results = sets.map(({ name, queries }) => decideAll(name, queries));

  it.each(sets.map((set, i) => ({ ...set, i })))(
    '$name: no false negative and no false positive',
    ({ name, queries, i }) => {
      const truth = new Uint8Array(unpack(`queries/${name}.gt.gz`));
      expect(truth.length).toBe(queries);
      expect(Array.from(results[i].flags, (flag) => Number(isHit(flag)))).toEqual(Array.from(truth));
    },
  );

  it('all 4784 known times agree within 1e-12 of the step', () => {
    let known = 0;
    sets.forEach(({ name }, i) => {
      if (!existsSync(new URL(`queries/${name}.toi.gz`, CCD_DATA))) return;
      new Float64Array(unpack(`queries/${name}.toi.gz`)).forEach((time, query) => {
        if (Number.isNaN(time)) return;
        known++;
        expect(Math.abs(results[i].times[query] - time), `${name} ${query}`).toBeLessThanOrEqual(1e-12);
      });
    });
    expect(known).toBe(4784);
  });

  it('fewer than one in a thousand simulation queries need integer arithmetic', () => {
    const simulation = results.filter((_, i) => sets[i].name.startsWith('sim'));
    const flags = simulation.flatMap((batch) => Array.from(batch.flags));
    const exact = flags.filter((flag) => stageOf(flag) === 'exact').length;
    expect(flags.length).toBe(245_406);
    expect(exact / flags.length).toBeLessThan(1e-3);
  });
}

describe('public queries', () => {
  if (hasCcdData) describeQueries();
  else {
    it('are absent: none was checked', () => {
      expect(hasCcdData).toBe(false);
    });
  }
});
