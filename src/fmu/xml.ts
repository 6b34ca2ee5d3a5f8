/** Characters that no XML document may have, and halves of pairs of surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text as the value of an attribute. */
export function xmlText(text: string): string {
  return text.replaceAll(FORBIDDEN, '\ufffd').replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character]);
}

/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with its children, indented by two spaces. */
export function element(name: string, attributes: Attributes = {}, children: readonly string[] = []): string {
  const list = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  );
  const head = `<${name}${list.join('')}`;
  if (children.length === 0) return `${head}/>`;
  return `${head}>\n${children.map((child) => child.replaceAll(/^/gm, '  ')).join('\n')}\n</${name}>`;
}
