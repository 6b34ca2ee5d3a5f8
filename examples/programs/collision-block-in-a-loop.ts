/**
 * The collision block in a simulation that exists already: a tug with a thruster runs into a free crate, again and again. The host integrates, the block
 * watches the distance and returns the velocities after each collision.
 *
 * Run it with `npx tsx collision-block-in-a-loop.ts` after `npm install appulse`.
 */
import { createCollisionBlock } from 'appulse';

// one column per vertex, rows x and y [m], about the centre of mass
const square = (half: number) => [[-half, half, half, -half], [-half, -half, half, half]];
const identity = [[1, 0], [0, 1]];

const step = 5e-4; // [s]
const thrust = 2; // [N], on the tug, along x
const tug = { mass: 4, x: 0, v: 0 };
const crate = { mass: 2, x: 2, v: 0 };

const block = createCollisionBlock({
  m_A: tug.mass, m_B: crate.mass, I_A: 1, I_B: 1, // [kg], [kg m²]
  e: 0.5, // restitution
  tolCollision: 1e-3, // [m]; a step may not move a body farther than this
});

interface Hit { time: number; impulse: number; tug: number; crate: number }
const hits: Hit[] = [];
for (let k = 0; k * step < 6; k++) {
  const out = block.step({
    Xcm_A: [tug.x, 0, 0, tug.v, 0, 0, 0, 0, 0], // position, velocity, angular velocity
    Xcm_B: [crate.x, 0, 0, crate.v, 0, 0, 0, 0, 0],
    R_A: identity,
    R_B: identity,
    mesh_A: square(0.5),
    mesh_B: square(0.5),
  });
  if (out.collision) {
    tug.v = out.Vcm_An[0] ?? tug.v; // reset the integrators of the host
    crate.v = out.Vcm_Bn[0] ?? crate.v;
    hits.push({ time: k * step, impulse: out.j, tug: tug.v, crate: crate.v });
  }
  tug.v += (step * thrust) / tug.mass; // the integrator of the host: semi-implicit Euler
  tug.x += step * tug.v;
  crate.x += step * crate.v;
}

for (const [i, hit] of hits.slice(0, 3).entries()) {
  console.log(`collision ${i + 1}  at ${hit.time.toFixed(3)} s  impulse ${hit.impulse.toFixed(3)} N s  ` +
    `tug ${hit.tug.toFixed(4)} m/s  crate ${hit.crate.toFixed(4)} m/s`);
}
const momentum = tug.mass * tug.v + crate.mass * crate.v;
console.log(`momentum after 6 s  ${momentum.toFixed(6)} N s; impulse of the thruster ${(thrust * 6).toFixed(6)} N s`);
