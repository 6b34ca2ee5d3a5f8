import { integersIn, numbersIn } from '../broad/swept/flat-tree.ts';
import {
  areTreesNew,
  completeTrees,
  createMeshSurface,
  createMeshTrees,
  type MeshSurface,
} from '../broad/swept/mesh-trees.ts';
import type { PairingRules } from '../broad/swept/surface-elements.ts';
import type { SweptPositions } from '../broad/swept/swept-tree.ts';
import type { SortedContacts } from '../ccd/merge-contacts.ts';
import { checkMotion, type MeshCheckOptions, meshInput } from '../ccd/mesh-check.ts';
import { type MeshMotion, sweptPositions } from '../ccd/mesh-motion.ts';
import type { MeshTask } from '../ccd/mesh-parts.ts';
import type { SurfaceMesh } from '../shapes/mesh.ts';

/** Elements and trees of a mesh in shared memory. They are used from step to step; a step only copies positions. */
export interface MeshSession {
  /** Elements, options and rules that it was made for. */
  readonly made: MeshCheckOptions & Pick<SurfaceMesh, 'triangles' | 'quads'>;
  readonly arrays: Omit<MeshTask, 'motion' | 'positions'>;
  /** Only with trees. */
  readonly surface: MeshSurface | undefined;
  /** Memory of the motions. */
  readonly memory: MotionMemory;
  /** The current step, in this memory. */
  motion: MeshMotion;
  positions: SweptPositions;
  /** Memory for the contacts of each thread, which grows where a step has more of them. */
  contacts: SortedContacts[];
}

/** Packed coordinates of all nodes. */
interface MotionMemory {
  readonly start: Float64Array;
  /** End positions or velocities. */
  readonly endOrVelocity: Float64Array;
  /** Ends of the boxes. */
  readonly end: Float64Array;
  /** Only for accelerating nodes: accelerations, and starts of the boxes. */
  accelerations?: Float64Array;
  lowest?: Float64Array;
}

export interface MeshSessions {
  /** An idle session, with a copy of the motion. Throws for invalid input. */
  open(mesh: SurfaceMesh, motion: MeshMotion, options?: MeshCheckOptions): MeshSession;
  /** After the step, if all threads have ended their parts: the session can be used for another one. */
  close(session: MeshSession): void;
}

/** Idle sessions that are retained: as many steps can be checked at a time without building trees again. */
const MAX_IDLE = 2;

export function createMeshSessions(): MeshSessions {
  const idle: MeshSession[] = [];
  return {
    open: (mesh, motion, options = {}) => {
      checkMotion(mesh, motion, options.surface);
      const known = idle.findIndex((session) => fits(session, mesh, options));
      const session = known >= 0 ? idle.splice(known, 1)[0] : createSession(mesh, motion, options);
      setMotion(session, motion);
      return session;
    },
    close: (session) => {
      idle.unshift(session);
      idle.length = Math.min(idle.length, MAX_IDLE);
    },
  };
}

export function sessionTask({ arrays, motion, positions }: MeshSession): MeshTask {
  return { ...arrays, motion, positions };
}

/** Must the parts of its trees be refitted before `completeSession`? */
export function hasTreesToRefit({ arrays }: MeshSession): boolean {
  return 'trees' in arrays.search && !areTreesNew(arrays.search.trees);
}

/** After the parts of the trees were refitted. */
export function completeSession({ arrays, surface, positions }: MeshSession): void {
  if (surface && 'trees' in arrays.search) completeTrees(arrays.search.trees, surface, positions);
}

function createSession(mesh: SurfaceMesh, motion: MeshMotion, options: MeshCheckOptions): MeshSession {
  const { triangles, quads, edges, kind, rules, surface: patches } = meshInput(mesh, options);
  const { length } = motion.start;
  const surface = kind === 'aabb-tree' ? createMeshSurface(length / 3, { triangles, quads, edges }, rules) : undefined;
  const [start, endOrVelocity, end] = [1, 2, 3].map(() => numbersIn('shared', length));
  return {
    made: { ...options, ...copyRules(rules), triangles: triangles.slice(), quads: quads.slice() },
    arrays: {
      triangles: integersIn('shared', triangles),
      quads: integersIn('shared', quads),
      edges: integersIn('shared', edges),
      surface: patches,
      search: surface ? { trees: createMeshTrees(surface, 'shared') } : { kind, rules: copyRules(rules) },
    },
    surface,
    memory: { start, endOrVelocity, end },
    motion,
    positions: { start, end, margin: 0 },
    contacts: [],
  };
}

function copyRules(rules: PairingRules): PairingRules {
  return Object.fromEntries(Object.entries(rules).map(([name, list]) => [name, integersIn('shared', list)]));
}

function setMotion(session: MeshSession, motion: MeshMotion): void {
  const { memory } = session;
  const { start, endOrVelocity, end } = memory;
  start.set(motion.start);
  if (motion.given === 'accelerations') {
    memory.accelerations ??= numbersIn('shared', start.length);
    memory.lowest ??= numbersIn('shared', start.length);
    endOrVelocity.set(motion.velocities);
    memory.accelerations.set(motion.accelerations);
    session.motion = { ...motion, start, velocities: endOrVelocity, accelerations: memory.accelerations };
  } else {
    endOrVelocity.set(motion.endOrVelocity);
    session.motion = { ...motion, start, endOrVelocity };
  }
  session.positions = sweptPositions(session.motion, end, memory.lowest);
}

function fits({ made, memory }: MeshSession, mesh: SurfaceMesh, options: MeshCheckOptions): boolean {
  return (
    memory.start.length === mesh.positions.length &&
    made.search === options.search &&
    made.edges === options.edges &&
    made.surface === options.surface &&
    areEqual(made.triangles, mesh.triangles) &&
    areEqual(made.quads, mesh.quads) &&
    (['slaves', 'masters', 'bodies'] as const).every((name) => areEqual(made[name], options[name]))
  );
}

function areEqual(a: Int32Array | undefined, b: Int32Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
