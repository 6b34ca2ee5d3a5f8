import { failAtLine, type TextLine } from '../keyword-lines.ts';
import type { FaceSet, LocatedModel } from '../mesh-model.ts';
import { createModelBuilder, type ModelBuilder, sortedSet } from '../model-builder.ts';
import type { AbaqusScope, AbaqusSet, SetMember } from './abaqus-scope.ts';
import { createSurfaceFinder, type SurfaceFinder } from './abaqus-surfaces.ts';
import { rotationAbout } from './rotation-about.ts';

/** A part in its place in the assembly. */
export interface PartInstance {
  readonly at: TextLine;
  readonly name: string;
  readonly part: { readonly name: string; readonly scope: AbaqusScope };
  /** What the instance defines itself. */
  readonly scope: AbaqusScope;
  translation: readonly [number, number, number];
  rotation?: { readonly at: TextLine; readonly numbers: readonly number[] };
}

/** A scope with the indices that its labels have in the model. */
interface Placed {
  readonly scope: AbaqusScope;
  readonly nodes: Map<number, number>;
  readonly cells: Map<number, number>;
  /** Nodes as given of the cells with repeated nodes, by cell. */
  readonly given: Map<number, readonly number[]>;
  /** Members of sets that were found before; undefined while they are being found. */
  readonly members: Map<AbaqusSet<SetMember>, readonly number[] | undefined>;
}

/** One model of the nodes and elements of all instances, or of a file without parts. */
export function assembleModel(
  source: string,
  root: AbaqusScope,
  parts: readonly PartInstance['part'][],
  instances: readonly PartInstance[],
): LocatedModel {
  const builder = createModelBuilder(source, 'line');
  const placedRoot = place(builder, root);
  const placed = new Map<string, Placed>();
  const sets: Sets = { nodes: new Map(), cells: new Map(), faces: new Map() };
  const notices: string[] = [];
  const thicknesses: number[] = [];
  for (const instance of instances) {
    const own = place(builder, merged(instance.part.scope, instance.scope), instance);
    placed.set(instance.name.toUpperCase(), own);
    sets.cells.set(instance.name, [...own.cells.values()]);
    if (instance.part.name !== instance.name) append(sets.cells, instance.part.name, own.cells.values());
  }
  if (instances.length === 0 && parts.length > 0)
    notices.push(
      `no instance of the parts ${parts
        .map(({ name }) => name)
        .slice(0, 8)
        .join(', ')}: they are left out`,
    );
  const model = builder.finish({});
  const given = new Map([placedRoot, ...placed.values()].flatMap((own) => [...own.given]));
  const finder = createSurfaceFinder(model, given);
  for (const instance of instances) {
    const own = placed.get(instance.name.toUpperCase()) as Placed;
    addSets(sets, own, new Map(), finder, `${instance.name}.`, root);
    addThicknesses(thicknesses, own);
  }
  addSets(sets, placedRoot, placed, finder, '');
  addThicknesses(thicknesses, placedRoot);
  for (const { scope } of [placedRoot, ...placed.values()]) {
    for (const [type, count] of scope.skipped)
      notices.push(
        `${count} elements of type ${type.slice(0, 40)} are left out: only surface and solid elements are read`,
      );
  }
  return {
    ...model,
    nodeSets: new Map([...sets.nodes].map(([name, nodes]) => [name, sortedSet(nodes)])),
    elementSets: new Map([...sets.cells].map(([name, cells]) => [name, sortedSet(cells)])),
    surfaces: sets.faces,
    notices,
    ...(thicknesses.length > 0 && {
      thicknesses: Float64Array.from({ length: builder.cellCount }, (_, cell) => thicknesses[cell] ?? Number.NaN),
    }),
  };
}

/** Sets by the names in the model. */
interface Sets {
  readonly nodes: Map<string, number[]>;
  readonly cells: Map<string, number[]>;
  readonly faces: Map<string, FaceSet>;
}

function append(sets: Map<string, number[]>, name: string, items: Iterable<number>): void {
  const list = sets.get(name) ?? [];
  for (const item of items) list.push(item);
  sets.set(name, list);
}

/** What an instance defines, together with its part. */
function merged(part: AbaqusScope, own: AbaqusScope): AbaqusScope {
  const maps = <K, T>(a: Map<K, T>, b: Map<K, T>) => new Map([...a, ...b]);
  return {
    nodes: maps(part.nodes, own.nodes),
    cells: [...part.cells, ...own.cells],
    nodeSets: maps(part.nodeSets, own.nodeSets),
    elementSets: maps(part.elementSets, own.elementSets),
    surfaces: maps(part.surfaces, own.surfaces),
    sections: [...part.sections, ...own.sections],
    skipped: maps(part.skipped, own.skipped),
  };
}

/** Adds the nodes and elements of a scope, moved to their place. */
function place(builder: ModelBuilder, scope: AbaqusScope, instance?: PartInstance): Placed {
  const nodes = new Map<number, number>();
  const cells = new Map<number, number>();
  const given = new Map<number, readonly number[]>();
  const [dx, dy, dz] = instance?.translation ?? [0, 0, 0];
  const rotate = instance?.rotation && rotationAbout(instance.rotation.at, instance.rotation.numbers);
  for (const [label, { x, y, z, at }] of scope.nodes) {
    const moved: readonly number[] = [x + dx, y + dy, z + dz];
    const [px, py, pz] = rotate ? rotate(moved) : moved;
    nodes.set(label, builder.nodeCount);
    builder.addNode(builder.nodeCount, px, py, pz, at.line, at.source);
  }
  for (const { type, nodes: corners, given: all, label, at } of scope.cells) {
    if (cells.has(label)) failAtLine(at, 'elements must have different numbers', label);
    const indexOf = (node: number) =>
      nodes.get(node) ?? failAtLine(at, `element ${label} must be made of nodes of the file`, node);
    const cell = builder.addCell(type, corners.map(indexOf), label, at.line, at.source);
    cells.set(label, cell);
    if (all) given.set(cell, all.map(indexOf));
  }
  return { scope, nodes, cells, given, members: new Map() };
}

