import type { MotorInput } from '../../src/index.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import { FRICTION, RESTITUTION } from './body-controls.ts';
import type { LiveClient } from './live-client.ts';
import type { LiveJoint, LiveStructure, Triple } from './live-protocol.ts';
import type { LiveState, LiveStore } from './live-state.ts';
import { createReason, createSlider } from './slider.ts';

/** Standard gravity [m/s²]. */
const GRAVITY = 9.81;

/** Gravity, and friction and restitution of all contacts. */
export function createWorldControls(state: LiveStore, client: LiveClient, signal: AbortSignal): HTMLElement {
  let down: Triple = [0, 0, -1];
  const change = (changes: Partial<LiveStructure>) => {
    const { structure } = state.get();
    if (structure) state.set({ structure: { ...structure, ...changes } });
  };
  const gravity = createSlider({
    label: 'Gravity',
    min: 0,
    max: 3 * GRAVITY,
    step: 0.01,
    format: (value) => `${value.toFixed(2)} m/s²`,
    change(value) {
      const vector: Triple = [value * down[0], value * down[1], value * down[2]];
      client.command({ kind: 'gravity', value: vector });
      change({ gravity: vector });
    },
  });
  const friction = createSlider({
    ...FRICTION,
    change(value) {
      client.command({ kind: 'material', friction: value });
      const bodies = state.get().structure?.bodies.map((body) => ({ ...body, friction: value }));
      if (bodies) change({ friction: value, bodies });
    },
  });
  const restitution = createSlider({
    ...RESTITUTION,
    change(value) {
      client.command({ kind: 'material', restitution: value });
      const bodies = state.get().structure?.bodies.map((body) => ({ ...body, restitution: value }));
      if (bodies) change({ restitution: value, bodies });
    },
  });
  const reason = createReason();
  state.follow(
    ['structure'],
    ({ structure }) => {
      if (!structure) return;
      const size = Math.hypot(...structure.gravity);
      if (size > 0) down = [structure.gravity[0] / size, structure.gravity[1] / size, structure.gravity[2] / size];
      gravity.set(size);
      friction.set(structure.friction);
      restitution.set(structure.restitution);
      reason.set(structure.limits.gravity);
      gravity.disable(structure.limits.gravity);
      for (const slider of [friction, restitution]) slider.disable(structure.limits.material);
    },
    signal,
  );
  return element(
    'section',
    { className: 'live-section' },
    element('h2', {}, 'World'),
    reason.element,
    gravity.element,
    friction.element,
    restitution.element,
  );
}

/** At most this many joints have controls. */
const MAX_JOINTS = 24;

/** Motors of the joints with one axis. */
export function createJointControls(state: LiveStore, client: LiveClient, signal: AbortSignal): HTMLElement {
  const list = element('div', { className: 'live-joints' });
  const section = element('section', { className: 'live-section' }, element('h2', {}, 'Motors'), list);
  let shown: readonly LiveJoint[] | undefined;
  state.follow(
    ['structure'],
    ({ structure }) => {
      if (!structure || structure.joints === shown) return;
      shown = structure.joints;
      const movable = [...structure.joints.entries()].filter(([, { kind }]) => kind === 'hinge' || kind === 'slider');
      section.hidden = movable.length === 0;
      list.replaceChildren(
        ...movable.slice(0, MAX_JOINTS).map(([k, joint]) => jointControl(client, k, joint, structure.limits.motor)),
      );
    },
    signal,
  );
  return section;
}

/** The slider of a target, or a button for a first motor. */
function jointControl(client: LiveClient, k: number, joint: LiveJoint, reason: string | undefined): HTMLElement {
  const place = element('div', {});
  const fill = (motor: MotorInput) => {
    if (motor) {
      place.replaceChildren(motorSlider(client, k, joint, motor, reason));
      return;
    }
    const start = () => {
      const first = { velocity: 0 };
      client.command({ kind: 'motor', joint: k, motor: first });
      fill(first);
    };
    const button = element('button', { type: 'button', className: 'button quiet', onclick: start }, 'Add a motor');
    button.disabled = reason !== undefined;
    button.title = reason ?? '';
    place.replaceChildren(element('div', { className: 'live-joint' }, element('span', {}, joint.name), button));
  };
  fill(joint.motor);
  return place;
}

