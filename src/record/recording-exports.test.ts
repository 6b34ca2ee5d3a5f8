import * as schemas from '@foxglove/schemas/jsonschema.js';
import { McapIndexedReader } from '@mcap/core';
import { Ajv } from 'ajv';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../test/scenes.ts';
import { readMesh } from '../formats/read-mesh.ts';
import { joinBytes } from '../formats/text-bytes.ts';
import { readScene } from '../scene/read.ts';
import { runScene } from '../sim/simulate.ts';
import { recordingToGlb } from './glb.ts';
import { recordingToMcap } from './mcap.ts';
import { recordingToParaView } from './paraview.ts';
import { createRecorder, type Recording } from './recorder.ts';

/** Recordings as files of other programs. */

function record(name: string, end: number, interval: number): Recording {
  const document = JSON.parse(exampleText(name));
  const text = JSON.stringify({ ...document, time: { ...document.time, end }, record: { interval } });
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  return recorder.finish(runScene(scene, recorder));
}

const RIGID = [
  ['docking', 12, 3],
  ['dominoes', 0.6, 0.2],
  ['platoon-1-boxes', 1, 0.25],
  ['tracker-lens-pair', 1, 0.5],
  ['tracker-planar-pair', 1, 0.5],
] as const;

/** JSON and buffer of a GLB file. */
function parseGlb(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset);
  const textLength = view.getUint32(12, true);
  const document = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + textLength)));
  const numbers = (accessor: number, width: number) => {
    const { bufferView, count } = document.accessors[accessor];
    const { byteOffset } = document.bufferViews[bufferView];
    return Array.from({ length: count * width }, (_, i) => view.getFloat32(28 + textLength + byteOffset + 4 * i, true));
  };
  return { document, numbers };
}

describe('binary glTF', () => {
  it.each(RIGID)('is valid, and its keys are the recorded poses: %s', async (name, end, interval) => {
    const recording = record(name, end, interval);
    const file = recordingToGlb(recording);
    const { issues, info } = await validateBytes(file);
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0, messages: [] });
    expect(info.animationCount).toBe(1);
    const { document, numbers } = parseGlb(file);
    expect(document.nodes.slice(1).map((node: { name: string }) => node.name)).toEqual(recording.bodies);
    const { samplers } = document.animations[0];
    const { x, y, z, qw } = recording.frames.columns;
    recording.bodies.forEach((_, body) => {
      const translations = numbers(samplers[2 * body].output, 3);
      const rotations = numbers(samplers[2 * body + 1].output, 4);
      for (let frame = 0; frame < recording.ledger.rowCount; frame++) {
        const row = frame * recording.bodies.length + body;
        expect(translations.slice(3 * frame, 3 * frame + 3)).toEqual([x, y, z].map((c) => Math.fround(c[row])));
        expect(Math.abs(rotations[4 * frame + 3])).toBe(Math.fround(Math.abs(qw[row])));
        expect(Math.hypot(...rotations.slice(4 * frame, 4 * frame + 4))).toBeCloseTo(1, 6);
      }
    });
  });

  it('rejects deformable bodies with the reason', () => {
    expect(() => recordingToGlb(record('two-bars', 1e-5, 1e-5))).toThrow(/deformable bodies have no rigid motion/);
  });
});

describe('files for ParaView', () => {
  const decode = (content: string | Uint8Array | undefined) =>
    typeof content === 'string' ? content : new TextDecoder('latin1').decode(content);

  it.each([...RIGID, ['two-bars', 2e-5, 1e-5] as const])(
    'have every frame, with bodies and contacts: %s',
    (name, end, interval) => {
      const recording = record(name, end, interval);
      const files = new Map(recordingToParaView(recording));
      const frames = recording.ledger.rowCount;
      expect(files.size).toBe(2 + 2 * frames);
      for (const list of ['bodies.pvd', 'contacts.pvd']) {
        const named = [...decode(files.get(list)).matchAll(/timestep="([^"]+)"[^>]*file="([^"]+)"/g)];
        expect(named.map(([, time]) => Number(time))).toEqual([...recording.ledger.columns.time]);
        expect(named.every(([, , file]) => files.has(file))).toBe(true);
      }
      const points = [...files.keys()]
        .filter((file) => /^contacts-.*vtp$/.test(file))
        .map((file) => /NumberOfPoints="(\d+)"/.exec(decode(files.get(file)))?.[1]);
      expect(points.reduce((sum, count) => sum + Number(count), 0)).toBe(recording.contacts.rowCount);
    },
  );

  it('bodies that rotate keep their volume', () => {
    const recording = record('dominoes', 0.6, 0.2);
    const files = new Map(recordingToParaView(recording));
    const volumes = ['bodies-000000.vtp', 'bodies-000003.vtp'].map((file) => {
      const { positions, triangles } = readMesh(file, files.get(file) as Uint8Array);
      return { total: volumeOf(positions, triangles), count: positions.length };
    });
    expect(volumes[1].count).toBe(volumes[0].count);
    expect(volumes[1].total).toBeCloseTo(volumes[0].total, 9);
    expect(volumes[0].total).toBeGreaterThan(0);
  });
});

