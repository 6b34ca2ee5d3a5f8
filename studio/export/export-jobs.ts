import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import type { OnFrame } from './film.ts';

class Cancelled extends Error {}

/** Buttons of long jobs: one job at a time, with its progress and a way to cancel it. */
export interface ExportJobs {
  /** Progress bar and Cancel; hidden while nothing is made. */
  readonly element: HTMLElement;
  /** A button that runs `make`; errors are announced under its name. `onFrame` reports progress. */
  button(label: string, make: (onFrame: OnFrame) => Promise<void>): HTMLButtonElement;
  /** Enables or disables a button, as soon as no job runs. */
  setEnabled(button: HTMLButtonElement, isEnabled: boolean): void;
}

export function createExportJobs(studio: Studio): ExportJobs {
  const bar = element('progress', { max: 1, 'aria-label': 'Export' });
  const words = element('span', { className: 'export-words', role: 'status' });
  const cancel = element('button', { type: 'button', className: 'button' }, 'Cancel');
  const box = element('div', { className: 'export-progress', hidden: true }, bar, words, cancel);
  const enabled = new Map<HTMLButtonElement, boolean>();
  let isRunning = false;
  let isCancelled = false;
  cancel.onclick = () => {
    isCancelled = true;
  };
  const update = () => {
    box.hidden = !isRunning;
    for (const [button, isEnabled] of enabled) button.disabled = isRunning || !isEnabled;
  };
  const onFrame: OnFrame = async (done, total) => {
    bar.value = done / total;
    words.textContent = `frame ${done} of ${total}`;
    // the page draws the bar and reads clicks
    await new Promise((resolve) => setTimeout(resolve));
    if (isCancelled) throw new Cancelled();
  };
  const run = async (label: string, make: (onFrame: OnFrame) => Promise<void>) => {
    isRunning = true;
    isCancelled = false;
    bar.removeAttribute('value');
    words.textContent = '';
    update();
    try {
      await make(onFrame);
    } catch (error) {
      if (error instanceof Cancelled) studio.announce(`${label}: cancelled.`);
      else studio.announce(`${label}: ${error instanceof Error ? error.message : String(error)}`, 'error');
    } finally {
      isRunning = false;
      update();
    }
  };
  return {
    element: box,
    button(label, make) {
      const made = element('button', { type: 'button', className: 'button' }, label);
      made.onclick = () => void run(label, make);
      enabled.set(made, true);
      return made;
    },
    setEnabled(button, isEnabled) {
      enabled.set(button, isEnabled);
      update();
    },
  };
}
