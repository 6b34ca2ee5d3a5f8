import { constants, createReadStream, open } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { PAGE_POLICY } from './content-security-policy.ts';

/** Content served at an address: a file, or bytes. */
export type Served = string | Uint8Array;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.parquet': 'application/vnd.apache.parquet',
  '.wasm': 'application/wasm',
};

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // with the policy above: shared memory, by which runs use the GPU
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Valid host names of a loopback server; others indicate DNS rebinding. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** The files of a folder and its subfolders by address: `assets/index.js`. */
export async function filesBelow(folder: string): Promise<Map<string, Served>> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(names.map(async (name) => ((await stat(join(folder, name))).isFile() ? [name] : [])));
  return new Map(found.flat().map((name) => [name.split(sep).join('/'), join(folder, name)]));
}

/**
 * Serves the listed files only: an address is looked up, never converted to a path. Answers GET and HEAD from this
 * machine only; other requests are rejected, and the server keeps running.
 */
export function createStudioServer(files: ReadonlyMap<string, Served>): Server {
  const server = createServer((request, response) => answer(files, request, response));
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  return server;
}

function answer(files: ReadonlyMap<string, Served>, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const rejection = rejectionOf(request);
  const name = nameOf(request.url ?? '');
  const served = name === undefined ? undefined : files.get(name);
  if (rejection !== undefined) reject(response, ...rejection);
  else if (name === undefined) reject(response, 400, 'Malformed address.');
  else if (served === undefined) reject(response, 404, 'No such file.');
  else send(response, name, served, request.method === 'HEAD');
}

/** Status and reason if the request is rejected. */
function rejectionOf({ method, headers }: IncomingMessage): readonly [status: number, reason: string] | undefined {
  if (!LOOPBACK.test(headers.host ?? '')) return [403, 'Only requests from this machine are served.'];
  return method === 'GET' || method === 'HEAD' ? undefined : [405, 'Only GET and HEAD are supported.'];
}

/** The requested name; undefined when the address is malformed. */
function nameOf(url: string): string | undefined {
  try {
    const name = decodeURIComponent(url.replace(/[?#].*$/s, '').replace(/^\//, ''));
    return name === '' ? 'index.html' : name;
  } catch {
    return undefined;
  }
}

function reject(response: ServerResponse, status: number, reason: string): void {
  const allow = status === 405 && { Allow: 'GET, HEAD' };
  response.writeHead(status, { ...HEADERS, ...allow, 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${reason}\n`);
}

function send(response: ServerResponse, name: string, served: Served, headOnly: boolean): void {
  const sendHead = () =>
    response.writeHead(200, {
      ...HEADERS,
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Security-Policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
      // the names of assets change with their content
      'Cache-Control': name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    });
  if (headOnly) sendHead().end();
  else if (typeof served !== 'string') sendHead().end(served);
  else {
    open(served, flagsFor(name), (error, fd) => {
      if (error) return reject(response, 404, 'The file cannot be read.');
      sendHead();
      // unlike pipe, it closes the file when the client disconnects
      pipeline(createReadStream('', { fd }), response, () => {});
    });
  }
}

/** A file of a recording or of a sweep may have been replaced since it was listed by a link, which could point to any file of this machine. */
function flagsFor(name: string): number {
  return /^(recordings|sweeps)\//.test(name) ? constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) : constants.O_RDONLY;
}
