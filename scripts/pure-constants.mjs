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
  /** @type {[from: number, to: number, text: string][]} */
  const edits = [];
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined) continue;
      if (!ts.isIdentifier(name)) {
        if (isList(name, initializer) || isOfConstant(name, initializer)) {
          edits.push([name.getStart(file), initializer.end, taken(name, initializer, file)]);
        }
      } else if (!isPure(initializer)) {
        for (const [position, text] of marks(initializer, file)) edits.push([position, position, text]);
      }
    }
  }
  let result = '';
  let end = 0;
  for (const [from, to, text] of edits) {
    result += code.slice(end, from) + text;
    end = to;
  }
  return result + code.slice(end);
}

/**
 * @param {ts.BindingPattern} pattern
 * @param {ts.Expression} initializer
 */
function isList(pattern, initializer) {
  return ts.isArrayBindingPattern(pattern) && ts.isArrayLiteralExpression(initializer);
}

/**
 * @param {ts.BindingPattern} pattern
 * @param {ts.Expression} initializer
 */
function isOfConstant(pattern, initializer) {
  return ts.isObjectBindingPattern(pattern) && ts.isIdentifier(initializer);
}

/**
 * Constants that are taken from a list or from the properties of a constant, each as a constant of its own: a bundler keeps them all otherwise.
 * @param {ts.BindingPattern} pattern
 * @param {ts.Expression} initializer
 * @param {ts.SourceFile} file
 */
function taken(pattern, initializer, file) {
  const source = initializer.getText(file);
  const constants = pattern.elements
    .map((element, i) => {
      if (
        !ts.isBindingElement(element) ||
        element.initializer ||
        element.dotDotDotToken ||
        !ts.isIdentifier(element.name)
      ) {
        throw new Error(`constants taken by something else than names: ${pattern.getText(file).slice(0, 80)}`);
      }
      const key = (element.propertyName ?? element.name).getText(file);
      const value = ts.isArrayLiteralExpression(initializer)
        ? initializer.elements[i]?.getText(file)
        : `${source}.${key}`;
      return `${element.name.text}=${PURE}(()=>(${value}))()`;
    })
    .join(',');
  // no space may precede a pattern
  return ` ${constants}`;
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
