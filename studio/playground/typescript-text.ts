import type { ReadonlyVec3 } from '../../src/index.ts';
import type { ImpactResponse } from './impact-answer.ts';
import type { PlayBody, PlayState, Side } from './play-state.ts';
import { type Imports, importName, literal, shapeExpression } from './shape-expression.ts';

/** Programs in TypeScript that print the numbers shown, to be copied. */

interface Program {
  readonly imports: Imports;
  readonly lines: string[];
  use(name: string, entry?: string): string;
}

function createProgram(): Program {
  const imports: Imports = new Map();
  return { imports, lines: [], use: (name, entry = 'appulse') => importName(imports, entry, name) };
}

function finish({ imports, lines }: Program): string {
  const heads = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([entry, names]) => `import { ${[...names].sort(byName).join(', ')} } from '${entry}';`);
  return `${[...heads, '', ...lines].join('\n')}\n`;
}

function byName(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}

function poseExpression(program: Program, { position, rotation }: PlayBody): string {
  const isRotated = rotation.slice(1).some((value) => value !== 0);
  return `${program.use('pose')}(${literal(position)}${isRotated ? `, ${literal(rotation)}` : ''})`;
}

/** Shape and pose of the bodies, as `shapeA`, `poseA`, ... */
function placeBodies(program: Program, state: PlayState, sides: readonly Side[] = ['A', 'B']): void {
  for (const side of sides) {
    program.lines.push(
      `const shape${side} = ${shapeExpression(state[side].shape, program.imports)};`,
      `const pose${side} = ${poseExpression(program, state[side])};`,
    );
  }
}

const PAIR = 'shapeA, poseA, shapeB, poseB';

export function closestText(state: PlayState): string {
  const program = createProgram();
  placeBodies(program, state);
  program.lines.push(
    `const { distance, pointA, pointB, normal } = ${program.use('closest')}(${PAIR});`,
    'console.log(distance); // [m], negative: overlapping',
    'console.log(pointA, pointB, normal);',
  );
  return finish(program);
}

export function derivativesText(state: PlayState): string {
  const program = createProgram();
  placeBodies(program, state);
  program.lines.push(
    `const { distanceGradient } = ${program.use('closestWithDerivatives')}(${PAIR});`,
    '// by translation and rotation vector of A, then of B',
    'console.log(Array.from(distanceGradient));',
  );
  return finish(program);
}

export function manifoldText(state: PlayState): string {
  const program = createProgram();
  placeBodies(program, state);
  program.lines.push(
    `const manifolds = ${program.use('contactManifolds')}(${PAIR}, ${state.tolerance});`,
    'for (const { normal, points } of manifolds) {',
    '  console.log(normal);',
    '  for (const { pointA, pointB, distance } of points) console.log(distance, pointA, pointB);',
    '}',
  );
  return finish(program);
}

export function boundsText(state: PlayState, side: Side): string {
  const program = createProgram();
  placeBodies(program, state, [side]);
  const entry = 'appulse/bounds';
  const aabb = `${program.use('shapeAabb', entry)}(${program.use('createAabb', entry)}(), shape${side}, pose${side})`;
  program.lines.push(
    `const { min, max } = ${aabb};`,
    'console.log(min, max);',
    `console.log(${program.use('shapeRadius', entry)}(shape${side})); // of the sphere about its position [m]`,
  );
  return finish(program);
}

/** Motions of the bodies, as `motionA`, `motionB`. */
function moveBodies(program: Program, state: PlayState): void {
  for (const side of ['A', 'B'] as const) {
    const { velocity, angularVelocity } = state[side];
    const [v, w] = [velocity, angularVelocity].map((vector) => `${program.use('vec3')}(${vector.join(', ')})`);
    program.lines.push(`const motion${side} = ${program.use('motion')}(pose${side}, ${v}, ${w});`);
  }
}

export function impactText(state: PlayState): string {
  const program = createProgram();
  placeBodies(program, state);
  moveBodies(program, state);
  program.lines.push(
    `const { status, time } = ${program.use('impact')}(shapeA, motionA, shapeB, motionB, ${state.duration});`,
    'console.log(time); // [s]',
    'console.log(status);',
  );
  return finish(program);
}

/** The impulse at the moment of impact, from the bodies at that time. */
export function responseText({ restitution, friction }: PlayState, found: ImpactResponse): string {
  const program = createProgram();
  const vector = ({ x, y, z }: ReadonlyVec3) => `${program.use('vec3')}(${[x, y, z].join(', ')})`;
  for (const index of [0, 1] as const) {
    program.lines.push(`const ${'ab'[index]} = ${bodyExpression(program, found, index, vector)};`);
  }
  program.lines.push(
    `const point = ${vector(found.point)};`,
    `const contact = { pointA: point, pointB: point, normal: ${vector(found.normal)} };`,
    `const surface = ${program.use('material')}({ restitution: ${restitution}, staticFriction: ${friction} });`,
    `const { normalImpulse, velocityA, velocityB } = ${program.use('respond')}(contact, a, b, surface);`,
    'console.log(normalImpulse); // [N s]',
    'console.log(velocityA, velocityB);',
  );
  return finish(program);
}

function bodyExpression(
  program: Program,
  { before, kilograms, inertia, immovable, planar }: ImpactResponse,
  index: 0 | 1,
  vector: (v: ReadonlyVec3) => string,
): string {
  const { pose, velocity, angularVelocity } = before[index];
  const { x, y, z } = pose.position;
  const at = `${program.use('pose')}(${literal([x, y, z])})`;
  const isFixed = immovable[index] !== undefined;
  const mass = isFixed ? 'Infinity' : String(kilograms[index]);
  if (planar) {
    const about = isFixed ? 'Infinity' : String(inertia[index].zz);
    return `${program.use('planarBody')}(${at}, ${mass}, ${about}, ${vector(velocity)}, ${angularVelocity.z})`;
  }
  const tensor = isFixed ? `${program.use('mat3')}()` : literal(inertia[index]);
  return `${program.use('spatialBody')}(${at}, ${mass}, ${tensor}, ${vector(velocity)}, ${vector(angularVelocity)})`;
}
