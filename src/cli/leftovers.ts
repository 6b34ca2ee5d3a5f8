import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Outputs are made under a temporary name in the folder of their target. The name tells whose it is, so that a later
 * command can tell what a process that was killed has left from what another one is writing now:
 * `.NAME.HOST.PID.START.RANDOM` and an ending that tells how far the work is.
 *
 * - `.tmp`: being written
 * - `.new`: complete, about to get to its target
 * - `.old`: what was at the target, until the new one is there
 */
type Stage = 'tmp' | 'new' | 'old';

/** As much of the name of a target as its temporary names repeat: with the rest they stay below 255 bytes. */
const NAME_LENGTH = 40;

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A path in `folder`, without its ending, that nobody else uses. */
export function temporaryPath(folder: string, target: string): string {
  const owner = `${HOST}.${process.pid}.${startTime('self') ?? 0}`;
  return join(folder, `.${basename(target).slice(0, NAME_LENGTH)}.${owner}.${randomBytes(4).toString('hex')}`);
}

/** When a process was started, in ticks since the machine was [1/100 s]; undefined where the system does not tell. */
function startTime(pid: number | 'self'): number | undefined {
  try {
    // the name of the program, in parentheses, may hold anything
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\)/s, '').trim().split(' ');
    return Number(fields[19]);
  } catch {
    return undefined;
  }
}

/** Only what is known to be dead counts as dead: not what another machine has started. */
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
  /** Without the ending. */
  readonly path: string;
  readonly stages: ReadonlySet<Stage>;
}

/** What dead processes have left in `folder` of their work on `target`. */
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

/** Removes what dead processes have left of their work on `target`, after what they had begun to put in place is in place. */
export function removeLeftovers(target: string): void {
  finishReplacement(target);
  for (const folder of [dirname(target), target]) {
    for (const { path, stages } of leftoversIn(folder, target)) {
      for (const stage of stages) rmSync(`${path}.${stage}`, { recursive: true, force: true });
    }
  }
}

/**
 * A process that is killed while it replaces an output leaves the old one and the new one, both whole, under other names:
 * the new one is put in place. Files of a folder that is replaced file by file are moved on.
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

/** Moves the files of a folder into another one, over those of the same names, and removes it. */
export function moveInto(from: string, target: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const place = join(target, relative(from, path));
    mkdirSync(dirname(place), { recursive: true });
    renameSync(path, place);
  }
  rmSync(from, { recursive: true, force: true });
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Where it may not be done it is left to the next command. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
