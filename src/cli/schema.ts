import { Argument, type Command } from 'commander';
import { sweepSchema } from '../entries/sweeps.ts';
import { caseSchema } from '../entries/vehicles.ts';
import { blockSchema, sceneSchema } from '../index.ts';
import { print } from './output.ts';
import { type FileKind, writeOneFile } from './staging.ts';

const SCHEMA_KIND: FileKind = { what: 'schema', start: /^\{\s*"\$schema"/ };

/** Schemas by kind of file. */
const SCHEMAS = { scene: sceneSchema, sweep: sweepSchema, block: blockSchema, case: caseSchema };

export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .summary('print the JSON Schema of scene files, sweeps, collision blocks or cases')
    .description(
      'Prints the JSON Schema of scene files, of specifications of sweeps, of block documents or of cases of reconstruction, for completion and validation in editors.',
    )
    .addArgument(new Argument('[format]', 'kind of file').choices(Object.keys(SCHEMAS)).default('scene'))
    .option('-o, --output <file>', 'write it to a file instead')
    .option('--force', 'overwrite a file that is not a schema')
    .addHelpText(
      'after',
      `
Examples:
  appulse schema | jq .properties.bodies
  appulse schema -o scene.schema.json
  appulse schema sweep -o sweep.schema.json
  appulse schema block -o block.schema.json
  appulse schema case -o case.schema.json

Then begin a scene with { "$schema": "./scene.schema.json", ... }.`,
    )
    .action(async (format: string, options: { readonly output?: string; readonly force?: boolean }) => {
      const text = `${JSON.stringify(SCHEMAS[format as keyof typeof SCHEMAS](), null, 2)}\n`;
      if (options.output === undefined) return print(text);
      await writeOneFile(options.output, text, SCHEMA_KIND, options.force);
    });
}
