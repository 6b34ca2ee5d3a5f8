import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { Page, Studio } from '../page/studio.ts';
import { themeColor } from '../page/theme.ts';
import type { OverlayName } from '../session/session.ts';
import { createView } from '../view/create-view.ts';
import type { Mark, Point, View } from '../view/view.ts';
import { openWorker } from '../worker/open-worker.ts';
import type { TouchReply, TouchRequest } from './haptic-protocol.ts';
import { TOUCH_BODIES, touchSceneText } from './haptic-scene.ts';
import '../view/view.css';
import './haptic.css';

/** Initial position of the hand, and its step per key [m]. */
const START: Point = [0, 0, 0.09];
const NUDGE = 0.002;
/** Length of the arrow per newton [m/N]. */
const PER_NEWTON = 0.004;

/** Haptics page: the pointer moves the handle of a tool on a virtual coupler, with steps of one millisecond. */
export const touchPage: Page = (studio, link, signal) => {
  const wanted = link.route.page === 'touch' ? link.route.name : undefined;
  const choice = element(
    'select',
    { className: 'field' },
    ...TOUCH_BODIES.map(({ name, label }) => element('option', { value: name }, label)),
    element('option', { value: 'own' }, 'Custom shape …'),
  );
  const own = element('textarea', {
    className: 'field mono touch-own',
    rows: 4,
    hidden: true,
    'aria-label': 'Shape, as in scenes of the world smooth',
    spellcheck: false,
  });
  const facts = element('dl', { className: 'touch-facts', 'aria-live': 'off' });
  const place = element('div', { className: 'touch-view' });
  const failure = element('p', { className: 'touch-failure', role: 'alert' });
  const page = element(
    'main',
    { className: 'touch' },
    element(
      'div',
      { className: 'touch-side' },
      element('h1', {}, 'Touch'),
      element(
        'p',
        {},
        'Move the pointer over the body with the first button held: it moves a handle, and a spring and damper pull the tool. The tool stays outside; the red arrow is the contact force. Another button rotates the camera, the wheel zooms; arrow keys, Page Up and Page Down move the handle too.',
      ),
      element('label', {}, 'Body ', choice),
      own,
      failure,
      facts,
    ),
    place,
  );
  let view: View;
  try {
    view = createView();
  } catch (error) {
    failure.textContent = `This browser cannot draw: ${error instanceof Error ? error.message : String(error)}`;
    return page;
  }
  place.append(view.element);
  const loop = createTouchLoop(studio, view, facts, failure);
  signal.addEventListener('abort', () => {
    loop.close();
    view.dispose();
  });
  const start = () => {
    own.hidden = choice.value !== 'own';
    if (!own.hidden && own.value === '') own.value = JSON.stringify(TOUCH_BODIES[0].shape);
    void loop.start(() =>
      own.hidden ? TOUCH_BODIES.find(({ name }) => name === choice.value)?.shape : JSON.parse(own.value),
    );
  };
  choice.addEventListener('change', start, { signal });
  own.addEventListener('change', start, { signal });
  if (TOUCH_BODIES.some(({ name }) => name === wanted)) choice.value = wanted ?? '';
  listenToHand(view, loop.moveHand, signal);
  start();
  return page;
};

/** The first button moves the hand, in the plane through it that faces the camera. */
function listenToHand(view: View, moveHand: (change: (at: Point) => Point) => void, signal: AbortSignal): void {
  let leading = false;
  const lead = ({ clientX, clientY }: PointerEvent) => moveHand((at) => view.pointAt(clientX, clientY, at));
  const { element: box } = view;
  box.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      leading = true;
      // the camera does not move
      event.stopPropagation();
      box.setPointerCapture(event.pointerId);
      lead(event);
    },
    { capture: true, signal },
  );
  box.addEventListener('pointermove', (event) => leading && lead(event), { capture: true, signal });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    box.addEventListener(
      end,
      () => {
        leading = false;
      },
      { capture: true, signal },
    );
  }
  box.addEventListener(
    'keydown',
    (event) => {
      const step = {
        ArrowLeft: [-1, 0, 0],
        ArrowRight: [1, 0, 0],
        ArrowDown: [0, 0, -1],
        ArrowUp: [0, 0, 1],
        PageUp: [0, 1, 0],
        PageDown: [0, -1, 0],
      }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveHand(([x, y, z]) => [x + NUDGE * step[0], y + NUDGE * step[1], z + NUDGE * step[2]]);
    },
    { signal },
  );
}

