import { createHapticLoop, type HapticLoop, hapticSummary, stepHapticLoop } from '../../src/entries/tracking.ts';
import { createMovingPose, quaternionFromRotation, readScene, type SmoothScene } from '../../src/index.ts';
import { TIME_LIMITS, type TouchReply, type TouchRequest } from './haptic-protocol.ts';

/** Maximum lag behind the wall clock that the loop catches up with; more is skipped [ms]. */
const MAX_BEHIND = 50;
/** Delay of the hand motion [s]: smooths pointer steps. */
const FOLLOW = 0.02;
/** Interval between messages to the page [ms]. */
const MESSAGE_INTERVAL = 16;
/** Steps after the warm-up of the loop that are not measured: the browser is then still busy with the page. */
const SETTLE_STEPS = 1000;

let timer: ReturnType<typeof setInterval> | undefined;
const hand = new Float64Array(3);
/** The page waits for a state. One that draws slowly would otherwise fall behind further and further. */
let isWanted = true;

/** Receives the messages of the page. */
export function serveHaptic({ data }: MessageEvent<TouchRequest>): void {
  if (data.kind === 'hand') hand.set(data.at);
  else if (data.kind === 'next') isWanted = true;
  else if (data.kind === 'stop') clearInterval(timer);
  else start(data.text, data.run);
}

function start(text: string, run: number): void {
  clearInterval(timer);
  isWanted = true;
  try {
    const scene = readScene(text, 'touch');
    if (scene.world !== 'smooth') throw new Error('the world must be "smooth"');
    timer = setInterval(createLoop(scene, run), 4);
  } catch (error) {
    reply({ kind: 'failed', run, message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: TouchReply): void {
  self.postMessage(message);
}

/** Steps of the warm-up of a further loop: most of its code is optimised already. */
const NEXT_WARM_UP = 4000;
let isWarm = false;

/** All steps that are due, then a state message. */
function createLoop(scene: SmoothScene, run: number): () => void {
  const { step } = scene.time;
  const loop = createHapticLoop(scene, isWarm ? { warmUpSteps: NEXT_WARM_UP } : {});
  isWarm = true;
  const handle = createMovingPose();
  const { position } = loop.handle.pose;
  Object.assign(handle.pose.position, position);
  hand.set([position.x, position.y, position.z]);
  const times = createTimes();
  let clock = performance.now();
  return () => {
    const from = performance.now();
    if (from - clock > MAX_BEHIND) clock = from - MAX_BEHIND;
    for (; clock + 1000 * step <= from; clock += 1000 * step) {
      leadHandle(handle, step);
      const before = performance.now();
      stepHapticLoop(loop, handle);
      addTime(times, performance.now() - before);
      if (performance.now() - from > MAX_BEHIND) break;
    }
    if (loop.failure !== undefined) {
      clearInterval(timer);
      reply({ kind: 'failed', run, message: loop.failure });
    } else if (isWanted && times.recent > 0 && performance.now() - times.since >= MESSAGE_INTERVAL) {
      tell(run, loop, times);
    }
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
  /** Steps since the last message; its time [ms]. */
  recent: number;
  since: number;
  /** Steps since the start. */
  total: number;
  /** Of the measured steps: sum and longest [ms], number in each class. */
  busy: number;
  worst: number;
  readonly counts: Float64Array;
}

function createTimes(): LoopTimes {
  const counts = new Float64Array(TIME_LIMITS.length + 1);
  return { recent: 0, since: performance.now(), total: 0, busy: 0, worst: 0, counts };
}

function addTime(times: LoopTimes, spent: number): void {
  times.recent++;
  times.total++;
  if (times.total <= SETTLE_STEPS) return;
  times.busy += spent;
  times.worst = Math.max(times.worst, spent);
  let index = 0;
  while (index < TIME_LIMITS.length && spent > TIME_LIMITS[index]) index++;
  times.counts[index]++;
}

function tell(run: number, loop: HapticLoop, times: LoopTimes): void {
  const { world, force: f, contactForce: c, torque: t, pointTool, pointOther } = loop;
  const poses = new Float64Array(7 * world.composites.length);
  for (const [i, { pose }] of world.composites.entries()) {
    const q = quaternionFromRotation(pose.rotation);
    poses.set([pose.position.x, pose.position.y, pose.position.z, q.w, q.x, q.y, q.z], 7 * i);
  }
  const now = performance.now();
  const steps = Math.max(0, times.total - SETTLE_STEPS);
  reply({
    kind: 'state',
    run,
    poses,
    distance: loop.distance,
    pointA: [pointOther.x, pointOther.y, pointOther.z],
    pointB: [pointTool.x, pointTool.y, pointTool.z],
    force: [c.x, c.y, c.z],
    handForce: Math.hypot(f.x, f.y, f.z),
    handTorque: Math.hypot(t.x, t.y, t.z),
    excess: hapticSummary(loop).maxExcess,
    rate: (1000 * times.recent) / (now - times.since),
    times: { steps, mean: times.busy / Math.max(1, steps), worst: times.worst, counts: [...times.counts] },
  });
  isWanted = false;
  times.recent = 0;
  times.since = now;
}
