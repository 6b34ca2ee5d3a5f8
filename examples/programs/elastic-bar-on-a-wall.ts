/**
 * Contact in an explicit finite-element loop: an elastic bar flies into a fixed wall. The loop is that of any code with central differences;
 * the broad phase proposes pairs of nodes and triangles, and the exact check says which of them touch within the step.
 *
 * Theory: the contact lasts 2 L / c, the time in which a wave runs to the free end and back, and the bar leaves at its old speed.
 *
 * Run it with `npx tsx elastic-bar-on-a-wall.ts` after `npm install appulse`.
 */
import { constantVelocityMotion, createNodeTriangleContact, createMeshBroadPhase, nodeTriangleContact } from 'appulse/meshes';

const sections = 41; // cross sections of four nodes each; the bar occupies x from -1.05 m to -0.05 m, and moves along x
const length = 1; // [m]
const side = 0.1; // [m]
const [density, modulus] = [1000, 1e7]; // [kg/m³], [Pa]
const waveSpeed = Math.sqrt(modulus / density); // [m/s]
const element = length / (sections - 1);
const step = (0.9 * element) / waveSpeed; // 0.9 of the largest stable step [s]
const approach = 1; // [m/s]

// nodes: the bar, then the three corners of the wall at x = 0
const barNodes = 4 * sections;
const count = barNodes + 3;
const x = new Float64Array(3 * count);
const v = new Float64Array(3 * count);
const mass = new Float64Array(barNodes);
for (let s = 0; s < sections; s++) {
  for (let corner = 0; corner < 4; corner++) {
    const node = 4 * s + corner;
    x.set([s * element - length - 0.05, side * (corner % 2), side * (corner >> 1)], 3 * node);
    v[3 * node] = approach;
    mass[node] = (density * element * side * side * (s === 0 || s === sections - 1 ? 0.5 : 1)) / 4;
  }
}
x.set([0, -5, -5, 0, 10, -5, 0, -5, 10], 3 * barNodes);
const wall = [barNodes, barNodes + 1, barNodes + 2] as const;

const search = createMeshBroadPhase({ kind: 'aabb-tree', vertexCount: count, faces: Int32Array.from(wall) });
const result = createNodeTriangleContact();
const stiffness = (modulus * side * side) / element / 4; // of one of the four springs between two sections [N/m]
const closed = new Set<number>(); // nodes on the wall: they stay there until their reaction would pull
const end = new Float64Array(3 * count);
let [first, last, impulse] = [0, 0, 0];

for (let time = 0; time < 0.12; time += step) {
  const force = new Float64Array(barNodes); // along x
  for (let node = 0; node + 4 < barNodes; node++) {
    const tension = stiffness * (at(x, 3 * node + 12) - at(x, 3 * node) - element);
    force[node] = at(force, node) + tension;
    force[node + 4] = at(force, node + 4) - tension;
  }
  for (let node = 0; node < barNodes; node++) v[3 * node] = at(v, 3 * node) + (step * at(force, node)) / at(mass, node);
  for (const node of closed) {
    if (at(v, 3 * node) < 0) closed.delete(node); // the reaction would pull: the contact opens
    else stop(node, 0, time);
  }

  // where would the nodes be at the end of the step, and which of them hit the wall on the way?
  for (let k = 0; k < end.length; k++) end[k] = at(x, k) + step * at(v, k);
  search.update(x, end);
  const motion = constantVelocityMotion(x, v, step);
  const { indices, count: pairs } = search.candidates('vertex-face');
  for (let k = 0; k < pairs; k++) {
    const node = indices[2 * k] ?? 0;
    if (closed.has(node)) continue;
    nodeTriangleContact(result, motion, node, ...wall);
    if (!result.hit || at(v, 3 * node) <= 0) continue;
    if (first === 0) first = time + result.time;
    closed.add(node);
    stop(node, (at(v, 3 * node) * result.safeTime) / step, time); // the step ends on the wall
  }
  for (let k = 0; k < x.length; k++) x[k] = at(x, k) + step * at(v, k);
}

/** Changes the velocity of a node, and counts the impulse on the wall. */
function stop(node: number, velocity: number, time: number): void {
  impulse += at(mass, node) * (at(v, 3 * node) - velocity);
  v[3 * node] = velocity;
  last = time + step;
}

function at(array: Float64Array, index: number): number {
  return array[index] ?? Number.NaN;
}

const total = mass.reduce((sum, m) => sum + m, 0);
const momentum = mass.reduce((sum, m, node) => sum + m * at(v, 3 * node), 0);
console.log(`first contact       ${first.toFixed(6)} s`);
console.log(`duration            ${(last - first).toFixed(5)} s (theory ${((2 * length) / waveSpeed).toFixed(5)} s)`);
console.log(`mean velocity after ${(momentum / total).toFixed(4)} m/s`);
console.log(`impulse on the wall ${impulse.toFixed(4)} N s (mass times change of velocity ${(total * approach - momentum).toFixed(4)} N s)`);
