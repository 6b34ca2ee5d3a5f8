import { resolve } from 'node:path';
import type { Command } from 'commander';
import { chunkCount } from '../sweep/chunks.ts';
import { InputError } from './failure.ts';
import { print } from './output.ts';
import { parseCount } from './parse-count.ts';
import { loadSweep, sweepName } from './sweep-source.ts';

interface EmitOptions {
  readonly shards: number;
  readonly cpus: number;
  readonly time: string;
  readonly image: string;
  readonly output?: string;
}

export function addEmitCommand(command: Command): void {
  command
    .command('emit')
    .summary('print a job file for Slurm or Kubernetes')
    .description('Prints a job file that runs a sweep as an array of independent parts, which need no server.')
    .argument('<system>', 'slurm or kubernetes')
    .argument('<spec>', 'specification of the sweep, JSON')
    .option('--shards <n>', 'number of parts', parseCount, 10)
    .option('--cpus <n>', 'processors per part', parseCount, 4)
    .option('--time <limit>', 'Slurm: time limit of a part', '04:00:00')
    .option('--image <name>', 'Kubernetes: container image with appulse installed', 'YOUR-REGISTRY/appulse:latest')
    .option('-o, --output <folder>', 'folder of the results, on a file system that all parts share')
    .addHelpText(
      'after',
      `
Examples:
  appulse sweep emit slurm docking.sweep.json --shards 100 > docking.sbatch && sbatch docking.sbatch
  appulse sweep emit kubernetes docking.sweep.json --shards 20 --image registry/appulse:1 | kubectl apply -f -

A part that is run again continues where it stopped. Then: appulse sweep status and appulse sweep merge.`,
    )
    .action(async (system: string, spec: string, options: EmitOptions) => {
      if (system !== 'slurm' && system !== 'kubernetes') {
        throw new InputError(`cannot emit a job file for '${system}', expected slurm or kubernetes`);
      }
      const { sweep } = await loadSweep(spec);
      const shards = Math.min(options.shards, chunkCount(sweep));
      const job = { ...options, shards, name: jobName(spec), spec: resolve(spec) };
      await print(system === 'slurm' ? slurmJob(job) : kubernetesJob(job));
    });
}

interface Job extends EmitOptions {
  readonly name: string;
  readonly spec: string;
}

/** Letters, digits and dashes: what both systems accept. */
function jobName(spec: string): string {
  const name = sweepName(spec)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `appulse-${name === '' ? 'sweep' : name}`.slice(0, 50);
}

/** Quoted for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function slurmJob({ name, spec, shards, cpus, time, output }: Job): string {
  const folder = resolve(output ?? `out/${sweepName(spec)}.sweep`);
  return `#!/bin/bash
#SBATCH --job-name=${name}
#SBATCH --array=0-${shards - 1}
#SBATCH --cpus-per-task=${cpus}
#SBATCH --time=${time}
#SBATCH --output=%x-%a.log
#SBATCH --requeue
# Each task runs its part; a task that is started again continues where it stopped.
srun appulse sweep run ${quoted(spec)} --output ${quoted(folder)} --shards ${shards} --workers "$SLURM_CPUS_PER_TASK"
`;
}

function kubernetesJob({ name, spec, shards, cpus, image, output }: Job): string {
  const args = [
    'sweep',
    'run',
    spec,
    '--output',
    output ?? '/results',
    '--shards',
    String(shards),
    '--workers',
    String(cpus),
  ];
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
  completionMode: Indexed
  completions: ${shards}
  parallelism: ${shards}
  backoffLimitPerIndex: 3
  maxFailedIndexes: ${shards}
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: appulse
          image: ${JSON.stringify(image)}
          command: ["appulse"]
          args: ${JSON.stringify(args)}
          resources:
            requests: { cpu: "${cpus}" }
          volumeMounts:
            - { name: results, mountPath: /results }
      volumes:
        - name: results
          persistentVolumeClaim: { claimName: appulse-results } # a volume that all parts can write
`;
}