/**
 * Sets of a scope under `prefix` and their name, and, of an instance, under their name alone together with those of other instances, unless the assembly
 * has a set of that name: programs number the sets of parts and assemblies separately, from `Set-1` on.
 */
function addSets(
  sets: Sets,
  own: Placed,
  instances: ReadonlyMap<string, Placed>,
  finder: SurfaceFinder,
  prefix: string,
  assembly?: AbaqusScope,
): void {
  const { scope } = own;
  const add = (to: Map<string, number[]>, name: string, items: readonly number[], isTaken = false) => {
    if (!isTaken) append(to, name, items);
    if (prefix !== '') append(to, prefix + name, items);
  };
  for (const [key, set] of scope.nodeSets) {
    add(sets.nodes, set.name, membersOf(set, own, instances, 'node'), assembly?.nodeSets.has(key));
  }
  for (const [key, set] of scope.elementSets) {
    add(sets.cells, set.name, membersOf(set, own, instances, 'element'), assembly?.elementSets.has(key));
  }
  for (const [key, { name, members }] of scope.surfaces) {
    const faces = finder.faces(
      members.flatMap((member) => {
        const cells = membersOf({ name, members: [member] }, own, instances, 'element');
        return cells.map((cell) => ({ cell, face: member.face, at: member.at }));
      }),
    );
    if (prefix !== '') sets.faces.set(prefix + name, faces);
    if (assembly?.surfaces.has(key)) continue;
    const known = sets.faces.get(name);
    sets.faces.set(name, known ? finder.joined(known, faces) : faces);
  }
}

type Kind = 'node' | 'element';

/** Indices of the members of a set, each once: those of an instance by its labels, and those of sets that it names. */
function membersOf(
  set: AbaqusSet<SetMember>,
  own: Placed,
  instances: ReadonlyMap<string, Placed>,
  kind: Kind,
): readonly number[] {
  const known = own.members.get(set);
  if (known) return known;
  if (own.members.has(set)) failAtLine(set.members[0].at, 'a set must not contain itself', set.name);
  own.members.set(set, undefined);
  const found = new Set<number>();
  for (const member of set.members) {
    const { at, instance } = member;
    const owner =
      instance === undefined
        ? own
        : (instances.get(instance.toUpperCase()) ??
          failAtLine(at, `set ${JSON.stringify(set.name)} must name an instance of the assembly`, instance));
    for (const index of membersOfOne(member, set.name, owner, instances, kind)) found.add(index);
  }
  const members = [...found];
  own.members.set(set, members);
  return members;
}

function membersOfOne(
  { at, value }: SetMember,
  name: string,
  owner: Placed,
  instances: ReadonlyMap<string, Placed>,
  kind: Kind,
): readonly number[] {
  const { scope } = owner;
  if (typeof value !== 'string') {
    const { first, last, step } = typeof value === 'number' ? { first: value, last: value, step: 1 } : value;
    const indices = kind === 'node' ? owner.nodes : owner.cells;
    const found: number[] = [];
    if (kind === 'element' && scope.skipped.size > 0 && last - first > indices.size) {
      // a long range over elements that are left out: what exists of it
      for (const [label, index] of indices) {
        if (label >= first && label <= last && (label - first) % step === 0) found.push(index);
      }
      return found;
    }
    for (let label = first; label <= last; label += step) {
      const index = indices.get(label);
      // elements without a surface are not in the model
      if (index !== undefined) found.push(index);
      else if (kind === 'node' || scope.skipped.size === 0) {
        failAtLine(at, `set ${JSON.stringify(name)} must be made of ${kind}s of the file`, label);
      }
    }
    return found;
  }
  if (!value.startsWith('\0')) {
    return membersOf(
      findSet(at, kind === 'node' ? scope.nodeSets : scope.elementSets, value, name),
      owner,
      instances,
      kind,
    );
  }
  const cells = new Set(membersOf(findSet(at, scope.elementSets, value.slice(1), name), owner, instances, 'element'));
  return scope.cells
    .filter(({ label }) => cells.has(owner.cells.get(label) as number))
    .flatMap(({ nodes }) => nodes.map((node) => owner.nodes.get(node) as number));
}

function findSet<T>(at: TextLine, sets: ReadonlyMap<string, T>, value: string, name: string): T {
  return (
    sets.get(value.toUpperCase()) ??
    failAtLine(at, `set ${JSON.stringify(name)} must be made of numbers and of sets defined in the file`, value)
  );
}

function addThicknesses(thicknesses: number[], own: Placed): void {
  for (const { set, at, thickness } of own.scope.sections) {
    if (thickness === 0) continue;
    const known = findSet(at, own.scope.elementSets, set, set);
    for (const cell of membersOf(known, own, new Map(), 'element')) thicknesses[cell] = thickness;
  }
}
