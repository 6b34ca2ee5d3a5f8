import { collapseCell } from '../collapse-cell.ts';
import { failAtLine, fortranNumber, type TextLine } from '../keyword-lines.ts';
import { abaqusElement } from './abaqus-elements.ts';
import type { Card, DataLine } from './keyword-cards.ts';

/** A member of a set: a label, a range of labels, or the name of another set; of an instance, if given. */
export interface SetMember {
  readonly at: TextLine;
  readonly instance?: string;
  readonly value: number | string | LabelRange;
}

export interface LabelRange {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

export interface SurfaceMember extends SetMember {
  /** `S1`, `SPOS`, ...; empty for all free faces. */
  readonly face: string;
}

export interface AbaqusSet<T> {
  readonly name: string;
  readonly members: T[];
}

export interface AbaqusCell {
  readonly type: number;
  readonly nodes: readonly number[];
  /** The nodes as given, where some are repeated and `type` is the cell that is meant: faces are numbered by them. */
  readonly given?: readonly number[];
  readonly label: number;
  readonly at: TextLine;
}

/** Nodes, elements and sets of a part, of the assembly, or of a file without parts. Names of sets are in capitals as keys. */
export interface AbaqusScope {
  readonly nodes: Map<number, { readonly x: number; readonly y: number; readonly z: number; readonly at: TextLine }>;
  readonly cells: AbaqusCell[];
  readonly nodeSets: Map<string, AbaqusSet<SetMember>>;
  readonly elementSets: Map<string, AbaqusSet<SetMember>>;
  readonly surfaces: Map<string, AbaqusSet<SurfaceMember>>;
  /** Thickness by element set. */
  readonly sections: { readonly set: string; readonly at: TextLine; thickness: number }[];
  /** Types of elements without a surface, with their number. */
  readonly skipped: Map<string, number>;
}

export function createScope(): AbaqusScope {
  return {
    nodes: new Map(),
    cells: [],
    nodeSets: new Map(),
    elementSets: new Map(),
    surfaces: new Map(),
    sections: [],
    skipped: new Map(),
  };
}

/** Reads the data lines of a keyword; `end` checks that they are complete. */
export interface CardReader {
  readonly data: (line: DataLine) => void;
  readonly end?: () => void;
}

const IGNORE: CardReader = { data: () => {} };

/** Keywords that create nodes or elements, or move them, and are not read. */
const UNSUPPORTED = new Set([
  'NGEN',
  'NFILL',
  'NCOPY',
  'NMAP',
  'ELGEN',
  'ELCOPY',
  'SYSTEM',
  'SUBMODEL',
  'IMPORT',
  'INSTANCE LIBRARY',
]);

export function openCard(card: Card, scope: AbaqusScope): CardReader {
  const { keyword, at } = card;
  switch (keyword) {
    case 'NODE':
      return nodeReader(card, scope);
    case 'ELEMENT':
      return elementReader(card, scope);
    case 'NSET':
    case 'ELSET':
      return setReader(card, keyword === 'NSET' ? scope.nodeSets : scope.elementSets, keyword);
    case 'SURFACE':
      return surfaceReader(card, scope);
    case 'SHELL SECTION':
    case 'SHELL GENERAL SECTION':
    case 'MEMBRANE SECTION':
      return sectionReader(card, scope);
    default:
      if (UNSUPPORTED.has(keyword)) failAtLine(at, `*${keyword} is not read: write the nodes and elements themselves`);
      return IGNORE;
  }
}

function labelOf(at: TextLine, word: string | undefined, what: string): number {
  return /^\d{1,10}$/.test(word ?? '')
    ? Number(word)
    : failAtLine(at, `${what} must be a number from 0`, word ?? 'none');
}

export function realOf(at: TextLine, word: string | undefined, what: string): number {
  if (word === undefined || word === '') return 0;
  return fortranNumber(word) ?? failAtLine(at, `${what} must be a number`, word);
}

function nodeReader({ at: head, parameters }: Card, { nodes, nodeSets }: AbaqusScope): CardReader {
  const system = parameters.get('SYSTEM')?.toUpperCase() ?? 'R';
  if (system !== 'R') failAtLine(head, '*NODE must have rectangular coordinates (SYSTEM=R)', system);
  if (parameters.has('INPUT')) failAtLine(head, '*NODE must have its nodes in this file, without INPUT');
  const set = parameters.get('NSET');
  return {
    data: ({ at, fields }) => {
      const label = labelOf(at, fields[0], 'a node number');
      if (fields.length > 7) failAtLine(at, `node ${label} must have three coordinates`, fields.slice(1));
      const [x, y, z] = [1, 2, 3].map((k) => realOf(at, fields[k], `a coordinate of node ${label}`));
      const known = nodes.get(label);
      if (known) {
        const file = known.at.source === at.source ? '' : ` of ${known.at.source}`;
        failAtLine(at, `node ${label} must be defined once: it is defined in line ${known.at.line}${file} too`);
      }
      nodes.set(label, { x, y, z, at });
      if (set) addMembers(nodeSets, set, [{ at, value: label }]);
    },
  };
}

function elementReader({ at: head, parameters }: Card, { cells, elementSets, skipped }: AbaqusScope): CardReader {
  const name = parameters.get('TYPE') ?? failAtLine(head, '*ELEMENT must have TYPE=...');
  if (parameters.has('INPUT')) failAtLine(head, '*ELEMENT must have its elements in this file, without INPUT');
  const set = parameters.get('ELSET');
  const kind = abaqusElement(name);
  if (kind === undefined) {
    return {
      data: ({ fields }) => {
        if (fields.length > 1) skipped.set(name, (skipped.get(name) ?? 0) + 1);
      },
    };
  }
  let pending: { at: TextLine; label: number; nodes: number[] } | undefined;
  const complete = ({ at, label, nodes }: { at: TextLine; label: number; nodes: number[] }) => {
    const ordered = kind.order ? kind.order.map((k) => nodes[k]) : nodes;
    const cell = collapseCell(kind.type, ordered);
    cells.push({ ...cell, ...(cell.nodes !== ordered && { given: ordered }), label, at });
    if (set) addMembers(elementSets, set, [{ at, value: label }]);
    pending = undefined;
  };
  return {
    data: ({ at, fields, continues }) => {
      const words = pending ? fields : fields.slice(1);
      pending ??= { at, label: labelOf(at, fields[0], 'an element number'), nodes: [] };
      for (const word of words) pending.nodes.push(labelOf(at, word, `a node of element ${pending.label}`));
      const { label, nodes } = pending;
      if (nodes.length > kind.nodeCount || (nodes.length < kind.nodeCount && !continues)) {
        failAtLine(at, `element ${label} of type ${name} must have ${kind.nodeCount} nodes`, nodes.length);
      }
      if (nodes.length === kind.nodeCount) complete(pending);
    },
    end: () => {
      if (pending)
        failAtLine(
          pending.at,
          `element ${pending.label} of type ${name} must have ${kind.nodeCount} nodes`,
          pending.nodes.length,
        );
    },
  };
}

function addMembers<T>(sets: Map<string, AbaqusSet<T>>, name: string, members: readonly T[]): void {
  const key = name.toUpperCase();
  const known = sets.get(key) ?? { name, members: [] };
  for (const member of members) known.members.push(member);
  sets.set(key, known);
}

function setReader(card: Card, sets: Map<string, AbaqusSet<SetMember>>, keyword: 'NSET' | 'ELSET'): CardReader {
  const { at: head, parameters } = card;
  const name = parameters.get(keyword) ?? failAtLine(head, `*${keyword} must have ${keyword}=name`);
  const instance = parameters.get('INSTANCE');
  addMembers(sets, name, []);
  const elements = keyword === 'NSET' ? parameters.get('ELSET') : undefined;
  // nodes of an element set: marked by a value that no set name has
  if (elements) addMembers(sets, name, [{ at: head, instance, value: `\0${elements}` }]);
  if (!parameters.has('GENERATE')) {
    return {
      data: ({ at, fields }) =>
        addMembers(
          sets,
          name,
          fields.filter((field) => field !== '').map((field) => memberOf(at, field, instance)),
        ),
    };
  }
  return {
    data: ({ at, fields }) => {
      const [first, last = first, step = 1] = fields
        .filter((field) => field !== '')
        .map((field) => labelOf(at, field, 'a generated range'));
      if (!(step > 0 && last >= first)) {
        failAtLine(at, 'a generated range must be first, last and step, with first <= last and a step above 0', fields);
      }
      addMembers(sets, name, [{ at, instance, value: { first, last, step } }]);
    },
  };
}

/** `12`, `TOP`, `PART-1-1.12` or `PART-1-1.TOP`. */
function memberOf(at: TextLine, field: string, instance: string | undefined): SetMember {
  // names may be in quotes
  const word = field.replaceAll('"', '');
  const dot = word.indexOf('.');
  const [owner, value] = dot > 0 ? [word.slice(0, dot), word.slice(dot + 1)] : [instance, word];
  return { at, instance: owner, value: /^\d{1,10}$/.test(value) ? Number(value) : value };
}

function surfaceReader({ at: head, parameters }: Card, { surfaces, nodeSets }: AbaqusScope): CardReader {
  const name = parameters.get('NAME') ?? failAtLine(head, '*SURFACE must have NAME=name');
  const type = parameters.get('TYPE')?.toUpperCase() ?? 'ELEMENT';
  const add = ({ at, fields }: DataLine) => memberOf(at, fields[0] ?? '', undefined);
  if (type === 'NODE') {
    addMembers(nodeSets, name, []);
    return { data: (line) => addMembers(nodeSets, name, [add(line)]) };
  }
  if (type !== 'ELEMENT' || parameters.has('COMBINE')) return IGNORE;
  addMembers(surfaces, name, []);
  return { data: (line) => addMembers(surfaces, name, [{ ...add(line), face: (line.fields[1] ?? '').toUpperCase() }]) };
}

/** The first number of the first line is the thickness; the lines of a composite are layers. */
function sectionReader({ at: head, parameters }: Card, { sections }: AbaqusScope): CardReader {
  const set = parameters.get('ELSET');
  if (set === undefined) return IGNORE;
  const section = { set, at: head, thickness: 0 };
  const isComposite = parameters.has('COMPOSITE');
  sections.push(section);
  let lines = 0;
  return {
    data: ({ at, fields }) => {
      if (lines++ === 0 || isComposite) section.thickness += realOf(at, fields[0], 'a thickness');
      if (!(section.thickness >= 0 && section.thickness < Infinity))
        failAtLine(at, 'a thickness must be a finite number from 0', fields[0]);
    },
  };
}
