import type { Touch } from './touching.ts';
import { recordEvent, type World } from './world.ts';

/** Records when contacts between bodies begin and end. */
export interface ContactWatch {
  /** Compares with the last call and records the changes. */
  update(touches: readonly Touch[]): void;
}

export function createContactWatch(world: World): ContactWatch {
  let before = new Map<number, Touch>();
  const count = world.scene.bodies.length;
  const report = (type: 'contact-begin' | 'contact-end', { bodyA, bodyB }: Touch) => {
    recordEvent(world, { type, time: world.time, bodies: [world.names[bodyA], world.names[bodyB]] });
  };
  return {
    update(touches) {
      const now = new Map(touches.map((touch) => [touch.bodyA * count + touch.bodyB, touch]));
      for (const [key, touch] of before) if (!now.has(key)) report('contact-end', touch);
      for (const [key, touch] of now) if (!before.has(key)) report('contact-begin', touch);
      before = now;
    },
  };
}
