/**
 * Staged collisions whose inputs and results are public. Every number is from the source named; what a source does not give, and the
 * models need, is in `ASSUMED`.
 */

const INCH = 0.0254;
const FOOT = 0.3048;
const MILE_PER_HOUR = 0.44704;

/** A vehicle of a test. Lengths in metres. */
export interface TestVehicle {
  readonly name: string;
  readonly mass: number;
  readonly yawInertia: number;
  readonly length: number;
  readonly width: number;
  readonly frontAxle: number;
  readonly rearAxle: number;
  readonly track: number;
}

type Inches = readonly [length: number, width: number, frontAxle: number, rearAxle: number, track: number];

/** Dimensions as in the file `projects/data/vehicle_data_collection.py` of PyCrash [in]. */
function fromInches(name: string, mass: number, yawInertia: number, inches: Inches): TestVehicle {
  const [length, width, frontAxle, rearAxle, track] = inches.map((value) => value * INCH);
  return { name, mass, yawInertia, length, width, frontAxle, rearAxle, track };
}

/** One vehicle in an oblique test: speed [m/s], heading, and the impact centre: distance [m] and direction from ahead [degrees]. */
export type TestMotion = readonly [speed: number, heading: number, distance: number, angle: number];

export interface ObliqueTest {
  readonly name: string;
  readonly vehicles: readonly [TestVehicle, TestVehicle];
  readonly motions: readonly [TestMotion, TestMotion];
  /** Contact normal [degrees] and restitution along it. */
  readonly normal: number;
  readonly restitution: number;
  /** Published changes of velocity [m/s] and of yaw rate [degrees/s], without sign. */
  readonly deltaV: readonly [number, number];
  readonly yaw: readonly [number, number];
}

const ACCORD = fromInches('1997 Honda Accord', 1565.39, 2917.7, [185.8, 70.1, 45.88, 61.22, 59.4]);
const LIGHTER_ACCORD = fromInches('1997 Honda Accord', 1499.44, 2801.1, [185.8, 70.1, 44.7, 62.52, 59.5]);

/**
 * Vehicle-to-vehicle tests of NHTSA: Rose, Fenton, Beauchamp, Restitution Modeling for Crush Analysis, SAE 2006-01-0908, as listed by
 * PyCrash (github.com/joe-cormier/pycrash, projects/validation impact momentum/src/test_inputs_rose.py).
 */
export const OBLIQUE_TESTS: readonly ObliqueTest[] = [
  {
    name: 'NHTSA 4363',
    vehicles: [ACCORD, fromInches('1997 Chevrolet Blazer', 2129.8, 3803.1, [181.5, 67.7, 53.55, 53.55, 56.7])],
    motions: [
      [15.6911, 180, 0.79248, 23.8],
      [15.6464, 32, 1.73736, 10.6],
    ],
    normal: 55,
    restitution: 0.126,
    deltaV: [17.658, 13.009],
    yaw: [31, 182],
  },
  {
    name: 'NHTSA 4364',
    vehicles: [ACCORD, fromInches('2002 Chevrolet Trailblazer', 2355.28, 4830.8, [191.7, 74.4, 56.8, 56.24, 62.2])],
    motions: [
      [15.6464, 180, 0.70104, 45.7],
      [15.6017, 30, 2.16408, 11.2],
    ],
    normal: 51.9,
    restitution: 0.089,
    deltaV: [17.926, 11.891],
    yaw: [108, 148],
  },
  {
    name: 'NHTSA 4438',
    vehicles: [
      LIGHTER_ACCORD,
      fromInches('2001 Mitsubishi Montero Sport', 2143.36, 3917, [181.2, 66.2, 52.2, 54.64, 57.9]),
    ],
    motions: [
      [15.5123, 180, 0.85344, 35.3],
      [15.6464, 30, 1.524, 13.2],
    ],
    normal: 50.7,
    restitution: 0.095,
    deltaV: [17.747, 12.428],
    yaw: [68, 166],
  },
  {
    name: 'NHTSA 4474',
    vehicles: [
      LIGHTER_ACCORD,
      fromInches('1999 Mitsubishi Montero Sport', 2112.38, 3881.7, [178.3, 66.7, 51.5, 55.83, 57.9]),
    ],
    motions: [
      [15.6464, 180, 0.88392, 34.7],
      [15.6464, 31.6, 1.6764, 15.2],
    ],
    normal: 51.8,
    restitution: 0.15,
    deltaV: [18.105, 12.83],
    yaw: [40, 194],
  },
];

