/**
 * First contact of moving nodes and triangles within one time step, as a finite-element code needs it: one pair, then a whole mesh, and
 * the result as files for a spreadsheet and for ParaView.
 *
 * Run it with `npx tsx first-contact-of-a-mesh.ts` after `npm install appulse`. It writes contacts.csv and contacts.vtp.
 */
import { writeFileSync } from 'node:fs';
import {
  checkMesh, constantVelocityMotion, createNodeTriangleContact, encodeMeshContacts, nodeTriangleContact, surfaceMesh,
} from 'appulse/meshes';

// 1. one node and one triangle. Nodes are packed x y z x y z ... [m]; here nodes 0 1 2 are the triangle, node 3 is above it
const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.3, 0.5);
const v = Float64Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, -3); // the triangle rises at 1 m/s, the node falls at 3 m/s
const contact = nodeTriangleContact(createNodeTriangleContact(), constantVelocityMotion(x, v, 1), 3, 0, 1, 2);
console.log(`one pair: contact at ${contact.time.toFixed(6)} s, weights ${Array.from(contact.weights, (w) => w.toFixed(2)).join(' ')}, ` +
  `gap rate ${contact.gapRate} m/s`);

// 2. a mesh: a floor of n by n quadrilaterals at z = 0 and a tetrahedron, tip down, that falls on it
const n = 20;
const positions: number[] = [];
for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) positions.push(i / n, j / n, 0);
const quads: number[] = [];
for (let j = 0; j < n; j++) {
  for (let i = 0; i < n; i++) quads.push(j * (n + 1) + i, j * (n + 1) + i + 1, (j + 1) * (n + 1) + i + 1, (j + 1) * (n + 1) + i);
}
const tip = positions.length / 3;
positions.push(0.52, 0.53, 0.1, 0.42, 0.43, 0.3, 0.62, 0.43, 0.3, 0.52, 0.63, 0.4);
const triangles = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].map((node) => tip + node);
const mesh = surfaceMesh({ positions, triangles, quads });

const step = 0.02; // [s]
const speed = 16; // [m/s]
const velocities = mesh.positions.map((_, k) => (k >= 3 * tip && k % 3 === 2 ? -speed : 0));
const { contacts, nodeFacePairs, edgePairs } = checkMesh(mesh, constantVelocityMotion(mesh.positions, velocities, step));

console.log(`mesh: ${mesh.positions.length / 3} nodes, ${triangles.length / 3} triangles, ${quads.length / 4} quadrilaterals`);
console.log(`pairs to test: ${nodeFacePairs} of a node and a face, ${edgePairs} of edges; contacts: ${contacts.length}`);
for (const { kind, time, nodes, gapRate } of contacts.filter((one) => one.kind === 'node-quad')) {
  console.log(`  ${(1e3 * time).toFixed(3)} ms  ${kind}  node ${(nodes[0] ?? 0) - tip} of the tetrahedron, ${gapRate} m/s`);
}

// 3. files
writeFileSync('contacts.csv', encodeMeshContacts(contacts, 'csv'));
writeFileSync('contacts.vtp', encodeMeshContacts(contacts, 'vtp'));
console.log('wrote contacts.csv and contacts.vtp');
