import { describe, expect, it } from 'vitest';
import { readTrackerFile, readTrackerScene, type TrackerSceneName } from '../../../test/tracker-scenes.ts';
import { createTiledBody } from './create-tiled-body.ts';
import { featureDimension, featureName, type TiledBody } from './tiled-body.ts';
import type { PlanarBodyInput, SpatialBodyInput, TiledBodyInput } from './tiled-input.ts';

const SCENES: TrackerSceneName[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

type Changeable<T> = T extends readonly (infer Item)[]
  ? Changeable<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Changeable<T[K]> }
    : T;

interface StoredBodies {
  bodies: Record<'A' | 'B', TiledBodyInput>;
}

function stored<T extends TiledBodyInput>(file: string, body: 'A' | 'B'): Changeable<T> {
  return readTrackerFile<StoredBodies>(file).bodies[body] as Changeable<T>;
}

const lens = () => stored<SpatialBodyInput>('D-lens-point-helix.json', 'A');
const hexahedron = () => stored<SpatialBodyInput>('H-box-lens.json', 'A');
const planar = () => stored<PlanarBodyInput>('B-planar-point-spiral.json', 'A');

/** The error message for an invalid body. */
function messageOf<T extends TiledBodyInput>(input: Changeable<T>, change: (input: Changeable<T>) => void): string {
  change(input);
  try {
    createTiledBody(input as T);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return (error as RangeError).message;
  }
  return 'accepted';
}

/** Reverses a face along u, with its sides and edges: the same surface, inside out. */
function reverseFace(input: Changeable<SpatialBodyInput>, id: string): void {
  const face = input.faces.find((candidate) => candidate.id === id);
  if (face === undefined) throw new Error(`no face ${id}`);
  face.points.reverse();
  face.weights?.reverse();
  [face.sides.u0, face.sides.u1] = [face.sides.u1, face.sides.u0];
  for (const on of input.edges.flatMap((edge) => edge.faces).filter((on) => on.face === id)) {
    if (on.side === 'u0' || on.side === 'u1') on.side = on.side === 'u0' ? 'u1' : 'u0';
    else on.reversed = !on.reversed;
  }
}

