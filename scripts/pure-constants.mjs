/**
 * Marks the constants of a bundled module as free of side effects, so that bundlers remove those that a program does not use.
 *
 * The package is one file for speed, and a bundler removes unused modules but not unused statements that call a function or read
 * a property. `/*#__PURE__*\/` in front of a call says that it may go with its result.
 */
import ts from 'typescript';

const PURE = '/*#__PURE__*/';

/**
 * @param {string} code minified module
 * @returns {string}
 */
export function markPureConstants(code) {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true);
  /** @type {[position: number, text: string][]} */
  const insertions = [];
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !ts.isIdentifier(name) || isPure(initializer)) continue;
      insertions.push(...marks(initializer, file));
    }
  }
  let result = '';
  let end = 0;
  for (const [position, text] of insertions) {
    result += code.slice(end, position) + text;
    end = position;
  }
  return result + code.slice(end);
}

/**
 * A call of a function by its name is marked as it is; another expression becomes the result of a call.
 * @param {ts.Expression} initializer
 * @param {ts.SourceFile} file
 * @returns {[position: number, text: string][]}
 */
function marks(initializer, file) {
  const start = initializer.getStart(file);
  if (ts.isClassLike(initializer))
    throw new Error(`class with static members: ${initializer.getText(file).slice(0, 80)}`);
  if (isCall(initializer) && ts.isIdentifier(initializer.expression) && (initializer.arguments ?? []).every(isPure)) {
    return [[start, PURE]];
  }
  const [open, close] = ts.isObjectLiteralExpression(initializer) ? ['(', ')'] : ['', ''];
  return [
    [start, `${PURE}(()=>${open}`],
    [initializer.end, `${close})()`],
  ];
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.CallExpression | ts.NewExpression}
 */
function isCall(node) {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/**
 * Whether every bundler sees by itself that an expression has no side effects.
 * @param {ts.Node} node
 * @returns {boolean}
 */
function isPure(node) {
  if (ts.isLiteralExpression(node) || ts.isIdentifier(node) || ts.isFunctionLike(node)) return true;
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return true;
  if (node.kind === ts.SyntaxKind.NullKeyword) return true;
  if (ts.isVoidExpression(node)) return isPure(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPure);
  if (ts.isObjectLiteralExpression(node)) return node.properties.every(isPureProperty);
  if (ts.isClassLike(node)) return !node.members.some(isStatic);
  return false;
}

/** @param {ts.ObjectLiteralElementLike} property */
function isPureProperty(property) {
  if (ts.isShorthandPropertyAssignment(property)) return true;
  return ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name) && isPure(property.initializer);
}

/** @param {ts.ClassElement} member */
function isStatic(member) {
  return (
    ts.isClassStaticBlockDeclaration(member) || (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0
  );
}
