import { gallery } from 'virtual:gallery';
import { editSceneText } from '../../src/index.ts';
import { readFile, recognise } from '../export/drop.ts';
import type { Link, Route } from '../page/link.ts';
import type { Studio } from '../page/studio.ts';
import { loadScene, openRecording } from '../session/actions.ts';
import { fetchRecording, fetchScene } from '../workbench/load.ts';
import { PRESETS, type Preset, type Variant } from './presets.ts';

const RECORDING = 'recording:';

/** Loads a variant into one side, and runs it unless it is a recording. */
export async function openVariant(side: Studio, variant: Variant, signal: AbortSignal): Promise<void> {
  // do not show the old picture while the new one loads
  side.session.set({ recorded: undefined, run: { kind: 'idle' } });
  if (variant.kind === 'recording')
    return openRecording(side, variant.name, await fetchRecording(variant.name, signal));
  if (variant.kind === 'text') return loadScene(side, { kind: 'own', name: variant.name }, variant.text);
  const { name, edits = [] } = variant;
  const text = editSceneText(await fetchScene(name, signal), edits);
  await loadScene(side, { kind: edits.length > 0 ? 'own' : 'example', name }, text);
}

/** The variant of files that the user has chosen: a recording, or whatever a scene can be made of. */
export async function variantOf(studio: Studio, chosen: readonly File[]): Promise<Variant> {
  const opened = await recognise(await Promise.all(chosen.map(readFile)));
  if (opened.kind === 'sweep') throw new Error('results of a sweep are not one run: open them under Sweeps');
  if (opened.kind === 'recording') return { kind: 'recording', label: opened.name, name: opened.name };
  const { name, text } = await studio.runner.start('adopt', { files: opened.files }).result;
  return { kind: 'text', label: name, name, text };
}

export function exampleVariant(name: string): Variant {
  return { kind: 'example', label: gallery.find((entry) => entry.name === name)?.title ?? name, name };
}

/** The address of a pair; undefined where it has none: for edited presets. */
export function routeOf({ left, right }: Preset): Extract<Route, { page: 'compare' }> | undefined {
  if ([left, right].some((side) => side.kind === 'example' && side.edits !== undefined)) return undefined;
  const part = (side: Variant) => (side.kind === 'recording' ? RECORDING + side.name : side.name);
  return {
    page: 'compare',
    left: part(left),
    right: part(right),
    ...(left.kind === 'text' && { leftText: left.text }),
    ...(right.kind === 'text' && { rightText: right.text }),
  };
}

/** The pair that a link names. */
export function pairOf({ route }: Link): Preset | undefined {
  if (route.page !== 'compare' || route.left === undefined) return undefined;
  const { left, right = left, leftText, rightText } = route;
  const isEdit = left === right && rightText !== undefined;
  const side = (name: string, text: string | undefined, label: string): Variant => {
    if (text !== undefined) return { kind: 'text', label, name, text };
    if (!name.startsWith(RECORDING)) return isEdit ? { ...exampleVariant(name), label } : exampleVariant(name);
    const recording = name.slice(RECORDING.length);
    return { kind: 'recording', label: recording, name: recording };
  };
  const pair = {
    label: '',
    left: side(left, leftText, isEdit ? 'original' : left),
    right: side(right, rightText, isEdit ? 'edited' : right),
  };
  const isPair = ({ left: a, right: b }: Preset) => routeOf({ label: '', left: a, right: b }) !== undefined;
  const isSame = (preset: Preset) =>
    pair.left.kind === 'example' &&
    pair.right.kind === 'example' &&
    preset.left.name === pair.left.name &&
    preset.right.name === pair.right.name;
  return PRESETS.find((preset) => isPair(preset) && isSame(preset)) ?? pair;
}
