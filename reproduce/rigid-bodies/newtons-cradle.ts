import { createPlanarBody } from '../../src/dynamics/rigid-body.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { createMaterial } from '../../src/response/material.ts';
import { resolveContacts } from '../../src/response/resolve-contacts.ts';
import { allEqual, atMost, type ReportItem } from '../report-item.ts';
import { type Run, runDraft } from './run-document.ts';

type Multi = 'sequential' | 'simultaneous';

/** Velocities of `count` equal spheres in a row after the first hits the others at 1 m/s: impulses only. */
function impactedRow(multiContact: Multi, count: number): number[] {
  const balls = Array.from({ length: count }, (_, i) =>
    createPlanarBody(createPose([i, 0]), 1, 1, createVec3(i === 0 ? 1 : 0), 0),
  );
  const contacts = balls.slice(1).map((b, i) => {
    const point = createVec3(i + 0.5);
    const points = [{ pointA: point, pointB: point }];
    return { a: balls[i], b, normal: createVec3(1), points, material: createMaterial() };
  });
  resolveContacts(contacts, { multiContact });
  return balls.map(({ velocity }) => velocity.x);
}

/** The same by simulation: touching discs, and one moving. Sizes are powers of two, so that the discs touch exactly. */
function simulatedRow(multiContact: Multi, count: number): Run {
  const disc = (i: number) => ({
    name: `disc ${i + 1}`,
    shape: { kind: 'disc', radius: 0.125 },
    position: [i === 0 ? -1 : 0.25 * i, 0],
    velocity: [i === 0 ? 1 : 0, 0],
    mass: 1,
  });
  return runDraft({
    title: `Newton's cradle, ${multiContact}`,
    bodies: Array.from({ length: count }, (_, i) => disc(i)),
    contacts: { restitution: 1, multiContact },
    time: { end: 2 },
  });
}

const velocitiesOf = (run: Run) => run.final.map(({ velocity }) => velocity.x);

export function newtonsCradle(): ReportItem {
  const sequential = simulatedRow('sequential', 3);
  const simultaneous = simulatedRow('simultaneous', 3);
  const five = (['sequential', 'simultaneous'] as const).map((multiContact) => ({
    multiContact,
    run: simulatedRow(multiContact, 5),
  }));
  const runs = [sequential, simultaneous, ...five.map(({ run }) => run)];
  const worstBalance = Math.max(
    ...runs.flatMap(({ summary }) => [summary.balance.momentumError, summary.balance.energyError]),
  );
  return {
    id: 'newtons-cradle',
    source: '[CP13-3.4]',
    title: "Newton's cradle",
    description:
      'One sphere hits a row of equal touching spheres, e = 1. Rigid-body theory does not determine the result: resolved sequentially, the impacts pass the whole velocity to the last sphere; resolved simultaneously, they distribute it. Both conserve momentum and energy.',
    checks: [
      allEqual('three spheres, sequential', impactedRow('sequential', 3), [0, 0, 1], 1e-15),
      allEqual('three spheres, simultaneous', impactedRow('simultaneous', 3), [-1 / 3, 2 / 3, 2 / 3], 1e-15),
      allEqual('simulated, sequential', velocitiesOf(sequential), [0, 0, 1], 1e-14),
      allEqual('simulated, simultaneous', velocitiesOf(simultaneous), [-1 / 3, 2 / 3, 2 / 3], 1e-14),
      atMost('simulated: worst error of the momentum and energy balance', worstBalance, 1e-13),
    ],
    tables: [
      {
        title: 'Velocities of five discs after the impact, simulated [m/s]',
        columns: ['', '1', '2', '3', '4', '5'],
        rows: five.map(({ multiContact, run }) => [multiContact, ...velocitiesOf(run).map(formatNumber)]),
      },
    ],
  };
}
