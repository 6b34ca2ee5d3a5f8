import { mat3FromRows } from '../../src/index.ts';
import { chooseFiles } from '../page/choose-files.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { editText } from '../session/edits.ts';
import type { SessionState } from '../session/session.ts';
import { extentOf } from '../view/extent.ts';
import type { NamedFile } from '../worker/jobs.ts';

const WORLD_AXES = mat3FromRows([
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]);

/** Adds meshes from files to the scene as bodies, side by side next to all that moves. One change, which can be undone. */
export async function addMeshes(studio: Studio, files: readonly NamedFile[]): Promise<void> {
  const { session } = studio;
  const state = session.get();
  const { text, names } = await studio.runner.start('add-bodies', {
    text: state.sceneText,
    files,
    ...surroundings(state),
  }).result;
  if (session.get().sceneText !== state.sceneText)
    throw new Error('the scene has changed meanwhile: add the files again');
  editText(studio, text, { label: names.length === 1 ? `added body ${names[0]}` : `${names.length} added bodies` });
  studio.announce(`Added: ${names.join(', ')}. They can be moved with “Drag in the view”.`);
}

function surroundings({ recorded }: SessionState) {
  if (recorded === undefined) return {};
  const { recording, scene } = recorded;
  const { min, max } = extentOf(recording, scene, WORLD_AXES);
  const gravity = 'forces' in scene ? scene.forces.gravity : { x: 0, y: 0, z: 0 };
  return { box: { min, max }, gravity: [gravity.x, gravity.y, gravity.z] as [number, number, number] };
}

/** Opens the files of the user and adds them. */
export function addFilesButton(studio: Studio): HTMLElement {
  const button = element(
    'button',
    { type: 'button', className: 'button quiet', title: 'Meshes from files as bodies: OBJ, PLY, STL, VTP, VTU' },
    'Add meshes',
  );
  button.onclick = async () => {
    const chosen = await chooseFiles();
    if (chosen.length === 0) return;
    try {
      const files = await Promise.all(
        chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      );
      await addMeshes(studio, files);
    } catch (error) {
      studio.announce(error instanceof Error ? error.message : String(error), 'error');
    }
  };
  return button;
}