/** Signed volume of closed surfaces; open ones through the origin add nothing. */
function volumeOf(p: Float64Array, triangles: Int32Array): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => 3 * triangles[k + i]);
    sum +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

/** The messages of an MCAP file by topic, read by the library of the format. */
async function readMcap(file: Uint8Array) {
  const readable = {
    size: async () => BigInt(file.length),
    read: async (offset: bigint, length: bigint) => file.slice(Number(offset), Number(offset + length)),
  };
  const reader = await McapIndexedReader.Initialize({ readable });
  const topics = new Map<string, { time: number; content: never }[]>();
  for await (const { channelId, sequence, logTime, data } of reader.readMessages()) {
    const { topic = '' } = reader.channelsById.get(channelId) ?? {};
    const list = topics.get(topic) ?? [];
    topics.set(topic, list);
    expect(sequence).toBe(list.length);
    list.push({ time: Number(logTime) / 1e9, content: JSON.parse(new TextDecoder().decode(data)) as never });
  }
  return { reader, topics };
}

describe('MCAP', () => {
  const validators = {
    '/tf': schemas.FrameTransforms,
    '/bodies': schemas.SceneUpdate,
    '/contacts': schemas.SceneUpdate,
    '/events': schemas.Log,
  };

  it.each([...RIGID, ['sphere-into-membrane', 0.02, 0.01]] as const)(
    'is read by its library, and its messages are valid: %s',
    async (name, end, interval) => {
      const recording = record(name, end, interval);
      const { reader, topics } = await readMcap(joinBytes(recordingToMcap(recording)));
      const { time } = recording.ledger.columns;
      expect(reader.statistics?.messageCount).toBe(BigInt([...topics.values()].flat().length));
      for (const [topic, schema] of Object.entries(validators)) {
        const isValid = new Ajv({ strict: false }).compile(schema);
        for (const { content } of topics.get(topic) ?? [])
          expect(isValid(content), JSON.stringify(isValid.errors)).toBe(true);
      }
      expect(topics.get('/ledger')?.map((message) => message.time)).toEqual(
        Array.from(time, (t) => Math.round(t * 1e9) / 1e9),
      );
      const ledgers = topics
        .get('/ledger')
        ?.map(({ content }: { content: { kineticEnergy: number } }) => content.kineticEnergy);
      expect(ledgers).toEqual(Array.from(recording.ledger.columns.kineticEnergy));
      expect(topics.get('/events')?.length ?? 0).toBe(recording.events.length);
    },
  );

  it('has another name for the frame of the world where a body is called so', async () => {
    const text = JSON.stringify({
      title: 'A disc',
      description: 'It flies.',
      bodies: [{ name: 'world', shape: { kind: 'disc', radius: 0.5 }, position: [0, 0], velocity: [2, 0], mass: 1 }],
      time: { end: 1 },
    });
    const scene = readScene(text, 'test');
    const recorder = createRecorder(scene, text);
    const { topics } = await readMcap(joinBytes(recordingToMcap(recorder.finish(runScene(scene, recorder)))));
    const [first] = topics.get('/tf') ?? [];
    expect(first.content).toMatchObject({
      transforms: [{ child_frame_id: 'world', parent_frame_id: 'world frame' }],
    });
  });

  it('has the poses of rigid bodies, and arrows along the impulses', async () => {
    const recording = record('dominoes', 0.6, 0.2);
    const { topics } = await readMcap(joinBytes(recordingToMcap(recording)));
    type Vector = Record<'x' | 'y' | 'z' | 'w', number>;
    const last = topics.get('/tf')?.at(-1)?.content as unknown as { transforms: { translation: Vector }[] };
    const { x } = recording.frames.columns;
    expect(last.transforms.map(({ translation }) => translation.x)).toEqual(
      Array.from(x.slice(-recording.bodies.length)),
    );
    const arrows = topics.get('/contacts')?.flatMap(({ content }) => {
      const { entities } = content as unknown as { entities: { arrows: { pose: { orientation: Vector } }[] }[] };
      return entities[0].arrows;
    });
    const { jx, jy, jz } = recording.contacts.columns;
    const rows = Array.from(jx.keys()).filter((i) => Math.hypot(jx[i], jy[i], jz[i]) > 0);
    expect(arrows?.length).toBe(rows.length);
    arrows?.forEach(({ pose: { orientation: q } }, k) => {
      // the image of the x axis
      const size = Math.hypot(jx[rows[k]], jy[rows[k]], jz[rows[k]]);
      expect(1 - 2 * (q.y ** 2 + q.z ** 2)).toBeCloseTo(jx[rows[k]] / size, 12);
      expect(2 * (q.x * q.y + q.w * q.z)).toBeCloseTo(jy[rows[k]] / size, 12);
      expect(2 * (q.x * q.z - q.w * q.y)).toBeCloseTo(jz[rows[k]] / size, 12);
    });
  });
});
