import { shapeRadius } from '../../src/entries/bounds.ts';
import type { Shape } from '../../src/index.ts';
import { type BuiltBody, buildBody, buildShape } from './build-body.ts';
import { answerImpact } from './impact-answer.ts';
import { answerClosest, answerDerivatives, answerManifolds, attempt } from './pair-answers.ts';
import { isPlanarPair } from './planar-pair.ts';
import type { PlayReply, PlayRequest } from './play-protocol.ts';
import { isAtRest, type ShapeDocument, type Side } from './play-state.ts';

type StateRequest = Extract<PlayRequest, { kind: 'state' }>;

interface Built {
  readonly document: ShapeDocument;
  readonly shape: Shape;
}

const built: Partial<Record<Side, Built>> = {};
/** The last state that has not been answered: earlier ones are dropped. */
let latest: StateRequest | undefined;
let busy = false;

/** Receives the messages of the page. */
export function servePlayground({ data }: MessageEvent<PlayRequest>): void {
  if (data.kind === 'shape') {
    buildSide(data);
    return;
  }
  latest = data;
  if (!busy) void answerAll();
}

function reply(message: PlayReply): void {
  self.postMessage(message);
}

function buildSide({ side, revision, document }: Extract<PlayRequest, { kind: 'shape' }>): void {
  const found = attempt(() => buildShape(document));
  delete built[side];
  if (found.reason === undefined) built[side] = { document, shape: found.value };
  const answer =
    found.reason === undefined ? { value: { shape: found.value, radius: shapeRadius(found.value) } } : found;
  reply({ kind: 'shape', side, revision, built: answer });
}

/** Distance first; what takes longer only if no newer state has come. */
async function answerAll(): Promise<void> {
  busy = true;
  for (let request = latest; request !== undefined; request = latest) {
    latest = undefined;
    const pair = pairOf(request);
    if (pair === undefined) continue;
    for (const answer of [answerDistance, answerDetails, answerMotion]) {
      answer(request, ...pair);
      await messages();
      if (latest !== undefined) break;
    }
  }
  busy = false;
}

/** Undefined if a shape is invalid: the page has the reason. */
function pairOf({ bodies }: StateRequest): [BuiltBody, BuiltBody] | undefined {
  const { A, B } = built;
  if (A === undefined || B === undefined) return undefined;
  const planar = isPlanarPair(A.document, B.document);
  return [
    buildBody({ ...bodies.A, shape: A.document }, A.shape, planar),
    buildBody({ ...bodies.B, shape: B.document }, B.shape, planar),
  ];
}

function answerDistance({ version }: StateRequest, a: BuiltBody, b: BuiltBody): void {
  const start = performance.now();
  const answer = attempt(() => answerClosest(a, b));
  reply({ kind: 'closest', version, answer, took: performance.now() - start });
}

function answerDetails({ version, settings }: StateRequest, a: BuiltBody, b: BuiltBody): void {
  const start = performance.now();
  const manifolds = answerManifolds(a, b, settings.tolerance);
  const derivatives = answerDerivatives(a, b);
  reply({ kind: 'details', version, manifolds, derivatives, took: performance.now() - start });
}

function answerMotion({ version, bodies, settings }: StateRequest, a: BuiltBody, b: BuiltBody): void {
  const start = performance.now();
  const { duration, restitution, friction } = settings;
  const isStill = isAtRest(bodies.A) && isAtRest(bodies.B);
  const answer = isStill ? undefined : attempt(() => answerImpact(a, b, duration, restitution, friction));
  reply({ kind: 'impact', version, answer, masses: { A: a.mass, B: b.mass }, took: performance.now() - start });
}

const channel = new MessageChannel();
let resume: () => void = () => {};
channel.port1.onmessage = () => resume();

/** Yields to the event loop, to receive messages. */
function messages(): Promise<void> {
  return new Promise((resolve) => {
    resume = resolve;
    channel.port2.postMessage(null);
  });
}
