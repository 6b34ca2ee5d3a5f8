/** What is wrong with a piece of XML, or undefined: tags that do not match, bare signs, numbers that are none. */
export function xmlFault(text: string): string | undefined {
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g,
    (_, slash, name, __, end) => {
      if (slash === '/') {
        const last = open.pop();
        if (last !== name) open.push(`${last} closed by ${name}`);
      } else if (end !== '/') open.push(name);
      return '';
    },
  );
  if (open.length > 0) return `not closed: ${open.join(', ')}`;
  const bare = /[<>]|&(?!(amp|lt|gt|quot);)/.exec(rest);
  if (bare) return `bare ${rest.slice(bare.index, bare.index + 20)}`;
  return /\b(NaN|Infinity|undefined)\b/.exec(text)?.[0];
}
