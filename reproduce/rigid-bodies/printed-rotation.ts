import { createMat3, multiplyMat3, type ReadonlyMat3, rotationAboutZ, transformVec3 } from '../../src/math/mat3.ts';
import { createPose } from '../../src/math/pose.ts';
import { cos, sin } from '../../src/math/trig.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createPolygon } from '../../src/shapes/polygon.ts';
import { createCollisionBlock } from '../../src/sim/collision-block/create-collision-block.ts';
import { allEqual, atLeast, equals, type ReportItem } from '../report-item.ts';
import { separation, worldCorners } from './separation.ts';

/** [[cos θ, sin θ], [-sin θ, cos θ]] */
function printedMatrix(angle: number): ReadonlyMat3 {
  return { ...createMat3(cos(angle), cos(angle), 1), xy: sin(angle), yx: -sin(angle) };
}

/** A square and a tilted plank above it, whose lower vertex is nearest to the square's upper edge. */
const SQUARE = [
  [0.5, 0.5],
  [0.5, -0.5],
  [-0.5, -0.5],
  [-0.5, 0.5],
];
const PLANK = SQUARE.map(([x, y]) => [2 * x, 0.2 * y]);
const PLANK_PLACE = [0.9, 1.4];
const PLANK_ANGLE = Math.PI / 6;

/** Distance computed by a block with the printed matrix. */
function blockDistance(rotation: 'slides' | 'bodyToInertial'): number {
  const rowsOf = (angle: number) => {
    const { xx, xy, yx, yy } = printedMatrix(angle);
    return [
      [xx, xy],
      [yx, yy],
    ];
  };
  const mesh = (corners: readonly number[][]) => [0, 1].map((row) => corners.map((corner) => corner[row]));
  return createCollisionBlock({ rotation }).step({
    Xcm_A: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    Xcm_B: [...PLANK_PLACE, 0, 0, 0, 0, 0, 0, 0],
    R_A: rowsOf(0),
    R_B: rowsOf(PLANK_ANGLE),
    mesh_A: mesh(SQUARE),
    mesh_B: mesh(PLANK),
  }).distance;
}

export function printedRotation(): ReportItem {
  const angles = Array.from({ length: 24 }, (_, i) => (i * Math.PI) / 12);
  const deviations = angles.map((angle) => {
    const { xx, xy, yx, yy } = multiplyMat3(createMat3(), printedMatrix(angle), rotationAboutZ(createMat3(), angle));
    return Math.max(Math.abs(xx - 1), Math.abs(xy), Math.abs(yx), Math.abs(yy - 1));
  });
  const quarter = transformVec3(createVec3(), printedMatrix(Math.PI / 2), createVec3(1, 0));
  const right = transformVec3(createVec3(), rotationAboutZ(createMat3(), Math.PI / 2), createVec3(1, 0));
  // the closest points are on a vertex and an edge: the gap along the edge normal is the distance
  const [square, plank] = [SQUARE, PLANK].map(createPolygon);
  const distance = separation(
    worldCorners(square, createPose()),
    worldCorners(plank, createPose(PLANK_PLACE, PLANK_ANGLE)),
  );
  return {
    id: 'printed-rotation',
    source: '[CP13-0], [CP13-5.1] (E14)',
    title: 'The printed rotation matrix is the inverse one',
    description:
      'R_ib is said to map the body to the inertial frame, but [[cos θ, sin θ], [-sin θ, cos θ]] is printed, which is the inverse. The collision block takes the matrix as described, or as printed if configured.',
    checks: [
      equals('printed matrix times R(θ) minus the identity, largest over 24 angles', Math.max(...deviations), 0, 1e-15),
      allEqual('as printed, x axis of a body rotated by 90° to the left', [quarter.x, quarter.y], [0, -1], 1e-15),
      allEqual('corrected', [right.x, right.y], [0, 1], 1e-15),
      equals(
        'distance of square and rotated plank, block configured for the printed form [m]',
        blockDistance('slides'),
        distance,
        1e-14,
      ),
      atLeast('its error without that configuration [m]', Math.abs(blockDistance('bodyToInertial') - distance), 0.01),
    ],
  };
}
