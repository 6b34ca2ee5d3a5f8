import { readdirSync, readFileSync } from 'node:fs';
import { sceneCadFiles } from '../src/scene/cad-references.ts';
import { embedBrepFiles } from '../src/scene/embed-brep-files.ts';
import { embedMeshes, sceneMeshFiles } from '../src/scene/embed-meshes.ts';
import { readPlanarScene, readScene } from '../src/scene/read.ts';
import type { PlanarScene, Scene } from '../src/scene/scene.ts';
import type {
  BodyState,
  ContactRow,
  DistanceRow,
  LedgerRow,
  NodeStates,
  RunSummary,
  SimEvent,
  TrackingRow,
  VehiclePairRow,
  VehicleRow,
} from '../src/sim/observer.ts';
import { type RunOptions, simulate } from '../src/sim/simulate.ts';

const folder = new URL('../examples/', import.meta.url);

export const exampleNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.scene.json'))
  .map((name) => name.replace('.scene.json', ''));

/** The text of an example, with the meshes and parts of its files. */
export function exampleText(name: string): string {
  const text = readFileSync(new URL(`${name}.scene.json`, folder), 'utf8');
  const read = (files: string[]) => new Map(files.map((file) => [file, readFileSync(new URL(file, folder))] as const));
  const withParts = embedBrepFiles(text, name, read(sceneCadFiles(text, name)));
  return embedMeshes(withParts, name, read(sceneMeshFiles(withParts, name)));
}

/** All records of a run. */
export interface RunLog<S extends Scene = PlanarScene> {
  readonly scene: S;
  readonly summary: RunSummary;
  readonly frames: { readonly time: number; readonly bodies: readonly BodyState[]; readonly ledger: LedgerRow }[];
  /** Of deformable worlds: as many as frames. */
  readonly nodes: (readonly NodeStates[])[];
  /** Of worlds of smooth bodies, one for each tracked pair and frame. */
  readonly tracking: TrackingRow[];
  /** Of scenes with `record.distances`, one for each pair and frame. */
  readonly distances: DistanceRow[];
  /** Of worlds of vehicles, as many as frames. */
  readonly vehicles: (readonly VehicleRow[])[];
  /** Of worlds of vehicles: pairs with overlapping ellipsoids. */
  readonly pairs: VehiclePairRow[];
  readonly contacts: ContactRow[];
  readonly events: SimEvent[];
}

/** A planar scene. */
export function runDocument(document: object): RunLog {
  return runText(JSON.stringify({ title: 'test', description: 'A test.', ...document }), 'test');
}

/** A planar scene. */
export function runText(text: string, source: string): RunLog {
  return run(readPlanarScene(text, source));
}

/** A scene of any world. */
export function runAnyText(text: string, source: string, options?: RunOptions): RunLog<Scene> {
  return run(readScene(text, source), options);
}

function run<S extends Scene>(scene: S, options?: RunOptions): RunLog<S> {
  const frames: RunLog['frames'] = [];
  const nodes: RunLog['nodes'] = [];
  const tracking: TrackingRow[] = [];
  const distances: DistanceRow[] = [];
  const vehicles: RunLog['vehicles'] = [];
  const pairs: VehiclePairRow[] = [];
  const contacts: ContactRow[] = [];
  const events: SimEvent[] = [];
  const steps = simulate(
    scene,
    {
      frame: (time, bodies, ledger) => frames.push({ time, bodies: structuredClone(bodies) as BodyState[], ledger }),
      nodes: (_time, bodies) => nodes.push(structuredClone(bodies) as NodeStates[]),
      tracking: (row) => tracking.push(structuredClone(row) as TrackingRow),
      distances: (row) => distances.push(structuredClone(row) as DistanceRow),
      vehicles: (_time, rows) => vehicles.push(structuredClone(rows) as VehicleRow[]),
      pairs: (row) => pairs.push(structuredClone(row) as VehiclePairRow),
      contact: (row) => contacts.push(structuredClone(row) as ContactRow),
      event: (event) => events.push(event),
    },
    options,
  );
  let next = steps.next();
  while (!next.done) next = steps.next();
  const summary = next.value;
  return { scene, summary, frames, nodes, tracking, distances, vehicles, pairs, contacts, events };
}

/** Collisions only. */
export function collisions(log: RunLog): Extract<SimEvent, { type: 'collision' }>[] {
  return log.events.filter((event) => event.type === 'collision');
}

/** The state of a body at the end. */
export function lastState(log: RunLog, name: string): BodyState {
  const { bodies } = log.frames[log.frames.length - 1];
  const found = bodies.find((body) => body.name === name);
  if (!found) throw new Error(`no body ${name}`);
  return found;
}
