import { createMat3, multiplyMat3, rotationAboutZ } from '../../src/math/mat3.ts';
import { copyMovingPose, createMovingPose } from '../../src/math/moving-pose.ts';
import { sin } from '../../src/math/trig.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { readScene } from '../../src/scene/read.ts';
import type { SmoothScene } from '../../src/scene/smooth-scene.ts';
import { createHapticLoop, type HapticLoop, hapticSummary, stepHapticLoop } from '../../src/sim/smooth/haptic-loop.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

/** Coupler and contact [N/m], [N m/rad]; coefficient of friction; radius of the tool and height of the half-space [m]. */
const COUPLER = 800;
const ANGULAR = 0.05;
const CONTACT = 20_000;
const FRICTION = 0.3;
const RADIUS = 0.008;
const TOP = 0.02;
/** Orientation of tool and handle: touches away from the poles of the sphere. */
const TILT = { axis: [1, 0, 0], angle: 0.7 };
/** [s] */
const STEP = 1e-3;

interface WallOptions {
  readonly friction?: boolean;
  readonly damping?: number;
  readonly step?: number;
  /** Mass of the tool [kg]. */
  readonly mass?: number;
  /** Is there a block? */
  readonly contact?: boolean;
}

/** A tool on a coupler above the flat top of a block: a virtual block. */
function block({ friction, damping = 10, step = STEP, mass = 0.05, contact = true }: WallOptions = {}): SmoothScene {
  const document = {
    world: 'smooth',
    title: 'Virtual block',
    description: 'A tool on a coupler above a block.',
    bodies: [
      { name: 'block', shape: { kind: 'rounded-box', halfExtents: [0.06, 0.04, TOP], radius: 0.005 }, motion: 'fixed' },
      { name: 'tool', shape: { kind: 'sphere', radius: RADIUS }, position: [0, 0, 0.04], rotation: TILT, mass },
    ],
    contacts: {
      response: contact ? 'penalty' : 'none',
      ...(contact && { penalty: { law: 'linear', stiffness: CONTACT, damping: 20 } }),
      ...(friction && { friction: { law: 'algebraic', static: FRICTION, dynamic: FRICTION } }),
    },
    couplers: [
      {
        name: 'hand',
        body: 'tool',
        handle: {
          position: { kind: 'static', point: [0, 0, 0.04] },
          orientation: { axis: TILT.axis, rate: 0, tilt: TILT },
        },
        stiffness: COUPLER,
        damping,
        angularStiffness: ANGULAR,
        angularDamping: damping === 0 ? 0 : 5e-4,
      },
    ],
    time: { end: 100, step },
  };
  return readScene(JSON.stringify(document), 'virtual block') as SmoothScene;
}

/** Steps with the handle at (x, 0, z)(t), moving on at constant velocity within a step. */
function lead(scene: SmoothScene, steps: number, at: (t: number) => readonly [number, number]): HapticLoop {
  const loop = createHapticLoop(scene, { warmUpSteps: 0 });
  const handle = copyMovingPose(createMovingPose(), loop.handle);
  const { step } = scene.time;
  for (let k = 0; k < steps; k++) {
    const [x, z] = at(k * step);
    const [nextX, nextZ] = at((k + 1) * step);
    Object.assign(handle.pose.position, { x, z });
    Object.assign(handle.velocity, { x: (nextX - x) / step, z: (nextZ - z) / step });
    stepHapticLoop(loop, handle);
  }
  return loop;
}

/** Height of the handle at which the tool touches [m]. */
const TOUCHING = TOP + RADIUS;

/** Force on a hand that presses slowly to a depth [m], and the closed form: two springs in series. */
function pressTable() {
  return [0.001, 0.002, 0.005, 0.008].map((depth) => {
    const { force } = lead(block(), 1200, (t) => [0, Math.max(TOUCHING - depth, 0.03 - 0.02 * t)]);
    return { depth, force: force.z, series: depth / (1 / COUPLER + 1 / CONTACT) };
  });
}

