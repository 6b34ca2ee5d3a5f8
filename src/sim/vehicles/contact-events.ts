import type { Hitch } from '../../dynamics/vehicle/hitch.ts';
import { lengthVec3 } from '../../math/vec3.ts';
import { updateCrush } from '../../response/vehicle-contact/update-crush.ts';
import { updateDepth } from '../../response/vehicle-contact/update-depth.ts';
import { createVehicleContact, type VehicleContact } from '../../response/vehicle-contact/vehicle-contact.ts';
import { beginPhase, type ContactPhase, endPhase, type PhaseDraft, sampleContact } from './contact-phase.ts';
import type { VehicleEvent, VehicleObserver } from './vehicle-observer.ts';
import { advance, DEPTH, evaluatePair, type Group, type PairRecord, type VehicleSystem } from './vehicle-system.ts';

/** Phases with a smaller impulse are not reported [N s]. [PATH98-8] */
const MIN_IMPULSE = 1e-3;
/** Bisections of a step to locate an event. */
const HALVINGS = 40;

/** Reports when contacts of vehicles begin and end, and their results. */
export interface ContactWatch {
  readonly phases: readonly ContactPhase[];
  /** Whether the ellipsoids of a pair overlap. */
  isOverlapping(pair: PairRecord): boolean;
  /** Called at the start of a run. */
  begin(pairs: readonly PairRecord[]): void;
  /** Called after a step of `h` from `time` on was computed, before it is accepted. */
  update(pairs: readonly PairRecord[], time: number, h: number): void;
  /** Called after a step was accepted: contact memory changes between steps only. */
  updateMemory(pairs: readonly PairRecord[]): void;
  /** Called at the end of a run: ends ongoing contacts. */
  finish(time: number): void;
}

/** A condition on a pair, from its contact and its stored depth. */
type Condition = (contact: VehicleContact, depth: number) => boolean;

export function createContactWatch(system: VehicleSystem, observer: VehicleObserver): ContactWatch {
  const law = system.settings.contact;
  const phases: ContactPhase[] = [];
  /** Pairs whose ellipsoids overlap; with a draft while a contact force acts. */
  const watched = new Map<PairRecord, { draft: PhaseDraft | undefined }>();
  const hasMemory = law.model === 'BM' && law.depthLaw === 'incremental';
  const overlap: Condition = ({ gap }) => gap < 0;
  // structures touch while a force acts: afterwards their dents are apart although the undeformed bodies overlap
  const touch: Condition = ({ overlaps, depth, sideA, force }, memory) =>
    overlaps && (sideA >= 0 ? force : hasMemory ? memory : depth) > 0;

  const reportTo = (type: VehicleEvent['type'], time: number, { a, b }: PairRecord) =>
    observer.event?.({ type, time, vehicles: [a, b] });
  const report = (phase: ContactPhase) => {
    if (lengthVec3(phase.impulse) < MIN_IMPULSE) return;
    phases.push(phase);
    observer.phase?.(phase);
  };
  const begin = (pair: PairRecord, time: number, which: 'now' | 'next', contact: VehicleContact) => {
    reportTo('contact-begin', time, pair);
    return beginPhase(system, pair, time, which, contact);
  };
  const end = (pair: PairRecord, draft: PhaseDraft, time: number, contact: VehicleContact) => {
    report(endPhase(system, pair, draft, time, 'next', contact.overlaps ? 'over' : 'released', contact));
    reportTo('contact-end', time, pair);
    return undefined;
  };
  return {
    phases,
    isOverlapping: (pair) => watched.has(pair),
    begin(pairs) {
      for (const pair of pairs) {
        const { contact } = pair;
        evaluatePair(contact, system, pair, 'now');
        if (!overlap(contact, 0)) continue;
        if (usesEllipsoids(pair)) reportTo('ellipsoid-overlap', 0, pair);
        const draft = touch(contact, 0) ? begin(pair, 0, 'now', contact) : undefined;
        if (draft) sampleContact(draft, pair);
        watched.set(pair, { draft });
      }
    },
    update(pairs, time, h) {
      const locate = (
        pair: PairRecord,
        condition: Condition,
        seen: (eventTime: number, contact: VehicleContact) => void,
      ) => atEvent(system, pairs, pair, h, condition, (after, contact) => seen(time + after, contact));
      for (const pair of pairs) {
        const { contact } = pair;
        evaluatePair(contact, system, pair, 'next');
        // ends the run at the next step
        if (contact.status !== 'ok') system.failure ??= contact.status;
        const isOverlapping = overlap(contact, 0);
        const isTouching = touch(contact, pair.arrays.next[DEPTH]);
        if (isOverlapping && !watched.has(pair)) {
          watched.set(pair, { draft: undefined });
          if (usesEllipsoids(pair))
            locate(pair, overlap, (eventTime) => reportTo('ellipsoid-overlap', eventTime, pair));
        }
        const watch = watched.get(pair);
        if (!watch) continue;
        if (isTouching && !watch.draft) {
          locate(pair, touch, (eventTime, first) => {
            watch.draft = begin(pair, eventTime, 'next', first);
          });
        } else if (watch.draft && !isTouching) {
          const { draft } = watch;
          locate(pair, touch, (eventTime, last) => {
            watch.draft = end(pair, draft, eventTime, last);
          });
        }
        if (watch.draft) sampleContact(watch.draft, pair);
        if (!isOverlapping) watched.delete(pair);
      }
    },
    updateMemory(pairs) {
      for (const { memory, contact, arrays, crush } of pairs) {
        arrays.now[DEPTH] = updateDepth(memory, law, contact, arrays.now[DEPTH]);
        if (crush) arrays.now[DEPTH] = updateCrush(memory, contact, crush, arrays.now[DEPTH]);
      }
    },
    finish(time) {
      for (const [pair, { draft }] of watched) {
        if (draft) report(endPhase(system, pair, draft, time, 'now', 'open', pair.contact));
      }
    },
  };
}

