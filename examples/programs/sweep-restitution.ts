/**
 * A parameter sweep: the same scene with another value in each run. A ball falls by 1 m; how high does it bounce, and when does it hit
 * the floor again, for each restitution?
 *
 * Run it with `npx tsx sweep-restitution.ts` after `npm install appulse`.
 */
import { readScene, runScene, type SimEvent } from 'appulse';

const gravity = 9.81; // [m/s²]
const radius = 0.1; // [m]

function runWith(restitution: number) {
  const scene = readScene(JSON.stringify({
    title: 'A bouncing ball',
    description: 'A ball falls on a floor.',
    bodies: [
      { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, motion: 'fixed' },
      { name: 'ball', shape: { kind: 'disc', radius }, position: [0, 1 + radius], mass: 1 },
    ],
    contacts: { restitution },
    forces: { gravity: [0, -gravity] },
    time: { end: 1.2 },
    record: { interval: '1 ms' },
  }), 'bounce');

  const impacts: SimEvent[] = [];
  let highest = 0;
  const summary = runScene(scene, {
    frame: (_time, states) => {
      const ball = states[1];
      if (impacts.length === 1 && ball) highest = Math.max(highest, ball.position.y - radius);
    },
    contact: () => {},
    event: (event) => { if (event.type === 'collision') impacts.push({ ...event }); },
  });
  return { impacts, highest, lost: summary.ledgerStart.kineticEnergy + summary.ledgerStart.potentialEnergy
    - summary.ledgerEnd.kineticEnergy - summary.ledgerEnd.potentialEnergy };
}

console.log('restitution  first impact [s]  height of the bounce [m]  second impact [s]  energy lost [J]');
for (const restitution of [0.25, 0.5, 0.75, 1]) {
  const { impacts, highest, lost } = runWith(restitution);
  const times = [0, 1].map((k) => impacts[k]?.time.toFixed(6) ?? '       -');
  console.log(`${restitution.toFixed(2).padStart(11)}  ${times[0]?.padStart(16)}  ${highest.toFixed(4).padStart(24)}  ${times[1]?.padStart(17)}  ${lost.toFixed(4).padStart(15)}`);
}
