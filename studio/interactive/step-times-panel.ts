import { element } from '../page/element.ts';
import { type StepTimes, TIME_LIMITS } from './haptic-protocol.ts';

/** Distribution of the times of the steps: a bar per class, and the longest step. */
export function createStepTimesPanel() {
  const summary = element('p', {});
  const rows = element('dl', { className: 'times-classes' });
  const panel = element('section', { className: 'times' }, element('h2', {}, 'Step times'), summary, rows);
  return {
    element: panel,
    clear(): void {
      rows.replaceChildren();
      summary.textContent = 'The loop warms up.';
      delete panel.dataset['steps'];
    },
    show({ steps, mean, worst, counts }: StepTimes): void {
      if (steps === 0) return;
      const over = counts[counts.length - 1];
      Object.assign(panel.dataset, { steps, over, counts: counts.join(' '), worst, mean });
      summary.textContent = `${steps} steps after the warm-up: mean ${inMicroseconds(mean)}, longest ${inMicroseconds(worst)}, ${over} above 1 ms`;
      rows.replaceChildren(
        ...counts.flatMap((count, i) => [
          element('dt', {}, nameOfClass(i)),
          element('dd', {}, bar(count / steps), element('span', { className: 'mono' }, String(count))),
        ]),
      );
    },
  };
}

/** Clocks of browsers have a resolution of 5 to 100 µs. */
function inMicroseconds(time: number): string {
  return `${Math.round(1000 * time)} µs`;
}

function nameOfClass(index: number): string {
  const last = TIME_LIMITS.length;
  if (index === 0) return `up to ${TIME_LIMITS[0]} ms`;
  return index === last ? `above ${TIME_LIMITS[last - 1]} ms` : `up to ${TIME_LIMITS[index]} ms`;
}

function bar(fraction: number): HTMLElement {
  const filled = element('span', { className: 'times-bar' });
  // logarithmic from 1 in 100 000: rare long steps are what matters
  const width = fraction > 0 ? Math.max(0.04, 1 + Math.log10(fraction) / 5) : 0;
  filled.style.width = `${100 * width}%`;
  return element('span', { className: 'times-track' }, filled);
}
