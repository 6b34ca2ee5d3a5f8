/**
 * Start of the host process of an FMU. It has only syntax that old versions of Node read too, so that they get a message
 * instead of a syntax error.
 */
import { writeSync } from 'node:fs';

const OLDEST = [20, 19];

/** The answer of a host that cannot start; see messages.h. */
function fail(text) {
  const content = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(content.length, 0);
  head.writeUInt32LE(1, 4);
  writeSync(1, Buffer.concat([head, content]));
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  fail(
    `${process.execPath} is Node ${process.versions.node}, but this FMU needs Node ${OLDEST.join('.')} or newer: set APPULSE_NODE`,
  );
} else {
  import('./lib/fmu-host.js').then(
    ({ runHost }) => runHost(new URL('./', import.meta.url)),
    (error) => fail(`the FMU is not complete: ${error.message}`),
  );
}
