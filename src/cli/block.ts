import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { type BlockPort, createBlockStream, createCollisionBlock, readBlockDocument } from '../index.ts';
import { plainJson } from '../record/exact-json.ts';
import { InputError, systemReason } from './failure.ts';
import { findInput, readTextFile } from './files.ts';
import { type Line, splitLines } from './json-lines.ts';
import { formatNumber, formatTable, note, plural, print } from './output.ts';

/** Maximum size of a block document, and of a line of the stream [bytes]. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
const MAX_LINE_BYTES = 64 * 1024 * 1024;

interface BlockOptions {
  readonly time?: boolean;
  readonly ports?: boolean;
  readonly json?: boolean;
}

export function addBlockCommand(program: Command): void {
  program
    .command('block')
    .summary('Collision Block: collisions and docking for a simulation of your own, over a stream of states')
    .description(
      'Reads the states of the bodies of a block document, one sample per line in CSV or JSON Lines, and writes the outputs of each ' +
        'sample as it arrives. Latches and counts persist from line to line.',
    )
    .argument('<document>', 'block document, or an example: examples/blocks/planar-docking.block.json')
    .argument('[states]', 'file of states (default: standard input)')
    .option('--time', 'add the computing time of each sample to its outputs [s], and a summary on stderr')
    .option('--ports', 'list the ports of the block instead, with sizes and units')
    .option('--json', 'with --ports: as JSON')
    .addHelpText(
      'after',
      `
Examples:
  appulse block examples/blocks/planar-docking.block.json < states.csv > outputs.csv
  appulse block spacecraft.block.json --time < states.jsonl
  appulse block spacecraft.block.json --ports

CSV: the first line names the columns: Xcm_A[1] to Xcm_A[9], "R_A[1,1]" to "R_A[3,3]", the same for each body, and t if
wanted; without a header the columns are the inputs in the order of --ports. JSON Lines: {"t": 0.1, "Xcm_A": [...],
"R_A": [[...], ...], ...}; {"reset": true}, {"state": true} and {"restore": ...} clear, return and set the latches.

An invalid line of JSON gives {"error":{"line":N,"message":"..."}} and leaves the latches as they are; the others are
still answered, and the exit code is 1. An invalid line of CSV ends the stream with exit code 2.`,
    )
    .action(runBlock);
}

async function runBlock(path: string, states: string | undefined, options: BlockOptions): Promise<void> {
  const text = await readTextFile(path, 'block document', MAX_DOCUMENT_BYTES);
  const block = createCollisionBlock(readBlockDocument(text, path).params);
  if (options.ports) {
    await print(options.json ? `${plainJson(block.ports)}\n` : `${portTable(block.ports)}\n`);
    return;
  }
  if (states === undefined && process.stdin.isTTY)
    note('reading states from the terminal, one sample per line; Ctrl-D ends');
  const times: number[] = [];
  const clock = options.time ? () => performance.now() / 1000 : undefined;
  const stream = createBlockStream(block, clock);
  let failed = 0;
  let lineCount = 0;
  for await (const lines of splitLines(await openStates(states), MAX_LINE_BYTES)) {
    let output = '';
    for (const line of lines) {
      const start = clock?.() ?? 0;
      const answer = stream.answer(textOf(line), line.number);
      output += answer.text;
      if (answer.isSample) {
        lineCount++;
        if (clock !== undefined) times.push(clock() - start);
      }
      if (answer.ok) continue;
      failed++;
      if (answer.text !== '') continue;
      // a row of CSV has no place for a message
      if (output !== '') await print(output);
      throw new InputError(`${states ?? 'standard input'}: ${answer.error}`);
    }
    if (output !== '') await print(output);
  }
  if (options.time) noteTimes(times);
  if (failed === 0) return;
  note(`${failed} of ${plural(lineCount + failed, 'line')} could not be used`);
  process.exitCode = 1;
}

function portTable(ports: readonly BlockPort[]): string {
  const rows = ports.map(({ name, direction, type, size, unit, values, optional, description }) => [
    name,
    optional ? 'input, optional' : direction,
    values === undefined ? type : values.join(' '),
    size.map((count) => (count === 0 ? 'n' : String(count))).join(' x '),
    typeof unit === 'string' ? unit : [...new Set(unit)].join(', '),
    description,
  ]);
  return formatTable([['port', '', 'type', 'size', 'unit', ''], ...rows], 'llllll');
}

async function openStates(file: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  if (file === undefined) return process.stdin;
  const problem = (error: unknown) => new InputError(`cannot read states '${file}': ${systemReason(error)}`);
  const handle = await open(await findInput(file)).catch((error) => {
    throw problem(error);
  });
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    throw problem({ code: 'EISDIR' });
  }
  return createReadStream(file, { fd: handle });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf({ number, bytes }: Line): string {
  if (bytes === undefined) throw new InputError(`line ${number}: is longer than ${MAX_LINE_BYTES} bytes`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InputError(`line ${number}: is not UTF-8 text`);
  }
}

/** Times from a line to its answer. */
function noteTimes(times: readonly number[]): void {
  if (times.length === 0) return;
  const sorted = times.toSorted((p, q) => p - q);
  const at = (fraction: number) => `${formatNumber(1e6 * sorted[Math.floor(fraction * (sorted.length - 1))], 3)} us`;
  note(`${plural(times.length, 'sample')}: median ${at(0.5)}, 99 % within ${at(0.99)}, maximum ${at(1)} per line`);
}
