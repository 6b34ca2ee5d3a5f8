import { describe, expect, it } from 'vitest';
import * as bounds from '../src/entries/bounds.ts';
import * as meshes from '../src/entries/meshes.ts';
import * as nurbs from '../src/entries/nurbs.ts';
import * as vehicles from '../src/entries/vehicles.ts';
import * as appulse from '../src/index.ts';

/** Public functions as a program without types sees them. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are wrong on purpose
type Untyped = Record<string, (...values: any[]) => unknown>;
const api: Untyped = { ...appulse, ...bounds, ...meshes, ...nurbs, ...vehicles } as unknown as Untyped;

const { sphere, box, disc, pose, motion, vec3, material, spatialBody, createContact } = appulse;
const ball = sphere(1);
const here = pose();
const there = pose([3, 0, 0]);
const rest = motion(there);
const body = spatialBody(pose(), 1, here.rotation, vec3(), vec3());
const lost = { position: vec3(Number.NaN), rotation: here.rotation };
const FOUR = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Function, arguments, kind of error, start of its message. */
type Case = [string, unknown[], typeof TypeError | typeof RangeError, string];

const POSE = 'must be a pose { position, rotation }, got';
const MOTION = 'must be a motion { pose, velocity, angularVelocity, acceleration }, got';

const QUERIES: Case[] = [
  ['closest', [ball, undefined, ball, there], TypeError, `closest: poseA ${POSE} undefined`],
  ['closest', [ball, here, ball], TypeError, `closest: poseB ${POSE} undefined`],
  ['closest', [ball, { position: vec3() }, ball, there], TypeError, `closest: poseA ${POSE}`],
  ['closest', [ball, here, ball, { rotation: here.rotation }], TypeError, `closest: poseB ${POSE}`],
  [
    'closest',
    [ball, { ...here, position: [0, 0, 0] }, ball, there],
    TypeError,
    'closest: poseA.position must be a vec',
  ],
  [
    'closest',
    [ball, { ...here, rotation: [1, 0, 0, 0] }, ball, there],
    TypeError,
    'closest: poseA.rotation must be a m',
  ],
  [
    'closest',
    [ball, { ...here, position: { x: 1, y: 0 } }, ball, there],
    TypeError,
    'closest: poseA.position.z must be',
  ],
  [
    'closest',
    [ball, { ...here, position: { x: '1', y: 0, z: 0 } }, ball, here],
    TypeError,
    'closest: poseA.position.x',
  ],
  ['closest', [ball, lost, ball, there], RangeError, 'closest: poseA.position.x must be a finite number, got "NaN"'],
  [
    'closest',
    [here, ball, there, ball],
    TypeError,
    'closest: shapeA must be a shape, for example sphere(1), got {"pos',
  ],
  [
    'closest',
    [undefined, here, ball, there],
    TypeError,
    'closest: shapeA must be a shape, for example sphere(1), got u',
  ],
  [
    'closest',
    [ball, here, 'sphere', there],
    TypeError,
    'closest: shapeB must be a shape, for example sphere(1), got "s',
  ],
  ['closest', [{ kind: 'blob' }, here, ball, there], TypeError, 'closest: shapeA must be a shape'],
  ['closest', [{ kind: 'toString' }, here, ball, there], TypeError, 'closest: shapeA must be a shape'],
  [
    'closest',
    [{ kind: 'sphere' }, here, ball, there],
    TypeError,
    'closest: shapeA must be a sphere made by its constr',
  ],
  [
    'closest',
    [{ kind: 'box', edges: [1, 1, 1] }, here, ball, there],
    TypeError,
    'closest: shapeA must be a box made by',
  ],
  ['closest', [{ kind: 'polygon' }, here, disc(1), there], TypeError, 'closest: shapeA must be a polygon made by its'],
  ['closestInto', [ball, here, ball, there], TypeError, 'closest: shapeA must be a shape'],
  ['closestInto', [createContact(), ball, undefined, ball, there], TypeError, `closest: poseA ${POSE} undefined`],
  ['closestInto', [createContact(), ball, here, ball, {}], TypeError, `closest: poseB ${POSE} {}`],
  ['closestWithDerivatives', [ball, undefined, ball, there], TypeError, `closestWithDerivatives: poseA ${POSE}`],
  [
    'closestWithDerivatives',
    [undefined, here, ball, there],
    TypeError,
    'closestWithDerivatives: shapeA must be a shape',
  ],
  ['contactManifolds', [], TypeError, 'contactManifolds: shapeA must be a shape'],
  [
    'contactManifolds',
    [ball, here, ball, there],
    TypeError,
    'contactManifolds: tolerance: must be finite and not below',
  ],
  ['impact', [ball, undefined, ball, rest, 1], TypeError, `impact: motionA ${MOTION} undefined`],
  ['impact', [ball, here, ball, rest, 1], TypeError, `impact: motionA ${MOTION} {"position"`],
  ['impact', [ball, rest, ball, { pose: here }, 1], TypeError, `impact: motionB ${MOTION}`],
  [
    'impact',
    [ball, { ...rest, velocity: [1, 0, 0] }, ball, rest, 1],
    TypeError,
    'impact: motionA.velocity must be a ve',
  ],
  [
    'impact',
    [ball, { ...rest, velocity: vec3(Number.NaN) }, ball, rest, 1],
    RangeError,
    'impact: motionA.velocity.x must',
  ],
  ['impact', [ball, { ...rest, pose: {} }, ball, rest, 1], TypeError, `impact: motionA.pose ${POSE} {}`],
  [
    'impact',
    [ball, { ...rest, pose: lost }, ball, rest, 1],
    RangeError,
    'impact: motionA.pose.position.x must be a fin',
  ],
  ['impact', [ball, rest, ball, rest], TypeError, 'impact: duration must be a number that is not below zero, got und'],
  [
    'impact',
    [ball, rest, ball, rest, '1'],
    TypeError,
    'impact: duration must be a number that is not below zero, got "1"',
  ],
  [
    'impact',
    [ball, rest, ball, rest, -1],
    RangeError,
    'impact: duration must be a number that is not below zero, got -1',
  ],
  [
    'impact',
    [ball, rest, ball, rest, Number.NaN],
    RangeError,
    'impact: duration must be a number that is not below zero',
  ],
  [
    'impact',
    [ball, rest, ball, rest, 1, null],
    TypeError,
    'impact: options: must be an object with some of separation',
  ],
  ['impact', [ball, rest, ball, rest, 1, 0.1], TypeError, 'impact: options: must be an object with some of separation'],
  [
    'impact',
    [ball, rest, ball, rest, 1, { seperation: 0.1 }],
    RangeError,
    'impact: options.seperation: is not a known key',
  ],
  ['impact', [rest, ball, rest, ball, 1], TypeError, 'impact: shapeA must be a shape'],
  ['impactInto', [appulse.createImpact(), ball, here, ball, rest, 1], TypeError, `impact: motionA ${MOTION}`],
  [
    'impactInto',
    [appulse.createImpact(), ball, rest, ball, rest, Number.NaN],
    RangeError,
    'impact: duration must be a n',
  ],
  ['raycast', [ball, undefined, vec3(), vec3(1)], TypeError, `raycast: pose ${POSE} undefined`],
  ['raycast', [undefined, here, vec3(), vec3(1)], TypeError, 'raycast: shape must be a shape'],
  ['raycast', [{ kind: 'blob' }, here, vec3(), vec3(1)], TypeError, 'raycast: shape must be a shape'],
  ['raycast', [here, ball, vec3(), vec3(1)], TypeError, 'raycast: shape must be a shape'],
  ['raycast', [ball, here], TypeError, 'raycast: origin must be a vector { x, y, z }, got undefined'],
  [
    'raycast',
    [ball, here, [0, 0, 0], [1, 0, 0]],
    TypeError,
    'raycast: origin must be a vector { x, y, z }, got [0,0,0]',
  ],
  ['raycast', [ball, here, vec3()], TypeError, 'raycast: direction must be a vector { x, y, z }, got undefined'],
  [
    'raycast',
    [ball, here, vec3(), { x: '1', y: 0, z: 0 }],
    TypeError,
    'raycast: direction.x must be a finite number, g',
  ],
  ['raycast', [ball, here, vec3(), vec3(1), '5'], TypeError, 'raycast: maxDistance must be a number that is not below'],
  ['raycast', [ball, here, vec3(), vec3(1), 5, '1'], TypeError, 'raycast: radius must be a finite number that is not'],
  ['pointQuery', [ball, here], TypeError, 'pointQuery: point must be a vector { x, y, z }, got undefined'],
  ['pointQuery', [ball, here, [0, 0, 0]], TypeError, 'pointQuery: point must be a vector { x, y, z }, got [0,0,0]'],
  ['pointQuery', [here, ball, vec3()], TypeError, 'pointQuery: shape must be a shape'],
  ['pointQuery', [ball, undefined, vec3()], TypeError, `pointQuery: pose ${POSE} undefined`],
];

