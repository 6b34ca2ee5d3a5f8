/**
 * A platoon example from the package, run from code with ellipsoids and with boxes as contact geometry, and its recording read: when the
 * contact begins, delta-V, and how the heading changes.
 *
 * Run it with `npx tsx platoon-recording.ts` after `npm install appulse`.
 */
import { readFileSync } from 'node:fs';
import { createRecorder, readScene, runScene } from 'appulse';

const degrees = Math.PI / 180;
const folder = new URL('examples/', import.meta.resolve('appulse/package.json'));

for (const name of ['platoon-1-ellipsoids', 'platoon-1-boxes']) {
  const example = JSON.parse(readFileSync(new URL(`${name}.scene.json`, folder), 'utf8'));
  const text = JSON.stringify({ ...example, time: { end: 1 } }); // the first second is enough
  const scene = readScene(text, name);
  const recorder = createRecorder(scene, text);
  const { bodies, vehicles, events, summary } = recorder.finish(runScene(scene, recorder));
  if (!vehicles || !summary.vehicles) throw new Error('not a scene of vehicles');

  console.log(scene.title);
  // one phase: a contact from its beginning to its end
  for (const { start, end, deltaV, pdof } of summary.vehicles.phases) {
    console.log(`  contact from ${start.toFixed(4)} s to ${end?.toFixed(4)} s, delta-V ${deltaV.map((dv) => dv.toFixed(3)).join(' and ')} m/s, ` +
      `PDOF of the follower ${(pdof[0] / degrees).toFixed(1)} deg`);
  }
  // the table `vehicles` has one row for each vehicle and frame: row = frame * number of vehicles + vehicle
  const { time, heading, yawRate } = vehicles.columns;
  bodies.forEach((body, i) => {
    const rows = Array.from({ length: vehicles.rowCount / bodies.length }, (_, frame) => frame * bodies.length + i);
    const fastest = rows.reduce((best, row) => (Math.abs(yawRate[row] ?? 0) > Math.abs(yawRate[best] ?? 0) ? row : best), i);
    const last = rows.at(-1) ?? i;
    console.log(`  ${body}: maximum yaw rate ${((yawRate[fastest] ?? 0) / degrees).toFixed(1)} deg/s at ${time[fastest]?.toFixed(2)} s, ` +
      `heading at the end ${((heading[last] ?? 0) / degrees).toFixed(1)} deg`);
  });
  console.log(`  events: ${events.map((event) => `${event.type} ${event.time.toFixed(3)} s`).join(', ')}`);
}
