import type { ResultColumn, ResultTable } from '../entries/sweeps.ts';

/** Runs that did not reach their end: all are counted, some are listed. */
export interface FailureList {
  readonly count: number;
  readonly byStatus: ReadonlyMap<string, number>;
  readonly listed: readonly { readonly run: number; readonly status: string; readonly reason: string }[];
  add(columns: readonly ResultColumn[], table: ResultTable): void;
}

/** More are not listed. */
const MAX_LISTED = 10;

export function createFailureList(maxListed = MAX_LISTED): FailureList {
  const byStatus = new Map<string, number>();
  const listed: FailureList['listed'][number][] = [];
  let count = 0;
  return {
    byStatus,
    listed,
    get count() {
      return count;
    },
    add(columns, table): void {
      const column = (name: string) => table.columns[columns.findIndex((one) => one.name === name)];
      const [runs, statuses, reasons] = [column('run'), column('status'), column('reason')];
      for (let i = 0; i < table.rowCount; i++) {
        const status = String(statuses[i]);
        if (status === 'end') continue;
        count++;
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        if (listed.length < maxListed) listed.push({ run: Number(runs[i]), status, reason: String(reasons[i]) });
      }
    },
  };
}

export function failureLines({ count, byStatus, listed }: FailureList): string[] {
  if (count === 0) return [];
  const kinds = Array.from(byStatus, ([status, number]) => `${number} ${status}`).sort();
  const lines = [...listed]
    .sort((a, b) => a.run - b.run)
    .map(({ run, status, reason }) => `    run ${run}: ${status}: ${reason}`);
  const more = count > listed.length ? [`    and ${count - listed.length} more`] : [];
  return [`  failed: ${kinds.join(', ')}`, ...lines, ...more];
}
