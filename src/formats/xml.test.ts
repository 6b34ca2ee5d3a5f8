import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { escapeAttribute, parseXml } from './xml.ts';

function parse(text: string) {
  return parseXml(text, (line, expected, got) => {
    throw new Error(`${line}: ${expected}${got === undefined ? '' : `, got ${got}`}`);
  });
}

describe('an XML document', () => {
  it('is a tree of elements with attributes and text', () => {
    const root = parse(`<?xml version="1.0"?>
<!-- <not an="element"> -->
<a one='1' two = "&lt;&#50;&#x32;&gt;&amp;&quot;&apos;">
  <b/>
  <b x="y" >

    1 2
    3 <!-- in between -->
    <c/></b>
</a >
`);
    expect(root.name).toBe('a');
    expect([...root.attributes]).toEqual([
      ['one', '1'],
      ['two', '<22>&"\''],
    ]);
    expect(root.line).toBe(3);
    const [first, second] = root.children;
    expect(first).toMatchObject({ name: 'b', line: 4, text: '', children: [] });
    expect(second).toMatchObject({ name: 'b', line: 5, text: '1 2\n    3 ', textLine: 7 });
    expect(second.children[0]).toMatchObject({ name: 'c', line: 9 });
  });

  it.each([
    ['', '1: must be an XML document of one root element'],
    ['text', '1: must be an XML document of one root element'],
    ['<a/><b/>', '1: must be an XML document of one root element'],
    ['<a>\n<b>', '2: truncated: must continue to </b>'],
    ['<a>\n</b>', '2: must be </a>, got </b>'],
    ['</a>', '1: must be a start tag, got </a>'],
    ['<a><!-- x', '1: truncated: <!-- must end with -->'],
    ['<a b=1/>', '1: must be a tag a key="value" ..., got <a b=1/>'],
    ['<a b="1" b="2"/>', '1: a must have each attribute once, got b'],
    ['<a b="&constructor;"/>', '1: must be an entity, got &constructor;'],
    ['<a b="&lt"/>', '1: must be an entity, got &lt'],
    ['<a b="&#0;"/>', '1: must be an entity, got &#0;'],
    ['<!DOCTYPE a><a/>', '1: must be a tag, got <!DOCTYPE a><a/>'],
    ['<a>1<b/>2</a>', '1: a must have its text in one piece'],
  ])('that is invalid is rejected: %j', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('property: any text is restored from an attribute', () => {
    const check = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const root = parse(`<a name="${escapeAttribute(text)}"/>`);
      expect(root.attributes.get('name')).toBe(text);
    });
    fc.assert(check, { seed: 8, numRuns: 500 });
  });
});

describe('base64', () => {
  it('gives the examples of RFC 4648', () => {
    const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const examples = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy'];
    expect(examples.map((_, length) => encodeBase64(bytes('foobar').subarray(0, length)))).toEqual(examples);
    expect(examples.map((text, length) => decodeBase64(text, 0, length))).toEqual(
      examples.map((_, length) => bytes('foobar').subarray(0, length)),
    );
  });

  it('property: bytes are restored, with white space anywhere, from two concatenated pieces, up to the given length', () => {
    const check = fc.property(fc.uint8Array(), fc.uint8Array(), fc.nat(99), (a, b, cut) => {
      const text = `__${[...(encodeBase64(a) + encodeBase64(b))].join('\n ')}`;
      const whole = Uint8Array.of(...a, ...b);
      expect(decodeBase64(text, 2, whole.length)).toEqual(whole);
      const length = Math.min(cut, whole.length);
      expect(decodeBase64(text, 2, length)).toEqual(whole.subarray(0, length));
    });
    fc.assert(check, { seed: 64, numRuns: 300 });
  });

  it('is distinguished from other text, and from a text truncated inside a group of four', () => {
    expect(['Zg=a', 'Z===', 'Z?==', 'Zé==', 'Zm9vY'].map((text) => decodeBase64(text, 0, 9))).toEqual(
      Array(5).fill(undefined),
    );
    expect(decodeBase64('Zm9v', 0, 9)?.length).toBe(3);
  });
});
