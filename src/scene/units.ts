/** Conversion of units. All other files use m, kg, s, rad and N. */

/** Each unit in SI units. The first unit of each dimension is the SI unit, used for plain numbers. */
const UNITS = {
  length: { m: 1, mm: 1e-3, cm: 1e-2, km: 1e3, um: 1e-6, in: 0.0254, ft: 0.3048 },
  angle: { rad: 1, mrad: 1e-3, deg: Math.PI / 180, turn: 2 * Math.PI },
  time: { s: 1, ms: 1e-3, us: 1e-6, min: 60, h: 3600 },
  speed: { 'm/s': 1, 'mm/s': 1e-3, 'cm/s': 1e-2, 'km/h': 1 / 3.6, mph: 0.44704, 'ft/s': 0.3048, kn: 1852 / 3600 },
  'angular velocity': { 'rad/s': 1, 'deg/s': Math.PI / 180, rpm: Math.PI / 30, 'turn/s': 2 * Math.PI },
  acceleration: { 'm/s^2': 1, 'm/s²': 1, 'mm/s^2': 1e-3, g: 9.80665 },
  mass: { kg: 1, g: 1e-3, t: 1e3, lb: 0.45359237 },
  'area density': { 'kg/m^2': 1, 'kg/m²': 1, 'g/cm^2': 10, 'g/cm²': 10 },
  density: { 'kg/m^3': 1, 'kg/m³': 1, 'g/cm^3': 1e3, 'g/cm³': 1e3 },
  volume: { 'm^3': 1, 'm³': 1, l: 1e-3, 'ft^3': 0.3048 * 0.3048 * 0.3048 },
  inertia: {
    'kg m^2': 1,
    'kg m²': 1,
    'g cm^2': 1e-7,
    'g cm²': 1e-7,
    'lb ft^2': 0.45359237 * 0.3048 * 0.3048,
    'slug ft^2': 4.4482216152605 * 0.3048,
  },
  force: { N: 1, mN: 1e-3, kN: 1e3, lbf: 4.4482216152605 },
  energy: { J: 1, mJ: 1e-3, kJ: 1e3 },
  torque: { 'N m': 1, 'mN m': 1e-3, 'kN m': 1e3 },
  stiffness: { 'N/m': 1, 'N/mm': 1e3, 'kN/m': 1e3, 'lbf/in': 4.4482216152605 / 0.0254 },
  damping: { 'N s/m': 1, 'kN s/m': 1e3, 'lbf s/in': 4.4482216152605 / 0.0254 },
  'angular stiffness': { 'N m/rad': 1, 'mN m/rad': 1e-3, 'N m/deg': 180 / Math.PI },
  'angular damping': { 'N m s/rad': 1, 'mN m s/rad': 1e-3 },
  'inverse speed': { 's/m': 1, 's/mm': 1e3 },
  modulus: { Pa: 1, kPa: 1e3, MPa: 1e6, GPa: 1e9, psi: 4.4482216152605 / (0.0254 * 0.0254) },
  'surface energy': { 'J/m^2': 1, 'J/m²': 1, 'mJ/m^2': 1e-3, 'mJ/m²': 1e-3 },
} as const satisfies Record<string, Record<string, number>>;

/** A kind of quantity with units of its own: `length`, `angular velocity`. */
export type Dimension = keyof typeof UNITS;

const NUMBER = '[-+]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?';

/** The units a text may use for this dimension, the SI unit first. */
export function unitsOf(dimension: Dimension): string[] {
  return Object.keys(UNITS[dimension]);
}

/** A number and one of the units of the dimension, as a regular expression: "30 deg", "-2.5e-3 m", "12mm". */
export function quantityPattern(dimension: Dimension): string {
  const names = unitsOf(dimension).map((unit) => unit.replace(/[/^]/g, '\\$&'));
  return `^${NUMBER} *(?:${names.join('|')})$`;
}

/** The SI value of a text that matches `quantityPattern(dimension)`. */
export function toSi(text: string, dimension: Dimension): number {
  const [number] = text.match(new RegExp(`^${NUMBER}`)) ?? [''];
  const factors: Record<string, number> = UNITS[dimension];
  return Number(number) * factors[text.slice(number.length).trim()];
}

/** A SI value in one of the units of its dimension. */
export function fromSi(value: number, dimension: Dimension, unit: string): number {
  const factors: Record<string, number> = UNITS[dimension];
  return value / factors[unit];
}
