/**
 * A scene written in code, run, and its recording read: three pucks on a line. The tables, the ledger of conserved quantities, and the
 * files that other programs read.
 *
 * Run it with `npx tsx scene-and-recording.ts` after `npm install appulse`. It writes pucks.csv and pucks.svg.
 */
import { writeFileSync } from 'node:fs';
import { animationSvg, createRecorder, readScene, runScene } from 'appulse';
import { recordingToCsv } from 'appulse/export';

const puck = (name: string, x: number, mass: number, velocity: number, color: string) =>
  ({ name, shape: { kind: 'disc', radius: '10 cm' }, position: [x, 0], velocity: [velocity, 0], mass, color });

// the same keys as in a scene file; numbers are SI, texts may have units
const text = JSON.stringify({
  title: 'Three pucks',
  description: 'A heavy puck hits a light one, which hits a third.',
  bodies: [
    puck('heavy', 0, 3, 2, '#4878a8'),
    puck('light', 1, 1, 0, '#d08030'),
    puck('target', 2, 2, 0, '#6a9a58'),
  ],
  contacts: { restitution: 1 },
  time: { end: 2 },
  record: { interval: '50 ms' },
});

const scene = readScene(text, 'pucks.scene.json'); // an input error names the line, the key and what was expected
const recorder = createRecorder(scene, text);
const recording = recorder.finish(runScene(scene, recorder));
const { bodies, frames, ledger, events, summary } = recording;

for (const event of events) {
  if (event.type !== 'collision') continue;
  console.log(`${event.time.toFixed(6)} s  ${event.bodies.join(' and ')}: closing at ${event.closingSpeed.toFixed(4)} m/s, impulse ${event.impulse.toFixed(4)} N s`);
}

// frames: one row for each body and frame; here the last frame
bodies.forEach((name, body) => {
  const row = frames.rowCount - bodies.length + body;
  console.log(`${name.padEnd(6)}  x ${frames.columns.x[row]?.toFixed(6)} m  velocity ${frames.columns.vx[row]?.toFixed(6)} m/s`);
});

// ledger: one row for each frame
const energies = Array.from(ledger.columns.kineticEnergy);
console.log(`kinetic energy  ${energies[0]?.toFixed(6)} J at the start, ${energies.at(-1)?.toFixed(6)} J at the end`);
console.log(`balance errors below 1e-15: ${summary.balance.momentumError < 1e-15 && summary.balance.energyError < 1e-15}, status ${summary.status}`);

writeFileSync('pucks.csv', [...(recordingToCsv(recording).get('frames.csv') ?? [])].join(''));
writeFileSync('pucks.svg', animationSvg(recording));
console.log(`wrote pucks.csv (${frames.rowCount} rows) and pucks.svg`);
