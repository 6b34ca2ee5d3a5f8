import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from './sources.ts';

/** The top-level names of a module, and what it takes from other modules of the repository. */
export interface Module {
  path: string;
  /** Exported functions, classes, constants and variables; no types. */
  values: ExportedValue[];
  /** Modules it imports, loads or names by URL, with the names it takes; `*` means all. */
  uses: { path: string; names: string[] }[];
  /** How often each identifier occurs in it, comments excluded. */
  identifiers: Map<string, number>;
}

export interface ExportedValue {
  name: string;
  isVariable: boolean;
  /** As written; empty for functions and classes. */
  initializer: string;
  /** The type annotation of a constant; empty for none. */
  type: string;
}

/** Every module in these folders, tests included, but for built and installed ones. */
export function readModules(folders: readonly string[]): Module[] {
  return folders.flatMap((folder) => {
    if (!existsSync(join(root, folder))) return [];
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    return files
      .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
      .filter((path) => /\.(ts|mjs)$/.test(path) && !/\.d\.ts$|(^|\/)(node_modules|dist)\//.test(path))
      .map(readModule);
  });
}

function readModule(path: string): Module {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const module: Module = { path, values: [], uses: [], identifiers: new Map() };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) module.identifiers.set(node.text, (module.identifiers.get(node.text) ?? 0) + 1);
    const taken = namesTaken(node);
    if (taken?.from.startsWith('.')) {
      const target = posix.join(posix.dirname(path), taken.from).replace(/\.js$/, '.ts');
      module.uses.push({ path: target, names: taken.names });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const statement of file.statements) module.values.push(...exportedValues(statement));
  return module;
}

/** What an import, an export of another module, a dynamic import or a URL takes, and from where. */
function namesTaken(node: ts.Node): { from: string; names: string[] } | undefined {
  const names = (elements: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>) =>
    elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const bindings = node.importClause?.namedBindings;
    return {
      from: node.moduleSpecifier.text,
      names: bindings && ts.isNamedImports(bindings) ? names(bindings.elements) : bindings ? ['*'] : [],
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    const clause = node.exportClause;
    return {
      from: node.moduleSpecifier.text,
      names: clause && ts.isNamedExports(clause) ? names(clause.elements) : ['*'],
    };
  }
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isUrl = ts.isNewExpression(node) && node.expression.getText() === 'URL';
  const [argument] = isCall || isUrl ? (node.arguments ?? []) : [];
  return argument && ts.isStringLiteral(argument) ? { from: argument.text, names: ['*'] } : undefined;
}

function exportedValues(statement: ts.Statement): ExportedValue[] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    const isVariable = !(statement.declarationList.flags & ts.NodeFlags.Const);
    return statement.declarationList.declarations.flatMap(({ name, initializer, type }) => {
      const all = ts.isIdentifier(name) ? [name.text] : name.elements.map((element) => element.getText());
      const text = initializer?.getText() ?? '';
      return all.map((one) => ({ name: one, isVariable, initializer: text, type: type?.getText() ?? '' }));
    });
  }
  const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isValue && statement.name ? [{ name: statement.name.text, isVariable: false, initializer: '', type: '' }] : [];
}
