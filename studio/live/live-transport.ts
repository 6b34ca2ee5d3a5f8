import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import { transportIcon } from '../timeline/transport-icons.ts';
import type { View } from '../view/view.ts';
import type { LiveClient } from './live-client.ts';
import { formatForce } from './live-marks.ts';
import type { LiveFrame } from './live-protocol.ts';
import { type LiveState, type LiveStore, SPEEDS, TOOLS } from './live-state.ts';

/** Interval between updates of the numbers [ms]: faster ones cannot be read. */
const CALM = 250;
/** Time over which the real-time factor is measured [ms]. */
const WINDOW = 1000;

/** Play, pause, single step, reset and speed; the tool; and what runs how fast. */
export function createTransport(state: LiveStore, client: LiveClient, view: Pick<View, 'fit'>, signal: AbortSignal) {
  const play = element('button', { type: 'button', className: 'button primary live-play', onclick: toggle });
  const speed = element(
    'select',
    { className: 'field', 'aria-label': 'Speed' },
    ...SPEEDS.map((value) => element('option', { value: String(value) }, `× ${value}`)),
  );
  speed.onchange = () => state.set({ speed: Number(speed.value) });
  const tools = TOOLS.map(({ tool, label, key }) => {
    const input = element('input', { type: 'radio', name: 'live-tool', value: tool });
    input.onchange = () => state.set({ tool });
    const line = element('label', { title: `${label} (${key})` }, input, label);
    return { tool, input, line };
  });
  const facts = element('dl', { className: 'live-facts' });
  const force = element('output', { className: 'live-force mono', 'aria-label': 'Force of the pull' });
  function toggle(): void {
    state.set({ playing: !state.get().playing });
  }
  function step(): void {
    state.set({ playing: false });
    client.send({ kind: 'step' });
  }
  function reset(): void {
    state.set({ selected: -1 });
    client.send({ kind: 'reset' });
  }
  state.follow(
    ['playing'],
    ({ playing }) => play.replaceChildren(transportIcon(playing ? 'pause' : 'play'), playing ? 'Pause' : 'Play'),
    signal,
  );
  state.follow(
    ['speed', 'tool', 'structure'],
    (now) => {
      speed.value = String(now.speed);
      for (const { tool, input, line } of tools) {
        input.checked = tool === now.tool;
        const reason = reasonOf(now, tool);
        input.disabled = reason !== undefined;
        line.title = reason ?? line.title;
      }
    },
    signal,
  );
  const bar = element(
    'div',
    { className: 'live-bar', role: 'group', 'aria-label': 'Run' },
    play,
    element('button', { type: 'button', className: 'button', title: 'One step (.)', onclick: step }, 'Step'),
    element(
      'button',
      { type: 'button', className: 'button', title: 'Start of the scene (r)', onclick: reset },
      'Reset',
    ),
    element(
      'button',
      { type: 'button', className: 'button', title: 'Show everything (f)', onclick: () => view.fit() },
      'Fit',
    ),
    element('label', { className: 'live-speed' }, 'Speed', speed),
    element(
      'fieldset',
      { className: 'segmented live-tools' },
      element('legend', {}, 'Drag'),
      ...tools.map(({ line }) => line),
    ),
    force,
    facts,
  );
  return { element: bar, show: createFacts(state, facts, force), toggle, step, reset };
}

function reasonOf({ structure }: LiveState, tool: string): string | undefined {
  return tool === 'pull' ? structure?.limits.pull : structure?.limits.hold;
}

/** Shows time, real-time factor, time of a step and energy, a few times per second; the force of a pull at once. */
function createFacts(state: LiveStore, facts: HTMLElement, force: HTMLElement) {
  let shownAt = Number.NEGATIVE_INFINITY;
  let since = { clock: performance.now(), time: 0 };
  let factor: number | undefined;
  let [steps, spent] = [0, 0];
  return (frame: LiveFrame): void => {
    const text = frame.pull ? formatForce(frame.pull.force) : '';
    if (force.textContent !== text) force.textContent = text;
    steps += frame.steps;
    spent += frame.stepTime;
    const now = performance.now();
    const { playing, structure } = state.get();
    if (playing && now - shownAt < CALM) return;
    shownAt = now;
    if (!playing || frame.time < since.time) since = { clock: now, time: frame.time };
    if (now - since.clock > WINDOW) {
      factor = (1000 * (frame.time - since.time)) / (now - since.clock);
      since = { clock: now, time: frame.time };
    }
    const perStep = steps > 0 ? `${(spent / steps).toFixed(2)} ms` : '–';
    [steps, spent] = [0, 0];
    const rows: [string, string][] = [
      ['Time', `${frame.time.toFixed(2)} s`],
      ['Real time', playing ? (factor === undefined ? '…' : `× ${factor.toFixed(2)}`) : 'paused'],
      ['A step', `${perStep} for ${formatNumber(1000 * Number((structure?.timeStep ?? 0).toPrecision(3)))} ms`],
      ['Energy', `${formatNumber(Number(frame.energy.toPrecision(3)))} J`],
    ];
    facts.replaceChildren(
      ...rows.map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', { className: 'mono' }, value)),
      ),
    );
  };
}