const RESPONSES: Case[] = [
  [
    'respond',
    [undefined, body, body, material()],
    TypeError,
    'respond: contact must be { pointA, pointB, normal }, got u',
  ],
  [
    'respond',
    [{ ...createContact(), pointA: vec3(Number.NaN) }, body, body, material()],
    RangeError,
    'respond: contact.p',
  ],
  [
    'respond',
    [{ ...createContact(), normal: vec3(2, 0, 0) }, body, body, material()],
    RangeError,
    'respond: contact.normal must have length 1, got {"x":2,"y":0,"z":0}',
  ],
  [
    'respond',
    [{ ...createContact(), normal: vec3(0, 0, 0) }, body, body, material()],
    RangeError,
    'respond: contact.normal must have length 1',
  ],
  [
    'respond',
    [createContact(), undefined, body, material()],
    TypeError,
    'respond: a must be a body of planarBody or spat',
  ],
  [
    'respond',
    [createContact(), body, ball, material()],
    TypeError,
    'respond: b must be a body of planarBody or spatialBody',
  ],
  ['respond', [createContact(), body, body], TypeError, 'respond: material must be made by material(), got undefined'],
  [
    'respond',
    [createContact(), body, body, { restitution: 1 }],
    TypeError,
    'respond: material must be made by material()',
  ],
  ['material', [null], TypeError, 'material: must be an object with some of restitution'],
  ['material', [{ restitution: '1' }], RangeError, 'material.restitution: must be from 0 to 1, got "1"'],
  ['planarBody', [], TypeError, `planarBody: pose ${POSE} undefined`],
  [
    'planarBody',
    [here, Number.NaN, 1, vec3(), 0],
    RangeError,
    'planarBody: mass must be a number above zero, got "NaN"',
  ],
  ['planarBody', [here, 1, 1, vec3(), vec3()], TypeError, 'planarBody: angularVelocity must be a finite number'],
  ['spatialBody', [here, 1, [1, 1, 1], vec3(), vec3()], TypeError, 'spatialBody: inertia must be a matrix { xx, xy'],
  [
    'spatialBody',
    [here, 1, here.rotation, [0, 0, 0], vec3()],
    TypeError,
    'spatialBody: velocity must be a vector { x,',
  ],
];