/** Track of both: 1.5 m assumed, the listed 6.6 ft exceeds the width. */
const FUSION: TestVehicle = {
  name: 'Ford Fusion',
  mass: 1621.23,
  yawInertia: 3167.6,
  length: 190 * INCH,
  width: 6 * FOOT,
  frontAxle: 53.5 * INCH,
  rearAxle: 53.5 * INCH,
  track: 1.5,
};
const AUDI: TestVehicle = {
  name: 'Audi A4',
  mass: 1762,
  yawInertia: 3254,
  length: 15.4 * FOOT,
  width: 6 * FOOT,
  frontAxle: 4.6 * FOOT,
  rearAxle: 4.6 * FOOT,
  track: 1.5,
};

export interface OverlapTest {
  readonly name: string;
  readonly vehicle: TestVehicle;
  /** Radius of the edge of the barrier, or of the pole [m]; undefined: a deformable face. */
  readonly radius?: number;
  readonly isPole: boolean;
  /** Part of the width in front of the barrier. */
  readonly overlap: number;
  /** [m/s] */
  readonly speed: number;
  readonly restitution: number;
  /** Part of the impulse ratio without slip. */
  readonly impulseRatio: number;
  /** Impact centre: distance [m] and direction from ahead, and direction of the normal [degrees]. */
  readonly distance: number;
  readonly angle: number;
  readonly normal: number;
  /** Measured changes of velocity, backward and sideways [m/s], and of yaw rate [degrees/s], without sign. */
  readonly deltaVx: number;
  readonly deltaVy: number;
  readonly yaw: number;
}

type OverlapRow = readonly [
  name: string,
  radius: number | undefined,
  overlap: number,
  speed: number,
  restitution: number,
  impulseRatio: number,
  distance: number,
  angle: number,
  normal: number,
  deltaVx: number,
  deltaVy: number,
  yaw: number,
];

// biome-ignore format: a table
const FUSION_ROWS: readonly OverlapRow[] = [
  ['CF10017', 0.05, 0.25, 17.8887, 0, 1, 1.4021, 23.8, 74.6, 16.7091, 3.0297, 157.23],
  ['CF10023', 0.05, 0.21, 17.8887, 0, 0.975, 1.4021, 26.3, 77, 14.2433, 3.2461, 196.28],
  ['CF11016', undefined, 0.2, 17.8613, 0.147, 0.989, 1.3411, 29.3, 77.6, 15.6058, 3.9959, 163.11],
  ['CF10020', 0.05, 0.2, 17.8613, 0, 0.959, 1.1582, 37.5, 77.6, 13.8897, 3.237, 192.5],
  ['CF10028', 0.254, 0.25, 17.8338, 0.232, 0.718, 1.1887, 32.9, 74.6, 9.842, 4.1758, 60.83],
  ['CF11002', 0.15, 0.25, 17.8613, 0, 0.842, 1.2497, 29, 74.6, 11.7318, 3.2583, 102.75],
  ['CF11004', 0.15, 0.25, 17.8613, 0, 0.823, 1.2192, 31.3, 74.6, 11.0978, 3.2187, 103],
  ['CF11012', 0.15, 0.25, 17.8887, 0.127, 0.865, 1.2192, 30.6, 74.6, 12.4694, 3.813, 110],
  ['CF11013', 0.15, 0.25, 17.8613, 0, 0.895, 1.1887, 32.9, 74.6, 12.7864, 2.8986, 142.19],
];
const AUDI_ROW: OverlapRow = ['CEN1212', 0.15, 0.25, 17.8613, 0.103, 1, 1.1278, 35.8, 74.7, 16.0904, 3.5143, 205.96];

