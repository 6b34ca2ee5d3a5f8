/**
 * From a mesh file to distances: an STL, OBJ, PLY, VTP or VTU file becomes a solid; how far is a probe from it, is a point inside,
 * what does a ray hit, what does it weigh?
 *
 * Run it with `npx tsx mesh-file-to-distance.ts part.stl` after `npm install appulse`. Without a file it writes one: a wedge.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { closest, massProperties, pointQuery, pose, raycast, sphere, trimesh, vec3 } from 'appulse';
import { readMesh, surfaceMesh, writeStl } from 'appulse/meshes';

const file = process.argv[2] ?? writeWedge('wedge.stl');
const mesh = readMesh(file, readFileSync(file));
const part = trimesh(mesh, { closed: true }); // an open mesh is an error that names the open edges
console.log(`${file}: ${mesh.positions.length / 3} nodes, ${mesh.triangles.length / 3} triangles, closed: ${part.closed}`);

const { mass, centroid } = massProperties(part, 2700); // aluminium [kg/m³]
console.log(`mass ${mass.toFixed(4)} kg, centre of mass ${centroid.x.toFixed(4)} ${centroid.y.toFixed(4)} ${centroid.z.toFixed(4)} m`);

const probe = sphere(0.05); // [m]
const near = closest(part, pose(), probe, pose([0.3, 0.05, 0.3]));
console.log(`probe: gap ${near.distance.toFixed(6)} m, nearest is the ${near.featureA} ${near.indexA}, normal ${near.normal.x.toFixed(4)} ${near.normal.z.toFixed(4)}`);

const deep = pointQuery(part, pose(), vec3(0.1, 0.1, 0.02));
console.log(`point: ${deep.distance < 0 ? 'inside' : 'outside'}, ${Math.abs(deep.distance).toFixed(6)} m from the surface`);

const hit = raycast(part, pose(), vec3(0.1, 0.1, 1), vec3(0, 0, -1));
console.log(`ray: ${hit.hit ? `hits after ${hit.distance.toFixed(6)} m` : 'misses'}`);

/** A wedge: 0.4 m long, 0.2 m wide, from 0.2 m high to an edge. */
function writeWedge(name: string): string {
  const positions = [0, 0, 0, 0.4, 0, 0, 0.4, 0.2, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0.2, 0.2];
  const triangles = [0, 2, 1, 0, 3, 2, 0, 1, 4, 3, 5, 2, 0, 4, 5, 0, 5, 3, 1, 2, 5, 1, 5, 4];
  writeFileSync(name, writeStl(surfaceMesh({ positions, triangles }), { format: 'ascii' }));
  return name;
}
