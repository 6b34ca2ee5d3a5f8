import type { Joint } from './joint.ts';

/** Movable bodies that joints connect, with these joints and the immovable bodies at which they are. */
export interface Articulation {
  readonly joints: Joint[];
  /** Indices of the movable bodies. */
  readonly bodies: number[];
  /** Indices of immovable bodies; -1 for the world. */
  readonly anchors: number[];
}

/** The articulations of joints; only bodies for which `isMovable` is true connect joints, and couplings of two joints. */
export function findArticulations(
  joints: readonly Joint[],
  isMovable: (body: number) => boolean,
  couplings: readonly (readonly [Joint, Joint])[],
): Articulation[] {
  const isMovableBody = (body: number) => body >= 0 && isMovable(body);
  const ofBody = new Map<number, Joint[]>();
  for (const joint of joints) {
    for (const body of bodiesOf(joint).filter(isMovableBody)) {
      const list = ofBody.get(body);
      if (list) list.push(joint);
      else ofBody.set(body, [joint]);
    }
  }
  const visited = new Set<Joint>();
  const found: Articulation[] = [];
  for (const first of joints) {
    if (visited.has(first)) continue;
    const members: Joint[] = [];
    const visit = (joint: Joint) => {
      if (visited.has(joint)) return;
      visited.add(joint);
      members.push(joint);
    };
    visit(first);
    const bodies = new Set<number>();
    const anchors = new Set<number>();
    for (const joint of members) {
      for (const pair of couplings) if (pair.includes(joint)) for (const next of pair) visit(next);
      for (const body of bodiesOf(joint)) {
        if (!isMovableBody(body)) {
          anchors.add(body);
          continue;
        }
        bodies.add(body);
        for (const next of ofBody.get(body) ?? []) visit(next);
      }
    }
    found.push({ joints: members, bodies: [...bodies], anchors: [...anchors] });
  }
  return found;
}

function bodiesOf({ definition: { bodyA, bodyB } }: Joint): readonly [number, number] {
  return [bodyA, bodyB];
}
