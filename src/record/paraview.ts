import { writeVtp } from '../formats/write-vtp.ts';
import { escapeAttribute } from '../formats/xml.ts';
import { readScene } from '../scene/read.ts';
import { type BodySurface, bodySurfaces, surfacePositions } from './body-surfaces.ts';
import type { Recording } from './recorder.ts';

/**
 * A recording as files for ParaView: `bodies.pvd` and `contacts.pvd`, which list one VTK PolyData file per frame. Cells of bodies have the index of
 * their `body`; contacts are points with `normal`, `impulse` [N s], mean `force` [N] since the frame before, `distance`, `bodyA` and `bodyB`. The files
 * are made when they are read, one at a time.
 */
export function* recordingToParaView(recording: Recording): Generator<[name: string, content: string | Uint8Array]> {
  const scene = readScene(recording.sceneText, recording.title);
  const surfaces = bodySurfaces(scene, recording);
  const { time: times } = recording.ledger.columns;
  const name = (kind: string, frame: number) => `${kind}-${String(frame).padStart(6, '0')}.vtp`;
  yield ['bodies.pvd', collection(times, (frame) => name('bodies', frame))];
  yield ['contacts.pvd', collection(times, (frame) => name('contacts', frame))];
  let contact = 0;
  for (let frame = 0; frame < times.length; frame++) {
    yield [name('bodies', frame), bodiesFile(recording, surfaces, frame)];
    const end = contactsUntil(recording, contact, times[frame]);
    yield [name('contacts', frame), contactsFile(recording, contact, end, frame)];
    contact = end;
  }
}

function collection(times: Float64Array, file: (frame: number) => string): string {
  const lines = Array.from(
    times,
    (time, frame) => `    <DataSet timestep="${time}" group="" part="0" file="${escapeAttribute(file(frame))}"/>\n`,
  );
  return `<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">\n  <Collection>\n${lines.join('')}  </Collection>\n</VTKFile>\n`;
}

function bodiesFile(recording: Recording, surfaces: readonly BodySurface[], frame: number): Uint8Array {
  const positions: number[] = [];
  const [verts, lines, triangles]: number[][] = [[], [], []];
  const [vertBodies, lineBodies, triangleBodies]: number[][] = [[], [], []];
  surfaces.forEach((surface, body) => {
    const first = positions.length / 3;
    for (const value of surfacePositions(recording, surfaces, body, frame)) positions.push(value);
    for (const node of surface.lines) lines.push(first + node);
    for (const node of surface.triangles) triangles.push(first + node);
    for (let k = 0; k < surface.lines.length / 2; k++) lineBodies.push(body);
    for (let k = 0; k < surface.triangles.length / 3; k++) triangleBodies.push(body);
    if (surface.lines.length + surface.triangles.length > 0) return;
    verts.push(first);
    vertBodies.push(body);
  });
  return writeVtp({
    positions: Float64Array.from(positions),
    verts: Int32Array.from(verts),
    lines: Int32Array.from(lines),
    triangles: Int32Array.from(triangles),
    cellData: { body: Float64Array.from([...vertBodies, ...lineBodies, ...triangleBodies]) },
  });
}

/** Index after the last contact row at or before a time; rows are in the order of time. */
function contactsUntil({ contacts }: Recording, from: number, time: number): number {
  let end = from;
  while (end < contacts.rowCount && contacts.columns.time[end] <= time) end++;
  return end;
}

function contactsFile({ contacts, ledger }: Recording, from: number, to: number, frame: number): Uint8Array {
  const { px, py, pz, nx, ny, nz, jx, jy, jz, distance, bodyA, bodyB } = contacts.columns;
  const rows = Array.from({ length: to - from }, (_, i) => from + i);
  const vectors = (...columns: Float64Array[]) => Float64Array.from(rows.flatMap((row) => columns.map((c) => c[row])));
  const { time } = ledger.columns;
  const interval = frame === 0 ? 0 : time[frame] - time[frame - 1];
  const impulse = vectors(jx, jy, jz);
  return writeVtp({
    positions: vectors(px, py, pz),
    verts: Int32Array.from(rows.keys()),
    pointData: {
      normal: vectors(nx, ny, nz),
      impulse,
      force: impulse.map((value) => (interval > 0 ? value / interval : 0)),
      distance: vectors(distance),
      bodyA: vectors(bodyA),
      bodyB: vectors(bodyB),
    },
  });
}
