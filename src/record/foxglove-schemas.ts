/** JSON Schemas of the messages in MCAP files: the fields of Foxglove's standard schemas, and the tables of a recording. */

import { FRAME_COLUMNS, LEDGER_COLUMNS } from './columns.ts';
import { type Columns, columnNames } from './table.ts';

const NUMBER = { type: 'number' };
const INTEGER = { type: 'integer' };
const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };

function fieldsOf(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', properties };
}

function listOf(items: object): object {
  return { type: 'array', items };
}

function numbersOf(...names: readonly string[]): object {
  return fieldsOf(Object.fromEntries(names.map((name) => [name, NUMBER])));
}

const TIME = fieldsOf({ sec: INTEGER, nsec: INTEGER });
const VECTOR = numbersOf('x', 'y', 'z');
const QUATERNION = numbersOf('x', 'y', 'z', 'w');
const POSE = fieldsOf({ position: VECTOR, orientation: QUATERNION });
const COLOR = numbersOf('r', 'g', 'b', 'a');
const SURFACE = { pose: POSE, points: listOf(VECTOR), color: COLOR, colors: listOf(COLOR), indices: listOf(INTEGER) };

const ARROW = fieldsOf({
  pose: POSE,
  shaft_length: NUMBER,
  shaft_diameter: NUMBER,
  head_length: NUMBER,
  head_diameter: NUMBER,
  color: COLOR,
});

const ENTITY = fieldsOf({
  timestamp: TIME,
  frame_id: TEXT,
  id: TEXT,
  lifetime: TIME,
  frame_locked: BOOLEAN,
  metadata: listOf(fieldsOf({ key: TEXT, value: TEXT })),
  arrows: listOf(ARROW),
  cubes: listOf(fieldsOf({})),
  spheres: listOf(fieldsOf({})),
  cylinders: listOf(fieldsOf({})),
  lines: listOf(fieldsOf({ type: INTEGER, thickness: NUMBER, scale_invariant: BOOLEAN, ...SURFACE })),
  triangles: listOf(fieldsOf(SURFACE)),
  texts: listOf(fieldsOf({})),
  models: listOf(fieldsOf({})),
});

const TRANSFORM = fieldsOf({
  timestamp: TIME,
  parent_frame_id: TEXT,
  child_frame_id: TEXT,
  translation: VECTOR,
  rotation: QUATERNION,
});

/** Numbers of a table, with unit and meaning in their descriptions. */
function columnFields(columns: Columns): Record<string, object> {
  const fields = columnNames(columns).map((name) => {
    const { unit, meaning } = columns[name];
    return [name, { ...NUMBER, description: unit === '' ? meaning : `${meaning} [${unit}]` }];
  });
  return Object.fromEntries(fields);
}

/** By name. Foxglove recognises its own schemas by their names. */
export const FOXGLOVE_SCHEMAS = {
  'foxglove.FrameTransforms': fieldsOf({ transforms: listOf(TRANSFORM) }),
  'foxglove.SceneUpdate': fieldsOf({
    deletions: listOf(fieldsOf({ timestamp: TIME, type: INTEGER, id: TEXT })),
    entities: listOf(ENTITY),
  }),
  'foxglove.Log': fieldsOf({ timestamp: TIME, level: INTEGER, message: TEXT, name: TEXT, file: TEXT, line: INTEGER }),
  'appulse.States': fieldsOf({ bodies: listOf(fieldsOf({ name: TEXT, ...columnFields(FRAME_COLUMNS) })) }),
  'appulse.Ledger': fieldsOf(columnFields(LEDGER_COLUMNS)),
} as const;
