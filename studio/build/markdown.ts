/**
 * The Markdown that the guide is written in, as HTML: headings, paragraphs, lists, tables, fenced code, quotes, images, links, bold,
 * emphasis and code. Text is escaped; raw HTML is escaped too.
 */
export interface MarkdownLinks {
  /** Target of a link; undefined: plain text without a link. */
  link(target: string): string | undefined;
  image(target: string): string;
  /** The id of a heading. */
  anchor(slug: string): string;
}

export function markdownToHtml(text: string, links: MarkdownLinks): string {
  const lines = text.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n');
  const parts: string[] = [];
  let i = 0;
  const take = (belongs: (line: string) => boolean) => {
    const first = i;
    while (i < lines.length && belongs(lines[i])) i++;
    return lines.slice(first, i);
  };
  while (i < lines.length) {
    const line = lines[i];
    if (line.trim() === '') i++;
    else if (line.startsWith('```')) {
      i++;
      const code = take((inside) => !inside.startsWith('```'));
      i++;
      // `ts live`: the site runs it; here it is TypeScript like any other
      parts.push(codeBlock(code.join('\n'), line.slice(3).split(' ')[0]));
    } else if (/^#{1,6} /.test(line)) {
      i++;
      parts.push(heading(line, links));
    } else if (line.startsWith('|'))
      parts.push(
        table(
          take((row) => row.startsWith('|')),
          links,
        ),
      );
    else if (ITEM.test(line))
      parts.push(
        list(
          take((row) => ITEM.test(row) || /^\s+\S/.test(row)),
          links,
        ),
      );
    else if (line.startsWith('>')) {
      const quoted = take((row) => row.startsWith('>')).map((row) => row.replace(/^> ?/, ''));
      parts.push(`<blockquote>${markdownToHtml(quoted.join('\n'), links)}</blockquote>`);
    } else parts.push(`<p>${inline(take(isProse).join('\n'), links)}</p>`);
  }
  return parts.join('\n');
}

const ITEM = /^(?:[-*]|\d+\.) +/;

function isProse(line: string): boolean {
  return line.trim() !== '' && !/^(#{1,6} |```|\||>)/.test(line) && !ITEM.test(line);
}

function codeBlock(code: string, language: string): string {
  const label = language === '' ? '' : ` data-language="${escapeHtml(language)}"`;
  // a scrollable region must be focusable by keyboard
  return `<pre tabindex="0"${label}><code>${escapeHtml(code)}</code></pre>`;
}

function heading(line: string, links: MarkdownLinks): string {
  const [, marks, words] = /^(#+) +(.*)$/.exec(line) ?? ['', '#', line];
  return `<h${marks.length} id="${links.anchor(slugOf(words))}">${inline(words, links)}</h${marks.length}>`;
}

/** As on GitHub. */
export function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function table(rows: readonly string[], links: MarkdownLinks): string {
  const cells = rows.map((row) =>
    row
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), links)),
  );
  const [head, , ...body] = cells;
  const line = (row: readonly string[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const top = head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`)).join('');
  return `<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table class="table"><thead><tr>${top}</tr></thead><tbody>${body.map((row) => line(row, 'td')).join('')}</tbody></table></div>`;
}

/** Continuation lines are indented. */
function list(lines: readonly string[], links: MarkdownLinks): string {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items[items.length - 1] += `\n${line.trim()}`;
  }
  const tag = /^\d/.test(lines[0]) ? 'ol' : 'ul';
  return `<${tag}>${items.map((item) => `<li>${inline(item, links)}</li>`).join('')}</${tag}>`;
}

/** Code spans are replaced by placeholders first, so markup inside them is ignored. */
function inline(text: string, links: MarkdownLinks): string {
  const codes: string[] = [];
  const bare = text.replaceAll(/`([^`]+)`/g, (_, code) => {
    codes.push(`<code>${escapeHtml(code)}</code>`);
    return `\uE000${codes.length - 1}\uE001`;
  });
  return styled(bare, links).replaceAll(/\uE000(\d+)\uE001/g, (_, index) => codes[Number(index)]);
}

function styled(text: string, links: MarkdownLinks): string {
  return escapeHtml(text)
    .replaceAll(
      /!\[([^\]]*)\]\(([^)\s]+)\)/g,
      (_, words, target) => `<img src="${links.image(target)}" alt="${words}" loading="lazy">`,
    )
    .replaceAll(/\[([^\]]+)\]\(\s*([^)\s]+)\s*\)/g, (_, words, target) => {
      const href = links.link(target);
      return href === undefined ? words : `<a href="${escapeHtml(href)}">${words}</a>`;
    })
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g, '<em>$1</em>');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}
