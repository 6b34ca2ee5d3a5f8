import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { createRecorder, encodeRecording, type Recording } from '../index.ts';
import { InputError, systemReason } from './failure.ts';
import { isFile, packagePath, sceneName } from './files.ts';
import { runText } from './ledger-text.ts';
import { colors, print } from './output.ts';
import { recordRun } from './record-run.ts';
import { noteIncomplete, readRecordingFolder, recordingPaths } from './recording-folder.ts';
import { readRunScene } from './run-scene.ts';
import { readSceneSource } from './scene-source.ts';
import { createStudioServer, filesBelow, type Served } from './studio-server.ts';
import { resultPaths } from './sweep-folder.ts';

/** Reachable from this machine only. */
const HOST = '127.0.0.1';
/** Default port, if free. */
const USUAL_PORT = 8137;

interface StudioOptions {
  readonly port?: number;
  readonly run?: string;
  readonly open: boolean;
}

export function addStudioCommand(program: Command): void {
  program
    .command('studio')
    .summary('see, scrub, edit and compare scenes in the browser')
    .description('Serves the studio on this machine until Ctrl-C, and opens a browser if one is available.')
    .argument(
      '[folder...]',
      'recordings and sweep results to show: folders that "appulse run" and "appulse sweep" wrote',
    )
    .option('--port <number>', `port of ${HOST} (default: ${USUAL_PORT}, or any that is free; 0: any)`, parsePort)
    .option('--run <scene>', 'run a scene file or an example first, print its events and ledger, and show it too')
    .option('--no-open', 'open no browser')
    .addHelpText(
      'after',
      `
Examples:
  appulse studio
  appulse studio out/docking.recording
  appulse studio out/docking.sweep
  appulse studio --run my.scene.json --port 9000
  appulse studio --run docking

The studio computes in the browser; the server only delivers its files and the folders named here.`,
    )
    .action(studio);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Expected an integer from 0 to 65535.');
  return port;
}

async function studio(folders: string[], options: StudioOptions): Promise<void> {
  const site = packagePath('dist/studio');
  if (!(await isFile(join(site, 'index.html')))) {
    throw new InputError('the studio is not built: run "npm start" or "npm run build" in the repository first');
  }
  const files = await filesBelow(site);
  const shown: Shown[] = [];
  for (const folder of folders) {
    const isSweep = await isFile(join(folder, 'sweep.json'));
    shown.push(isSweep ? addSweep(files, folder) : { kind: 'recording', name: await addFolder(files, folder) });
  }
  if (options.run !== undefined) shown.push({ kind: 'recording', name: await addRun(files, options.run) });
  const server = createStudioServer(files);
  const { port } = await listen(server, options.port);
  const home = `http://${HOST}:${port}/`;
  const addresses = shown.map(({ kind, name }) => `${home}#/${kind}/${encodeURIComponent(name)}`);
  // before the address is printed: its reader may end the server at once
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  await print(
    `${addresses.map((address, i) => `  ${shown[i].kind.padEnd(9)} ${colors.bold(address)}\n`).join('')}` +
      `  studio    ${colors.bold(home)}\n  Ctrl-C to stop\n`,
  );
  if (options.open) openBrowser(folders.length > 0 ? addresses[0] : home);
  await ended;
  server.close();
  server.closeAllConnections();
}

/** What the server was given, by the name of its page. */
interface Shown {
  readonly kind: 'recording' | 'sweep';
  readonly name: string;
}

/** Adds the results of a sweep and the list of their files; parts that appear later need a new start. */
function addSweep(files: Map<string, Served>, folder: string): Shown {
  const name = freeName(files, basename(resolve(folder)).replace(/\.sweep$/, ''), 'sweeps', 'files.json');
  const paths = resultPaths(folder);
  for (const path of paths) files.set(`sweeps/${name}/${basename(path)}`, path);
  files.set(`sweeps/${name}/files.json`, Buffer.from(JSON.stringify(paths.map((path) => basename(path)))));
  return { kind: 'sweep', name };
}

/** Adds a recording's folder under a unique name and returns the name; reads it once, so a damaged one is rejected now. */
async function addFolder(files: Map<string, Served>, folder: string): Promise<string> {
  noteIncomplete(folder, await readRecordingFolder(folder));
  const name = freeName(files, basename(resolve(folder)).replace(/\.recording$/, ''));
  for (const path of await recordingPaths(folder)) files.set(`recordings/${name}/${basename(path)}`, path);
  return name;
}

/** Runs a scene, prints the results and adds its recording, which is held in memory. */
async function addRun(files: Map<string, Served>, path: string): Promise<string> {
  const { text, name: source } = await readSceneSource(path);
  const scene = readRunScene(text, source, {});
  const recorder = createRecorder(scene, text);
  const { run, digest, summary, missedDockings } = await recordRun(
    { scene, text, source, target: undefined, recorder },
    {},
  );
  await print(`${runText(digest, summary.run, { seconds: run.seconds, missedDockings })}\n`);
  return addRecording(files, sceneName(path), recorder.finish(summary.run));
}

function addRecording(files: Map<string, Served>, wanted: string, recording: Recording): string {
  const name = freeName(files, wanted);
  for (const [file, bytes] of encodeRecording(recording)) files.set(`recordings/${name}/${file}`, bytes);
  return name;
}

function freeName(
  files: ReadonlyMap<string, Served>,
  wanted: string,
  kind = 'recordings',
  file = 'summary.json',
): string {
  let name = wanted;
  for (let i = 2; files.has(`${kind}/${name}/${file}`); i++) name = `${wanted}-${i}`;
  return name;
}

type StudioServer = ReturnType<typeof createStudioServer>;

/** Listens on the requested port; by default on the usual one or any free one. */
async function listen(server: StudioServer, port: number | undefined): Promise<AddressInfo> {
  const attempt = async (wanted: number) => {
    server.listen(wanted, HOST);
    await once(server, 'listening');
    return server.address() as AddressInfo;
  };
  try {
    return await attempt(port ?? USUAL_PORT);
  } catch (error) {
    if (port === undefined) return attempt(0);
    throw new InputError(`cannot serve on port ${port}: ${systemReason(error)}`);
  }
}

/** Best effort: without a display or browser, the printed address remains. */
function openBrowser(address: string): void {
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!process.stdout.isTTY || process.env['CI'] || !hasDisplay) return;
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
