import { QueryError, textAt } from '../fields.ts';
import { createFileShapes, hasFileShape, type QueryFiles } from '../file-shapes.ts';
import type { Fields } from '../query-operation.ts';
import { readFileMesh } from './file-mesh.ts';
import type { Answer, Message } from './message.ts';
import { isServerOperation, type QuerySession } from './session.ts';
import { sceneTextAt } from './world-session.ts';

/** The files that the messages of a session may name. */
export interface SessionFiles extends QueryFiles {
  /** The text of a scene with the parts and meshes of its files, whose paths are relative to a `folder` of the folder of the files. */
  embedScene(text: string, folder: string): Promise<string>;
}

/** Operations of the server that may name a file; so may all operations of `appulse query`. */
const WITH_FILES: readonly unknown[] = ['define', 'mesh-open', 'world-open'];

/** A session that answers as `session` does, with what files contain in place of their names. Without `files` they are rejected, with the `reason`. */
export function withFiles(session: QuerySession, files: SessionFiles | undefined, reason: string): QuerySession {
  const shapes = files && createFileShapes(files);
  const replace = async (message: Message, location: string): Promise<{ message: Message; answer?: Message }> => {
    const { fields, arrays } = message;
    if (files === undefined || shapes === undefined) throw new QueryError(location, 'a file', `no file: ${reason}`);
    if (fields.op === 'mesh-open') return readFileMesh(message, files);
    if (fields.op !== 'world-open') return { message: { fields: await shapes.replace(fields), arrays } };
    const { folder: _, ...rest } = fields;
    const folder = fields.folder === undefined ? '' : textAt(fields, 'folder');
    return { message: { fields: { ...rest, scene: await files.embedScene(sceneTextAt(fields), folder) }, arrays } };
  };
  return {
    answer(read, number) {
      let message: Message;
      try {
        message = read();
      } catch (error) {
        return session.answer(() => fail(error), number);
      }
      const location = fileIn(message.fields);
      if (location === undefined) return session.answer(() => message, number);
      return replace(message, location).then(
        async ({ message: replaced, answer }) => addTo(await session.answer(() => replaced, number), answer),
        (error) => session.answer(() => fail(error), number),
      );
    },
    close: () => session.close?.(),
  };
}

/** Where a message names a file; undefined if it does not. */
function fileIn(fields: Fields): string | undefined {
  if (isServerOperation(fields.op) && !WITH_FILES.includes(fields.op)) return undefined;
  if (fields.op === 'mesh-open') return fields.file === undefined ? undefined : 'file';
  if (fields.op !== 'world-open') return hasFileShape(fields) ? 'shape' : undefined;
  if (fields.folder !== undefined) return 'folder';
  const isNamed = typeof fields.scene === 'string' ? /"file"/.test(fields.scene) : hasFileShape(fields.scene);
  return isNamed ? 'scene' : undefined;
}

function addTo(answer: Answer, more: Message | undefined): Answer {
  if (more === undefined || answer.fields.error !== undefined) return answer;
  return {
    ...answer,
    fields: { ...answer.fields, ...more.fields },
    arrays: { ...answer.arrays, ...more.arrays },
  };
}

function fail(error: unknown): never {
  throw error;
}
