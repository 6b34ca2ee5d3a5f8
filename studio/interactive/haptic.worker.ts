import {
  type BodyState,
  quaternionFromRotation,
  type RunObserver,
  readScene,
  type SmoothScene,
  setVec3,
  simulate,
  type TrackingRow,
  type Vec3,
} from '../../src/index.ts';
import type { TouchReply, TouchRequest } from './haptic-protocol.ts';

/** Maximum lag behind the wall clock that the loop catches up with; more is skipped [ms]. */
const MAX_BEHIND = 50;
/** Delay of the hand motion [s]: smooths pointer steps. */
const FOLLOW = 0.02;

let loop: ReturnType<typeof setInterval> | undefined;
let hand: readonly [number, number, number] = [0, 0, 0];

/** Receives the messages of the page. */
export function serveHaptic({ data }: MessageEvent<TouchRequest>): void {
  if (data.kind === 'hand') hand = data.at;
  else start(data.text);
}

function start(text: string): void {
  clearInterval(loop);
  try {
    const scene = readScene(text, 'touch');
    if (scene.world !== 'smooth') throw new Error('the world must be "smooth"');
    loop = setInterval(createLoop(scene), 4);
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: TouchReply): void {
  self.postMessage(message);
}

/** One iteration of the loop: all steps that are due, then a state message. */
function createLoop(scene: SmoothScene): () => void {
  const { step } = scene.time;
  const listener = createListener(scene);
  const run = simulate(scene, listener.observer);
  const handle = liveHandle(scene);
  hand = [handle.center.x, handle.center.y, handle.center.z];
  let time = 0;
  let clock = performance.now();
  return () => {
    const now = performance.now();
    if (now - clock > MAX_BEHIND) clock = now - MAX_BEHIND;
    const from = performance.now();
    let steps = 0;
    for (; clock + 1000 * step <= now; clock += 1000 * step, steps++) {
      leadHandle(handle, time);
      run.next();
      time += step;
      if (performance.now() - from > MAX_BEHIND) break;
    }
    listener.tell(steps, performance.now() - from, step);
  };
}

interface LiveHandle {
  readonly center: Vec3;
  readonly velocity: Vec3;
}

/** The path of the handle is a straight line x(t) = center + velocity t that is updated from the hand before every step. */
function liveHandle({ couplers: [{ handle }] }: SmoothScene): LiveHandle {
  if (handle.position?.kind !== 'harmonic') throw new Error('the handle must be on a harmonic path');
  return { center: handle.position.center as Vec3, velocity: handle.position.velocity as Vec3 };
}

function leadHandle({ center, velocity }: LiveHandle, time: number): void {
  const [x, y, z] = [center.x + velocity.x * time, center.y + velocity.y * time, center.z + velocity.z * time];
  setVec3(velocity, (hand[0] - x) / FOLLOW, (hand[1] - y) / FOLLOW, (hand[2] - z) / FOLLOW);
  setVec3(center, x - velocity.x * time, y - velocity.y * time, z - velocity.z * time);
}

/** Collects results of the run until the next message to the page. */
function createListener(scene: SmoothScene) {
  const poses = new Float64Array(7 * scene.bodies.length);
  const push: [number, number, number] = [0, 0, 0];
  let tracked: Pick<Extract<TouchReply, { kind: 'state' }>, 'distance' | 'pointA' | 'pointB'> = {
    distance: 0,
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
  };
  let isNew = false;
  let [stepCount, busy, since] = [0, 0, performance.now()];
  const observer: RunObserver = {
    frame(_time: number, bodies: readonly BodyState[]) {
      isNew = true;
      for (const [i, { position: p, rotation }] of bodies.entries()) {
        const q = quaternionFromRotation(rotation);
        poses.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z], 7 * i);
      }
    },
    tracking({ distance, pointA: a, pointB: b }: TrackingRow) {
      tracked = { distance, pointA: [a.x, a.y, a.z], pointB: [b.x, b.y, b.z] };
    },
    contact({ impulse }) {
      push[0] += impulse.x;
      push[1] += impulse.y;
      push[2] += impulse.z;
    },
    event() {},
  };
  const tell = (steps: number, spent: number, step: number) => {
    stepCount += steps;
    busy += spent;
    if (!isNew) return;
    isNew = false;
    const now = performance.now();
    const seconds = Math.max(stepCount, 1) * step;
    reply({
      kind: 'state',
      poses: poses.slice(),
      ...tracked,
      force: [push[0] / seconds, push[1] / seconds, push[2] / seconds],
      rate: (1000 * stepCount) / (now - since),
      stepTime: stepCount > 0 ? (1000 * busy) / stepCount : 0,
    });
    push.fill(0);
    [stepCount, busy, since] = [0, 0, now];
  };
  return { observer, tell };
}
