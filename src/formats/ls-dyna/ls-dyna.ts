import { failAtLine, type TextLine } from '../keyword-lines.ts';
import type { ReadMeshOptions } from '../mesh-from-faces.ts';
import type { LocatedModel } from '../mesh-model.ts';
import { createModelBuilder } from '../model-builder.ts';
import { type DynaReader, dynaInteger, dynaItems, dynaReal } from './dyna-cards.ts';
import { openShells, openSolids } from './dyna-elements.ts';
import { createDynaFile, type DynaFile, finishDyna } from './dyna-file.ts';
import { openPart, openSet, openShellSection } from './dyna-sets.ts';

const SKIP: DynaReader = { data: () => {} };
const NODE = [8, 16, 16, 16] as const;

/** Keywords that create or move nodes and elements, and are not read. */
const UNSUPPORTED =
  /^(NODE_(TRANSFORM|MERGE|RIGID_SURFACE|SCALAR)|ELEMENT_(SHELL_COMPOSITE|SHELL_SOURCE_SINK|GENERALIZED\w*|SOLID_(H|P|T|NURBS)\w*))/;
/** Elements without a surface. */
const LINES = /^ELEMENT_(BEAM|DISCRETE|MASS|INERTIA|SEATBELT|SPH|PLOTEL|TRIM|LANCING|BEARING|DIRECT)/;

/**
 * Reads an LS-DYNA keyword file (.k, .key, .dyn): nodes, shells and solids, parts, thicknesses of shells, and sets of nodes, segments, elements and
 * parts; in fixed columns, with commas, or in the long format. Everything else is skipped. Parts and sets have their title and a name with their
 * number: `part 3`, `node set 7`, `segment set 2`.
 */
export function readLsDyna(source: string, bytes: Uint8Array, options: ReadMeshOptions = {}): LocatedModel {
  const file = createDynaFile(source, createModelBuilder(source, 'line'));
  let reader: DynaReader | undefined;
  for (const item of dynaItems(source, bytes, options.files)) {
    if ('keyword' in item) {
      reader?.end?.();
      reader = openKeyword(item.keyword, item.at, file);
    } else if (reader) reader.data(item.data);
    else if (item.data.text.trim() !== '')
      failAtLine(item.data.at, 'must be a keyword line, which begins with *', item.data.text.slice(0, 80));
  }
  reader?.end?.();
  if (reader === undefined)
    failAtLine({ source, line: 1, text: '' }, 'an LS-DYNA file must have keyword lines, which begin with *');
  return finishDyna(file);
}

function openKeyword(keyword: string, at: TextLine, file: DynaFile): DynaReader {
  if (UNSUPPORTED.test(keyword))
    return failAtLine(at, `*${keyword} is not read: write the nodes and elements themselves`);
  if (keyword === 'NODE') return openNodes(file);
  if (LINES.test(keyword)) {
    file.skipped.set(keyword, file.skipped.get(keyword) ?? at.line);
    return SKIP;
  }
  if (/^ELEMENT_SHELL/.test(keyword)) return openShells(keyword, at, file);
  if (/^ELEMENT_T?SOLID|^ELEMENT_TSHELL/.test(keyword)) return openSolids(keyword, at, file);
  if (keyword.startsWith('ELEMENT_'))
    return failAtLine(at, `*${keyword} is not read: elements must be shells or solids`);
  if (
    /^PART(_|$)/.test(keyword) &&
    !/^PART_(COMPOSITE|DUPLICATE|MOVE|SENSOR|STACKED|ANNEAL|ADAPTIVE|MODES)/.test(keyword)
  )
    return openPart(keyword, file);
  if (/^SECTION_SHELL(_TITLE)?$/.test(keyword)) return openShellSection(keyword, file);
  if (keyword.startsWith('SET_')) return openSet(keyword, file);
  return SKIP;
}

function openNodes({ builder }: DynaFile): DynaReader {
  return {
    data: ({ at, text, fields }) => {
      if (text.trim() === '') return;
      const [number, ...coordinates] = fields(NODE);
      const label = dynaInteger(at, number, 'a node number');
      if (label <= 0) failAtLine(at, 'a node number must be above 0', label);
      const [x, y, z] = coordinates.map((field) => dynaReal(at, field, `a coordinate of node ${label}`));
      builder.addNode(label, x, y, z, at.line, at.source);
    },
  };
}