function createTouchLoop(studio: Studio, view: View, facts: HTMLElement, failure: HTMLElement) {
  let worker: Worker | undefined;
  let hand: Point = START;
  const send = (request: TouchRequest) => worker?.postMessage(request);
  const receive = ({ data }: MessageEvent<TouchReply>) => {
    if (data.kind === 'failed') {
      failure.textContent = data.message;
      return;
    }
    view.setPoses(data.poses);
    view.setMarks(marksOf(data, hand));
    const size = Math.hypot(...data.force);
    const rows: [string, string][] = [
      ['Force on the tool', `${formatNumber(Number(size.toPrecision(3)))} N`],
      [
        'Force on the hand',
        `${formatNumber(Number(data.handForce.toPrecision(3)))} N, ${formatNumber(Number((1000 * data.handTorque).toPrecision(3)))} mN m`,
      ],
      ['Gap', `${formatNumber(Number((1000 * data.distance).toPrecision(4)))} mm`],
      ['Loop', `${Math.round(data.rate)} steps per second`],
      [
        'Time of a step',
        `${formatNumber(Number(data.stepTime.toPrecision(2)))} µs, at most ${formatNumber(Number(data.worst.toPrecision(2)))} µs`,
      ],
      ['Steps above 1 ms', `${data.over} of ${data.steps}`],
      ['Energy returned in excess', `${formatNumber(Number((1000 * data.excess).toPrecision(2)))} mJ`],
    ];
    facts.replaceChildren(
      ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', { className: 'mono' }, value)]),
    );
  };
  return {
    async start(shapeOf: () => unknown): Promise<void> {
      failure.textContent = '';
      worker?.terminate();
      worker = undefined;
      try {
        const shape = shapeOf();
        const recorded = await studio.runner.start('run', { text: touchSceneText(shape, 0.001), source: 'touch' })
          .result;
        view.setRecorded(recorded);
        view.setOverlays(new Set<OverlayName>());
        view.fit();
        hand = START;
        worker = openWorker('haptic');
        worker.onmessage = receive;
        send({ kind: 'start', text: touchSceneText(shape) });
      } catch (error) {
        failure.textContent = error instanceof Error ? error.message : String(error);
      }
    },
    moveHand(change: (at: Point) => Point): void {
      hand = change(hand);
      send({ kind: 'hand', at: hand });
    },
    close: () => worker?.terminate(),
  };
}

/** The hand, the spring of the tool, the closest points and the force. */
function marksOf({ poses, force, pointA, pointB }: Extract<TouchReply, { kind: 'state' }>, hand: Point): Mark[] {
  const tool: Point = [poses[7], poses[8], poses[9]];
  const tip: Point = [
    tool[0] + PER_NEWTON * force[0],
    tool[1] + PER_NEWTON * force[1],
    tool[2] + PER_NEWTON * force[2],
  ];
  const gap = themeColor('--gap');
  return [
    { kind: 'point', at: hand, color: themeColor('--accent'), label: 'hand' },
    { kind: 'line', from: hand, to: tool, color: themeColor('--accent') },
    { kind: 'point', at: pointA, color: gap },
    { kind: 'point', at: pointB, color: gap },
    { kind: 'line', from: pointA, to: pointB, color: gap },
    ...(Math.hypot(...force) > 1e-6
      ? [{ kind: 'arrow', from: tool, to: tip, color: themeColor('--impulse') } as const]
      : []),
  ];
}
