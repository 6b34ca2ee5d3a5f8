import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../formats/text-bytes.ts';
import { NonFiniteError } from '../math/finite.ts';
import { createMat3, rotationAboutZ } from '../math/mat3.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';
import type { LedgerRow, RunSummary, SimEvent } from '../sim/observer.ts';
import { CONTACT_MODES, TABLE_COLUMNS } from './columns.ts';
import { recordingToCsv } from './csv.ts';
import { createRecorder, type Recording } from './recorder.ts';
import { decodeRecording, encodeRecording } from './recording-files.ts';
import { markOf, RECORDING_FILES, type RecordingFile, readSummary, summaryText } from './recording-summary.ts';
import type { Column } from './table.ts';

const SCENE = { title: 'Two discs, "α" and β', bodies: [{ name: 'α' }, { name: 'a, "b"' }] };
const SCENE_TEXT = '\uFEFF{ "title": "Two discs",\r\n  "n": 1.0 }\n';

/** A synthetic run that takes its numbers one after the other from `next`. */
function record(frames: number, next: () => number): Recording {
  const vector = (): Vec3 => createVec3(next(), next(), next());
  const ledger = (time: number): LedgerRow => ({
    time,
    momentum: vector(),
    angularMomentum: vector(),
    momentumScale: next(),
    angularMomentumScale: next(),
    kineticEnergy: next(),
    potentialEnergy: next(),
    strainEnergy: next(),
    contactWork: next(),
    driveWork: next(),
    energyCreated: next(),
    impulseOnImmovable: vector(),
    angularImpulseOnImmovable: vector(),
    externalImpulse: vector(),
    externalAngularImpulse: vector(),
    externalWork: next(),
  });
  const recorder = createRecorder(SCENE, SCENE_TEXT);
  for (let frame = 0; frame < frames; frame++) {
    const bodies = SCENE.bodies.map(({ name }) => ({
      name,
      position: vector(),
      rotation: rotationAboutZ(createMat3(), frame / 7),
      angle: next(),
      velocity: vector(),
      angularVelocity: vector(),
    }));
    recorder.frame(frame / 10, bodies, ledger(frame / 10));
    recorder.contact({
      time: frame / 10,
      bodyA: frame % 2,
      bodyB: 1 - (frame % 2),
      point: vector(),
      normal: vector(),
      distance: next(),
      closingSpeed: next(),
      impulse: vector(),
      work: next(),
      mode: CONTACT_MODES[frame % CONTACT_MODES.length],
    });
  }
  const bodies = ['α', 'a, "b"'] as const;
  const sensors = ['nose', 'port'] as const;
  recorder.event({
    type: 'collision',
    time: 0.5,
    bodies,
    point: [1, -0, 0.1],
    normal: [-0, 1, 0],
    impulse: 2,
    closingSpeed: 1e-310,
    points: 2,
  });
  recorder.event({ type: 'docking', time: 0.6, bodies, sensors, mode: 'pin', speed: 0.1, energyLoss: null });
  const summary: RunSummary = {
    status: 'end',
    time: frames / 10,
    steps: frames,
    collisions: 1,
    dockings: 1,
    maxPenetration: -0,
    balance: { momentumError: 1e-16, angularMomentumError: 0, energyError: 5e-324, energyCreationError: 0 },
    ledgerStart: ledger(0),
    ledgerEnd: ledger(frames / 10),
    stateHash: '00ff00ff00ff00ff',
  };
  return recorder.finish(summary);
}

/** The files with one of them replaced, and a consistent summary: damage that no checksum detects. */
function replaceFile(files: ReadonlyMap<string, Uint8Array>, name: RecordingFile, bytes: Uint8Array) {
  const summary = readSummary(files.get('summary.json') ?? new Uint8Array());
  const text = summaryText({ ...summary, files: { ...summary.files, [name]: markOf(bytes) } });
  return new Map(files).set(name, bytes).set('summary.json', encodeUtf8(text));
}

const counted = () => {
  let count = 0;
  return () => Math.sin(count++);
};

