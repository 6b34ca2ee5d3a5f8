import { describe, expect, it } from 'vitest';
import { isStructured, namePart } from './variables.ts';
import { element } from './xml.ts';

describe('names of variables', () => {
  it('quote the names of bodies that are no identifiers', () => {
    expect(namePart('chaser')).toBe('chaser');
    expect(namePart('left wall')).toBe("'left wall'");
    expect(namePart("pilot's seat")).toBe("'pilot\\'s seat'");
    expect(namePart('2')).toBe("'2'");
  });

  it('are structured unless they have other characters than ASCII', () => {
    const parts = ['chaser', 'left wall', "pilot's \\ seat", '2', 'R_A'];
    expect(isStructured(parts.map((name) => `distance.${namePart(name)}.force[1]`))).toBe(true);
    expect(isStructured(['R_A[1,2]', 'gravity[3]', 'j'])).toBe(true);
    expect(isStructured([`${namePart('tür')}.force[1]`])).toBe(false);
    expect(isStructured(['left wall.force[1]'])).toBe(false);
  });
});

describe('an XML element', () => {
  it('escapes its attributes, and has no characters that XML forbids', () => {
    const text = element('a', { b: 'x < "y" & z\n\u0000\ud800', c: undefined, d: 1e-7, e: false });
    expect(text).toBe('<a b="x &lt; &quot;y&quot; &amp; z&#10;\ufffd\ufffd" d="1e-7" e="false"/>');
  });
});
