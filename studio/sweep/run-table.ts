import { element } from '../page/element.ts';
import { rowOrder } from './row-order.ts';
import { cellText, type SweepView } from './sweep-context.ts';
import { type Column, labelOf, type SweepResults } from './sweep-results.ts';

/** Height of a row [CSS px], as in the style sheet. */
const ROW = 26;
/** Browsers limit the height of elements [CSS px]: longer tables scroll faster than the pointer. */
const MAX_HEIGHT = 8e6;

interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** All runs as a table that can be sorted by any column. Only the visible rows are elements. */
export const runTable: SweepView = (context, signal) => {
  const { results, marked } = context;
  const { rowCount } = results;
  const columns = tableColumns(results);
  let sorting: Sorting = { column: 0, direction: 'ascending' };
  let order = rowOrder(columns[0], 'ascending');
  /** Position of each row in the order, for the marked row. */
  let position = inverse(order);
  const heads = columns.map((column, c) => headCell(column, () => sortBy(c)));
  const head = element('div', { role: 'row', className: 'sweep-row sweep-head', 'aria-rowindex': 1 }, ...heads);
  const body = element('div', { role: 'rowgroup', className: 'sweep-rows' });
  const inner = element(
    'div',
    { className: 'sweep-table-inner', role: 'presentation' },
    element('div', { role: 'rowgroup', className: 'sweep-head-group' }, head),
    body,
  );
  const grid = element(
    'div',
    {
      className: 'sweep-table',
      role: 'grid',
      tabIndex: 0,
      'aria-label': 'Runs',
      'aria-rowcount': rowCount + 1,
      'aria-colcount': columns.length,
    },
    inner,
  );
  const template = columns.map(widthOf).join(' ');
  head.style.gridTemplateColumns = template;
  inner.style.height = `${Math.min((rowCount + 1) * ROW, MAX_HEIGHT)}px`;

  const { visibleCount, firstVisible, reveal } = createScroll(grid, inner, rowCount);
  const render = () => {
    const first = firstVisible();
    const shown = Math.min(visibleCount() + 1, rowCount - first);
    const { row: current } = marked.get();
    const rows = Array.from({ length: Math.max(shown, 0) }, (_, i) => {
      const row = order[first + i];
      return bodyRow(columns, row, first + i, row === current, template);
    });
    body.replaceChildren(...rows);
    const active = current === undefined ? undefined : rows.find(({ id }) => id === rowId(current));
    if (active) grid.setAttribute('aria-activedescendant', active.id);
    else grid.removeAttribute('aria-activedescendant');
  };
  const sortBy = (column: number) => {
    const isAgain = sorting.column === column && sorting.direction === 'ascending';
    sorting = { column, direction: isAgain ? 'descending' : 'ascending' };
    order = rowOrder(columns[column], sorting.direction);
    position = inverse(order);
    for (const [c, cell] of heads.entries()) cell.setAttribute('aria-sort', c === column ? sorting.direction : 'none');
    grid.scrollTop = 0;
    render();
  };
  const move = (to: number) => {
    const at = Math.min(Math.max(to, 0), rowCount - 1);
    reveal(at);
    marked.set({ row: order[at] });
  };

  heads[0].setAttribute('aria-sort', 'ascending');
  let requested = 0;
  const later = () => {
    cancelAnimationFrame(requested);
    requested = requestAnimationFrame(render);
  };
  grid.addEventListener('scroll', later, { signal, passive: true });
  const observer = new ResizeObserver(later);
  observer.observe(grid);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  grid.addEventListener('keydown', (event) => {
    if (event.target !== grid || rowCount === 0) return;
    const { row } = marked.get();
    const at = row === undefined ? firstVisible() - 1 : position[row];
    if (event.key === 'Enter' && row !== undefined) context.run(row);
    else {
      const to = destination(event.key, Math.max(at, -1), visibleCount(), rowCount);
      if (to === undefined) return;
      move(to);
    }
    event.preventDefault();
  });
  body.addEventListener('click', (event) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (row === undefined) return;
    grid.focus({ preventScroll: true });
    context.run(Number(row));
  });
  marked.follow(['row'], later, signal);
  return element(
    'div',
    { className: 'sweep-view' },
    grid,
    element('p', { className: 'muted sweep-note' }, 'Choose a row to run it, also with the arrow keys and Enter.'),
  );
};

/** Which rows are visible: the position of the scroll bar is a fraction of the rows, so tables of any length scroll. */
function createScroll(grid: HTMLElement, inner: HTMLElement, rowCount: number) {
  const visibleCount = () => Math.max(Math.floor(grid.clientHeight / ROW) - 1, 1);
  const travel = () => inner.offsetHeight - grid.clientHeight;
  const firstVisible = () =>
    travel() <= 0 ? 0 : Math.round((grid.scrollTop / travel()) * Math.max(rowCount - visibleCount(), 0));
  /** Scrolls so that a position of the order is visible. */
  const reveal = (at: number) => {
    const [first, count] = [firstVisible(), visibleCount()];
    if (at >= first && at < first + count) return;
    const wanted = at < first ? at : at - count + 1;
    grid.scrollTop = (wanted / Math.max(rowCount - count, 1)) * travel();
  };
  return { visibleCount, firstVisible, reveal };
}

function destination(key: string, at: number, page: number, count: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  return to[key];
}

function inverse(order: Uint32Array): Uint32Array {
  const position = new Uint32Array(order.length);
  order.forEach((row, i) => {
    position[row] = i;
  });
  return position;
}

/** The reason of a failure is long: it is the last column, if any run failed. */
function tableColumns({ columns }: SweepResults): Column[] {
  const isReason = ({ name }: Column) => name === 'reason';
  const reasons = columns.filter((column) => isReason(column) && column.texts?.length !== 0);
  return [...columns.filter((column) => !isReason(column)), ...reasons];
}

function widthOf({ name, texts }: Column): string {
  if (name === 'run') return '5.5rem';
  if (name === 'reason') return 'minmax(12rem, 1fr)';
  return texts ? 'minmax(7rem, 1fr)' : 'minmax(8.5rem, 1fr)';
}

function headCell(column: Column, onclick: () => void): HTMLElement {
  const button = element(
    'button',
    { type: 'button', className: 'sweep-sort', title: column.meaning, onclick },
    labelOf(column),
  );
  return element('div', { role: 'columnheader', className: column.texts ? '' : 'number', 'aria-sort': 'none' }, button);
}

function rowId(row: number): string {
  return `sweep-row-${row}`;
}

function bodyRow(
  columns: readonly Column[],
  row: number,
  at: number,
  isMarked: boolean,
  template: string,
): HTMLElement {
  const cells = columns.map((column) =>
    element('div', { role: 'gridcell', className: column.texts ? '' : 'number' }, cellText(column, row)),
  );
  const made = element(
    'div',
    {
      id: rowId(row),
      role: 'row',
      className: 'sweep-row',
      'data-row': row,
      'aria-rowindex': at + 2,
      'aria-selected': String(isMarked),
    },
    ...cells,
  );
  made.style.gridTemplateColumns = template;
  return made;
}
