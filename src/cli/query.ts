import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { runQueryLine } from '../query/run-query.ts';
import { InputError, systemReason } from './failure.ts';
import { type Line, splitLines } from './json-lines.ts';
import { note, plural, print } from './output.ts';

/** Longer lines are refused [bytes]. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

export function addQueryCommand(program: Command): void {
  program
    .command('query')
    .summary('answer questions, one JSON object a line: the way in from any language')
    .description('Reads one question a line (JSON Lines) and writes one answer a line, in order, as they come.')
    .argument('[file]', 'file of questions (default: standard input)')
    .addHelpText(
      'after',
      `
Examples:
  appulse query < cases.jsonl > answers.jsonl
  echo '{"op":"point-segment","P":[0,1],"A":[-1,0],"B":[1,0]}' | appulse query

A line that cannot be answered gives {"error":{"line":N,"message":"..."}}, the others are answered all the same, and
the exit code is 1. Empty lines are passed over.`,
    )
    .action(query);
}

async function query(file: string | undefined): Promise<void> {
  if (file === undefined && process.stdin.isTTY) note('reading questions from the terminal, one a line; Ctrl-D ends');
  let asked = 0;
  let failed = 0;
  for await (const lines of splitLines(await queryOperations(file), MAX_LINE_BYTES)) {
    let answers = '';
    for (const line of lines) {
      const runQuery = answerBytes(line);
      if (runQuery === undefined) continue;
      asked++;
      if (!runQuery.ok) failed++;
      answers += `${runQuery.json}\n`;
    }
    if (answers !== '') await print(answers);
  }
  if (failed === 0) return;
  note(`${failed} of ${plural(asked, 'line')} could not be answered`);
  process.exitCode = 1;
}

async function queryOperations(file: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  if (file === undefined) return process.stdin;
  const problem = (error: unknown) => new InputError(`cannot read questions '${file}': ${systemReason(error)}`);
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

/** Nothing for an empty line. */
function answerBytes({ number, bytes }: Line): { json: string; ok: boolean } | undefined {
  if (bytes === undefined) return reject(number, `the line is longer than ${MAX_LINE_BYTES} bytes`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return reject(number, 'the line is not UTF-8 text');
  }
  return text.trim() === '' ? undefined : runQueryLine(text, number);
}

function reject(line: number, message: string): { json: string; ok: boolean } {
  return { json: JSON.stringify({ error: { line, message } }), ok: false };
}
