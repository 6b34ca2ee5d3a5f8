import { failAtLine, type TextLine } from '../keyword-lines.ts';
import type { ReadMeshOptions } from '../mesh-from-faces.ts';
import type { LocatedModel } from '../mesh-model.ts';
import { type AbaqusScope, type CardReader, createScope, openCard, realOf } from './abaqus-scope.ts';
import { assembleModel, type PartInstance } from './assemble-model.ts';
import { abaqusItems, type Card, type DataLine } from './keyword-cards.ts';

/** A file while it is read. */
interface OpenFile {
  /** Of a file without parts, and of the assembly. */
  readonly root: AbaqusScope;
  readonly parts: Map<string, { readonly name: string; readonly scope: AbaqusScope }>;
  readonly instances: PartInstance[];
  part?: { readonly at: TextLine; readonly scope: AbaqusScope };
  instance?: PartInstance;
  reader?: CardReader;
}

/**
 * Reads an Abaqus or CalculiX input file (.inp): nodes, elements, sets, surfaces, thicknesses of shells, and parts with their instances in an assembly.
 * Everything else (materials, steps, loads) is skipped. An instance is an element set under its name, and so is a part.
 */
export function readAbaqus(source: string, bytes: Uint8Array, options: ReadMeshOptions = {}): LocatedModel {
  const file: OpenFile = { root: createScope(), parts: new Map(), instances: [] };
  let keywords = 0;
  for (const item of abaqusItems(source, bytes, options.files)) {
    if ('card' in item) {
      keywords++;
      file.reader?.end?.();
      file.reader = openKeyword(item.card, file);
    } else if (file.reader) file.reader.data(item.data);
    else failAtLine(item.data.at, 'must be a keyword line, which begins with *', item.data.fields);
  }
  file.reader?.end?.();
  if (file.part) failAtLine(file.part.at, 'truncated: *PART must end with *END PART');
  if (file.instance) failAtLine(file.instance.at, 'truncated: *INSTANCE must end with *END INSTANCE');
  if (keywords === 0)
    failAtLine({ source, line: 1, text: '' }, 'an Abaqus file must have keyword lines, which begin with *');
  return assembleModel(source, file.root, [...file.parts.values()], file.instances);
}

function openKeyword(card: Card, file: OpenFile): CardReader {
  const { keyword, at, parameters } = card;
  const nameOf = (key: string) => parameters.get(key) ?? failAtLine(at, `*${keyword} must have ${key}=name`);
  switch (keyword) {
    case 'PART': {
      const name = nameOf('NAME');
      if (file.part) failAtLine(at, '*PART must follow *END PART');
      if (file.parts.has(name.toUpperCase())) failAtLine(at, 'parts must have different names', name);
      file.part = { at, scope: createScope() };
      file.parts.set(name.toUpperCase(), { name, scope: file.part.scope });
      return SKIP;
    }
    case 'END PART':
      file.part = undefined;
      return SKIP;
    case 'INSTANCE':
      return openInstance(card, file, nameOf('NAME'), nameOf('PART'));
    case 'END INSTANCE':
      file.instance = undefined;
      return SKIP;
    default:
      return openCard(card, file.instance?.scope ?? file.part?.scope ?? file.root);
  }
}

const SKIP: CardReader = { data: () => {} };

/** The first data line is a translation, the second a rotation: two points of its axis and an angle in degrees. */
function openInstance({ at }: Card, file: OpenFile, name: string, part: string): CardReader {
  const known =
    file.parts.get(part.toUpperCase()) ?? failAtLine(at, '*INSTANCE must be of a part that is defined before', part);
  if (file.instances.some((other) => other.name.toUpperCase() === name.toUpperCase())) {
    failAtLine(at, 'instances must have different names', name);
  }
  const instance: PartInstance = { at, name, part: known, scope: createScope(), translation: [0, 0, 0] };
  file.instances.push(instance);
  file.instance = instance;
  let lines = 0;
  return {
    data: (line: DataLine) => {
      const numbers = line.fields.map((field) => realOf(line.at, field, 'a number of an instance'));
      if (++lines === 1 && numbers.length <= 3)
        instance.translation = [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
      else if (lines === 2 && numbers.length === 7) instance.rotation = { at: line.at, numbers };
      else
        failAtLine(
          line.at,
          '*INSTANCE must have three numbers of a translation, then seven of a rotation',
          line.fields,
        );
    },
  };
}
