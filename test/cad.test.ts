import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import loadOpenCascade from 'replicad-opencascadejs';
import rhino3dm, { type File3dmObjectTable, type ObjectAttributes, type Plane, type RhinoModule } from 'rhino3dm';
import { describe, expect, it } from 'vitest';
import { CadFileError, embedCad, readCad, readCadMesh, sceneCadFiles } from '../src/entries/cad.ts';
import { box, closest, massProperties, point, pose, readScene, sphere, trimesh } from '../src/index.ts';
import { createRandom } from '../src/math/random.ts';
import { createSurfaceMesh } from '../src/shapes/mesh.ts';
import { root } from './sources.ts';

/**
 * A cylinder with a hole along its axis and a block with all edges rounded, in millimetres: STEP files written by Gmsh with OpenCascade 7.6,
 * IGES files by DRAWEXE of OpenCascade 7.6; also a cylinder with a hole across its axis.
 */
const data = (name: string) => readFileSync(join(root, 'test/data/cad', name));
const [R, r, h] = [0.015, 0.005, 0.04];

function holeDistance(x: number, y: number, z: number): number {
  const s = Math.hypot(x, y);
  const up = Math.abs(z - h / 2) - h / 2;
  if (s >= r && s <= R && up <= 0) return -Math.min(R - s, s - r, -up);
  return Math.hypot(Math.max(0, s - R, r - s), Math.max(0, up));
}

/** The block in closed form. */
const rounded = box([0.03, 0.02, 0.01], 0.004);

