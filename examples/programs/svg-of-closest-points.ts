/**
 * For a web page: the closest points of planar shapes as SVG, with a small bundle. `createClosest` takes only the rows of the pair table that
 * the page needs; a bundler leaves out the rest.
 *
 * Run it with `npx tsx svg-of-closest-points.ts` after `npm install appulse`. It writes closest.svg. In a page, set `innerHTML` instead.
 */
import { writeFileSync } from 'node:fs';
import { disc, polygon, pose, type PlanarShape, type Pose } from 'appulse';
import { createClosest, planarRows } from 'appulse/pairs';

const closest = createClosest([planarRows]);

interface Body { shape: PlanarShape; pose: Pose; svg: string }
const arrow = [[-1, -0.4], [0.4, -0.4], [0.4, -0.9], [1.5, 0], [0.4, 0.9], [0.4, 0.4], [-1, 0.4]];
const bodies: Body[] = [
  { shape: polygon(arrow), pose: pose([0, 0], 0.3), svg: `<polygon points="${arrow.map((p) => p.join(',')).join(' ')}"/>` },
  { shape: disc(0.6), pose: pose([3, 1.2]), svg: '<circle r="0.6"/>' },
  { shape: disc(0.4), pose: pose([0.6, -2]), svg: '<circle r="0.4"/>' },
];

const lines: string[] = [];
bodies.forEach((a, i) => {
  for (const [k, b] of bodies.slice(i + 1).entries()) {
    const { distance, pointA, pointB, featureA } = closest(a.shape, a.pose, b.shape, b.pose);
    const [x1, y1, x2, y2] = [pointA.x, pointA.y, pointB.x, pointB.y].map((value) => value.toFixed(4));
    lines.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`);
    console.log(`bodies ${i} and ${i + 1 + k}: ${distance.toFixed(6)} m, from the ${featureA} at ${pointA.x.toFixed(4)} ${pointA.y.toFixed(4)} m`);
  }
});

const shapes = bodies.map(({ pose: { position, rotation }, svg }) => {
  const degrees = (Math.atan2(rotation.yx, rotation.xx) * 180) / Math.PI;
  return `<g transform="translate(${position.x} ${position.y}) rotate(${degrees.toFixed(4)})" fill="#4878a8">${svg}</g>`;
});
// y points up in the library and down in SVG
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -2.2 5.5 5" width="550">
<title>Closest points of three bodies</title>
<g transform="scale(1 -1)">${shapes.join('')}<g stroke="#c04020" stroke-width="0.03">${lines.join('')}</g></g></svg>\n`;
writeFileSync('closest.svg', picture);
console.log(`wrote closest.svg with ${lines.length} lines`);
