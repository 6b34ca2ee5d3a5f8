import { CELL } from '../cell-types.ts';
import { failAtLine, type TextLine } from '../keyword-lines.ts';
import type { FaceSet, LocatedModel } from '../mesh-model.ts';
import { faceSet, type ModelBuilder, sortedSet } from '../model-builder.ts';

export type SetKind = 'node' | 'shell' | 'solid' | 'part' | 'segment';

/** A set of numbers; of segments: four nodes each, the last two the same for a triangle. */
export interface DynaSet {
  readonly kind: SetKind;
  readonly id: number;
  readonly title: string;
  readonly members: { readonly at: TextLine; readonly numbers: readonly number[] }[];
  /** First and last numbers of ranges. */
  readonly ranges: { readonly at: TextLine; readonly first: number; readonly last: number }[];
}

/** A file while it is read. */
export interface DynaFile {
  readonly source: string;
  readonly builder: ModelBuilder;
  /** Part number of each element. */
  readonly partOfCell: number[];
  readonly isShell: boolean[];
  /** Thickness of each element that has its own. */
  readonly thicknessOfCell: Map<number, number>;
  readonly shells: Map<number, number>;
  readonly solids: Map<number, number>;
  readonly parts: Map<number, { readonly title: string; readonly section: number }>;
  /** Thickness by section number. */
  readonly sections: Map<number, number>;
  readonly sets: DynaSet[];
  /** Keywords of elements without a surface. */
  readonly skipped: Map<string, number>;
}

export function createDynaFile(source: string, builder: ModelBuilder): DynaFile {
  return {
    source,
    builder,
    partOfCell: [],
    isShell: [],
    thicknessOfCell: new Map(),
    shells: new Map(),
    solids: new Map(),
    parts: new Map(),
    sections: new Map(),
    sets: [],
    skipped: new Map(),
  };
}

export function finishDyna(file: DynaFile): LocatedModel {
  const { builder, partOfCell, isShell, parts, sections, thicknessOfCell } = file;
  const nodeSets = new Map<string, Int32Array>();
  const elementSets = new Map<string, Int32Array>();
  const surfaces = new Map<string, FaceSet>();
  const cellsOfPart = new Map<number, number[]>();
  partOfCell.forEach((part, cell) => {
    const cells = cellsOfPart.get(part);
    if (cells) cells.push(cell);
    else cellsOfPart.set(part, [cell]);
  });
  for (const [part, cells] of cellsOfPart) {
    for (const name of namesOf('part', part, parts.get(part)?.title ?? '')) addNumbers(elementSets, name, cells);
  }
  for (const set of file.sets) {
    const names = namesOf(`${set.kind} set`, set.id, set.title);
    if (set.kind === 'segment') for (const name of names) surfaces.set(name, segments(set, builder));
    else {
      const numbers = membersOf(set, file, cellsOfPart);
      for (const name of names) addNumbers(set.kind === 'node' ? nodeSets : elementSets, name, numbers);
    }
  }
  const thicknesses = Float64Array.from(partOfCell, (part, cell) => {
    const section = sections.get(parts.get(part)?.section ?? -1);
    return thicknessOfCell.get(cell) ?? (isShell[cell] && section ? section : Number.NaN);
  });
  const notices = [...file.skipped].map(
    ([keyword, line]) => `elements of *${keyword} (line ${line}) have no surface and are left out`,
  );
  const hasThickness = thicknesses.some((value) => !Number.isNaN(value));
  return builder.finish({ nodeSets, elementSets, surfaces, notices, ...(hasThickness && { thicknesses }) });
}

/** The names of a set: with its number, and its title. */
function namesOf(kind: string, id: number, title: string): string[] {
  const name = `${kind} ${id}`;
  return title === '' || title === name ? [name] : [name, title];
}

function addNumbers(sets: Map<string, Int32Array>, name: string, numbers: Iterable<number>): void {
  sets.set(name, sortedSet([...(sets.get(name) ?? []), ...numbers]));
}

function membersOf(set: DynaSet, file: DynaFile, cellsOfPart: ReadonlyMap<number, readonly number[]>): number[] {
  const found: number[] = [];
  const { kind, id } = set;
  if (kind === 'part') {
    const add = (part: number) => {
      for (const cell of cellsOfPart.get(part) ?? []) found.push(cell);
    };
    for (const { numbers } of set.members) for (const number of numbers) add(number);
    for (const { first, last } of set.ranges)
      for (const part of cellsOfPart.keys()) if (part >= first && part <= last) add(part);
    return found;
  }
  const indices = kind === 'node' ? file.builder.nodeIndices : kind === 'shell' ? file.shells : file.solids;
  for (const { at, numbers } of set.members) {
    for (const number of numbers) {
      found.push(
        indices.get(number) ?? failAtLine(at, `${kind} set ${id} must be made of ${kind}s of the file`, number),
      );
    }
  }
  // a range is what exists between its ends
  for (const { first, last } of set.ranges) {
    if (last - first > indices.size) {
      for (const [label, index] of indices) if (label >= first && label <= last) found.push(index);
      continue;
    }
    for (let number = first; number <= last; number++) {
      const index = indices.get(number);
      if (index !== undefined) found.push(index);
    }
  }
  return found;
}

function segments({ id, members }: DynaSet, builder: ModelBuilder): FaceSet {
  return faceSet(
    members.map(({ at, numbers }) => {
      const nodes = numbers.map((label) => builder.requireNode(label, at.line, `segment set ${id}`, at.source));
      return { type: nodes.length === 3 ? CELL.triangle : CELL.quad, nodes };
    }),
  );
}
