import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecordingFolder } from '../../src/cli/recording-folder.ts';
import { createStudioServer } from '../../src/cli/studio-server.ts';

describe('the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'appulse-served-'));
  const large = join(folder, 'frames.parquet');
  const link = join(folder, 'scene.json');
  let server: ReturnType<typeof createStudioServer>;
  let port = 0;

  beforeAll(async () => {
    // more than sockets hold
    writeFileSync(large, Buffer.alloc(64 * 2 ** 20));
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    symlinkSync('secret.txt', link);
    const served = new Map([
      ['recordings/a/frames.parquet', large],
      ['recordings/a/scene.json', link],
      ['recordings/a/gone.json', join(folder, 'gone.json')],
    ]);
    server = createStudioServer(served).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  it.runIf(process.platform === 'linux')('closes the file of a download that is broken off', async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let k = 0; k < 20; k++) {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /recordings/a/frames.parquet HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data');
      socket.destroy();
    }
    // files are closed by other threads
    for (let k = 0; k < 200 && openFiles() > before + 2; k++) await setTimeout(25);
    expect(openFiles()).toBeLessThanOrEqual(before + 2);
  });

  it('does not serve the target of a symbolic link in a recording, and reports missing files', async () => {
    for (const name of ['scene.json', 'gone.json']) {
      const response = await fetch(`http://127.0.0.1:${port}/recordings/a/${name}`);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('secret');
    }
  });

  it('rejects a recording with a symbolic link in it', async () => {
    writeFileSync(join(folder, 'summary.json'), '{}');
    await expect(readRecordingFolder(folder)).rejects.toThrow('scene.json: it is a symbolic link, expected a file');
  });
});
