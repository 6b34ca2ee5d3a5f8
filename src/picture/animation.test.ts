import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../test/well-formed.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { readScene } from '../scene/read.ts';
import { runScene } from '../sim/simulate.ts';
import { animationSvg } from './animation.ts';
import { layOut } from './picture.ts';
import { strobeSvg } from './strobe.ts';

function record(text: string): Recording {
  const scene = readScene(text, 'test');
  const recorder = createRecorder(scene, text);
  return recorder.finish(runScene(scene, recorder));
}

/** A disc rolls off to the right over 2 m in 2 s while it rotates by 1 rad, above a floor it never touches. */
const ROLL = {
  title: 'A <disc> & a floor',
  description: 'test',
  bodies: [
    { name: 'floor', shape: { kind: 'halfspace', normal: [0, 1] }, position: [0, -0.5], motion: 'fixed' },
    {
      name: 'disc',
      shape: { kind: 'disc', radius: 0.5 },
      velocity: [1, 0],
      angularVelocity: 0.5,
      mass: 1,
      color: 'teal"',
    },
  ],
  sensors: [{ name: 'eye', body: 'disc', point: [0.5, 0] }],
  time: { end: 2 },
  record: { interval: 0.1 },
};

const roll = record(JSON.stringify(ROLL));

/** The values of the animations of one kind in the picture. */
function valuesOf(svg: string, type: string): string[][] {
  return [...svg.matchAll(new RegExp(`type="${type}"[^>]* values="([^"]*)"`, 'g'))].map(([, values]) =>
    values.split(';'),
  );
}

describe('a picture', () => {
  it('contains all motion of the free bodies, with y up', () => {
    const { width, height, scale, place, bodies } = layOut(roll, 100);
    for (const { x, y } of bodies[1].poses) {
      expect(x - 0.5 * scale).toBeGreaterThan(0);
      expect(x + 0.5 * scale).toBeLessThan(width);
      expect(y - 0.5 * scale).toBeGreaterThan(0);
      expect(y + 0.5 * scale).toBeLessThan(height);
    }
    expect(Math.max(width, height)).toBe(800);
    expect(place(0, 1)[1]).toBeLessThan(place(0, 0)[1]);
  });

  it('samples the frames at equal times, both ends included', () => {
    const { bodies, scale, place } = layOut(roll, 5);
    const { poses } = bodies[1];
    expect(poses).toHaveLength(5);
    poses.forEach(({ x, rotation }, i) => {
      // rounded to a hundredth of a picture unit
      expect(Math.abs(x - (place(0, 0)[0] + 0.5 * i * scale))).toBeLessThan(0.02);
      expect(rotation).toBeCloseTo((-0.25 * i * 180) / Math.PI, 1);
    });
  });
});

describe('an animated picture', () => {
  const svg = animationSvg(roll);

  it('is well-formed, without script, with every text escaped', () => {
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg).not.toContain('<script');
    expect(svg).toContain('A &lt;disc&gt; &amp; a floor');
    expect(svg).toContain('teal&quot;');
  });

  it('moves and rotates the disc, does not move the floor, and loops', () => {
    expect(valuesOf(svg, 'translate')).toHaveLength(1);
    expect(valuesOf(svg, 'translate')[0]).toHaveLength(21);
    const [rotations] = valuesOf(svg, 'rotate');
    expect(rotations[0]).toBe('0');
    expect(Number(rotations[20])).toBeCloseTo(-180 / Math.PI, 1); // counter-clockwise is negative where y is down
    expect(svg.match(/repeatCount="indefinite"/g)?.length).toBe(svg.match(/<animate/g)?.length);
  });

  it('samples few poses of a long recording and plays it in twelve seconds', () => {
    const long = animationSvg(record(JSON.stringify({ ...ROLL, time: { end: 60 }, record: { interval: 0.1 } })));
    expect(valuesOf(long, 'translate')[0]).toHaveLength(240);
    expect(long).toContain('dur="12s"');
    expect(long).toContain('60 s, played at 5 ×');
  });

  it('flashes where and when bodies collide', () => {
    const bodies = ROLL.bodies.map((body, i) =>
      i === 0 ? { ...body, position: [2, 0], shape: { kind: 'halfspace', normal: [-1, 0] } } : body,
    );
    const recording = record(JSON.stringify({ ...ROLL, bodies, time: { end: 3 } }));
    const [x, y] = layOut(recording, 2).place(2, 0);
    const hit = animationSvg(recording);
    // the disc touches the half-space after 1.5 s, halfway
    expect(hit).toMatch(new RegExp(`<circle cx="${x}" cy="${y}"[^>]*><animate [^>]*keyTimes="0;0.5;0.5;`));
    expect(svg).not.toContain('keyTimes');
  });
});

