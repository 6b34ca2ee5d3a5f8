import ts from 'typescript';

/** Characters of a line after which the next statement begins a new one. */
const LONG = 120;

/**
 * Breaks the lines of a minified module between statements. Node prints the line of an error that nobody catches: with a whole
 * file in one line, its message would be lost.
 *
 * @param {string} code minified module
 * @returns {string}
 */
export function breakLines(code) {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true);
  let result = '';
  let end = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if ('statements' in node) {
      for (const statement of /** @type {ts.NodeArray<ts.Statement>} */ (node.statements)) {
        const start = statement.getStart(file);
        const isLong = start - Math.max(end, code.lastIndexOf('\n', start - 1)) > LONG;
        if (isLong) {
          result += `${code.slice(end, start)}\n`;
          end = start;
        }
        ts.forEachChild(statement, visit);
      }
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return result + code.slice(end);
}
