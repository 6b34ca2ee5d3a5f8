import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { crc32 } from '../../src/formats/crc32.ts';
import { parseXml, type XmlElement } from '../../src/formats/xml.ts';

/** Reads a ZIP file by its directory, and checks what FMI requires of it. */
export function readZip(bytes: Uint8Array): Map<string, Buffer> {
  const data = Buffer.from(bytes);
  const end = data.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end !== data.length - 22) throw new Error('the file has no end of a directory');
  const files = new Map<string, Buffer>();
  let at = data.readUInt32LE(end + 16);
  for (let count = data.readUInt16LE(end + 10); count > 0; count--) {
    if (data.readUInt32LE(at) !== 0x02014b50) throw new Error('an entry of the directory is missing');
    const [method, checksum, packed, length] = [
      data.readUInt16LE(at + 10),
      data.readUInt32LE(at + 16),
      data.readUInt32LE(at + 20),
      data.readUInt32LE(at + 24),
    ];
    const nameLength = data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + 46, at + 46 + nameLength);
    const local = data.readUInt32LE(at + 42);
    if (data.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name}: no file at its offset`);
    if (data.compare(data, at + 6, at + 30, local + 4, local + 28) !== 0)
      throw new Error(`${name}: two descriptions differ`);
    const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
    const content = data.subarray(start, start + packed);
    if (method !== 0 && method !== 8) throw new Error(`${name}: method ${method} is neither store nor deflate`);
    const file = method === 8 ? inflateRawSync(content) : Buffer.from(content);
    if (file.length !== length || crc32(file) !== checksum) throw new Error(`${name}: damaged`);
    if (files.has(name) || name.includes('\\') || name.startsWith('/') || name.includes('..'))
      throw new Error(`${name}: not allowed`);
    files.set(name, file);
    at += 46 + nameLength + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return files;
}

/** Writes the files of an FMU to a folder. */
export function unpack(files: ReadonlyMap<string, Buffer>, folder: string): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** The root element of modelDescription.xml. */
export function descriptionOf(files: ReadonlyMap<string, Buffer>): XmlElement {
  return parseXml(String(files.get('modelDescription.xml')), (line, expected) => {
    throw new Error(`line ${line}: expected ${expected}`);
  });
}

/** A variable of modelDescription.xml, of both versions. */
export interface Described {
  readonly name: string;
  readonly reference: number;
  readonly type: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Variables in their order; those of FMI 2 have their attributes in two elements. */
export function variablesOf(root: XmlElement): Described[] {
  const list = childOf(root, 'ModelVariables').children;
  return list.map((element) => {
    const [inner] = element.name === 'ScalarVariable' ? element.children : [element];
    const attributes = new Map([...element.attributes, ...inner.attributes]);
    return {
      name: attributes.get('name') ?? '',
      reference: Number(attributes.get('valueReference')),
      type: inner.name,
      attributes,
    };
  });
}

export function childOf(element: XmlElement, name: string): XmlElement {
  const found = element.children.filter((child) => child.name === name);
  if (found.length !== 1) throw new Error(`${found.length} elements ${name} in ${element.name}`);
  return found[0];
}