const square = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1);
const step = meshes.endpointMotion(square, square);
const nodeTriangle = (...points: unknown[]) => [meshes.createNodeTriangleContact(), step, ...points];
const edgeEdge = (...points: unknown[]) => [meshes.createEdgeEdgeContact(), step, ...points];
const nodeQuad = (...points: unknown[]) => [meshes.createNodeQuadContact(), step, ...points];
const batch = (pairs: number[], items: number[]) => [
  meshes.createContactBatch(2),
  step,
  Int32Array.from(pairs),
  Int32Array.from(items),
];
const INDEX = 'must be an integer from 0 to 4, got';

const INDICES: Case[] = [
  ['nodeTriangleContact', nodeTriangle(5, 0, 1, 2), RangeError, `nodeTriangleContact: node ${INDEX} 5`],
  ['nodeTriangleContact', nodeTriangle(4, -1, 1, 2), RangeError, `nodeTriangleContact: a ${INDEX} -1`],
  ['nodeTriangleContact', nodeTriangle(4, 0, 0.5, 2), RangeError, `nodeTriangleContact: b ${INDEX} 0.5`],
  ['nodeTriangleContact', nodeTriangle(4, 0, 1, Number.NaN), RangeError, `nodeTriangleContact: c ${INDEX} "NaN"`],
  ['nodeTriangleContact', nodeTriangle(4, 0, 1), TypeError, `nodeTriangleContact: c ${INDEX} undefined`],
  ['nodeTriangleContact', nodeTriangle(2 ** 32, 0, 1, 2), RangeError, `nodeTriangleContact: node ${INDEX} 4294967296`],
  ['edgeEdgeContact', edgeEdge(-1, 1, 2, 3), RangeError, `edgeEdgeContact: p0 ${INDEX} -1`],
  ['edgeEdgeContact', edgeEdge(0, 5, 2, 3), RangeError, `edgeEdgeContact: p1 ${INDEX} 5`],
  ['edgeEdgeContact', edgeEdge(0, 1, '2', 3), TypeError, `edgeEdgeContact: p2 ${INDEX} "2"`],
  ['edgeEdgeContact', edgeEdge(0, 1, 2, 1e9), RangeError, `edgeEdgeContact: p3 ${INDEX} 1000000000`],
  ['nodeQuadContact', nodeQuad(-1, [0, 1, 2, 3]), RangeError, `nodeQuadContact: node ${INDEX} -1`],
  ['nodeQuadContact', nodeQuad(4, [0, 1, 9, 3]), RangeError, `nodeQuadContact: quad[2] ${INDEX} 9`],
  ['nodeQuadContact', nodeQuad(4, [0, 1, 2]), RangeError, 'nodeQuadContact: quad must be four point indices, got [0,'],
  ['nodeQuadContact', nodeQuad(4, 0, 1, 2, 3), TypeError, 'nodeQuadContact: quad must be four point indices, got 0'],
  ['nodeTriangleBatch', batch([4, 0, 7, 0], [0, 1, 2]), RangeError, `nodeTriangleBatch: pairs[2] ${INDEX} 7`],
  ['nodeTriangleBatch', batch([4, 1], [0, 1, 2]), RangeError, 'nodeTriangleBatch: pairs[1] must be an integer from 0'],
  ['nodeTriangleBatch', batch([4, 0], [0, 1, -2]), RangeError, `nodeTriangleBatch: triangles[2] ${INDEX} -2`],
  ['edgeEdgeBatch', batch([0, -1], [0, 1, 2, 3]), RangeError, 'edgeEdgeBatch: pairs[1] must be an integer from 0 to 1'],
  ['edgeEdgeBatch', batch([0, 1], [0, 1, 2, 8]), RangeError, `edgeEdgeBatch: edges[3] ${INDEX} 8`],
];