describe('the files of a recording', () => {
  it('restore every bit of the recording: -0, the smallest and the largest doubles', async () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    const check = fc.asyncProperty(
      fc.array(double, { minLength: 1, maxLength: 40 }),
      fc.nat(9),
      async (values, frames) => {
        let count = 0;
        const recording = record(frames, () => values[count++ % values.length]);
        // toStrictEqual distinguishes -0 from 0 and compares typed arrays element by element
        expect(await decodeRecording(encodeRecording(recording))).toStrictEqual(recording);
      },
    );
    await fc.assert(check, { seed: 13, numRuns: 60 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('contain no %s: the recorder reports it', (value) => {
    expect(() => record(1, () => value)).toThrow(NonFiniteError);
  });

  it('store the scene character for character, with byte-order mark and line ends', async () => {
    const files = encodeRecording(record(1, counted()));
    expect(decodeUtf8(files.get('scene.json') ?? new Uint8Array())).toBe(SCENE_TEXT);
  });

  it('have the units and meanings of their columns in the metadata', () => {
    const recording = record(3, () => 1);
    for (const name of ['frames', 'contacts', 'ledger'] as const) {
      const bytes = encodeRecording(recording).get(`${name}.parquet`) as Uint8Array;
      const { key_value_metadata: pairs = [], schema } = parquetMetadata(bytes.slice().buffer);
      const [units, meanings] = ['units', 'meanings'].map((key) =>
        JSON.parse(pairs.find((p) => p.key === key)?.value ?? ''),
      );
      const columns = schema.slice(1).map((column) => column.name);
      expect(Object.keys(units)).toEqual(columns);
      expect(Object.keys(meanings)).toEqual(columns);
      for (const [column, { unit, meaning }] of Object.entries<Column>(TABLE_COLUMNS[name])) {
        expect([units[column], meanings[column]]).toEqual([unit, meaning]);
      }
    }
  });

  it('are the same bytes for the same run', () => {
    expect(encodeRecording(record(50, counted()))).toStrictEqual(encodeRecording(record(50, counted())));
  });

  it('hold a run with more rows than one row group', async () => {
    const recording = record(60_000, counted());
    const decoded = await decodeRecording(encodeRecording(recording));
    expect(decoded.frames.rowCount).toBe(120_000);
    expect(Buffer.from(decoded.frames.columns.vx.buffer).equals(Buffer.from(recording.frames.columns.vx.buffer))).toBe(
      true,
    );
    expect(decoded.frames.columns.body.slice(99_998, 100_002)).toEqual(Float64Array.of(0, 1, 0, 1));
  });

  it('are not affected when the caller changes its objects afterwards', () => {
    const recorder = createRecorder(SCENE, '');
    const point: [number, number, number] = [1, 2, 3];
    const event: SimEvent = {
      type: 'collision',
      time: 0,
      bodies: ['α', 'β'],
      point,
      normal: [1, 0, 0],
      impulse: 1,
      closingSpeed: 1,
      points: 1,
    };
    recorder.event(event);
    point[0] = 99;
    expect(recorder.finish(record(0, counted()).summary).events).toMatchObject([{ point: [1, 2, 3] }]);
  });
});

describe('a recording of meshes', () => {
  /** The synthetic run with three nodes of one body and one of the other in each frame, one contact between meshes. */
  const recordNodes = (frames: number): Recording => {
    const { summary } = record(0, counted());
    const recorder = createRecorder(SCENE, SCENE_TEXT);
    for (let frame = 0; frame < frames; frame++) {
      const numbers = (count: number) => Float64Array.from({ length: count }, (_, k) => Math.sin(frame + k) || -0);
      const bodies = [3, 1].map((count) => ({ positions: numbers(3 * count), velocities: numbers(3 * count) }));
      recorder.nodes(frame / 10, bodies);
    }
    const zero = createVec3();
    recorder.contact({
      time: 0.1,
      bodyA: 0,
      bodyB: 1,
      point: zero,
      normal: zero,
      distance: 0,
      closingSpeed: 0,
      impulse: zero,
      work: 0,
      mode: 'resting',
      node: 7,
      face: 12,
    });
    return recorder.finish(summary);
  };

  it('has its nodes and faces in contact, and is restored bit for bit', async () => {
    const recording = recordNodes(5);
    expect(recording.nodes?.rowCount).toBe(20);
    expect(recording.nodes?.columns.node.slice(0, 5)).toEqual(Float64Array.of(0, 1, 2, 0, 0));
    expect([recording.contacts.columns.node[0], recording.contacts.columns.face[0]]).toEqual([7, 12]);
    const files = encodeRecording(recording);
    expect([...files.keys()]).toContain('nodes.parquet');
    expect(await decodeRecording(files)).toStrictEqual(recording);
  });

  it('is rejected without its nodes, and with too many of them', async () => {
    const files = new Map<string, Uint8Array>(encodeRecording(recordNodes(5)));
    const other = encodeRecording(recordNodes(6)).get('nodes.parquet') ?? new Uint8Array();
    await expect(decodeRecording(replaceFile(files, 'nodes.parquet', other))).rejects.toThrow(
      'nodes.parquet: must have 20 rows according to summary.json, got 24',
    );
    files.delete('nodes.parquet');
    await expect(decodeRecording(files)).rejects.toThrow('nodes.parquet: missing');
  });

  it('as CSV has a file of nodes', () => {
    const csv = recordingToCsv(recordNodes(1));
    const [header, first] = [...(csv.get('nodes.csv') ?? [])].join('').split('\n');
    expect(header).toBe('time,body,name,node,x,y,z,vx,vy,vz');
    expect(first).toMatch(/^0,0,α,0,-0,0.841/);
    expect(recordingToCsv(record(1, counted())).has('nodes.csv')).toBe(false);
  });
});

describe('a damaged recording is rejected with the name of the file', () => {
  const whole = encodeRecording(record(3, counted()));
  const replaced = (name: RecordingFile, content: string | Uint8Array | undefined) => {
    const files = new Map<string, Uint8Array>(whole);
    if (content === undefined) files.delete(name);
    else if (name === 'summary.json') files.set(name, encodeUtf8(String(content)));
    else return decodeRecording(replaceFile(files, name, typeof content === 'string' ? encodeUtf8(content) : content));
    return decodeRecording(files);
  };

  it('when a file is missing', async () => {
    for (const name of RECORDING_FILES) await expect(replaced(name, undefined)).rejects.toThrow(`${name}: missing`);
  });

  it('when the summary has another format, or is no summary', async () => {
    await expect(replaced('summary.json', '{"format":"appulse-recording/99"}')).rejects.toThrow(
      'summary.json: format must be "appulse-recording/1", got "appulse-recording/99"',
    );
    await expect(replaced('summary.json', 'null')).rejects.toThrow('summary.json: format must be');
    await expect(replaced('summary.json', '{"format":"appulse-recording/1"}')).rejects.toThrow('must have a title');
  });

  it('when any byte of any file is changed', async () => {
    for (const [name, bytes] of whole) {
      for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
        const damaged = Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 4 : byte));
        await expect(decodeRecording(new Map(whole).set(name, damaged)), `${name} at ${at}`).rejects.toThrow(name);
      }
    }
  });

  it('when a file is truncated, belongs to another recording, or has no checksum', async () => {
    for (const [name, bytes] of whole) {
      if (name === 'summary.json') continue;
      const cut = new Map(whole).set(name, bytes.subarray(0, -1));
      await expect(decodeRecording(cut)).rejects.toThrow(`${name}: the file is damaged: it has ${bytes.length - 1}`);
    }
    const scene = encodeUtf8(SCENE_TEXT.replace('1.0', '1.1'));
    const other = new Map(whole).set('scene.json', scene);
    await expect(decodeRecording(other)).rejects.toThrow('scene.json: the file is damaged: its checksum');
    const summary = readSummary(whole.get('summary.json') ?? new Uint8Array());
    const { 'scene.json': _, ...files } = summary.files;
    await expect(replaced('summary.json', summaryText({ ...summary, files }))).rejects.toThrow(
      'scene.json: summary.json has no checksum of it',
    );
  });

  it('when tables or events are truncated or replaced', async () => {
    const other = encodeRecording(record(4, counted()));
    await expect(replaced('frames.parquet', other.get('frames.parquet'))).rejects.toThrow(
      'frames.parquet: must have 6 rows according to summary.json, got 8',
    );
    await expect(replaced('frames.parquet', other.get('ledger.parquet'))).rejects.toThrow(
      'frames.parquet: column body: missing',
    );
    await expect(replaced('ledger.parquet', 'PAR1')).rejects.toThrow('ledger.parquet: ');
    await expect(replaced('events.jsonl', '')).rejects.toThrow('events.jsonl: must have 2 rows');
    await expect(replaced('events.jsonl', '{"type":')).rejects.toThrow('events.jsonl: line 1: not JSON');
    await expect(replaced('events.jsonl', '{}\n')).rejects.toThrow('events.jsonl: line 1: an event has');
    await expect(replaced('scene.json', Uint8Array.of(0xff, 0xfe))).rejects.toThrow('scene.json: ');
  });
});
