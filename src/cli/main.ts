#!/usr/bin/env node
import { Command } from 'commander';
import { addBlockCommand } from './block.ts';
import { addCheckCommand } from './check.ts';
import { addCompletionCommand } from './completion.ts';
import { addConvertCommand } from './convert.ts';
import { addExportCommand } from './export.ts';
import { reportFailure } from './failure.ts';
import { colors, endQuietlyOnClosedPipe } from './output.ts';
import { plainText } from './plain-text.ts';
import { addQueryCommand } from './query.ts';
import { readPackage } from './read-package.ts';
import { addReconstructCommand } from './reconstruct.ts';
import { addReportCommand } from './report.ts';
import { addReproduceCommand } from './reproduce.ts';
import { addRunCommand } from './run.ts';
import { addSchemaCommand } from './schema.ts';
import { addServeCommand } from './serve.ts';
import { addStudioCommand } from './studio.ts';
import { addSweepCommand } from './sweep.ts';
import { addVerifyCommand } from './verify.ts';
import { addWorkerCommand } from './worker.ts';

function createProgram(): Command {
  const { version, description } = readPackage();
  const program = new Command('appulse')
    .description(description)
    .version(version)
    .exitOverride()
    .configureHelp({ styleTitle: (title) => colors.bold(title) })
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) })
    .addHelpText(
      'after',
      `
Examples:
  appulse studio                               see all scenes in the browser
  appulse run docking                          run a scene: a file or an example
  appulse query < cases.jsonl                  answer queries from any language
  appulse block my.block.json < states.csv     collisions for your own simulation
  appulse verify                               check this installation
  appulse help run                             options and examples of a command

Exit codes: 0 done, 1 ran but a check failed, 2 bad input or usage, 130 stopped by Ctrl-C, 143 by SIGTERM.`,
    );
  addStudioCommand(program);
  addRunCommand(program);
  addSweepCommand(program);
  addWorkerCommand(program);
  addReconstructCommand(program);
  addReportCommand(program);
  addQueryCommand(program);
  addServeCommand(program);
  addBlockCommand(program);
  addCheckCommand(program);
  addVerifyCommand(program);
  addReproduceCommand(program);
  addExportCommand(program);
  addConvertCommand(program);
  addSchemaCommand(program);
  addCompletionCommand(program);
  return program;
}

/** Commander's `error: ...` and its suggestion on a line of its own, as one line, like all other errors. */
function oneLine(message: string): string {
  const line = message
    .replace(/^error: /, 'appulse: ')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  return `${plainText(line)}\n`;
}

endQuietlyOnClosedPipe();
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