describe('createTiledBody', () => {
  it('every body of the reference scenes passes the checks and is convex', () => {
    const bodies = SCENES.map(readTrackerScene).flatMap(({ shapeA, shapeB }) => [shapeA, shapeB]);
    const tiled = bodies.filter((body): body is TiledBody => body.kind === 'tiled');
    expect(tiled).toHaveLength(12);
    for (const body of tiled) {
      expect(body.convex).toBe(true);
      expect(body.edges.some(({ smooth }) => smooth)).toBe(false);
    }
    expect(tiled.filter(({ closed }) => !closed).map(({ faces }) => faces[0].name)).toEqual(['S', 'S']);
  });

  it('worked example: the hexahedron of scene H has 6 faces, 12 edges and 8 vertices where three edges end', () => {
    const body = createTiledBody(hexahedron());
    expect([body.faces.length, body.edges.length, body.vertices.length]).toEqual([6, 12, 8]);
    expect(body.vertices.every(({ edges }) => edges.length === 3)).toBe(true);
    expect([0, 6, 18].map((feature) => featureName(body, feature))).toEqual(['bottom', 'e23', 'p0']);
    expect([0, 6, 18].map((feature) => featureDimension(body, feature))).toEqual([2, 1, 0]);
  });

  it('the centre of a body lies inside it and its sphere is tight, though control points may lie far out', () => {
    const body = createTiledBody(lens());
    const tip = Math.sqrt(1.5 ** 2 - 0.75 ** 2);
    // one Gauss rule per lune gives the centroid to 2e-5 m; the tips are farthest, control points lie 4.5 m away
    expect(Math.abs(body.center.z)).toBeLessThan(5e-5);
    expect(body.radius).toBeGreaterThanOrEqual(tip);
    expect(body.radius).toBeLessThan(1.01 * tip);
  });

  it('unknown names are reported, with the known ones', () => {
    const unknown = 'tiled body: kind must be "planar", "spatial" or "patch", got "ball"';
    expect(messageOf(planar(), (body) => Object.assign(body, { kind: 'ball' }))).toBe(unknown);
    expect(
      messageOf(planar(), ({ curves }) => {
        curves[0].from = 'Vx';
      }),
    ).toBe('curve "C1": from: there is no vertex "Vx"; known are "Va", "Vb", "Vc"');
    expect(
      messageOf(lens(), ({ edges }) => {
        edges[1].faces[0].face = 'S9';
      }),
    ).toMatch('edge "Eb": faces: there is no face "S9"');
    expect(
      messageOf(lens(), ({ faces }) => {
        faces[2].sides.v0 = 'V7';
      }),
    ).toMatch('face "S3": side v0: there is no edge or vertex "V7"');
    expect(messageOf(lens(), ({ edges }) => Object.assign(edges[0].faces[0], { side: 'w1' }))).toMatch(
      'edge "Ea": a side is "u0"',
    );
    expect(
      messageOf(lens(), ({ faces }) => {
        faces[1].id = 'S1';
      }),
    ).toMatch('face "S1": another part of the body has this name');
  });

  it('invalid control points and weights are reported by the name of their face, edge or vertex', () => {
    expect(
      messageOf(lens(), ({ faces }) => {
        (faces[1].weights ?? [])[1][1] = 0;
      }),
    ).toMatch(/^face "S2": weights\[1\]\[1\] .* got 0$/);
    expect(
      messageOf(planar(), ({ curves }) => {
        curves[1].points[1] = [...curves[1].points[0]];
      }),
    ).toMatch(/^curve "C2": points\[0\] and points\[1\] must differ/);
    expect(
      messageOf(lens(), ({ vertices }) => {
        vertices[0].point = [0, Number.NaN, 1];
      }),
    ).toMatch('vertex "V0": a point is 2 or 3 finite numbers, got [0,"NaN",1]');
  });

  it('a gap is reported in metres, with its edge, curve or degenerate side', () => {
    expect(
      messageOf(lens(), ({ edges }) => {
        edges[2].points[1][0] += 0.01;
      }),
    ).toMatch(/^edge "Ec": must run along side u1 of face "S3", the gap is 0\.00\d\d\d m, allowed 5\.32e-9 m$/);
    expect(
      messageOf(lens(), ({ vertices }) => {
        vertices[1].point[2] += 1e-6;
      }),
    ).toMatch(/^edge "Ea": t = 1 must lie at vertex "V1", the gap is 0\.00000100 m/);
    expect(
      messageOf(planar(), ({ vertices }) => {
        vertices[0].point[0] += 0.5;
      }),
    ).toMatch('curve "C1": t = 1 must lie at vertex "Va", the gap is 0.500 m');
    expect(
      messageOf(hexahedron(), ({ faces, edges }) => {
        faces[0].sides.u0 = 'p0';
        edges.splice(
          edges.findIndex(({ id }) => id === 'e03'),
          1,
        );
        faces[5].sides.v0 = 'p0';
      }),
    ).toMatch('face "bottom": side u0 must degenerate to vertex "p0", the gap is 1.60 m');
  });

  it('a body that is not closed, or joined to the wrong side, is rejected', () => {
    expect(
      messageOf(lens(), ({ edges }) => {
        edges[0].faces.pop();
      }),
    ).toBe('edge "Ea": must have exactly two faces, got 1');
    expect(
      messageOf(lens(), ({ faces }) => {
        faces[0].sides.u0 = 'Eb';
      }),
    ).toMatch(/edge "Ec": lists side u0 of face "S1", but that side names/);
    expect(
      messageOf(lens(), ({ edges }) => {
        edges[2].faces[1].side = 'u1';
      }),
    ).toMatch(/edge "Ec": lists side u1 of face "S1"/);
    expect(
      messageOf(lens(), ({ vertices }) => {
        vertices.push({ id: 'V2', point: [0, 0, 0] });
      }),
    ).toMatch('vertex "V2": at least one edge must end here, got none');
    const twins = hexahedron();
    const other = JSON.parse(
      JSON.stringify(hexahedron()).replaceAll(/"(e\d\d|p\d|f\d\d|bottom|top)"/g, '"$1b"'),
    ) as typeof twins;
    expect(
      messageOf(twins, (body) => {
        body.faces.push(...other.faces);
        body.edges.push(...other.edges);
        body.vertices.push(...other.vertices);
      }),
    ).toBe('face "bottomb": must be joined to the others, no chain of edges leads to "bottom"');
  });

  it('an inside-out patch is named, and a body that is inside out as a whole', () => {
    expect(messageOf(lens(), (body) => reverseFace(body, 'S2'))).toBe(
      'tiled body: f_u × f_v must point outward on every face, "S2" is inside out',
    );
    expect(messageOf(hexahedron(), (body) => ['top', 'f30'].map((id) => reverseFace(body, id)))).toMatch(
      '"top", "f30" are inside out',
    );
    expect(messageOf(lens(), (body) => ['S1', 'S2', 'S3'].map((id) => reverseFace(body, id)))).toMatch(
      'all faces are inside out',
    );
  });

  it('planar curves must form one loop, counter-clockwise', () => {
    expect(
      messageOf(planar(), ({ curves }) => {
        for (const curve of curves) {
          curve.points.reverse();
          [curve.from, curve.to] = [curve.to, curve.from];
        }
      }),
    ).toMatch(/must run counter-clockwise, the area they enclose is -5\.02 m²$/);
    expect(
      messageOf(planar(), ({ curves }) => {
        curves.pop();
      }),
    ).toBe('vertex "Vb": one curve must end and one must start here, 1 end and 0 start');
    expect(
      messageOf(planar(), ({ curves }) => {
        curves[0].points[1] = [-0.5, -1.25, 0.1];
      }),
    ).toBe('curve "C1": must lie in the plane z = 0');
    expect(
      messageOf(planar(), ({ curves, vertices }) => {
        curves.length = 0;
        vertices.length = 0;
      }),
    ).toMatch('at least one curve');
  });

  it('trimming curves of a face, which would be ignored', () => {
    const message = messageOf(lens(), (body) => Object.assign(body.faces[1], { trims: [[[0, 0]]] }));
    expect(message).toBe(
      'face "S2": trimmed patches are not supported, got "trims"; expected patches that end at their four sides',
    );
  });
});
