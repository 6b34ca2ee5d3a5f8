import { expectFiniteList, expectFiniteTree, isFiniteTree } from '../math/finite.ts';
import type { BodyState, LedgerRow, RunObserver, RunSummary } from './observer.ts';

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
      if (!isFiniteTree(row)) expectFiniteTree(row, `at ${row.time} s: contact`);
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
  if (isFiniteTree(bodies) && isFiniteTree(ledger)) return;
  for (const { name, ...state } of bodies) {
    for (const [key, value] of Object.entries(state)) {
      expectFiniteTree(value, `at ${time} s: ${JSON.stringify(name)} ${key}`);
    }
  }
  expectFiniteTree(ledger, `at ${time} s: ledger`);
}

/** The same for what a run came to. */
export function finiteSummary(summary: RunSummary): RunSummary {
  expectFiniteTree(summary, 'summary');
  return summary;
}