describe('STEP files', () => {
  it('give exact faces: a cylinder with a hole within 1e-9 of its closed form', async () => {
    const { body, faces } = await readCad('cylinder-with-hole.step', data('cylinder-with-hole.step'));
    expect(faces.map(({ surface, status }) => `${surface} ${status}`).sort()).toEqual([
      'cylinder exact', 'cylinder exact', 'plane exact', 'plane exact',
    ]); // biome-ignore format: a list
    expect(body.closed).toBe(true);
    expect(massProperties(body, 1000).mass).toBeCloseTo(1000 * Math.PI * (R * R - r * r) * h, 12);
    const { next } = createRandom(5);
    const points = [
      // on the axis, the edges, the seam, the planes of the faces
      [0, 0, 0.02], [0, 0, 0], [0, 0, 0.05], [R, 0, h], [r, 0, h], [R, 0, 0.02], [r, 0, 0.01], [0.02, 0, 0.02], [0.02, 0, h],
      [0.01, 0, h], [0, -R, 0], [0.003, 0.004, h], [0.009, 0.012, 0], [1e-9, 0, 0.02],
      ...Array.from({ length: 30 }, () => [0.05 * (next() - 0.5), 0.05 * (next() - 0.5), 0.08 * (next() - 0.25)]),
    ]; // biome-ignore format: a list
    for (const [x, y, z] of points) {
      const exact = holeDistance(x, y, z);
      const found = closest(point(), pose([x, y, z]), body, pose());
      expect(Math.abs(found.distance - exact), `${x} ${y} ${z}`).toBeLessThan(1e-12);
      expect(found.errorBound).toBeLessThan(1e-10);
      expect(closest(sphere(0.001), pose([x, y, z]), body, pose()).distance).toBeCloseTo(exact - 0.001, 12);
    }
    const inside = closest(box([0.002, 0.002, 0.03]), pose([0, 0, 0.02]), body, pose());
    expect(inside.distance).toBeCloseTo(r - 0.002 * Math.SQRT2, 12);
    expect(inside.status).toBe('bounded');
  });

  it('give exact faces: a block with rounded edges within 1e-9 of its closed form', async () => {
    const { body, faces } = await readCad('filleted-block.step', data('filleted-block.step'));
    expect(faces.every(({ status }) => status === 'exact')).toBe(true);
    expect(faces.filter(({ surface }) => surface === 'sphere')).toHaveLength(8);
    expect(massProperties(body, 1).mass).toBeCloseTo(massProperties(rounded, 1).mass, 15);
    const { next, between } = createRandom(8);
    const points = [
      // centres of the rounding, tangent planes through it, edges between faces, corners
      [0.026, 0.016, 0.006], [0.026, 0.1, 0.05], [0.026, 0.02, 0.01], [0.026, 0, 0.02], [0.026, 0.016, 0], [0, 0.016, 0.006],
      [0.03, 0.016, 0.006], [0, 0, 0], [0.026, 0.016, 0.02], [0.04, 0.016, 0.006], [0.03, 0.02, 0.01], [0, 0.02, 0.006], [0.05, 0.05, 0.05],
      ...Array.from({ length: 30 }, () => [between(-0.05, 0.05), between(-0.04, 0.04), between(-0.03, 0.03)]),
    ]; // biome-ignore format: a list
    for (const [x, y, z] of points) {
      const at = pose([x, y, z]);
      const exact = closest(point(), at, rounded, pose());
      const found = closest(point(), at, body, pose());
      expect(Math.abs(found.distance - exact.distance), `${x} ${y} ${z}`).toBeLessThan(1e-12);
      expect(found.errorBound).toBeLessThan(1e-10);
    }
    for (let k = 0; k < 8; k++) {
      const at = pose([0.05 + 0.02 * next(), 0.03 * next(), 0.02 * next()], [1, next(), next(), next()]);
      const part = box([0.003, 0.005, 0.002]);
      expect(closest(part, at, body, pose()).distance).toBeCloseTo(closest(part, at, rounded, pose()).distance, 10);
    }
  });

  it('agree with OpenCascade', async () => {
    const bytes = data('filleted-block.step');
    const { body } = await readCad('filleted-block.step', bytes);
    const oc = await loadOpenCascade({ print() {}, printErr() {} });
    oc.FS.writeFile('/peer.step', bytes);
    const reader = new oc.STEPControl_Reader();
    reader.ReadFile('/peer.step');
    reader.TransferRoots(new oc.Message_ProgressRange());
    const shape = reader.OneShape();
    const { between } = createRandom(2);
    for (let k = 0; k < 10; k++) {
      const [x, y, z] = [between(32, 60), between(-40, 40), between(-30, 30)];
      const vertex = new oc.BRepBuilderAPI_MakeVertex(new oc.gp_Pnt(x, y, z)).Vertex();
      const search = new oc.BRepExtrema_DistShapeShape();
      search.LoadS1(vertex);
      search.LoadS2(shape);
      search.Perform(new oc.Message_ProgressRange());
      const found = closest(point(), pose([x / 1000, y / 1000, z / 1000]), body, pose()).distance;
      expect(found).toBeCloseTo(search.Value() / 1000, 10);
    }
  });

  it('become triangles within a tolerance, closed', async () => {
    const { positions, triangles } = await readCadMesh('b.step', data('filleted-block.step'), 1e-4);
    const mesh = trimesh(createSurfaceMesh({ positions, triangles }));
    expect(mesh.closed).toBe(true);
    const { mass } = massProperties(mesh, 1);
    expect(mass / massProperties(rounded, 1).mass).toBeCloseTo(1, 2);
    for (let k = 0; k < positions.length; k += 3) {
      const at = pose([positions[k], positions[k + 1], positions[k + 2]]);
      expect(Math.abs(closest(point(), at, rounded, pose()).distance)).toBeLessThan(1e-7);
    }
  });

  it('are parts of scenes', async () => {
    const text = JSON.stringify({
      world: 'solids',
      title: 'Part',
      description: 'A part at rest.',
      bodies: [{ name: 'part', shape: { kind: 'cad', file: 'parts/block.step' }, motion: 'fixed' }],
      time: { end: 1 },
    });
    expect(sceneCadFiles(text, 'scene')).toEqual(['parts/block.step']);
    const files = new Map([['parts/block.step', data('filleted-block.step')]]);
    const scene = readScene(await embedCad(text, 'scene', files), 'scene');
    if (scene.world !== 'solids') throw new Error('another world');
    const { shape } = scene.bodies[0];
    expect(shape.kind).toBe('brep');
    expect(closest(point(), pose([0.05, 0, 0]), shape, pose()).distance).toBeCloseTo(0.02, 12);
    await expect(embedCad(text, 'scene', new Map())).rejects.toThrow('the mesh file "parts/block.step" is missing');
    const bad = new Map([['parts/block.step', new TextEncoder().encode('solid')]]);
    await expect(embedCad(text, 'scene', bad)).rejects.toThrow(
      'expected a STEP file, which begins with "ISO-10303-21;"',
    );
  });

  it('are rejected by name', async () => {
    const step = (text: string) => readCad('a.step', new TextEncoder().encode(text));
    await expect(step('ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;\n')).rejects.toThrow(CadFileError);
    const open = data('cylinder-with-hole.step')
      .toString('latin1')
      .replace("('',(#17,#105,#140,#170))", "('',(#17,#170))");
    await expect(step(open)).rejects.toThrow('a.step: expected closed solids, but 1 of 1 solids have open shells');
    // the thread of OpenCascade is ended, and another reads the next file
    const block = data('filleted-block.step');
    await expect(readCad('a.step', block, { timeLimit: 0.001 })).rejects.toThrow(
      'a.step: expected a file that OpenCascade reads within 0.001 s',
    );
    expect((await readCad('a.step', block)).body.closed).toBe(true);
    await expect(readCad('a.dwg', new Uint8Array())).rejects.toThrow(
      'expected a file .step, .stp, .3dm, .iges, .igs or .brep, got "dwg"',
    );
  });
});

