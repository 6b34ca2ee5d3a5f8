import { expectFiniteList, expectFiniteTree, isFiniteTree } from '../math/finite.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { BodyState, ContactRow, LedgerRow, RunObserver, RunSummary, SimEvent } from './observer.ts';

/** Passes all records on to an observer; throws a NonFiniteError that names the first non-finite number. */
export function finiteObserver(observer: RunObserver): RunObserver {
  const { working, nodes, tracking, distances, couplers, vehicles, pairs, joints } = observer;
  return {
    ...(working && { working: (part) => observer.working?.(part) }),
    frame(time, bodies, ledger) {
      checkFrame(time, bodies, ledger);
      observer.frame(time, bodies, ledger);
    },
    ...(nodes && {
      nodes(time, bodies) {
        for (const [i, { positions, velocities }] of bodies.entries()) {
          expectFiniteList(positions, `at ${time} s: positions of the nodes of body ${i}`);
          expectFiniteList(velocities, `at ${time} s: velocities of the nodes of body ${i}`);
        }
        observer.nodes?.(time, bodies);
      },
    }),
    ...(tracking && {
      tracking(row) {
        if (!isFiniteTree(row)) expectFiniteTree(row, `at ${row.time} s: tracking`);
        observer.tracking?.(row);
      },
    }),
    ...(couplers && {
      couplers(row) {
        if (!isFiniteTree(row)) expectFiniteTree(row, `at ${row.time} s: couplers`);
        observer.couplers?.(row);
      },
    }),
    ...(distances && {
      distances(row) {
        if (!isFiniteTree(row)) expectFiniteTree(row, `at ${row.time} s: distances`);
        observer.distances?.(row);
      },
    }),
    ...(joints && {
      joints(time, rows) {
        if (!isFiniteTree(rows)) expectFiniteTree(rows, `at ${time} s: joints`);
        observer.joints?.(time, rows);
      },
    }),
    ...(vehicles && {
      vehicles(time, rows) {
        if (!isFiniteTree(rows)) expectFiniteTree(rows, `at ${time} s: vehicles`);
        observer.vehicles?.(time, rows);
      },
    }),
    ...(pairs && {
      pairs(row) {
        if (!isFiniteTree(row)) expectFiniteTree(row, `at ${row.time} s: pairs`);
        observer.pairs?.(row);
      },
    }),
    contact(row) {
      if (!isFiniteContact(row)) expectFiniteTree(row, `at ${row.time} s: contact`);
      observer.contact(row);
    },
    event(event) {
      if (!isFiniteEvent(event)) expectFiniteTree(event, `at ${event.time} s: ${event.type}`);
      observer.event(event);
    },
  };
}

/**
 * A sum with a non-finite number is not finite, but neither is one that overflows: then every number is checked by itself, and
 * likewise where there may be other numbers than these.
 */
function isFiniteContact(row: ContactRow): boolean {
  const { time, bodyA, bodyB, point, normal, distance, closingSpeed, impulse, work, node, face } = row;
  const sum = time + bodyA + bodyB + distance + closingSpeed + work + sumOf(point) + sumOf(normal) + sumOf(impulse);
  return Number.isFinite(sum + (node ?? 0) + (face ?? 0)) || isFiniteTree(row);
}

function isFiniteEvent(event: SimEvent): boolean {
  if (event.type !== 'collision') return isFiniteTree(event);
  const { time, point, normal, impulse, closingSpeed, points } = event;
  const sum = time + point[0] + point[1] + point[2] + normal[0] + normal[1] + normal[2];
  return Number.isFinite(sum + impulse + closingSpeed + points) || isFiniteTree(event);
}

function sumOf({ x, y, z }: ReadonlyVec3): number {
  return x + y + z;
}

function checkFrame(time: number, bodies: readonly BodyState[], ledger: LedgerRow): void {
  // paths are written only for a non-finite number
  if (bodies.every(isFiniteState) && isFiniteRow(ledger)) return;
  for (const { name, ...state } of bodies) {
    for (const [key, value] of Object.entries(state)) {
      expectFiniteTree(value, `at ${time} s: ${JSON.stringify(name)} ${key}`);
    }
  }
  expectFiniteTree(ledger, `at ${time} s: ledger`);
}

function isFiniteState(state: BodyState): boolean {
  const { position, rotation: r, angle, velocity, angularVelocity } = state;
  const rotated = r.xx + r.xy + r.xz + r.yx + r.yy + r.yz + r.zx + r.zy + r.zz;
  const sum = angle + rotated + sumOf(position) + sumOf(velocity) + sumOf(angularVelocity);
  return Number.isFinite(sum) || isFiniteTree(state);
}

function isFiniteRow(row: LedgerRow): boolean {
  const works = row.contactWork + row.driveWork + row.energyCreated + row.externalWork;
  const energies = row.kineticEnergy + row.potentialEnergy + row.strainEnergy + works;
  const linear = row.momentumScale + sumOf(row.momentum) + sumOf(row.impulseOnImmovable) + sumOf(row.externalImpulse);
  const angular = sumOf(row.angularMomentum) + sumOf(row.angularImpulseOnImmovable) + sumOf(row.externalAngularImpulse);
  return Number.isFinite(row.time + row.angularMomentumScale + energies + linear + angular) || isFiniteTree(row);
}

/** The same for the summary of a run. */
export function finiteSummary(summary: RunSummary): RunSummary {
  if (!isFiniteTree(summary)) expectFiniteTree(summary, 'summary');
  return summary;
}
