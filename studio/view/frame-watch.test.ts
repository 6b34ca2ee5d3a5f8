import { expect, it } from 'vitest';
import { createFrameWatch } from './frame-watch.ts';

it('drawing is slow after several slow frames in a row, not after pauses or a few of them', () => {
  const watch = createFrameWatch();
  let now = 0;
  const draw = (count: number, interval: number) => {
    for (let i = 0; i < count; i++) {
      now += interval;
      watch.frame(now);
    }
  };
  draw(100, 16);
  draw(5, 200);
  draw(100, 16);
  draw(20, 5000);
  expect(watch.isSlow()).toBe(false);
  draw(40, 120);
  expect(watch.isSlow()).toBe(true);
  draw(100, 16);
  expect(watch.isSlow()).toBe(true);
  watch.reset();
  expect(watch.isSlow()).toBe(false);
});