describe('.3dm files', () => {
  const load = rhino3dm();
  const write = async (fill: (rhino: RhinoModule, objects: File3dmObjectTable) => void): Promise<Uint8Array> => {
    const rhino = await load;
    const file = new rhino.File3dm();
    file.settings().modelUnitSystem = rhino.UnitSystem.Millimeters;
    fill(rhino, file.objects());
    return file.toByteArray();
  };
  const none = null as unknown as ObjectAttributes;
  const box3 = box([0.005, 0.01, 0.015]);
  const roundDistance = (radius: number, height: number) => (x: number, y: number, z: number) => {
    const [s, up] = [Math.hypot(x, y) - radius, Math.abs(z - height / 2) - height / 2];
    return Math.min(Math.max(s, up), 0) + Math.hypot(Math.max(s, 0), Math.max(up, 0));
  };
  const parts: [string, (rhino: RhinoModule, objects: File3dmObjectTable) => void, (x: number, y: number, z: number) => number, number][] = [
    ['a sphere as one surface', (rhino, out) => void out.addSphere(new rhino.Sphere([1, 2, 3], 5), none),
      (x, y, z) => Math.hypot(x - 0.001, y - 0.002, z - 0.003) - 0.005, (4 / 3) * Math.PI * 5e-3 ** 3],
    ['a sphere with seam and poles', (rhino, out) => void out.addBrep(rhino.Brep.createFromSphere(new rhino.Sphere([1, 2, 3], 5)), none),
      (x, y, z) => Math.hypot(x - 0.001, y - 0.002, z - 0.003) - 0.005, (4 / 3) * Math.PI * 5e-3 ** 3],
    ['a box', (rhino, out) => void out.addBrep(rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([-5, -10, -15], [5, 10, 15])), none),
      (x, y, z) => closest(point(), pose([x, y, z]), box3, pose()).distance, 6e-6],
    ['a cylinder', (rhino, out) => void out.addBrep(new rhino.Cylinder(new rhino.Circle(4), 10).toBrep(true, true), none), roundDistance(0.004, 0.01), Math.PI * 1.6e-7],
    ['a disc as an extrusion', (rhino, out) => void out.addExtrusion(rhino.Extrusion.create(new rhino.Circle(6).toNurbsCurve(), 7, true), none),
      roundDistance(0.006, 0.007), Math.PI * 2.52e-7],
    ['a pipe as an extrusion', (rhino, out) => void out.addExtrusion(rhino.Extrusion.createPipeExtrusion(new rhino.Cylinder(new rhino.Circle(15), 40), 5, true, true), none),
      holeDistance, Math.PI * (R * R - r * r) * h],
  ]; // biome-ignore format: a table

  it.each(parts)('give exact faces: %s within 1e-12 of its closed form', async (_, fill, exact, volume) => {
    const { body, faces } = await readCad('part.3dm', await write(fill));
    expect(faces.every(({ status }) => status === 'exact')).toBe(true);
    expect(body.closed).toBe(true);
    expect(massProperties(body, 1).mass / volume).toBeCloseTo(1, 11);
    const { between } = createRandom(3);
    const points = [[0, 0, 0.05], [0, 0, 0.001], [0.03, 0, 0], [0.004, 0, 0.005], [0, -0.006, 0.007],
      ...Array.from({ length: 12 }, () => [between(-0.02, 0.02), between(-0.02, 0.02), between(-0.02, 0.03)])]; // biome-ignore format: a list
    for (const [x, y, z] of points) {
      const found = closest(point(), pose([x, y, z]), body, pose());
      expect(Math.abs(found.distance - exact(x, y, z)), `${x} ${y} ${z}`).toBeLessThan(1e-12);
      expect(found.errorBound).toBeLessThan(1e-10);
    }
  });

  it('have a unit, and are parts of scenes like other CAD files', async () => {
    const { body } = await readCad('cylinder.3dm', data('cylinder.3dm')); // in centimetres
    expect(massProperties(body, 1).mass).toBeCloseTo(Math.PI * 1.6e-7, 18);
    const text = JSON.stringify({
      world: 'solids',
      title: 'Part',
      description: 'A part at rest.',
      bodies: [{ name: 'part', shape: { kind: 'cad', file: 'a.3dm', as: 'mesh' }, motion: 'fixed' }],
      time: { end: 1 },
    });
    const scene = readScene(await embedCad(text, 'scene', new Map([['a.3dm', data('cylinder.3dm')]])), 'scene');
    if (scene.world !== 'solids') throw new Error('another world');
    const { shape } = scene.bodies[0];
    expect(
      Math.abs(
        closest(point(), pose([0.01, 0.002, 0.005]), shape, pose()).distance - (Math.hypot(0.01, 0.002) - 0.004),
      ),
    ).toBeLessThan(1e-4);
  });

  it('may have open faces and meshes', async () => {
    const disc = await write((rhino, out) => {
      const plane = { origin: [0, 0, 0], xAxis: [1, 0, 0], yAxis: [0, 1, 0], zAxis: [0, 0, 1] } as unknown as Plane;
      out.addBrep(rhino.Brep.createTrimmedPlane(plane, new rhino.Circle(4).toNurbsCurve()), none);
    });
    const { body } = await readCad('disc.3dm', disc);
    expect(body.closed).toBe(false);
    expect(closest(point(), pose([0.007, 0, 0.004]), body, pose()).distance).toBeCloseTo(0.005, 13);
    const square = await write((rhino, out) => {
      const mesh = new rhino.Mesh();
      for (const [x, y] of [[0, 0], [2, 0], [2, 3], [0, 3]]) mesh.vertices().add(x, y, 1); // biome-ignore format: a list
      mesh.faces().addQuadFace(0, 1, 2, 3);
      out.addMesh(mesh, none);
    });
    await expect(readCad('square.3dm', square)).rejects.toThrow('expected bodies with faces, but it has a mesh');
    const { positions, triangles } = await readCadMesh('square.3dm', square, 1e-4);
    expect([...positions].map((x) => Math.round(1e6 * x) / 1000)).toEqual([0, 0, 1, 2, 0, 1, 2, 3, 1, 0, 3, 1]);
    expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    await expect(readCad('a.3dm', new Uint8Array([1, 2, 3]))).rejects.toThrow(
      'expected a .3dm file, but rhino3dm cannot read it',
    );
  });
});