function motorSlider(
  client: LiveClient,
  k: number,
  joint: LiveJoint,
  motor: NonNullable<MotorInput>,
  reason: string | undefined,
): HTMLElement {
  const { target, value, unit, min, max } = targetOf(joint, motor);
  const slider = createSlider({
    label: `${joint.name}, ${target}`,
    min,
    max,
    step: (max - min) / 200,
    format: (now) => `${formatNumber(Number(now.toPrecision(3)))} ${unit}`,
    change(now) {
      // a target of its own replaces a path
      const { path: _, ...rest } = motor;
      client.command({ kind: 'motor', joint: k, motor: { ...plain(rest), [target]: now } });
    },
  });
  slider.set(value);
  slider.disable(reason);
  return slider.element;
}

/** Settings as given: no infinite force. */
function plain(motor: NonNullable<MotorInput>): NonNullable<MotorInput> {
  const entries = Object.entries(motor).filter(([, value]) => value !== undefined && value !== Infinity);
  return Object.fromEntries(entries);
}

/** What a motor is set to, its unit and a range for its slider. */
function targetOf({ unit, min, max }: LiveJoint, { velocity, position, force }: NonNullable<MotorInput>) {
  const around = (value: number, least: number) => 3 * Math.max(Math.abs(value), least);
  if (position !== undefined) {
    const reach = unit === 'rad' ? Math.PI : around(position, 1);
    const range = { min: Number.isFinite(min) ? min : -reach, max: Number.isFinite(max) ? max : reach };
    return { target: 'position' as const, value: position, unit, ...range };
  }
  if (force !== undefined) {
    const most = around(force, 10);
    return { target: 'force' as const, value: force, unit: unit === 'rad' ? 'N m' : 'N', min: -most, max: most };
  }
  const most = around(velocity ?? 0, unit === 'rad' ? 2 : 0.5);
  return { target: 'velocity' as const, value: velocity ?? 0, unit: `${unit}/s`, min: -most, max: most };
}

/** What is drawn besides the bodies, and the strength of the spring that pulls. */
export function createShowControls(state: LiveStore, signal: AbortSignal): HTMLElement {
  const boxes = (
    [
      ['showForces', 'Contact forces', '3'],
      ['showVelocities', 'Velocities', '4'],
      ['showGaps', 'Closest points and gap', '1'],
      ['showNames', 'Names', 'n'],
      ['isFollowing', 'Follow the selected body', 'Shift F'],
    ] as const
  ).map(([name, label, key]) => {
    const box = element('input', { type: 'checkbox' });
    box.onchange = () => state.set({ [name]: box.checked } as Partial<LiveState>);
    return { name, box, line: element('label', { className: 'live-check' }, box, label, element('kbd', {}, key)) };
  });
  state.follow(
    boxes.map(({ name }) => name),
    (now) => {
      for (const { name, box } of boxes) box.checked = now[name];
    },
    signal,
  );
  const strength = createSlider({
    label: 'Strength of the pull',
    min: -2,
    max: 4,
    step: 0.5,
    toValue: (position) => 2 ** position,
    toPosition: Math.log2,
    format: (value) => `× ${formatNumber(value)}`,
    change: (value) => state.set({ strength: value }),
  });
  strength.set(1);
  state.follow(['structure'], ({ structure }) => strength.disable(structure?.limits.pull), signal);
  return element(
    'section',
    { className: 'live-section' },
    element('h2', {}, 'Show'),
    ...boxes.map(({ line }) => line),
    strength.element,
  );
}
