import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

export interface SiteServer {
  /** `http://127.0.0.1:1234/some/sub/path/` */
  readonly url: string;
  close(): void;
}

/** Serves a folder below a path, as a host of static files does. Every other address is not found. */
export async function serveFolder(folder: string, path: string): Promise<SiteServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const inside = pathname.startsWith(path) ? decodeURIComponent(pathname.slice(path.length)) : undefined;
    const file = inside === '' || inside?.endsWith('/') ? `${inside}index.html` : inside;
    const full = join(folder, file ?? '');
    if (file === undefined || file.includes('..') || !existsSync(full) || statSync(full).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(full)] ?? 'application/octet-stream' });
    response.end(readFileSync(full));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
