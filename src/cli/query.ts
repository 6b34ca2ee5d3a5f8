import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { runQueryLine } from '../index.ts';
import { createFileShapes, type FileShapes } from '../query/file-shapes.ts';
import { describeError } from '../query/run-query.ts';
import { InputError, systemReason } from './failure.ts';
import { type Line, splitLines } from './json-lines.ts';
import { note, plural, print } from './output.ts';
import { createQueryFiles } from './query-files.ts';

/** Maximum length of a line [bytes]. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export function addQueryCommand(program: Command): void {
  program
    .command('query')
    .summary('Query API: answer queries in JSON Lines, from any language')
    .description('Reads one query per line (JSON Lines) and writes one answer per line, in order, as they arrive.')
    .argument('[file]', 'file of queries (default: standard input)')
    .addHelpText(
      'after',
      `
Examples:
  appulse query < cases.jsonl > answers.jsonl
  echo '{"op":"point-segment","P":[0,1],"A":[-1,0],"B":[1,0]}' | appulse query

A line that cannot be answered gives {"error":{"line":N,"message":"..."}}, the others are still answered, and
the exit code is 1. Empty lines are skipped. Shapes may be mesh or CAD files, as in scenes: {"kind":"mesh","file":"part.msh"},
with paths from the folder of the file of queries, or the current one.`,
    )
    .action(query);
}

async function query(file: string | undefined): Promise<void> {
  if (file === undefined && process.stdin.isTTY) note('reading queries from the terminal, one per line; Ctrl-D ends');
  let total = 0;
  let failed = 0;
  const shapes = createFileShapes(createQueryFiles(file === undefined ? '.' : dirname(file)));
  for await (const lines of splitLines(await openQueries(file), MAX_LINE_BYTES)) {
    let answers = '';
    for (const line of lines) {
      const result = answerBytes(line, shapes);
      const answer = result instanceof Promise ? await result : result;
      if (answer === undefined) continue;
      total++;
      if (!answer.ok) failed++;
      answers += `${answer.json}\n`;
    }
    if (answers !== '') await print(answers);
  }
  if (failed === 0) return;
  note(`${failed} of ${plural(total, 'line')} could not be answered`);
  process.exitCode = 1;
}

async function openQueries(file: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  if (file === undefined) return process.stdin;
  const problem = (error: unknown) => new InputError(`cannot read queries '${file}': ${systemReason(error)}`);
  const handle = await open(file).catch((error) => {
    throw problem(error);
  });
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    throw problem({ code: 'EISDIR' });
  }
  return createReadStream(file, { fd: handle });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for an empty line. */
type Answer = { readonly json: string; readonly ok: boolean } | undefined;

function answerBytes({ number, bytes }: Line, shapes: FileShapes): Answer | Promise<Answer> {
  if (bytes === undefined) return reject(number, `the line is longer than ${MAX_LINE_BYTES} bytes`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return reject(number, 'the line is not UTF-8 text');
  }
  if (/"kind"\s*:\s*"(mesh|cad)"/.test(text)) return answerWithFiles(text, number, shapes);
  return text.trim() === '' ? undefined : runQueryLine(text, number);
}

async function answerWithFiles(text: string, number: number, shapes: FileShapes): Promise<Answer> {
  let query: Record<string, unknown>;
  try {
    query = JSON.parse(text);
  } catch {
    return runQueryLine(text, number);
  }
  try {
    return runQueryLine(JSON.stringify(await shapes.replace(query)), number);
  } catch (error) {
    return { json: JSON.stringify({ error: describeError(error, number) }), ok: false };
  }
}

function reject(line: number, message: string): { json: string; ok: boolean } {
  return { json: JSON.stringify({ error: { line, message } }), ok: false };
}