const SURFACE = { kind: 'grid', vertexCount: 4 };
const LIST = 'must be an Int32Array, got [0,1,2]';
const SEARCHES: Case[] = [
  ['createMeshBroadPhase', [], TypeError, 'createMeshBroadPhase: options must be an object'],
  ['createMeshBroadPhase', [{ ...SURFACE, faces: [0, 1, 2] }], TypeError, `createMeshBroadPhase: faces ${LIST}`],
  ['createMeshBroadPhase', [{ ...SURFACE, edges: [0, 1, 2] }], TypeError, `createMeshBroadPhase: edges ${LIST}`],
  ['createMeshBroadPhase', [{ ...SURFACE, slaves: [0, 1, 2] }], TypeError, `createMeshBroadPhase: slaves ${LIST}`],
  ['createMeshBroadPhase', [{ ...SURFACE, masters: [0, 1, 2] }], TypeError, `createMeshBroadPhase: masters ${LIST}`],
  ['createMeshBroadPhase', [{ ...SURFACE, bodies: [0, 1, 2] }], TypeError, `createMeshBroadPhase: bodies ${LIST}`],
];

const SHAPES: Case[] = [
  ['pose', [{ x: 1, y: 0, z: 0 }], TypeError, 'pose: position must be [x, y] or [x, y, z], got {"x":1'],
  ['pose', [null], TypeError, 'pose: position must be [x, y] or [x, y, z], got null'],
  ['pose', ['1,2'], TypeError, 'pose: position must be [x, y] or [x, y, z], got "1,2"'],
  ['pose', [1, 2, 3], TypeError, 'pose: position must be [x, y] or [x, y, z], got 1'],
  ['pose', [[1, 2], '1'], TypeError, 'pose: angle must be an angle [rad] or a quaternion [w, x, y, z], got "1"'],
  ['pose', [[1, 2], { w: 1, x: 0, y: 0, z: 0 }], TypeError, 'pose: angle must be an angle [rad] or a quaternion'],
  ['motion', [], TypeError, `motion: pose ${POSE} undefined`],
  ['motion', [ball], TypeError, `motion: pose ${POSE} {"kind"`],
  ['motion', [here, [1, 2, 3]], TypeError, 'motion: velocity must be a vector { x, y, z }, got [1,2,3]'],
  ['box', [], TypeError, 'box: '],
  ['box', [1, 1, 1], TypeError, 'box: '],
  ['box', [{ x: 1, y: 1, z: 1 }], TypeError, 'box: '],
  ['box', [[1, 1, 1], '0.1'], TypeError, 'box: radius must be'],
  ['disc', ['1'], TypeError, 'disc: radius must be finite and above zero, got "1"'],
  ['sphere', [{ radius: 1 }], TypeError, 'sphere: radius: must be finite and above zero, got {"radius":1}'],
  ['capsule', [1], TypeError, 'capsule: halfHeight: must be finite and not below zero, got undefined'],
  ['ellipsoid', [1, 2, 3], TypeError, 'ellipsoid: semiAxes must be three numbers [a, b, c], got 1'],
  ['ellipsoid', [[1, 2, 3], null], RangeError, 'ellipsoid: deformation must be finite with a determinant above zero'],
  ['halfspace', [], TypeError, 'halfspace: normal must be [x, y] or [x, y, z], got undefined'],
  ['halfspace', [vec3(0, 0, 1)], TypeError, 'halfspace: normal must be [x, y] or [x, y, z], got {"x":0'],
  ['segment', [[0, 0]], TypeError, 'segment: end must be [x, y] or [x, y, z], got undefined'],
  ['segment', [vec3(), vec3(1)], TypeError, 'segment: start must be [x, y] or [x, y, z], got {"x":0'],
  ['hull', [], TypeError, 'hull: points must be a list of [x, y, z], got undefined'],
  ['hull', [FOUR], TypeError, 'hull: points must be a list of [x, y, z], got a flat list of 12 numbers'],
  ['hull', [new Float32Array(FOUR)], TypeError, 'hull: points must be a list of [x, y, z], got a flat list of 12 num'],
  ['hull', [[vec3()]], TypeError, 'hull: points[0] must be three finite numbers [x, y, z], got {"x":0'],
  ['hull', [[undefined]], TypeError, 'hull: points[0] must be three finite numbers [x, y, z], got undefined'],
  ['hull', [[[0, 0, '0']]], RangeError, 'hull: points[0] must be three finite numbers [x, y, z], got [0,0,"0"]'],
  ['polygon', [], TypeError, 'polygon: vertices must be a list of [x, y], got undefined'],
  ['polygon', [[0, 0, 1, 0, 0, 1]], TypeError, 'polygon: vertices must be a list of [x, y], got a flat list of 6 n'],
  ['polygon', [[vec3(), vec3(1)]], TypeError, 'polygon: vertices[0] must be [x, y], got {"x":0'],
  ['polygon', [[[0, 0, 0]]], RangeError, 'polygon: vertices[0] must be [x, y], got [0,0,0]'],
  ['polygon', [[['0', '0']]], TypeError, 'polygon: vertices[0] must be [x, y], got ["0","0"]'],
  ['trimesh', [], TypeError, 'trimesh: mesh must be a mesh from surfaceMesh({ positions, triangles })'],
  [
    'trimesh',
    [{ positions: FOUR, triangles: [0, 1, 2] }],
    TypeError,
    'trimesh: mesh must be a mesh from surfaceMesh({',
  ],
  ['trimesh', [FOUR, [0, 1, 2]], TypeError, 'trimesh: mesh must be a mesh from surfaceMesh({ positions, triangles })'],
  ['surfaceMesh', [], TypeError, 'mesh: must be an object { positions, triangles, quads }, got undefined'],
  [
    'surfaceMesh',
    [{ vertices: FOUR }],
    TypeError,
    'mesh: positions must be a flat list of numbers, xyz xyz ..., got und',
  ],
  [
    'surfaceMesh',
    [{ positions: FOUR, triangles: 1 }],
    TypeError,
    'mesh: triangles must be a flat list of node indices',
  ],
  ['compound', [], TypeError, 'compound: pieces must be a list of { shape, pose }, got undefined'],
  ['compound', [ball], TypeError, 'compound: pieces must be a list of { shape, pose }, got {"kind"'],
  ['compound', [[ball]], TypeError, 'compound: pieces[0] must be { shape, pose }, got {"kind"'],
  [
    'compound',
    [[{ shape: { kind: 'box' } }]],
    TypeError,
    'compound: pieces[0].shape must be a box made by its construct',
  ],
  ['compound', [[{ shape: ball, pose: { position: vec3() } }]], TypeError, `compound: pieces[0].pose ${POSE}`],
  ['massProperties', [disc(1)], TypeError, 'massProperties: density: must be finite and above zero, got undefined'],
  ['massProperties', [ball], TypeError, 'massProperties: density: must be finite and above zero, got undefined'],
  ['massProperties', [ball, -1], RangeError, 'massProperties: density: must be finite and above zero, got -1'],
  ['massProperties', [undefined, 1], TypeError, 'massProperties: shape must be a shape'],
  ['vec3', [[1, 2, 3]], TypeError, 'vec3: x must be a number, got [1,2,3]'],
  ['vec3', [1, '2'], TypeError, 'vec3: y must be a number, got "2"'],
  ['poseAt', [], TypeError, 'poseAt: out must be a pose'],
  ['poseAt', [pose()], TypeError, 'poseAt: motion must be a motion'],
  ['poseAt', [pose(), rest, undefined], TypeError, 'poseAt: t must be a finite number'],
  ['toWorld', [vec3()], TypeError, 'toWorld: pose must be a pose'],
  ['toBody', [undefined, here, vec3()], TypeError, 'toBody: out must be a vector'],
  ['shapeAabb', [], TypeError, 'shapeAabb: out must be a box made by createAabb()'],
  [
    'createBroadPhase',
    ['octree'],
    RangeError,
    'createBroadPhase: kind must be one of brute-force, sweep-and-prune, grid, aabb-tree, got "octree"',
  ],
  ['shapeAabb', [bounds.createAabb(), undefined, here], TypeError, 'shapeAabb: shape must be a shape'],
  ['shapeAabb', [bounds.createAabb(), ball], TypeError, 'shapeAabb: pose must be a pose'],
  ['sweptAabb', [bounds.createAabb(), ball, rest], TypeError, 'sweptAabb: duration: must be finite'],
  ['convexHull2', [], TypeError, 'points must be a Float64Array of packed points, 2 numbers each'],
  ['convexHull3', [[[0, 0, 0]]], TypeError, 'points must be a Float64Array of packed points, 3 numbers each'],
  ['convexDecomposition', [], TypeError, 'convexDecomposition: polygon must be made by polygon'],
  ['convexDecomposition', [{ vertices: [] }], TypeError, 'convexDecomposition: polygon must be made by polygon'],
  ['applyResponse', [], TypeError, 'applyResponse: response must be made by respond()'],
  ['applyResponse', [{ velocityA: vec3(), velocityB: vec3() }, body], TypeError, 'applyResponse: b must be a body'],
  ['readScene', [], TypeError, 'readScene: fileText must be the text of a scene'],
  ['simulate', [], TypeError, 'simulate: scene must be made by readScene()'],
  ['simulate', [{ world: 'planar', bodies: [] }], TypeError, 'simulate: observer must be a RunObserver'],
  ['runScene', [], TypeError, 'simulate: scene must be made by readScene()'],
  ['ellipsoidOfBox', [], TypeError, 'ellipsoidOfBox: '],
  ['tiledBox', [], TypeError, 'box: '],
  ['tiledEllipsoid', [], TypeError, 'ellipsoid: '],
  ['tiledPolygon', [], TypeError, 'polygon: '],
];