/** Force along a sliding hand, relative to the normal force. */
function slidingRatio(): number {
  const loop = lead(block({ friction: true }), 1800, (t) => [
    t < 1 ? 0 : 0.02 * (t - 1),
    Math.max(TOUCHING - 0.005, 0.03 - 0.02 * t),
  ]);
  return -loop.force.x / loop.force.z;
}

/** Torque on a hand that rotates by `angle` [rad] before the tool follows [N m]. */
function torqueOfRotation(angle: number): number {
  const loop = createHapticLoop(block({ damping: 0 }), { warmUpSteps: 0 });
  const handle = copyMovingPose(createMovingPose(), loop.handle);
  const { rotation } = handle.pose;
  multiplyMat3(rotation, rotationAboutZ(createMat3(), angle), rotation);
  stepHapticLoop(loop, handle);
  return loop.torque.z;
}

/** Energy that a sampled spring without damping gives to a hand that moves by A sin(ω t) through whole periods [J]: found, and K N A² sin²(ωT/2). */
function sampledSpringTable() {
  return [1e-3, 2e-3, 5e-3].map((step) => {
    const [amplitude, periods, period] = [0.01, 2, 0.4];
    const omega = (2 * Math.PI) / period;
    const steps = Math.round((periods * period) / step);
    // the tool is so heavy that it does not follow
    const scene = block({ damping: 0, step, mass: 1e9, contact: false });
    // the work of a step is counted at the next sample
    const loop = lead(scene, steps + 1, (t) => [0, 0.04 + amplitude * sin(omega * t)]);
    const { energyPut, energyReturned, minDamping } = hapticSummary(loop);
    const half = sin(0.5 * omega * step);
    return {
      step,
      minDamping,
      created: energyReturned - energyPut,
      expected: COUPLER * steps * amplitude * amplitude * half * half,
    };
  });
}

export function hapticLoopItem(): ReportItem {
  const press = pressTable();
  const ratio = slidingRatio();
  const sampled = sampledSpringTable();
  const tapping = hapticSummary(lead(block(), 1600, (t) => [0, 0.028 + 0.006 * sin(12 * t)]));
  const worst = Math.max(...press.map(({ force, series }) => Math.abs(force / series - 1)));
  const created = Math.max(...sampled.map(({ created: found, expected }) => Math.abs(found / expected - 1)));
  return {
    id: 'haptic-loop',
    source: '[PG05-4.4]',
    title: 'Haptic loop at a virtual block',
    description:
      'A tool on a virtual coupler is pressed against a block, moved along it and tapped on it by a prescribed hand, with steps of 1 ms. The force on the hand is compared with closed forms; the energy exchanged with it decides whether the coupler is passive. A spring whose force is held over a step returns more than was put in, as if it had the damping -K T/2; the damper of the coupler makes up for it.',
    checks: [
      atMost('pressing: largest relative error of the force, two springs in series', worst, 1e-6),
      equals('sliding: force along the block over normal force', ratio, FRICTION, 1e-3),
      equals(
        'rotated by 0.2 rad: torque on the hand, -2 K sin(θ/2) [N m]',
        torqueOfRotation(0.2),
        -2 * ANGULAR * sin(0.1),
        1e-12,
      ),
      equals('tapping with damper: energy returned in excess of that put in [J]', tapping.maxExcess, 0),
      atMost('tapping with damper: energy returned over energy put in', tapping.energyReturned / tapping.energyPut, 1),
      atMost('sampled spring without damper: largest relative error of the energy created', created, 1e-6),
    ],
    tables: [
      {
        title: 'Force on a hand that presses slowly',
        columns: ['depth of the handle [mm]', 'force [N]', 'springs in series [N]'],
        rows: press.map(({ depth, force, series }) => [depth * 1000, force, series].map(formatNumber)),
      },
      {
        title: 'Energy created by a sampled spring without damper: hand moved by ± 10 mm for two periods of 0.4 s',
        columns: ['step [ms]', 'created [mJ]', 'closed form [mJ]', 'damping needed, K T/2 [N s/m]'],
        rows: sampled.map(({ step, created: found, expected, minDamping }) =>
          [1000 * step, 1000 * found, 1000 * expected, minDamping].map(formatNumber),
        ),
      },
    ],
  };
}
