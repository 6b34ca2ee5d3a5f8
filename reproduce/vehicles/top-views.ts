import { createVehicleBody } from '../../src/dynamics/vehicle/vehicle-body.ts';
import { lengthVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import type { Place, TopView, TopViewPanel } from '../../src/picture/top-view.ts';
import { vehicleOutline } from '../../src/picture/vehicle-outline.ts';
import { DEFAULT_CONTACT_LAW } from '../../src/response/vehicle-contact/contact-law.ts';
import { momentOf } from '../../src/sim/vehicles/contact-phase.ts';
import { EXAMPLE_MODEL } from './example-files.ts';
import { type ExampleRun, momentAt, type RunMoment } from './example-run.ts';

/** Length of the arrow of the maximum force [m]. */
const LONGEST_ARROW = 2.5;

/**
 * Top view of two vehicles at some times, with their paths so far, in a frame that moves with the mean of their initial
 * speeds: the road is too long for a picture.
 */
export function topViewOf(title: string, run: ExampleRun, times: readonly (readonly [string, number])[]): TopView {
  const shown = times.map(([name, time]) => ({ name, moment: momentAt(run, time) }));
  const greatest = Math.max(
    1,
    ...shown.flatMap(({ moment }) => moment.contactForces.map(({ force }) => lengthVec3(force))),
  );
  const panels = shown.map(({ name, moment }) => panelOf(run, name, moment, LONGEST_ARROW / greatest));
  return { title, panels };
}

/** `scale` is the length of an arrow per force [m/N]. */
function panelOf(run: ExampleRun, name: string, moment: RunMoment, scale: number): TopViewPanel {
  const { moments } = run;
  const [first, second] = [0, 1].map((i) => momentOf(moments[0].states, i).velocity.x);
  const along = (time: number, x: number, y: number): Place => [
    millimetres(x - 0.5 * (first + second) * time),
    millimetres(y),
  ];
  const here = (x: number, y: number) => along(moment.time, x, y);
  const { semiAxes } = createVehicleBody(EXAMPLE_MODEL);
  const vehicles = [0, 1].map((index) => {
    const { box, ellipsoid, center, ahead } = vehicleOutline(
      moment.states,
      index,
      semiAxes,
      DEFAULT_CONTACT_LAW.radius,
    );
    const ring = (points: Float64Array) =>
      Array.from({ length: points.length / 2 }, (_, k) => here(points[2 * k], points[2 * k + 1]));
    const front = 0.5 * EXAMPLE_MODEL.CONTACT.A1;
    const nose = [here(...center), here(center[0] + front * ahead[0], center[1] + front * ahead[1])] as const;
    const trail = moments
      .filter(({ time }) => time <= moment.time)
      .map(({ time, states }) => {
        const { x, y } = momentOf(states, index).position;
        return along(time, x, y);
      });
    return { box: ring(box), ellipsoid: ring(ellipsoid), nose, trail };
  });
  const arrows = moment.contactForces.flatMap(({ point, force }) =>
    [1, -1].map(
      (side) =>
        [here(point.x, point.y), here(point.x + side * scale * force.x, point.y + side * scale * force.y)] as const,
    ),
  );
  const strength = moment.contactForces.map(({ force }) => `, ${formatNumber(lengthVec3(force) / 1000)} kN`).join('');
  return { caption: `${name}: ${formatNumber(moment.time)} s${strength}`, vehicles, arrows };
}

function millimetres(value: number): number {
  return Math.round(value * 1000) / 1000;
}
