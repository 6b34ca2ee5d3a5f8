import { formatNumber } from '../../src/picture/format-number.ts';
import { fittedExponent } from '../../src/picture/spread.ts';
import { readScene } from '../../src/scene/read.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { atMost, type ReportItem } from '../report-item.ts';

/** Contact radius at the end [m], radius of the sphere [m]: strains of about 0.02, so that the linear theory applies. */
const CONTACT_RADIUS = 0.1;
const SPHERE_RADIUS = 50 * CONTACT_RADIUS;
const MODULUS = 1e6;
const POISSON = 0.25;
const DENSITY = 1000;
const PLANE_MODULUS = MODULUS / (1 - POISSON ** 2);
const WAVE_SPEED = Math.sqrt((MODULUS * (1 - POISSON)) / ((1 + POISSON) * (1 - 2 * POISSON) * DENSITY));

/** The block is fine up to FINE contact radii from the axis, and ends at OUTER of them. */
const FINE = 2;
const OUTER = 6;
/** Duration of the indentation, in passages of a wave over the contact radius: slow, with little vibration. */
const PASSAGES = 100;
/** The force is the mean over this fraction of the run, about its end: several steps and an oscillation of the block. */
const WINDOW = 0.25;
/** The surface between these multiples of the contact radius is compared with the closed form: a finite block yields as a whole. */
const GAUGE = [2.4, 3.6] as const;

/** Coordinates of the nodes from the axis outwards [m]: h = a/m near the contact, then in geometric progression. */
function halfAxis(m: number): number[] {
  const inner = Array.from({ length: FINE * m + 1 }, (_, k) => (k * CONTACT_RADIUS) / m);
  const cells = m + 2;
  return [
    ...inner,
    ...Array.from({ length: cells }, (_, k) => CONTACT_RADIUS * FINE * (OUTER / FINE) ** ((k + 1) / cells)),
  ];
}

interface Grid {
  readonly vertices: number[][];
  readonly hexahedra: number[][];
  /** Nodes of the upper side. */
  readonly top: { readonly node: number; readonly x: number; readonly y: number }[];
}

/** A block below z = 0, symmetric about the z axis. */
function createGrid(m: number): Grid {
  const half = halfAxis(m);
  const across = [
    ...half
      .slice(1)
      .map((x) => -x)
      .reverse(),
    ...half,
  ];
  const down = half.map((z) => -z).reverse();
  const count = across.length;
  const nodeAt = (i: number, j: number, k: number) => (k * count + j) * count + i;
  const vertices = down.flatMap((z) => across.flatMap((y) => across.map((x) => [x, y, z])));
  const hexahedra: number[][] = [];
  for (let k = 0; k + 1 < down.length; k++) {
    for (let j = 0; j + 1 < count; j++) {
      for (let i = 0; i + 1 < count; i++) {
        const layer = (at: number) => [
          nodeAt(i, j, at),
          nodeAt(i + 1, j, at),
          nodeAt(i + 1, j + 1, at),
          nodeAt(i, j + 1, at),
        ];
        hexahedra.push([...layer(k), ...layer(k + 1)]);
      }
    }
  }
  const top = across.flatMap((y, j) => across.map((x, i) => ({ node: nodeAt(i, j, down.length - 1), x, y })));
  return { vertices, hexahedra, top };
}

/** The lower cap of the sphere, with its lowest point at the origin: rings of triangles, much finer than the block. */
function createCap(): { readonly vertices: number[][]; readonly triangles: number[][] } {
  const [rings, segments] = [16, 32];
  const vertices = [[0, 0, 0]];
  const triangles: number[][] = [];
  for (let ring = 1; ring <= rings; ring++) {
    const r = (1.4 * CONTACT_RADIUS * ring) / rings;
    const z = SPHERE_RADIUS - Math.sqrt(SPHERE_RADIUS ** 2 - r ** 2);
    for (let k = 0; k < segments; k++) {
      const angle = (2 * Math.PI * k) / segments;
      vertices.push([r * Math.cos(angle), r * Math.sin(angle), z]);
      const at = (of: number, index: number) => (of === 0 ? 0 : 1 + (of - 1) * segments + (index % segments));
      // seen from below, where the block is
      triangles.push([at(ring - 1, k), at(ring, k + 1), at(ring, k)]);
      if (ring > 1) triangles.push([at(ring - 1, k), at(ring - 1, k + 1), at(ring, k + 1)]);
    }
  }
  return { vertices, triangles };
}

