import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  childrenOf,
  exportScene,
  hasCompiler,
  INITIALIZE,
  PATIENCE,
  runMaster,
  startMaster,
  type UnpackedFmu,
  useMaster,
} from './master.ts';
import { SOLIDS } from './scenes.ts';

useMaster();

describe.skipIf(!hasCompiler)('the host process of an FMU', { timeout: PATIENCE }, () => {
  const withoutNode = (env: NodeJS.ProcessEnv) => ({ ...process.env, APPULSE_NODE: '', ...env });

  it('is missing where Node is, which the FMU reports', () => {
    const fmu = exportScene(SOLIDS, 2);
    const none = runMaster(fmu, ['new 0 first'], withoutNode({ PATH: '/nonexistent::' }));
    expect(none.lines).toEqual(['new: status 3']);
    expect(none.messages).toMatch(/^first 3 logStatusError: Node was not found: this FMU needs Node 20\.19 or newer/);
    const wrong = runMaster(fmu, ['new 0 first'], withoutNode({ APPULSE_NODE: '/nonexistent/node' }));
    expect(wrong.messages).toContain("APPULSE_NODE is '/nonexistent/node', which is not a program");
    const other = runMaster(fmu, ['new 0 first'], withoutNode({ APPULSE_NODE: '/bin/true' }));
    expect(other.messages).toContain('the host process has ended');
  });

  it('reports a version of Node that is too old', () => {
    const fmu = exportScene(SOLIDS, 3);
    const old = join(fmu.folder, 'node');
    const change = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.20.1"}})';
    writeFileSync(old, `#!/bin/sh\nexec '${process.execPath}' --import '${change}' "$@"\n`);
    chmodSync(old, 0o755);
    const { lines, messages } = runMaster(fmu, ['new 0 first'], withoutNode({ APPULSE_NODE: old }));
    expect(lines).toEqual(['new: status 3']);
    expect(messages).toMatch(/is Node 18\.20\.1, but this FMU needs Node 20\.19 or newer: set APPULSE_NODE/);
  });

  it('reports resources that are missing or of another model', () => {
    const fmu = exportScene(SOLIDS, 3);
    const [fmi, library, resources, token] = fmu.arguments;
    const wrongToken = { ...fmu, arguments: [fmi, library, resources, '{0}'] };
    expect(runMaster(wrongToken, ['new 0 first']).messages).toContain(
      `the identifier of the model is ${token}, but modelDescription.xml has {0}`,
    );
    renameSync(join(fmu.folder, 'resources/document.json'), join(fmu.folder, 'document.json'));
    expect(runMaster(fmu, ['new 0 first']).messages).toMatch(/ENOENT.*document\.json/);
    renameSync(join(fmu.folder, 'resources/lib/core.js'), join(fmu.folder, 'core.js'));
    expect(runMaster(fmu, ['new 0 first']).messages).toContain('the FMU is not complete');
    const elsewhere = { ...fmu, arguments: [fmi, library, '/nonexistent', token] };
    expect(runMaster(elsewhere, ['new 0 first']).messages).toContain("'/nonexistent' has no host.mjs");
  });

  it('that does not answer in time is given up', () => {
    const fmu = exportScene(SOLIDS, 3);
    const env = { ...process.env, APPULSE_FMU_TIMEOUT: '0.2' };
    const { lines, messages, code } = runMaster(fmu, [...INITIALIZE, 'step 0 0 1e6', 'step 0 1e6 1', 'free 0'], env);
    expect(lines).toEqual(['step: status 3', 'step: status 3']);
    expect(messages).toContain('did not answer in time');
    expect(code).toBe(0);
  });

  /** Starts a master, waits until it has executed the commands, and returns it with the processes that it has started. */
  async function startedMaster(fmu: UnpackedFmu, commands: readonly string[]) {
    const master = startMaster(fmu);
    master.stdin?.write([...commands, 'get 0 0', ''].join('\n'));
    await once(master.stdout ?? master, 'data');
    return { master, hosts: childrenOf(master.pid) };
  }

  async function untilGone(processes: readonly number[]): Promise<void> {
    while (processes.some((pid) => existsSync(`/proc/${pid}`))) await setTimeout(20);
  }

  it('ends when the importer is killed, while it waits', async () => {
    const fmu = exportScene(SOLIDS, 2);
    const { master, hosts } = await startedMaster(fmu, [...INITIALIZE, 'new 1 second', 'step 0 0 0.005']);
    expect(hosts).toHaveLength(2);
    master.kill('SIGKILL');
    await untilGone(hosts);
  });

  it('ends when the importer is killed, while it computes', async () => {
    const fmu = exportScene(SOLIDS, 2);
    const { master, hosts } = await startedMaster(fmu, INITIALIZE);
    expect(hosts).toHaveLength(1);
    const timeOf = () => Number(readFileSync(`/proc/${hosts[0]}/stat`, 'utf8').split(' ')[13]);
    const before = timeOf();
    master.stdin?.write('step 0 0 1e7\n');
    while (timeOf() < before + 5) await setTimeout(20);
    master.kill('SIGKILL');
    await untilGone(hosts);
  });

  it('ends with its instance, and survives the thread that started it', async () => {
    const fmu = exportScene(SOLIDS, 3);
    const { master, hosts } = await startedMaster(fmu, ['thread 0 first', 'enter 0 0', 'exit 0', 'step 0 0 0.005']);
    expect(hosts).toHaveLength(1);
    master.stdin?.end('free 0\n');
    await once(master, 'exit');
    await untilGone(hosts);
    expect(master.exitCode).toBe(0);
  });

  it('that is killed is an error of the next step, and not of the importer', async () => {
    const fmu = exportScene(SOLIDS, 3);
    const { master, hosts } = await startedMaster(fmu, [...INITIALIZE, 'step 0 0 0.005']);
    process.kill(hosts[0], 'SIGKILL');
    let out = '';
    master.stdout?.on('data', (text) => {
      out += text;
    });
    master.stdin?.end('step 0 0.005 0.005\nstep 0 0.005 0.005\nsave 0 0\nfree 0\n');
    await once(master, 'close');
    expect(out).toBe('step: status 3\nstep: status 3\nsave: status 3\n');
    expect(master.exitCode).toBe(0);
  });
});
