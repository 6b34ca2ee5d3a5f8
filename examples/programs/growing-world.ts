/**
 * A world grown at run time: a wall is laid brick by brick, each where a query finds free space, then a heavy ball knocks it over, and fallen
 * bricks are cleared away. The run is recorded for the studio.
 *
 * Run it with `npx tsx growing-world.ts` after `npm install appulse`.
 */
import { box, createWorld, encodeRecording, halfspace, pose, sphere } from 'appulse';

const world = createWorld({ timeStep: 1 / 120, friction: 0.6 });
world.addBody({ name: 'ground', shape: halfspace([0, 0, 1]) });
const recording = world.record({ title: 'A wall', interval: 1 / 30 });

const brick = box([0.2, 0.1, 0.1]);
const bricks: number[] = [];
for (let row = 0; row < 4; row++) {
  for (let k = 0; k < 6 - row; k++) {
    const position = [0.46 * k + 0.23 * row, 0, 0.1 + 0.2 * row + 0.002] as const;
    if (world.overlap(brick, pose(position)).length > 0) throw new Error('no space for the next brick');
    bricks.push(world.addBody({ shape: brick, position, density: 1800, overlap: 'error' }));
    for (let step = 0; step < 12; step++) world.step();
  }
}
while (world.time < 4) world.step();
const standing = bricks.filter((body) => world.state(body).position.z > 0.25).length;
console.log(`${bricks.length} bricks laid, ${standing} above the first row`);

world.addBody({ name: 'ball', shape: sphere(0.2), position: [0.92, -2, 0.6], velocity: [0, 9, 1], density: 7800 });
while (world.time < 7) world.step();
const fallen = bricks.filter((body) => Math.abs(world.state(body).position.y) > 0.3);
for (const body of fallen) world.removeBody(body);
while (world.time < 8) world.step();
console.log(`bricks fell: ${fallen.length > 0}, bodies left: ${world.bodies().length === 2 + bricks.length - fallen.length}`);

const done = recording.finish();
const files = encodeRecording(done); // write them to a folder, and open it with `appulse studio`
console.log(`${done.bodies.length} bodies, ${done.frames.rowCount / done.bodies.length} frames, files: ${files.size > 3}`);
