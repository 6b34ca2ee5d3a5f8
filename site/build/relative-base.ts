import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * VitePress needs the path that a site is served from. It gets this name instead, and afterwards every file finds that path by
 * itself: pages by relative addresses, scripts from their own address. So the site works below any path.
 */
export const BASE = '/appulse-site-base/';

/** The variable of a script that holds the real path. */
const VARIABLE = '__siteBase';

export function makeRelative(site: string): void {
  for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css)$/.test(name)) continue;
    const path = join(site, name);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(BASE)) continue;
    const up = '../'.repeat(name.split(/[\\/]/).length - 1);
    writeFileSync(path, relativeFile(name, text, up));
  }
}

function relativeFile(name: string, text: string, up: string): string {
  if (name.endsWith('.html')) return relativeHtml(text, up || './');
  if (name.endsWith('.js')) return relativeScript(text, up || './');
  return text.replaceAll(BASE, up || './');
}

/** `root` is the way to the root of the site: `../`. */
export function relativeHtml(html: string, root: string): string {
  const attributes = html.replaceAll(`="${BASE}`, `="${root}`);
  const data = 'window.__VP_SITE_DATA__=JSON.parse(';
  const end = attributes.indexOf('</script>', attributes.indexOf(data));
  if (!attributes.includes(data)) throw new Error('a page without the data of the site');
  const set = `;window.__VP_SITE_DATA__.base=new URL(${JSON.stringify(root)},location.href).pathname`;
  return (attributes.slice(0, end) + set + attributes.slice(end)).replaceAll(BASE, root);
}

/** Every string of a script that contains the placeholder is completed when it is evaluated. */
export function relativeScript(script: string, root: string): string {
  const file = ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const edits: { at: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isString =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
    if (!isString) return void ts.forEachChild(node, visit);
    if (!node.getText(file).includes(BASE)) return;
    if (
      ts.isImportDeclaration(node.parent) ||
      ts.isExportDeclaration(node.parent) ||
      (ts.isPropertyAssignment(node.parent) && node.parent.name === node)
    ) {
      throw new Error(`a string that cannot be an expression: ${node.getText(file).slice(0, 80)}`);
    }
    // in brackets: the string may follow a keyword without a space
    edits.push({ at: node.getStart(file), text: `(${VARIABLE}(` }, { at: node.end, text: '))' });
  };
  visit(file);
  const parts: string[] = [];
  let done = 0;
  for (const { at, text } of edits) {
    parts.push(script.slice(done, at), text);
    done = at;
  }
  parts.push(script.slice(done));
  const base = `new URL(${JSON.stringify(root)},import.meta.url).pathname`;
  const head = `const ${VARIABLE}=(base=>text=>text.replaceAll(${JSON.stringify(BASE)},base))(${base});`;
  return head + parts.join('');
}
