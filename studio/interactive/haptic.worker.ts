import { createHapticLoop, type HapticLoop, hapticSummary, stepHapticLoop } from '../../src/entries/tracking.ts';
import { createMovingPose, quaternionFromRotation, readScene, type SmoothScene } from '../../src/index.ts';
import type { TouchReply, TouchRequest } from './haptic-protocol.ts';

/** Maximum lag behind the wall clock that the loop catches up with; more is skipped [ms]. */
const MAX_BEHIND = 50;
/** Delay of the hand motion [s]: smooths pointer steps. */
const FOLLOW = 0.02;
/** Interval between messages to the page [ms]. */
const MESSAGE_INTERVAL = 16;
/** Limit of a step [ms]. */
const LIMIT = 1;

let timer: ReturnType<typeof setInterval> | undefined;
const hand = new Float64Array(3);

/** Receives the messages of the page. */
export function serveHaptic({ data }: MessageEvent<TouchRequest>): void {
  if (data.kind === 'hand') hand.set(data.at);
  else start(data.text);
}

function start(text: string): void {
  clearInterval(timer);
  try {
    const scene = readScene(text, 'touch');
    if (scene.world !== 'smooth') throw new Error('the world must be "smooth"');
    timer = setInterval(createLoop(scene), 4);
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: TouchReply): void {
  self.postMessage(message);
}

/** All steps that are due, then a state message. */
function createLoop(scene: SmoothScene): () => void {
  const { step } = scene.time;
  const loop = createHapticLoop(scene);
  const handle = createMovingPose();
  const { position } = loop.handle.pose;
  Object.assign(handle.pose.position, position);
  hand.set([position.x, position.y, position.z]);
  const times = { count: 0, total: 0, busy: 0, worst: 0, over: 0, since: performance.now() };
  let clock = performance.now();
  return () => {
    const from = performance.now();
    if (from - clock > MAX_BEHIND) clock = from - MAX_BEHIND;
    for (; clock + 1000 * step <= from; clock += 1000 * step) {
      leadHandle(handle, step);
      const before = performance.now();
      stepHapticLoop(loop, handle);
      const spent = performance.now() - before;
      times.count++;
      times.total++;
      times.busy += spent;
      times.worst = Math.max(times.worst, spent);
      if (spent > LIMIT) times.over++;
      if (performance.now() - from > MAX_BEHIND) break;
    }
    if (loop.failure !== undefined) {
      clearInterval(timer);
      reply({ kind: 'failed', message: loop.failure });
    } else if (times.count > 0 && performance.now() - times.since >= MESSAGE_INTERVAL) tell(loop, times);
  };
}

/** The handle follows the hand with a delay; the velocity is that of the coming step. */
function leadHandle({ pose: { position: p }, velocity: v }: ReturnType<typeof createMovingPose>, step: number): void {
  p.x += v.x * step;
  p.y += v.y * step;
  p.z += v.z * step;
  v.x = (hand[0] - p.x) / FOLLOW;
  v.y = (hand[1] - p.y) / FOLLOW;
  v.z = (hand[2] - p.z) / FOLLOW;
}

interface LoopTimes {
  /** Steps since the last message, and since the start. */
  count: number;
  total: number;
  /** Time in steps since the last message [ms]. */
  busy: number;
  /** Since the start: longest step [ms], steps above the limit. */
  worst: number;
  over: number;
  /** Time of the last message [ms]. */
  since: number;
}

function tell(loop: HapticLoop, times: LoopTimes): void {
  const { world, force: f, contactForce: c, torque: t, pointTool, pointOther } = loop;
  const poses = new Float64Array(7 * world.composites.length);
  for (const [i, { pose }] of world.composites.entries()) {
    const q = quaternionFromRotation(pose.rotation);
    poses.set([pose.position.x, pose.position.y, pose.position.z, q.w, q.x, q.y, q.z], 7 * i);
  }
  const now = performance.now();
  reply({
    kind: 'state',
    poses,
    distance: loop.distance,
    pointA: [pointOther.x, pointOther.y, pointOther.z],
    pointB: [pointTool.x, pointTool.y, pointTool.z],
    force: [c.x, c.y, c.z],
    handForce: Math.hypot(f.x, f.y, f.z),
    handTorque: Math.hypot(t.x, t.y, t.z),
    excess: hapticSummary(loop).maxExcess,
    rate: (1000 * times.count) / (now - times.since),
    stepTime: (1000 * times.busy) / times.count,
    worst: 1000 * times.worst,
    over: times.over,
    steps: times.total,
  });
  Object.assign(times, { count: 0, busy: 0, since: now });
}