/** Pairs with structures and obstacles have contacts of boxes alone. */
const usesEllipsoids = ({ crush, obstacle }: PairRecord) => !(crush || obstacle);

const trial = createVehicleContact();

/**
 * Locates within the step just computed the time at which a condition on `pair` changed. Bisects the step, with
 * separate steps from the last accepted state [PATH98-9]; calls `seen` with `next` at that time, and
 * then computes the full step again.
 */
function atEvent(
  system: VehicleSystem,
  pairs: readonly PairRecord[],
  pair: PairRecord,
  h: number,
  condition: Condition,
  seen: (after: number, contact: VehicleContact) => void,
): void {
  const group = groupAround(pair, pairs, system.hitches);
  const ask = (after: number) => {
    advance(system, group, after);
    return condition(evaluatePair(trial, system, pair, 'next'), pair.arrays.next[DEPTH]);
  };
  const answer = condition(pair.contact, pair.arrays.next[DEPTH]);
  let low = 0;
  let high = h;
  for (let k = 0; k < HALVINGS; k++) {
    const midpoint = 0.5 * (low + high);
    if (ask(midpoint) === answer) high = midpoint;
    else low = midpoint;
  }
  ask(high);
  seen(high, trial);
  advance(system, group, h);
}

/**
 * The vehicles that interacted in the step, together with those of `pair`, and their pairs in order. The others
 * are not needed: the group moves bitwise identically without them.
 */
function groupAround(pair: PairRecord, pairs: readonly PairRecord[], hitches: readonly Hitch[]): Group {
  const linked = pairs.filter((other) => other.isInteracting || other === pair);
  const vehicles = new Set(pair.obstacle ? [pair.a] : [pair.a, pair.b]);
  for (let count = 0; count < vehicles.size; ) {
    count = vehicles.size;
    for (const { a, b, obstacle } of linked) {
      if (obstacle) continue;
      if (vehicles.has(a)) vehicles.add(b);
      else if (vehicles.has(b)) vehicles.add(a);
    }
    for (const { vehicle, trailer } of hitches) {
      if (vehicles.has(vehicle)) vehicles.add(trailer);
      else if (vehicles.has(trailer)) vehicles.add(vehicle);
    }
  }
  return { vehicles: [...vehicles], pairs: linked.filter(({ a }) => vehicles.has(a)) };
}