describe('an example', () => {
  const folder = new URL('../../examples/', import.meta.url);
  // together: every kind of body, dockings, many collisions and a prescribed motion
  const names = ['billiards-break', 'docking', 'elastic-polygons-in-a-box', 'manipulator-capture', 'non-convex-pair'];
  it.each(names)('%s makes well-formed pictures, the same every time', (name) => {
    const text = readFileSync(new URL(`${name}.scene.json`, folder), 'utf8');
    const recording = record(text);
    for (const draw of [animationSvg, strobeSvg]) {
      const svg = draw(recording);
      expect(xmlFault(svg)).toBeUndefined();
      expect(draw(recording)).toBe(svg);
    }
  });
});

it('a stroboscope shows a moving body several times, a still one once', () => {
  const svg = strobeSvg(roll, 6);
  expect(svg.match(/<circle r="/g)).toHaveLength(6);
  expect(svg.match(/url\(#hatch\)/g)).toHaveLength(1);
  expect(svg).not.toContain('<animate');
});

describe('a picture of meshes', () => {
  const cube = { kind: 'hexahedra', halfExtents: [0.5, 0.5, 0.5], elements: [2, 1, 1] };
  const elastic = { modulus: 1e4, density: 1000 };
  const bodies = [
    { name: 'still', shape: cube, elastic, clamp: ['all'], position: [0, 0, -2] },
    { name: 'rising', shape: cube, elastic, velocity: [0, 0, 1], color: 'te"al' },
  ];
  const description = {
    world: 'deformable',
    title: 'Up & away',
    description: 'test',
    time: { end: 1 },
    record: { interval: 0.05 },
  };
  const recording = record(JSON.stringify({ ...description, bodies }));
  const svg = animationSvg(recording, { poseCount: 5 });

  it('is well-formed and shows the edges of the surfaces', () => {
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg).toContain('stroke="te&quot;al"');
    // a box of two bricks has 20 edges on its surface
    const paths = [...svg.matchAll(/<path d="(M[^"]*L[^"]*)"/g)].map(([, path]) => path.split('M').length - 1);
    expect(paths).toEqual([20, 20]);
  });

  it('animates the moving body upward, within its frame', () => {
    const moments = [...svg.matchAll(/attributeName="d" values="([^"]*)"/g)].map(([, values]) => values.split(';'));
    expect(moments.map((list) => list.length)).toEqual([5]);
    const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
    const points = moments[0].map((path) => [...path.matchAll(/([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [+x, +y]));
    const heights = points.map((list) => list.reduce((sum, [, y]) => sum + y, 0));
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
    for (const [x, y] of points.flat()) {
      expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
    }
  });
});

describe('a picture of smooth bodies', () => {
  const guided = (position: object) => ({ motion: 'prescribed', path: { position } });
  const description = {
    world: 'smooth',
    title: 'Over & out',
    description: 'test',
    time: { end: 1 },
    record: { interval: 0.05 },
  };
  const point = { name: 'point', shape: { kind: 'point' }, color: 'teal"' };
  const paths = (svg: string) => [
    ...svg.matchAll(/<path d="([^"]*)" fill="none" stroke="([^"]*)"([^>]*)>(<animate)?/g),
  ];

  it('shows edges, lines, the closest points and the gap, and animates moving bodies', () => {
    const lens = { name: 'lens', shape: { kind: 'lens', radius: 1.5, offset: 0.75 }, motion: 'fixed' };
    const moving = { ...point, ...guided({ kind: 'linear', point: [-1, 0, 2], velocity: [2, 0, 0] }) };
    const svg = animationSvg(record(JSON.stringify({ ...description, bodies: [lens, moving] })));
    expect(xmlFault(svg)).toBeUndefined();
    expect(svg).toContain('<title>Over &amp; out</title>');
    // lines on the faces, edges; trail and dot of the point; gap and both its ends
    const drawn = paths(svg).map(([, , color, style, animated]) => [color, style.trim(), animated !== undefined]);
    expect(drawn.map(([, , animated]) => animated)).toEqual([false, false, false, true, true, true]);
    expect(drawn[2]).toEqual(['teal&quot;', 'stroke-width="1.5" stroke-opacity="0.45" stroke-linecap="round"', false]);
    const [, edges] = paths(svg);
    expect(edges[1].split('M')).toHaveLength(1 + 3);
  });

  it('shows planar scenes from above, with y up', () => {
    const disc = { name: 'disc', shape: { kind: 'disc', radius: 1 }, motion: 'fixed' };
    const moving = { ...point, ...guided({ kind: 'linear', point: [0, 2, 0], velocity: [0, 1, 0] }) };
    const svg = animationSvg(record(JSON.stringify({ ...description, bodies: [disc, moving] })));
    const values = [...svg.matchAll(/attributeName="d" values="([^"]*)"/g)].map(([, list]) => list.split(';'));
    const [dot] = values;
    const heights = [dot[0], dot[dot.length - 1]].map((path) => Number(path.split(/[ML ]/)[2]));
    expect(heights[1]).toBeLessThan(heights[0]); // y of the picture points down
  });
});