describe.each([
  ['queries', QUERIES],
  ['bodies and responses', RESPONSES],
  ['queries of mesh features', INDICES],
  ['mesh searches', SEARCHES],
  ['shapes, poses and motions', SHAPES],
])('malformed arguments of %s', (_, cases) => {
  it.each(cases)('%s(%j): the %o names the argument and what was expected', (name, values, kind, message) => {
    const call = () => api[name](...values);
    expect(call).toThrow(kind);
    expect(call).toThrow(message);
  });
});

describe('well-formed arguments', () => {
  it('of every kind of shape are accepted by closest', () => {
    const { capsule, cylinder, cone, ellipsoid, halfspace, segment, point, polygon, hull, compound, trimesh } = appulse;
    const surface = meshes.surfaceMesh({ positions: FOUR, triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] });
    const spatial = [
      ...[
        ball,
        box([1, 1, 1]),
        capsule(1, 1),
        cylinder(1, 1),
        cone(1, 1),
        ellipsoid([1, 1, 1]),
        segment([0, 0], [0, 1]),
      ],
      ...[point(), halfspace([-1, 0]), hull(new Float64Array(FOUR)), compound([{ shape: ball }]), trimesh(surface)],
      nurbs.tiledSphere(1),
    ];
    for (const shape of spatial)
      expect(appulse.closest(ball, pose([-5, 0, 0]), shape, there).distance).toBeGreaterThan(0);
    const triangle = polygon([[0, 0], [1, 0], [0, 1]]); // biome-ignore format: one line
    const planar = [disc(1), triangle, nurbs.tiledDisc(1)];
    for (const shape of planar)
      expect(appulse.closest(disc(1), pose([-5, 0]), shape, there).distance).toBeGreaterThan(0);
  });

  it('an infinite duration and an infinite mass are valid', () => {
    expect(appulse.impact(disc(1), motion(here, vec3(1)), disc(1), rest, Number.POSITIVE_INFINITY).status).toBe('hit');
    expect(appulse.planarBody(pose(), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, vec3(), 0).inverseMass).toBe(
      0,
    );
  });
});
