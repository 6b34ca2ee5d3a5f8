/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of the start tag, from 1. */
  readonly line: number;
  /** Its own text without that of its children and without leading white space. Entities are not decoded. */
  readonly text: string;
  /** Line where the text starts. */
  readonly textLine: number;
}

/** Reports a problem; does not return. */
export type XmlFail = (line: number, expected: string, got?: string) => never;

interface OpenElement extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
  textLine: number;
}

interface XmlReader {
  readonly document: string;
  readonly fail: XmlFail;
  at: number;
  line: number;
}

const NEWLINE = 10;
const NAME = /[A-Za-z_:][\w:.-]*/y;
const ATTRIBUTE = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Constructs to skip, by start and end: comments and processing instructions. */
const SKIPPED = [
  { from: '<!--', to: '-->' },
  { from: '<?', to: '?>' },
];

/** The root element of a document of elements, attributes, text and comments; no document types, no CDATA. */
export function parseXml(document: string, fail: XmlFail): XmlElement {
  const reader: XmlReader = { document, fail, at: document.startsWith('\ufeff') ? 1 : 0, line: 1 };
  const root = openElement('', 1);
  const stack = [root];
  for (;;) {
    const element = stack[stack.length - 1];
    readText(reader, element);
    if (reader.at === document.length) break;
    const passed = SKIPPED.find(({ from }) => document.startsWith(from, reader.at));
    if (passed) passOver(reader, passed.from, passed.to);
    else if (document.startsWith('</', reader.at)) {
      readEndTag(reader, element);
      stack.pop();
    } else {
      const { child, isEmpty } = readStartTag(reader);
      element.children.push(child);
      if (!isEmpty) stack.push(child);
    }
  }
  if (stack.length > 1) fail(reader.line, `truncated: must continue to </${stack[stack.length - 1].name}>`);
  if (root.text !== '' || root.children.length !== 1) fail(1, 'must be an XML document of one root element');
  return root.children[0];
}

function openElement(name: string, line: number): OpenElement {
  return { name, attributes: new Map(), children: [], line, text: '', textLine: line };
}

/** Advances to `end` and counts the lines. */
function advance(reader: XmlReader, end: number): void {
  for (let k = reader.at; k < end; k++) if (reader.document.charCodeAt(k) === NEWLINE) reader.line++;
  reader.at = end;
}

function readText(reader: XmlReader, element: OpenElement): void {
  const { document, at } = reader;
  const tag = document.indexOf('<', at);
  const end = tag < 0 ? document.length : tag;
  const text = document.slice(at, end).trimStart();
  advance(reader, end - text.length);
  if (text !== '') {
    if (element.text !== '') reader.fail(reader.line, `${element.name} must have its text in one piece`);
    element.text = text;
    element.textLine = reader.line;
  }
  advance(reader, end);
}

function passOver(reader: XmlReader, from: string, to: string): void {
  const end = reader.document.indexOf(to, reader.at + from.length);
  if (end < 0) reader.fail(reader.line, `truncated: ${from} must end with ${to}`);
  advance(reader, end + to.length);
}

function readEndTag(reader: XmlReader, { name }: OpenElement): void {
  const tag = matchHere(/<\/([^\s<>]*)\s*>/y, reader, reader.at);
  if (name === '' || tag?.[1] !== name) {
    reader.fail(reader.line, name === '' ? 'must be a start tag' : `must be </${name}>`, excerpt(reader));
  }
  advance(reader, reader.at + tag[0].length);
}

function readStartTag(reader: XmlReader): { child: OpenElement; isEmpty: boolean } {
  const { line, fail } = reader;
  const name = matchHere(NAME, reader, reader.at + 1)?.[0] ?? fail(line, 'must be a tag', excerpt(reader));
  const child = openElement(name, line);
  let end = reader.at + 1 + name.length;
  for (let match = matchHere(ATTRIBUTE, reader, end); match; match = matchHere(ATTRIBUTE, reader, end)) {
    const [whole, key, doubleQuoted, singleQuoted] = match;
    if (child.attributes.has(key)) fail(line, `${name} must have each attribute once`, key);
    child.attributes.set(key, decodeEntities(reader, doubleQuoted ?? singleQuoted));
    end += whole.length;
  }
  const close = matchHere(TAG_END, reader, end) ?? fail(line, `must be a tag ${name} key="value" ...`, excerpt(reader));
  advance(reader, end + close[0].length);
  return { child, isEmpty: close[1] !== '' };
}

function matchHere(pattern: RegExp, { document }: XmlReader, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(document);
}

function excerpt({ document, at }: XmlReader): string {
  return document.slice(at, at + 40);
}

function decodeEntities({ line, fail }: XmlReader, text: string): string {
  return text.replace(/&([^;]*);?/g, (entity, name: string) => {
    const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const code = number ? Number.parseInt(number[1] ?? number[2], number[1] ? 16 : 10) : 0;
    const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES.get(name);
    return entity.endsWith(';') && character !== undefined ? character : fail(line, 'must be an entity', entity);
  });
}

/** A text without control characters as the value of an attribute between double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
