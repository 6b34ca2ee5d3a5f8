import { parse } from 'jsonc-parser';
import {
  type BlockPort,
  type CollisionBlockInputs,
  createBlockStream,
  createCollisionBlock,
  type PortValues,
  portNumbers,
  quaternionFromRotation,
  readBlockDocument,
} from '../../src/index.ts';

/** One sample of a block: the poses that it was given and the numbers of its outputs. */
export interface BlockSample {
  /** x y z qw qx qy qz of each body. */
  readonly poses: Float64Array;
  /** By output port; enumerations as the index of their value. */
  readonly values: readonly (readonly number[])[];
}

/** The outputs of a block over all states, and what is needed to draw it. */
export interface BlockRun {
  readonly title: string;
  readonly bodies: readonly string[];
  /** Output ports. */
  readonly ports: readonly BlockPort[];
  readonly samples: readonly BlockSample[];
  /** What `appulse block` would have written. */
  readonly text: string;
  /** Lines that could not be used, with the reasons. */
  readonly errors: readonly string[];
  /** A scene with the bodies in their first poses. */
  readonly sceneText: string;
}

/** Runs a block document over lines of states, CSV or JSON Lines. Throws a SceneError for an invalid document. */
export function runBlock(document: string, states: string): BlockRun {
  const { title, params } = readBlockDocument(document, 'block document');
  const block = createCollisionBlock(params);
  const { bodies } = params;
  const ports = block.ports.filter(({ direction }) => direction === 'output');
  const samples: BlockSample[] = [];
  const stream = createBlockStream({
    ...block,
    step(inputs: CollisionBlockInputs): PortValues {
      const outputs = block.step(inputs);
      samples.push({
        poses: posesOf(bodies, inputs, params.rotation === 'slides'),
        values: ports.map((port) => portNumbers(port, outputs)),
      });
      return outputs;
    },
  });
  const errors: string[] = [];
  let text = '';
  for (const [i, line] of states.split('\n').entries()) {
    const answer = stream.answer(line, i + 1);
    text += answer.text;
    if (!answer.ok) errors.push(answer.error);
  }
  const data = parse(document) as Readonly<Record<string, unknown>>;
  const isSpatial = params.dimension === 3;
  return {
    title,
    bodies,
    ports,
    samples,
    text,
    errors,
    sceneText: sceneTextOf(bodies, data, samples[0]?.poses, isSpatial),
  };
}

function posesOf(bodies: readonly string[], inputs: CollisionBlockInputs, isTransposed: boolean): Float64Array {
  return Float64Array.from(
    bodies.flatMap((name) => {
      const [x, y, z] = inputs[`Xcm_${name}`] ?? [0, 0, 0];
      const rows = inputs[`R_${name}`] ?? inputs[`Rbi_${name}`] ?? [];
      const given = isTransposed ? rows.map((_, i) => rows.map((row) => row[i])) : rows;
      const isPlanar = given.length === 2;
      const [[xx, xy, xz = 0], [yx, yy, yz = 0], [zx, zy, zz] = [0, 0, 1]] = given;
      const q = quaternionFromRotation({ xx, xy, xz, yx, yy, yz, zx, zy, zz });
      return [x, y, isPlanar ? 0 : z, q.w, q.x, q.y, q.z];
    }),
  );
}

/** The shapes of a block are written as in scenes; a mesh is a polygon or a hull. */
function sceneTextOf(
  bodies: readonly string[],
  data: Readonly<Record<string, unknown>>,
  poses: Float64Array | undefined,
  isSpatial: boolean,
): string {
  const shapes = bodies.map((name) => {
    const mesh = data[`mesh_${name}`] as readonly (readonly unknown[])[] | undefined;
    if (mesh === undefined) return data[`shape_${name}`];
    const vertices = mesh[0].map((_, i) => mesh.slice(0, isSpatial ? 3 : 2).map((row) => row[i]));
    return { kind: isSpatial ? 'hull' : 'polygon', vertices };
  });
  return JSON.stringify({
    world: isSpatial ? 'solids' : 'planar',
    title: 'Block',
    description: 'The bodies of a collision block.',
    bodies: bodies.map((name, i) => {
      const position = poses ? [...poses.slice(7 * i, 7 * i + (isSpatial ? 3 : 2))] : undefined;
      return { name, shape: shapes[i], position, motion: 'fixed' };
    }),
    time: { end: 1e-3, ...(isSpatial ? { method: 'steps', step: 1e-3 } : {}) },
    record: { interval: 1e-3 },
  });
}
