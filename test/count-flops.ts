import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.AsteriskEqualsToken,
  ts.SyntaxKind.SlashEqualsToken,
]);

/** Rewrites `a * b` as `(counted.flops++, a * b)`, and square roots alike; not in indices of arrays and heads of loops. */
function insertCounters(context: ts.TransformationContext): ts.Transformer<ts.SourceFile> {
  const { factory } = context;
  const counted = (node: ts.Expression) =>
    factory.createParenthesizedExpression(
      factory.createComma(
        factory.createPostfixIncrement(
          factory.createPropertyAccessExpression(factory.createIdentifier('counted'), 'flops'),
        ),
        node,
      ),
    );
  const visit = (node: ts.Node): ts.Node => {
    if (ts.isElementAccessExpression(node)) {
      const array = ts.visitNode(node.expression, visit) as ts.Expression;
      return factory.createElementAccessExpression(array, node.argumentExpression);
    }
    if (ts.isForStatement(node)) {
      const body = ts.visitNode(node.statement, visit) as ts.Statement;
      return factory.createForStatement(node.initializer, node.condition, node.incrementor, body);
    }
    const seen = ts.visitEachChild(node, visit, context);
    if (ts.isBinaryExpression(seen) && ARITHMETIC.has(seen.operatorToken.kind)) return counted(seen);
    if (ts.isCallExpression(seen) && seen.expression.getText?.() === 'Math.sqrt') return counted(seen);
    return seen;
  };
  return (file) => ts.visitNode(file, visit) as ts.SourceFile;
}

/** A module of the library whose floating-point operations are counted while it runs. */
export interface CountedModule {
  // biome-ignore lint/suspicious/noExplicitAny: exports of any module
  readonly exports: Record<string, any>;
  readonly counted: { flops: number };
}

/** Loads a source file, and what it imports, with counters. */
export function loadCounted(path: string, counted = { flops: 0 }): CountedModule {
  const text = readFileSync(path, 'utf8');
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    transformers: { before: [insertCounters] },
  });
  const exports = {};
  const load = (name: string) => loadCounted(join(dirname(path), name), counted).exports;
  new Function('exports', 'require', 'counted', outputText)(exports, load, counted);
  return { exports, counted };
}
