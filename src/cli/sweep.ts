import { type Command, Option } from 'commander';
import { parseCount } from './parse-count.ts';
import { addEmitCommand } from './sweep-emit.ts';
import { addMergeCommand } from './sweep-merge.ts';
import { addQueryResultsCommand } from './sweep-query.ts';
import { runSweepCommand } from './sweep-run.ts';
import { parseShard } from './sweep-shard.ts';
import { addCaseCommand, addStatusCommand } from './sweep-status.ts';
import { parseThreads } from './threads-option.ts';

export function addSweepCommand(program: Command): void {
  const command = program
    .command('sweep')
    .summary('run a scene many times with changed parameters; store the results as Parquet')
    .description(
      'Runs a scene many times with changed parameters: lists, ranges and grids of values, or samples of distributions.',
    )
    .addHelpText(
      'after',
      `
Examples:
  appulse sweep docking.sweep.json --dry-run       the plan, and an estimate of the time
  appulse sweep docking.sweep.json                 run it on all processors
  appulse sweep docking.sweep.json --resume        continue after Ctrl-C or a crash
  appulse sweep status out/docking.sweep           what is done, what failed and why
  appulse sweep query out/docking.sweep "select status, count(*) from results group by status"
  appulse sweep merge out/docking.sweep --csv      one Parquet file and one CSV file
  appulse sweep emit slurm docking.sweep.json --shards 100
  appulse sweep docking.sweep.json --engine redis://queue.example:6379

The results are a folder: sweep.json with the columns and their units, and a Parquet file for each chunk of runs, which appears when it is
complete. They do not depend on the number of threads, shards and interruptions. The exit code is 1 if a run did not reach its end;
such runs are rows with a status and a reason.`,
    );
  addRunSweepCommand(command);
  addStatusCommand(command);
  addMergeCommand(command);
  addQueryResultsCommand(command);
  addCaseCommand(command);
  addEmitCommand(command);
}

function addRunSweepCommand(command: Command): void {
  command
    .command('run', { isDefault: true })
    .summary('run a sweep (also without the word run)')
    .description('Runs a sweep and writes its results.')
    .argument('<spec>', 'specification of the sweep, JSON')
    .option('-o, --output <folder>', 'folder of the results (default: out/NAME.sweep)')
    .option('--dry-run', 'print the plan and an estimate of the cost; write nothing')
    .option('--resume', 'continue an interrupted sweep')
    .option('--workers <count>', 'number of threads (default: one per processor)', parseThreads)
    .option('--shard <i/n>', 'run only part i of n, from 0; all parts may write to one folder', parseShard)
    .addOption(
      new Option('--shards <n>', 'number of parts; the index is SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX').argParser(
        parseCount,
      ),
    )
    .option(
      '--engine <url>',
      'have chunks run by workers at a Redis or Valkey server: redis://host:port (see appulse help worker)',
    )
    .option('--force', 'remove the results of an earlier sweep')
    .action(runSweepCommand);
}
