/**
 * Clearance of CAD parts with curved surfaces, without meshing: a seal ring (a torus, not convex), a turned pin made from its profile, and
 * a block with rounded edges. Every distance has a certificate: a bound of its error.
 *
 * Run it with `npx tsx certified-clearance.ts` after `npm install appulse`.
 */
import { closest, type Contact, massProperties, pose } from 'appulse';
import { bezierCurve, tiledRevolution, tiledRoundedBox, tiledTorus } from 'appulse/nurbs';

const ring = tiledTorus(20e-3, 3e-3); // radius of the centre line, radius of the tube [m]

// a pin: a paraboloid tip on a cylindrical shaft, the profile in [x, z] from the bottom to the top, revolved about z
const tip = bezierCurve([[0, 0, 0], [4e-3, 0, 0], [8e-3, 0, 10e-3]]); // a parabola
const shaft = bezierCurve([[8e-3, 0, 10e-3], [8e-3, 0, 40e-3]]);
const top = bezierCurve([[8e-3, 0, 40e-3], [0, 0, 40e-3]]);
const pin = tiledRevolution([{ name: 'tip', curve: tip }, { name: 'shaft', curve: shaft }, { name: 'top', curve: top }]);

const block = tiledRoundedBox([30e-3, 30e-3, 10e-3], 2e-3); // half extents, radius of the edges [m]

const millimetres = (metres: number) => (1e3 * metres).toFixed(6);
const report = (what: string, { distance, errorBound, status }: Contact) =>
  console.log(`${what}  ${millimetres(distance)} mm  ${status}, error bound below 1e-8 m: ${errorBound < 1e-8}`);

// the pin stands in the ring, off centre by 2 mm: the shaft is nearest to the tube
report('pin in ring    ', closest(pin, pose([2e-3, 0, -20e-3]), ring, pose()));
// the ring lies 1 mm above the block
report('ring over block', closest(ring, pose([0, 0, 14e-3]), block, pose()));
// the tip of the pin, tilted by 30 degrees, above a rounded edge of the block
const tilt = [Math.cos(Math.PI / 12), 0, Math.sin(Math.PI / 12), 0];
const edge = closest(pin, pose([30e-3, 0, 12e-3], tilt), block, pose());
report('pin over block ', edge);
console.log(`normal          ${edge.normal.x.toFixed(6)} ${edge.normal.y.toFixed(6)} ${edge.normal.z.toFixed(6)} (unit vector from the pin to the block)`);

const { mass, error } = massProperties(pin, 7850); // steel [kg/m³]
console.log(`mass of the pin ${(1e3 * mass).toFixed(4)} g, error below 1e-6 g: ${error.mass < 1e-9}`);
