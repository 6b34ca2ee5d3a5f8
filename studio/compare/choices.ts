import { gallery } from 'virtual:gallery';
import { chooseFiles } from '../page/choose-files.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { knownRecordings } from '../workbench/load.ts';
import { PRESETS, type Preset, type Variant } from './presets.ts';
import { exampleVariant, variantOf } from './variants.ts';

export interface Choices {
  readonly elements: readonly HTMLElement[];
  /** Shows which pair is compared. */
  set(preset: Preset): void;
}

/** A preset pair, or any two of examples, recordings and own files. */
export function createChoices(studio: Studio, show: (preset: Preset) => void, signal: AbortSignal): Choices {
  const pair = element('select', { className: 'field' });
  pair.append(
    element('option', { value: '' }, 'two of your choice'),
    ...PRESETS.map(({ label }) => element('option', { value: label }, label)),
  );
  let current: Preset = PRESETS[0];
  const showPair = () => {
    const preset = PRESETS.find(({ label }) => label === pair.value);
    if (preset) show(preset);
  };
  pair.addEventListener('change', showPair, { signal });
  const sides = (['left', 'right'] as const).map((side) =>
    createSide(
      studio,
      side,
      (variant) => show({ label: '', left: current.left, right: current.right, [side]: variant }),
      signal,
    ),
  );
  return {
    elements: [element('label', {}, 'Pair ', pair), ...sides.map((side) => side.element)],
    set(preset) {
      current = preset;
      pair.value = preset.label;
      sides[0].set(preset.left);
      sides[1].set(preset.right);
    },
  };
}

/** The choice of one side, with a button for own files. */
function createSide(studio: Studio, side: 'left' | 'right', choose: (variant: Variant) => void, signal: AbortSignal) {
  const name = side === 'left' ? 'Left' : 'Right';
  const select = element('select', { className: 'field' });
  /** Own scenes that were opened here. */
  const own: Variant[] = [];
  let offered: readonly Variant[] = [];
  const set = (variant: Variant) => {
    if (variant.kind === 'text' && !own.includes(variant)) own.push(variant);
    const recordings = knownRecordings().map(
      (recording): Variant => ({ kind: 'recording', label: recording, name: recording }),
    );
    const examples = gallery.map((entry) => exampleVariant(entry.name));
    offered = [...own, ...recordings, ...examples];
    const option = (one: Variant) => element('option', { value: String(offered.indexOf(one)) }, one.label);
    const group = (label: string, variants: readonly Variant[]) =>
      variants.length === 0 ? [] : [element('optgroup', { label }, ...variants.map(option))];
    select.replaceChildren(
      element('option', { value: '' }, 'edited example'),
      ...group('Own scenes', own),
      ...group('Recordings', recordings),
      ...group('Examples', examples),
    );
    const isShown = (one: Variant) =>
      one === variant ||
      (one.kind === variant.kind && one.kind !== 'text' && one.name === variant.name && !isEdited(variant));
    select.value = String(offered.findIndex(isShown));
    if (select.value === '-1' || isEdited(variant)) select.value = '';
  };
  const change = () => {
    const variant = offered[Number(select.value)];
    if (select.value !== '' && variant) choose(variant);
  };
  select.addEventListener('change', change, { signal });
  const open = element(
    'button',
    {
      type: 'button',
      className: 'button',
      title: 'A scene, or a recording: its files or its ZIP',
      'aria-label': `Open files on the ${side}`,
    },
    'Open …',
  );
  open.onclick = async () => {
    const files = await chooseFiles();
    if (files.length === 0) return;
    try {
      choose(await variantOf(studio, files));
    } catch (error) {
      studio.announce(error instanceof Error ? error.message : String(error), 'error');
    }
  };
  return {
    element: element('span', { className: 'compare-choice' }, element('label', {}, `${name} `, select), open),
    set,
  };
}

function isEdited(variant: Variant): boolean {
  return variant.kind === 'example' && variant.edits !== undefined;
}
