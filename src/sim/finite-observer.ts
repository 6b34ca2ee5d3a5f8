import { expectFiniteList, expectFiniteTree, isFiniteTree } from '../math/finite.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { BodyState, ContactRow, LedgerRow, RunObserver, RunSummary } from './observer.ts';

/** Passes everything on to an observer whose numbers are all finite; throws a NonFiniteError about the first that is not. */
export function finiteObserver(observer: RunObserver): RunObserver {
  const { working, nodes, tracking, vehicles } = observer;
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
    ...(vehicles && {
      vehicles(time, rows) {
        if (!isFiniteTree(rows)) expectFiniteTree(rows, `at ${time} s: vehicles`);
        observer.vehicles?.(time, rows);
      },
    }),
    contact(row) {
      if (!isFiniteContact(row)) expectFiniteTree(row, `at ${row.time} s: contact`);
      observer.contact(row);
    },
    event(event) {
      if (!isFiniteTree(event)) expectFiniteTree(event, `at ${event.time} s: ${event.type}`);
      observer.event(event);
    },
  };
}

function checkFrame(time: number, bodies: readonly BodyState[], ledger: LedgerRow): void {
  // paths are written only for the number that is at fault
  if (bodies.every(isFiniteState) && isFiniteRow(ledger)) return;
  for (const { name, ...state } of bodies) {
    for (const [key, value] of Object.entries(state)) {
      expectFiniteTree(value, `at ${time} s: ${JSON.stringify(name)} ${key}`);
    }
  }
  expectFiniteTree(ledger, `at ${time} s: ledger`);
}

// Every frame and contact is asked: field by field, which takes a tenth of the time of a search through the keys.

function isFiniteState({ position, rotation: r, angle, velocity, angularVelocity }: BodyState): boolean {
  return (
    Number.isFinite(angle) &&
    isFiniteVector(position) &&
    isFiniteVector(velocity) &&
    isFiniteVector(angularVelocity) &&
    areFinite(r.xx, r.xy, r.xz) &&
    areFinite(r.yx, r.yy, r.yz) &&
    areFinite(r.zx, r.zy, r.zz)
  );
}

function isFiniteRow(row: LedgerRow): boolean {
  return (
    areFinite(row.time, row.momentumSize, row.angularMomentumSize) &&
    areFinite(row.kineticEnergy, row.potentialEnergy, row.strainEnergy) &&
    areFinite(row.contactWork, row.loadWork, 0) &&
    isFiniteVector(row.momentum) &&
    isFiniteVector(row.angularMomentum) &&
    isFiniteVector(row.momentumGiven) &&
    isFiniteVector(row.angularMomentumGiven) &&
    isFiniteVector(row.momentumBrought) &&
    isFiniteVector(row.angularMomentumBrought)
  );
}

function isFiniteContact({ time, point, normal, distance, closingSpeed, impulse, work }: ContactRow): boolean {
  return (
    areFinite(time, distance, closingSpeed) &&
    Number.isFinite(work) &&
    isFiniteVector(point) &&
    isFiniteVector(normal) &&
    isFiniteVector(impulse)
  );
}

function isFiniteVector({ x, y, z }: ReadonlyVec3): boolean {
  return areFinite(x, y, z);
}

function areFinite(a: number, b: number, c: number): boolean {
  return Number.isFinite(a) && Number.isFinite(b) && Number.isFinite(c);
}

/** The same for what a run came to. */
export function finiteSummary(summary: RunSummary): RunSummary {
  if (!isFiniteTree(summary)) expectFiniteTree(summary, 'summary');
  return summary;
}