/** Displacement of the surface outside of the contact in Hertz's theory [m], downwards (Johnson, *Contact Mechanics*, 3.42a). */
function surfaceDisplacement(radius: number, r: number): number {
  const inside = (2 * radius ** 2 - r ** 2) * Math.asin(radius / r);
  return (inside + radius * Math.sqrt(r ** 2 - radius ** 2)) / (Math.PI * SPHERE_RADIUS);
}

export interface Indentation {
  readonly m: number;
  readonly elements: number;
  /** [N] */
  readonly force: number;
  /** Without the displacement of the block as a whole [m]. */
  readonly depth: number;
  /** By the second moment of the contact forces [m]. */
  readonly radius: number;
  /** During the indentation: depth [m] and force [N], means over parts of the run. */
  readonly curve: readonly (readonly [depth: number, force: number])[];
  /** Closed forms for this depth. */
  readonly forceOfDepth: number;
  readonly radiusOfDepth: number;
}

/** Parts of the run for the curve of force against depth. */
const PARTS = 10;

function hertzForce(depth: number): number {
  return (4 / 3) * PLANE_MODULUS * Math.sqrt(SPHERE_RADIUS) * depth ** 1.5;
}

/** Presses the sphere into a block with m elements per contact radius. */
export function indentBlock(m: number): Indentation {
  const { vertices, hexahedra, top } = createGrid(m);
  const goal = CONTACT_RADIUS ** 2 / SPHERE_RADIUS;
  const end = (PASSAGES * CONTACT_RADIUS) / WAVE_SPEED;
  // beyond the goal by half of the window, whose midpoint is then at the goal
  const total = end * (1 + WINDOW / 2);
  const text = JSON.stringify({
    world: 'deformable',
    title: `Hertz contact, ${m} elements per radius`,
    description: 'A rigid sphere is pressed into an elastic block.',
    bodies: [
      {
        name: 'block',
        shape: { kind: 'solid-mesh', vertices, hexahedra },
        elastic: { modulus: MODULUS, poisson: POISSON, density: DENSITY },
        clamp: ['z-'],
      },
      {
        name: 'sphere',
        shape: { kind: 'trimesh', ...createCap() },
        motion: 'prescribed',
        velocity: [0, 0, -goal / end],
        doubleSided: false,
      },
    ],
    contacts: { pairs: [{ slave: 'block', master: 'sphere' }], passes: 1 },
    time: { end: total, courantNumber: 0.7 },
    record: { interval: total / 80 },
  });
  const from = end * (1 - WINDOW / 2);
  let [impulse, moment, sink, samples] = [0, 0, 0, 0];
  const impulses = new Float64Array(PARTS);
  const gauge = top.filter(({ x, y }) => {
    const r = Math.hypot(x, y) / CONTACT_RADIUS;
    return r > GAUGE[0] && r < GAUGE[1];
  });
  const rows: { readonly x: number; readonly y: number; readonly z: number }[] = [];
  runScene(readScene(text, 'hertz'), {
    frame: () => {},
    event: () => {},
    contact: ({ time, point, impulse: { z } }) => {
      const part = Math.floor((PARTS * time) / end);
      if (part < PARTS) impulses[part] += Math.abs(z);
      if (time < from) return;
      impulse += Math.abs(z);
      moment += Math.abs(z) * (point.x ** 2 + point.y ** 2);
    },
    nodes: (time, [block]) => {
      if (time < from) return;
      samples++;
      for (const { node } of gauge) rows.push({ x: block.positions[3 * node], y: block.positions[3 * node + 1], z: block.positions[3 * node + 2] }); // biome-ignore format: one row
    },
  });
  const force = impulse / (total - from);
  const loaded = Math.cbrt((3 * force * SPHERE_RADIUS) / (4 * PLANE_MODULUS));
  for (const { x, y, z } of rows) sink += -z - surfaceDisplacement(loaded, Math.hypot(x, y));
  sink /= samples * gauge.length;
  const depth = goal - sink;
  // the block as a whole yields in proportion to the force
  const curve = Array.from(impulses, (sum, part) => {
    const own = (PARTS * sum) / end;
    return [(goal * (part + 0.5)) / PARTS - (sink * own) / force, own] as const;
  });
  return {
    m,
    elements: hexahedra.length,
    force,
    depth,
    radius: Math.sqrt((2.5 * moment) / impulse),
    curve,
    forceOfDepth: hertzForce(depth),
    radiusOfDepth: Math.sqrt(SPHERE_RADIUS * depth),
  };
}

