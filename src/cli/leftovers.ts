import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Outputs are written under a temporary name in the folder of their target. The name identifies the process, so a later
 * command can distinguish files of a killed process from files being written:
 * `.NAME.HOST.PID.START.RANDOM` and an extension for the stage of the work.
 *
 * - `.tmp`: being written
 * - `.new`: complete, about to be renamed to its target
 * - `.old`: the previous output, until the new one is in destination
 */
type Stage = 'tmp' | 'new' | 'old';

/** Characters of the target's name in its temporary names, which so stay below 255 bytes. */
const NAME_LENGTH = 40;

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A unique path in `folder`, without its extension. */
export function temporaryPath(folder: string, target: string): string {
  const owner = `${HOST}.${process.pid}.${startTime('self') ?? 0}`;
  return join(folder, `.${basename(target).slice(0, NAME_LENGTH)}.${owner}.${randomBytes(4).toString('hex')}`);
}

/** Start time of a process, in ticks since boot [1/100 s]; undefined where the system does not report it. */
function startTime(pid: number | 'self'): number | undefined {
  try {
    // the name of the program, in parentheses, may contain any character
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/s, '').trim().split(' ');
    return Number(fields[19]);
  } catch {
    return undefined;
  }
}

/** Only processes of this machine can be known to be dead. */
function isDead(host: string, pid: number, start: number): boolean {
  if (host !== HOST) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const found = start === 0 ? undefined : startTime(pid);
  return found !== undefined && found !== start;
}

interface Leftover {
  /** Without the extension. */
  readonly path: string;
  readonly stages: ReadonlySet<Stage>;
}

/** Temporary outputs for `target` that dead processes have left in `folder`. */
function leftoversIn(folder: string, target: string): Leftover[] {
  const prefix = `.${basename(target).slice(0, NAME_LENGTH)}.`;
  const found = new Map<string, Set<Stage>>();
  for (const entry of namesIn(folder)) {
    if (!entry.startsWith(prefix)) continue;
    const match = /^([0-9a-f]{8})\.(\d+)\.(\d+)\.[0-9a-f]{8}\.(tmp|new|old)$/.exec(entry.slice(prefix.length));
    if (!match || !isDead(match[1], Number(match[2]), Number(match[3]))) continue;
    const path = join(folder, entry.slice(0, -'.tmp'.length));
    found.set(path, (found.get(path) ?? new Set()).add(match[4] as Stage));
  }
  return Array.from(found, ([path, stages]) => ({ path, stages }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Finishes replacements that dead processes had begun for `target`, then removes their temporary files. */
export function removeLeftovers(target: string): void {
  finishReplacement(target);
  for (const folder of [dirname(target), target]) {
    for (const { path, stages } of leftoversIn(folder, target)) {
      for (const stage of stages) rmSync(`${path}.${stage}`, { recursive: true, force: true });
    }
  }
}

/**
 * A process killed while it replaces an output leaves the old and the new one, both complete, under temporary names:
 * the new one is renamed to the target. For a folder replaced file by file, the remaining files are moved.
 */
export function finishReplacement(target: string): void {
  for (const { path, stages } of leftoversIn(dirname(target), target)) {
    if (isThere(target)) continue;
    if (stages.has('new')) attempt(() => renameSync(`${path}.new`, target));
    else if (stages.has('old')) attempt(() => renameSync(`${path}.old`, target));
  }
  for (const { path, stages } of leftoversIn(target, target)) {
    if (stages.has('new')) attempt(() => moveInto(`${path}.new`, target));
  }
}

/** Moves the files of a folder into another one, replacing files of the same name, and removes the empty folder. */
export function moveInto(from: string, target: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const destination = join(target, relative(from, path));
    mkdirSync(dirname(destination), { recursive: true });
    renameSync(path, destination);
  }
  rmSync(from, { recursive: true, force: true });
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Ignores system errors: the next command tries again. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
