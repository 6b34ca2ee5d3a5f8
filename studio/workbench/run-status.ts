import './run-status.css';
import { incompleteReason } from '../../src/index.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { Panel } from '../page/studio.ts';
import { cancelRun, runScene } from '../session/actions.ts';
import type { SessionState } from '../session/session.ts';

/** State of the worker: a progress bar, the result, or the error. */
export const runStatus: Panel = (studio, signal) => {
  const { session } = studio;
  const target = element('progress', { 'aria-label': 'Simulated time', max: 1, value: 0 });
  const words = element('span', { className: 'run-words' });
  const cancel = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => cancelRun(session) },
    'Cancel',
  );
  const again = element(
    'button',
    { type: 'button', className: 'button quiet', onclick: () => void runScene(studio) },
    'Run again',
  );
  const container = element('div', { className: 'run-status' }, target, words, cancel, again);
  session.follow(
    ['run', 'recorded'],
    (state) => {
      const { run } = state;
      const running = run.kind === 'running';
      target.hidden = !running;
      cancel.hidden = !running;
      again.hidden = run.kind !== 'cancelled';
      container.dataset['kind'] = run.kind;
      if (running) target.value = run.end > 0 ? run.time / run.end : 0;
      words.textContent = wordsFor(state);
    },
    signal,
  );
  return container;
};

/** How far a cancelled run came, and what is kept of it. */
function cancelledWords(time: number, end: number, recorded: SessionState['recorded']): string {
  const reached = `Cancelled at ${formatNumber(Number(time.toPrecision(4)))} of ${formatNumber(end)} s`;
  if (!recorded?.isPartial) return reached;
  const count = recorded.recording.ledger.rowCount;
  return `${reached}: ${count === 1 ? 'one frame is' : `${count} frames are`} kept`;
}

function wordsFor({ run, recorded }: SessionState): string {
  switch (run.kind) {
    case 'idle':
      return '';
    case 'running':
      return `${formatNumber(run.time)} of ${formatNumber(run.end)} s`;
    case 'cancelled':
      return cancelledWords(run.time, run.end, recorded);
    case 'failed':
      return run.failure.message;
    case 'done': {
      if (recorded === undefined) return '';
      const { summary } = recorded.recording;
      const clock =
        recorded.seconds === undefined
          ? 'recorded'
          : `computed in ${formatNumber(Number(recorded.seconds.toPrecision(2)))} s`;
      const reason = incompleteReason(summary);
      const contacts = recorded.contactsBy === undefined ? '' : `, contacts by the ${recorded.contactsBy}`;
      return `${formatNumber(summary.time)} s, ${clock}${contacts}${reason === undefined ? '' : `, incomplete: ${reason}`}`;
    }
  }
}