const forceError = ({ force, forceOfDepth }: Indentation) => Math.abs(force / forceOfDepth - 1);
const radiusError = ({ radius, radiusOfDepth }: Indentation) => Math.abs(radius / radiusOfDepth - 1);

/** Elements per contact radius. */
const MESHES = [1, 2, 3];

export function hertzBlock(): ReportItem {
  const runs = MESHES.map(indentBlock);
  const finest = runs[runs.length - 1];
  // few nodes touch at the start
  const late = finest.curve.slice(PARTS / 2);
  return {
    id: 'hertz-block',
    source: '[VBC24-3.3], [VBC24-3.4]',
    title: 'A rigid sphere is pressed into an elastic block: Hertz contact with mesh refinement',
    description:
      "A sphere of 5 m is pressed slowly into a block of hexahedra until the contact radius is about 0.1 m. Hertz: F = 4/3 E* √R d^1.5, a = √(R d), E* = E/(1-ν²). The block is finite: its surface sinks as a whole by less than that of a half-space, so depths are measured relative to the surface at 2.4 to 3.6 contact radii, where the displacement of the half-space is known. The contact radius is that of Hertz's pressure with the same second moment as the forces on the nodes. The means are taken over a quarter of the run, because the block vibrates.",
    checks: [
      ...runs.map((run, i) => atMost(`a/h = ${run.m}: deviation of the force`, forceError(run), [0.12, 0.03, 0.01][i])),
      ...runs.map((run, i) =>
        atMost(`a/h = ${run.m}: deviation of the contact radius`, radiusError(run), [0.2, 0.06, 0.03][i]),
      ),
      atMost(
        'power of a/h with which the deviation of the contact radius falls',
        fittedExponent(runs.map((run) => [run.m, radiusError(run)] as const)),
        -1.5,
      ),
      atMost(
        'finest mesh, second half of the indentation: largest deviation of the force',
        Math.max(...late.map(([depth, force]) => Math.abs(force / hertzForce(depth) - 1))),
        0.05,
      ),
    ],
    tables: [
      {
        title: 'Outcome',
        columns: ['a/h', 'elements', 'depth [m]', 'force [N]', 'F(d) [N]', 'ratio', 'radius [m]', 'a(d) [m]', 'ratio'],
        rows: runs.map(({ m, elements, depth, force, forceOfDepth, radius, radiusOfDepth }) => [
          ...[m, elements, depth, force, forceOfDepth, force / forceOfDepth].map(formatNumber),
          ...[radius, radiusOfDepth, radius / radiusOfDepth].map(formatNumber),
        ]),
      },
    ],
    plots: [
      {
        title: 'Force against depth',
        x: { label: 'depth [m]' },
        y: { label: 'force [N]' },
        series: [
          { name: `a/h = ${finest.m}`, points: finest.curve },
          { name: '4/3 E* √R d^1.5', style: 'dashed', points: finest.curve.map(([d]) => [d, hertzForce(d)] as const) },
        ],
      },
      {
        title: 'Deviation from the closed forms',
        x: { label: 'elements per contact radius', scale: 'log' },
        y: { label: 'relative deviation', scale: 'log' },
        series: [
          { name: 'force', points: runs.map((run) => [run.m, forceError(run)] as const) },
          { name: 'contact radius', points: runs.map((run) => [run.m, radiusError(run)] as const) },
        ],
      },
    ],
  };
}
