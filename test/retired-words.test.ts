import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { names, text } from './retired-words.ts';
import { root } from './sources.ts';

/** What is read by people who use or extend the project. */
const FOLDERS = ['src', 'studio', 'reproduce', 'docs', 'examples', 'bench', 'scripts', 'README.md', 'CONTRIBUTING.md'];

/** Identifiers with a retired part that are names of other libraries, or mean something else. */
const OTHER_NAMES = /^(MIDDLE|shareMemory|\w*[tT]urningAngle|turn)$/;

const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|md|json|html)$/.test(path) && !path.endsWith('cards.json'));

interface Prose {
  readonly line: number;
  readonly text: string;
}

/** Comments, strings and templates of a program, and the names it uses. */
function readProgram(path: string, content: string): { prose: Prose[]; identifiers: Map<string, number> } {
  const prose: Prose[] = [];
  const identifiers = new Map<string, number>();
  const scanner = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const lineOf = (at: number) => scanner.getLineAndCharacterOfPosition(at).line + 1;
  const comments = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) identifiers.set(node.text, lineOf(node.getStart()));
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const isPath = ts.isStringLiteral(node) && /^[./][\w./-]*$/.test(node.text);
    if (isText && !isPath) prose.push({ line: lineOf(node.getStart()), text: node.text });
    for (const list of [
      ts.getLeadingCommentRanges(content, node.getFullStart()),
      ts.getTrailingCommentRanges(content, node.getEnd()),
    ]) {
      for (const { pos, end } of list ?? []) comments.set(pos, end);
    }
    for (const child of node.getChildren()) visit(child);
  };
  visit(scanner);
  for (const [pos, end] of comments) {
    const lines = content.slice(pos, end).split('\n');
    prose.push(...lines.map((line, i) => ({ line: lineOf(pos) + i, text: line })));
  }
  return { prose, identifiers };
}

/** The lines of a page, without its examples of code. */
function readPage(content: string): Prose[] {
  const text = content.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''));
  return text.split('\n').map((line, i) => ({ line: i + 1, text: line }));
}

/** Code in backquotes, links and paths are not prose. */
function withoutCode(line: string): string {
  return line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
}

/** The retired part of a name, if any. */
function retiredPart(name: string): string | undefined {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return parts.map((part) => part.toLowerCase()).find((part) => Object.hasOwn(names, part));
}

/** May a file contain a retired word? Few do, and only these are parsed. */
function isSuspect(content: string): boolean {
  const plain = withoutCode(content);
  if (text.some(({ pattern }) => pattern.test(content) || pattern.test(plain))) return true;
  return Array.from(new Set(content.match(/[A-Za-z_$][\w$]*/g))).some((name) => retiredPart(name) !== undefined);
}

describe('retired words', () => {
  it('do not come back: the terms of docs/glossary.md are used instead', () => {
    const found: string[] = [];
    for (const path of files) {
      const content = readFileSync(join(root, path), 'utf8');
      if (!isSuspect(content)) continue;
      const { prose, identifiers } = path.endsWith('.ts')
        ? readProgram(path, content)
        : { prose: readPage(content), identifiers: new Map<string, number>() };
      for (const { line, text: words } of prose) {
        for (const { pattern, use, except } of text) {
          const match = pattern.exec(withoutCode(words));
          if (match && !except?.test(path)) found.push(`${path}:${line}: "${match[0]}", use ${use}`);
        }
      }
      for (const [name, line] of identifiers) {
        if (OTHER_NAMES.test(name)) continue;
        const retired = retiredPart(name);
        if (retired) found.push(`${path}:${line}: ${name}, use ${names[retired]}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe('citations', () => {
  /** References to documents and folders that are not part of the repository. */
  const UNSHIPPED = /\bspec(ification)? (general-pairs )?\d|\[general-pairs\]|\bshared\/(data|spec)\b/i;
  /** Defines the pattern, or the default folder of optional test data. */
  const EXEMPT = ['test/retired-words.test.ts', 'test/ccd-data.ts', 'bench/inputs/ccd-data.ts'];

  it('name sources, rows of docs/equations.md or files of the repository only', () => {
    const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter(
        (path) => /\.(ts|mjs|md|json|html|ya?ml)$/.test(path) && !/^reference\/|cards\.json$|-lock\.json$/.test(path),
      )
      .filter((path) => !EXEMPT.includes(path));
    expect(texts.length).toBeGreaterThan(500);
    const found = texts.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, i) => (UNSHIPPED.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 100)}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
