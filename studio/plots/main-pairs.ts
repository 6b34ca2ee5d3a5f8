import type { Recording, Scene } from '../../src/index.ts';

type Pair = readonly [number, number];

/** Whether a body is background: fixed, such as a floor. */
export function isBackground(scene: Scene, body: number): boolean {
  const one = scene.bodies[body];
  if (one === undefined) return false;
  const shape = 'shape' in one ? (one.shape as { readonly kind: string }) : undefined;
  return ('motion' in one && one.motion === 'fixed') || shape?.kind === 'halfspace';
}

/**
 * At most `most` pairs that collide, those with the largest impulses, in the order of their first contacts. Pairs of two bodies that move come
 * alone; pairs with a fixed body only if there are no others.
 */
export function collidingPairs({ contacts }: Recording, scene: Scene, most: number): readonly Pair[] {
  const { bodyA, bodyB, jx, jy, jz } = contacts.columns;
  const size = scene.bodies.length;
  const found = new Map<number, { readonly first: number; impulse: number; count: number }>();
  for (let row = 0; row < bodyA.length; row++) {
    // a body in self-contact has no gap to itself
    if (bodyA[row] === bodyB[row]) continue;
    const key = bodyA[row] * size + bodyB[row];
    const one = found.get(key) ?? { first: row, impulse: 0, count: 0 };
    one.impulse = Math.max(one.impulse, Math.hypot(jx[row], jy[row], jz[row]) || 0);
    one.count++;
    found.set(key, one);
  }
  const pairs = [...found].map(([key, one]) => ({ ...one, pair: [Math.floor(key / size), key % size] as Pair }));
  const moving = pairs.filter(({ pair }) => !pair.some((body) => isBackground(scene, body)));
  return (moving.length > 0 ? moving : pairs)
    .sort((a, b) => b.impulse - a.impulse || b.count - a.count)
    .slice(0, most)
    .sort((a, b) => a.first - b.first)
    .map(({ pair }) => pair);
}
