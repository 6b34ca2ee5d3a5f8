import { describe, expect, it } from 'vitest';
import { markdownToHtml, slugOf } from './markdown.ts';

const links = {
  link: (target: string) => (target.startsWith('gone') ? undefined : `#/${target}`),
  image: (target: string) => `pictures/${target}`,
  anchor: (slug: string) => slug,
};
const html = (text: string) => markdownToHtml(text, links);

describe('Markdown', () => {
  it('supports inline markup', () => {
    expect(html('a *b* **c** `d *e*` [f](g.md) [h](gone.md)\ni')).toBe(
      '<p>a <em>b</em> <strong>c</strong> <code>d *e*</code> <a href="#/g.md">f</a> h\ni</p>',
    );
    expect(html('2 * 3 * 4')).toBe('<p>2 * 3 * 4</p>');
    expect(html('![a view](x.svg)')).toContain('<img src="pictures/x.svg" alt="a view"');
  });

  it('escapes raw HTML', () => {
    expect(html('<script>alert("1")</script>')).toBe('<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>');
    expect(html('a<!-- hidden -->b')).toBe('<p>ab</p>');
  });

  it('supports headings, code, lists, quotes and tables', () => {
    expect(html('## How *close*?')).toBe('<h2 id="how-close">How <em>close</em>?</h2>');
    expect(html('```ts\nif (a < b) {}\n\n# no heading\n```')).toBe(
      '<pre tabindex="0" data-language="ts"><code>if (a &lt; b) {}\n\n# no heading</code></pre>',
    );
    expect(html('- a\n  continued\n- b')).toBe('<ul><li>a\ncontinued</li><li>b</li></ul>');
    expect(html('1. a\n2. b')).toBe('<ol><li>a</li><li>b</li></ol>');
    expect(html('> a')).toBe('<blockquote><p>a</p></blockquote>');
    expect(html('| | b |\n| --- | --- |\n| `x\\|y` | 2 |')).toContain(
      '<thead><tr><td></td><th scope="col">b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>2</td></tr></tbody>',
    );
  });

  it('names sections as GitHub does', () => {
    expect(slugOf('What `a`, b & c do: really?')).toBe('what-a-b--c-do-really');
  });
});
