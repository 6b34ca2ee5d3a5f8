import { Argument, type Command } from 'commander';
import { sweepSchema } from '../entries/sweeps.ts';
import { sceneSchema } from '../index.ts';
import { print } from './output.ts';
import { type FileKind, writeOneFile } from './staging.ts';

const SCHEMA_KIND: FileKind = { what: 'schema', start: /^\{\s*"\$schema"/ };

export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .summary('print the JSON Schema of scene files, or of sweeps')
    .description(
      'Prints the JSON Schema of scene files or of specifications of sweeps, for completion and validation in editors.',
    )
    .addArgument(new Argument('[format]', 'kind of file').choices(['scene', 'sweep']).default('scene'))
    .option('-o, --output <file>', 'write it to a file instead')
    .option('--force', 'overwrite a file that is not a schema')
    .addHelpText(
      'after',
      `
Examples:
  appulse schema | jq .properties.bodies
  appulse schema -o scene.schema.json
  appulse schema sweep -o sweep.schema.json

Then begin a scene with { "$schema": "./scene.schema.json", ... }.`,
    )
    .action(async (format: string, options: { readonly output?: string; readonly force?: boolean }) => {
      const schema = format === 'sweep' ? sweepSchema() : sceneSchema();
      const text = `${JSON.stringify(schema, null, 2)}\n`;
      if (options.output === undefined) return print(text);
      await writeOneFile(options.output, text, SCHEMA_KIND, options.force);
    });
}
