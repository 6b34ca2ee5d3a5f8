import type { Command } from 'commander';
import { sceneSchema } from '../index.ts';
import { print } from './output.ts';
import { type FileKind, writeOneFile } from './staging.ts';

const SCHEMA_KIND: FileKind = { what: 'schema', start: /^\{\s*"\$schema"/ };

export function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .summary('print the JSON Schema of scene files')
    .description('Prints the JSON Schema of scene files, for completion and validation in editors.')
    .option('-o, --output <file>', 'write it to a file instead')
    .option('--force', 'overwrite a file that is not a schema')
    .addHelpText(
      'after',
      `
Examples:
  appulse schema | jq .properties.bodies
  appulse schema -o scene.schema.json

Then begin a scene with { "$schema": "./scene.schema.json", ... }.`,
    )
    .action(async (options: { readonly output?: string; readonly force?: boolean }) => {
      const text = `${JSON.stringify(sceneSchema(), null, 2)}\n`;
      if (options.output === undefined) return print(text);
      await writeOneFile(options.output, text, SCHEMA_KIND, options.force);
    });
}
