import { type Dirent, readdirSync } from 'node:fs';
import type { Complete } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `completion SHELL`, which prints a script, and the hidden `complete`, which that script calls at each TAB. */
export function addCompletionCommand(program: Command): void {
  const root = tab(program, { completionCommandName: 'completion' });
  program.commands
    .find((command) => command.name() === 'completion')
    ?.summary('print a script that completes commands in your shell')
    .addHelpText(
      'after',
      `
Examples:
  source <(appulse completion bash)
  source <(appulse completion zsh)
  appulse completion fish > ~/.config/fish/completions/appulse.fish`,
    );
  // the word run may be left out
  root.commands.get('sweep')?.argument('spec', completePath);
  // the scripts disable the shell's own file completion, so files are completed here
  for (const command of root.commands.values()) {
    for (const argument of command.arguments.values()) argument.handler ??= completePath;
    for (const name of ['output', 'picture']) {
      const option = command.options.get(name);
      if (option !== undefined) option.handler = completePath;
    }
  }
}

/** Completes file names in the folder typed so far. */
function completePath(complete: Complete): void {
  const word = process.argv.at(-1) ?? '';
  const folder = word.slice(0, word.lastIndexOf('/') + 1);
  for (const entry of listFolder(folder === '' ? '.' : folder)) {
    complete(`${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`, '');
  }
}

/** An unreadable folder gives no completions; an error message would appear inside the command being typed. */
function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
