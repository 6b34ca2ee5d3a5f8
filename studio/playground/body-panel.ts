import { element } from '../page/element.ts';
import { createNumberRow, type NumberRow } from './number-fields.ts';
import { isPlanarPair } from './planar-pair.ts';
import type { PlayBody, PlayState, ShapeDocument, Side, Triple } from './play-state.ts';
import { anglesOf, rotationOfAngles } from './rotation-angles.ts';
import { createShapeChoice, type ShapeSources } from './shape-choice.ts';
import { dimensionsOf, type ShapeDimension, withDimension } from './shape-dimensions.ts';

const AXES = ['x', 'y', 'z'];

export interface BodyPanelActions extends ShapeSources {
  choose(side: Side, name: string, shape: ShapeDocument): void;
  /** Changes of a body by its fields. */
  change(side: Side, changes: Partial<PlayBody>): void;
  select(side: Side): void;
}

export interface BodyPanel {
  readonly element: HTMLElement;
  show(state: PlayState, failure: string | undefined, immovable: string | undefined): void;
}

/** Shape, pose and motion of one body. */
export function createBodyPanel(side: Side, actions: BodyPanelActions, signal: AbortSignal): BodyPanel {
  let body: PlayBody | undefined;
  const choice = createShapeChoice(side, actions, (name, shape) => actions.choose(side, name, shape), signal);
  const failure = element('p', { className: 'play-reason', role: 'alert' });
  const dimensions = element('div', { className: 'play-dimensions' });
  const vector = (label: string, unit: string, key: 'position' | 'velocity' | 'angularVelocity') =>
    createNumberRow(
      label,
      unit,
      AXES,
      {},
      (k, value) => body && actions.change(side, { [key]: replaced(body[key], k, value) }),
      side,
    );
  const position = vector('Position', 'm', 'position');
  const velocity = vector('Velocity', 'm/s', 'velocity');
  const angular = vector('Angular velocity', 'rad/s', 'angularVelocity');
  const rotation = createNumberRow(
    'Rotation',
    '°',
    AXES,
    {},
    (k, value) =>
      body && actions.change(side, { rotation: rotationOfAngles(replaced(anglesOf(body.rotation), k, value)) }),
    side,
  );
  const mass = createNumberRow(
    'Mass',
    'kg',
    [''],
    { above: 0 },
    (_, value) => actions.change(side, { mass: value }),
    side,
  );
  const fixed = element('input', { type: 'checkbox' });
  fixed.addEventListener('change', () => actions.change(side, { fixed: fixed.checked }), { signal });
  const fixedLabel = element('label', { className: 'play-check' }, fixed, 'Immovable');
  const select = element(
    'button',
    { type: 'button', className: 'button play-side', 'data-side': side, onclick: () => actions.select(side) },
    `Body ${side}`,
  );
  const rows = createDimensionRows(dimensions, side, (path, value) => {
    if (body) actions.choose(side, body.name, withDimension(body.shape, path, value));
  });
  const box = element(
    'section',
    { className: 'play-body', 'data-side': side, 'aria-label': `Body ${side}` },
    element('div', { className: 'play-body-head' }, select, choice.element),
    choice.more,
    failure,
    dimensions,
    position.element,
    rotation.element,
    element(
      'details',
      { className: 'play-motion', open: true },
      element('summary', {}, 'Motion and mass'),
      velocity.element,
      angular.element,
      element('div', { className: 'play-mass' }, mass.element, fixedLabel),
    ),
  );
  return {
    element: box,
    show(state, wrong, immovable) {
      body = state[side];
      const planar = isPlanarPair(state.A.shape, state.B.shape);
      const isGround = body.shape.kind === 'halfspace';
      choice.show(body);
      box.classList.toggle('selected', state.selected === side);
      select.setAttribute('aria-pressed', String(state.selected === side));
      failure.textContent = wrong ?? '';
      rows.show(body.shape);
      position.set(body.position);
      rotation.set(anglesOf(body.rotation));
      velocity.set(body.velocity);
      angular.set(body.angularVelocity);
      mass.set([body.mass]);
      setDisabled(position, (k) => planar && k === 2);
      setDisabled(velocity, (k) => planar && k === 2);
      setDisabled(rotation, (k) => planar && k !== 2);
      setDisabled(angular, (k) => isGround || (planar && k !== 2));
      setDisabled(mass, () => immovable !== undefined);
      fixed.checked = body.fixed || immovable !== undefined;
      fixed.disabled = immovable !== undefined && immovable !== 'fixed';
      fixedLabel.title = immovable !== undefined && immovable !== 'fixed' ? immovable : '';
    },
  };
}

function setDisabled(row: NumberRow, disabled: (index: number) => boolean): void {
  row.setDisabled(disabled);
}

function replaced(values: Triple, index: number, value: number): Triple {
  return values.map((old, k) => (k === index ? value : old)) as unknown as Triple;
}

/** Rows of the lengths of a shape: components of one vector in one row. */
function createDimensionRows(
  box: HTMLElement,
  side: Side,
  change: (path: readonly (string | number)[], value: number) => void,
) {
  let shown = '';
  let rows: { readonly row: NumberRow; readonly paths: readonly (readonly (string | number)[])[] }[] = [];
  return {
    show(shape: ShapeDocument): void {
      const found = dimensionsOf(shape);
      const key = `${shape.kind} ${found.map(({ path }) => path.join('.')).join()}`;
      if (key !== shown) {
        shown = key;
        rows = groupsOf(found).map((group) => {
          const paths = group.map(({ path }) => path);
          const isVector = group.length > 1;
          const label = isVector ? group[0].label.slice(0, -2) : group[0].label;
          const names = isVector ? AXES.slice(0, group.length) : [''];
          const row = createNumberRow(label, group[0].unit, names, {}, (k, value) => change(paths[k], value), side);
          return { row, paths };
        });
        box.replaceChildren(...rows.map(({ row }) => row.element));
      }
      const values = new Map(found.map(({ path, value }) => [path.join('.'), value]));
      for (const { row, paths } of rows) row.set(paths.map((path) => values.get(path.join('.')) ?? 0));
    },
  };
}

/** Components of the same vector together. */
function groupsOf(dimensions: readonly ShapeDimension[]): ShapeDimension[][] {
  const groups = new Map<string, ShapeDimension[]>();
  for (const dimension of dimensions) {
    const key = dimension.path.filter((step) => typeof step === 'string').join('.');
    const group = groups.get(key);
    if (group) group.push(dimension);
    else groups.set(key, [dimension]);
  }
  return [...groups.values()];
}