describe('IGES files', () => {
  const { between } = createRandom(4);
  const points = [
    [0, 0, 0.02], [0, 0, 0.05], [R, 0, h], [r, 0, h], [0.02, 0, 0.02], [0.026, 0.016, 0.006], [0.03, 0.02, 0.01], [0.01, 0, h],
    ...Array.from({ length: 20 }, () => [between(-0.05, 0.05), between(-0.04, 0.04), between(-0.03, 0.05)]),
  ]; // biome-ignore format: a list
  const block = (x: number, y: number, z: number) => closest(point(), pose([x, y, z]), rounded, pose()).distance;
  const parts: [string, string, number, (x: number, y: number, z: number) => number][] = [
    ['cylinder-with-hole', 'cylinder exact, cylinder exact, plane exact, plane exact', Math.PI * (R * R - r * r) * h, holeDistance],
    ['cylinder-with-hole-faces', 'plane exact, plane exact, revolution exact, revolution exact', Math.PI * (R * R - r * r) * h, holeDistance],
    ['filleted-block', `${'cylinder exact, '.repeat(12)}${'plane exact, '.repeat(6)}${Array(8).fill('sphere exact').join(', ')}`, massProperties(rounded, 1).mass, block],
  ]; // biome-ignore format: a table

  it.each(parts)('give exact faces: %s within 1e-12 of its closed form', async (name, kinds, volume, exact) => {
    const { body, faces } = await readCad(`${name}.igs`, data(`${name}.igs`));
    expect(faces.map(({ surface, status }) => `${surface} ${status}`).sort().join(', ')).toBe(kinds); // biome-ignore format: one chain
    expect(body.closed).toBe(true);
    expect(massProperties(body, 1).mass / volume).toBeCloseTo(1, 11);
    for (const [x, y, z] of points) {
      const found = closest(point(), pose([x, y, z]), body, pose());
      expect(Math.abs(found.distance - exact(x, y, z)), `${x} ${y} ${z}`).toBeLessThan(1e-12);
      expect(found.errorBound).toBeLessThan(1e-10);
    }
  });

  it('give fitted trimming curves: a hole across a cylinder, within 1e-9 of its volume', async () => {
    const { body, faces } = await readCad('a.iges', data('cylinder-with-cross-hole.igs'));
    expect(faces.map(({ surface, status }) => `${surface} ${status}`)).toContain('cylinder fitted');
    // a cylinder of radius 8 and height 30 without the part that it has in common with one of radius 5 across it
    let common = 0;
    for (let k = 0; k < 400; k++) {
      const angle = ((k + 0.5) * Math.PI) / 400;
      common += (Math.PI / 400) * 100 * Math.sin(angle) ** 2 * Math.sqrt(64 - 25 * Math.cos(angle) ** 2);
    }
    expect(massProperties(body, 1e9).mass / (Math.PI * 64 * 30 - common)).toBeCloseTo(1, 9);
    const distance = (x: number, y: number, z: number) => closest(point(), pose([x, y, z]), body, pose()).distance;
    expect(distance(0, 0, 0.015)).toBeCloseTo(0.005, 12);
    expect(distance(0.001, 0, 0.015)).toBeCloseTo(0.004, 12);
    // next to the mouth of the hole, the nearest point is on the edge where the cylinders meet
    const edge = Math.min(...Array.from({ length: 20001 }, (_, k) => {
      const angle = (k * Math.PI) / 20000;
      return Math.hypot(5 * Math.cos(angle), 20 - Math.sqrt(64 - 25 * Math.cos(angle) ** 2), 5 * Math.sin(angle)) / 1000;
    })); // biome-ignore format: one minimum
    expect(Math.abs(distance(0, 0.02, 0.015) - edge)).toBeLessThan(1e-9);
  });

  it('are rejected with the entity and what was expected', async () => {
    const text = data('cylinder-with-hole.igs').toString('latin1');
    const iges = (changed: string) => readCad('a.igs', new TextEncoder().encode(changed));
    await expect(iges('')).rejects.toThrow('a.igs: expected an IGES file: lines of 80 columns');
    await expect(iges(text.replace('514,4,7,1,47,1', '514,4,9,1,47,1'))).rejects.toThrow(
      'a.igs: entity 5 (type 514): expected an entity of type 510, got 9 of type 192',
    );
    await expect(iges(text.replace('514,4,7,1,47,1,61,0,75,0;', '514,3,7,1,47,1,61,0;     '))).rejects.toThrow(
      'a.igs: expected closed solids, but 2 edges of solids do not lie between two faces',
    );
    await expect(iges(text.replace('192,11,13,15.', '192,11,13,14.'))).rejects.toThrow(
      'an edge lies 1.00 off its surface',
    );
    await expect(iges(text.replace('192,11,13,15.', '192,11,13,1x.'))).rejects.toThrow('expected a number, got "1x."');
  });
});
