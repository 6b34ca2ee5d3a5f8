import { readFileSync } from 'node:fs';

/** A block document with states, for the form of the collision block. */
export interface BlockExample {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  readonly document: string;
  readonly states: string;
}

/** Examples of `examples/blocks`, in the plane and in space. `root` ends with a slash. */
export function blockExamples(root: string): BlockExample[] {
  const read = (name: string) => readFileSync(`${root}examples/blocks/${name}`, 'utf8');
  return [
    {
      name: 'planar',
      label: 'Docking in the plane',
      document: read('planar-docking.block.json'),
      states: read('planar-docking.states.jsonl'),
    },
    {
      name: 'spatial',
      label: 'Chaser, target and debris in space',
      document: read('spacecraft.block.json'),
      states: read('spacecraft.states.csv'),
    },
  ];
}