function overlapTest(vehicle: TestVehicle, row: OverlapRow): OverlapTest {
  const [name, radius, overlap, speed, restitution, impulseRatio, distance, angle, normal, deltaVx, deltaVy, yaw] = row;
  return {
    name,
    vehicle,
    ...(radius !== undefined && { radius }),
    isPole: name === 'CF10028',
    overlap,
    speed,
    restitution,
    impulseRatio,
    distance,
    angle,
    normal,
    deltaVx,
    deltaVy,
    yaw,
  };
}

/**
 * Small-overlap tests of IIHS, as tabulated by PyCrash (projects/validation impact momentum/docs/Brach Matrix.xlsx): those of vehicles
 * whose mass and yaw inertia are listed there. Restitution and impulse ratio were fitted to the tests by the source.
 */
export const OVERLAP_TESTS: readonly OverlapTest[] = [
  ...FUSION_ROWS.map((row) => overlapTest(FUSION, row)),
  overlapTest(AUDI, AUDI_ROW),
];

/** Tests of the same table without a listed mass and yaw inertia: not computed. */
export const WITHOUT_INERTIA = [
  'CEN1204 BMW 328i',
  'CF10001 Honda Accord',
  'CEN1205 Lexus IS250',
  'CF10005, CF10024, CF11005, CF11014 Mitsubishi Galant',
  'CF10002 Subaru Forester',
  'CEN1203 Volkswagen CC',
  'CF11011, CF11015 Volvo S60',
];

/** A rear-end test with occupants: GBB (UK) Ltd, gbbuk.com/rear-to-front-collision-5-5-mph. */
export const REAR_END = {
  name: 'GBB 5.5 mph',
  masses: [950, 770],
  speed: 5.5 * MILE_PER_HOUR,
  /** Measured [m/s]: of the Ford Fiesta that drives into the Volkswagen Polo, and of the Polo. */
  deltaV: [3.1 * MILE_PER_HOUR, 3.5 * MILE_PER_HOUR],
} as const;

/**
 * Used for all tests alike, from no source about these vehicles. Stiffness coefficients are those of a demonstration of PyCrash,
 * 350 lbf/in and 110 lbf/in² [N/m, N/m²].
 */
export const ASSUMED = {
  A: 350 * (4.4482216152605 / INCH),
  B: 110 * (4.4482216152605 / (INCH * INCH)),
  /** Slope of unloading [N/m]. */
  unloading: 3e7,
  /** EM has no structures that crush: damper next to its spring of 2 MN/m [N s/m], which leaves a restitution near 0.1. */
  damping: 5e4,
  /** Part of the width that is pressed in an offset crash. */
  pressed: 0.5,
  /** Friction between the vehicles, and of vehicle and barrier. */
  friction: 0.5,
  /** Height of the boxes [m]. */
  height: 1.4,
  /** Length, width [m] and yaw inertia over the mass [m²] of the cars of the rear-end test. */
  car: { length: 3.8, width: 1.6, gyration2: 1.5 },
} as const;

/** Staged collisions that the field knows, whose numbers were not found in public text. */
export const NOT_FOUND = [
  'RICSAC 1 to 12 (Calspan and NHTSA): of tests 2, 3, 6 and 10 only vehicles, angles and impact speeds (31.53, 21.23, 21.47 and 31.35 mph) were found, no test weights, measured delta-V, positions of rest and damage',
  'Cliff and Montgomery, validation of PC-Crash (SAE 960885)',
  'McHenry and McHenry, RICSAC-97 (SAE 970961), beyond the names of vehicles',
  'Bailey, minor impacts (SAE 950352), and Braun, rear-end tests with volunteers (SAE 2001-01-0168): summaries only',
  '1992 Ford Explorer at 45.9 mph against 1984 Ford F-150 at 46.1 mph, 55 degrees (validation of SIMON): speeds only',
];
