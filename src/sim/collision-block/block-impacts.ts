/** Impulses of the rigid contacts of a sample. [CP13-3.4], [CP13-5.3] */
import type { RigidBody } from '../../dynamics/rigid-body.ts';
import { addVec3, createVec3, dotVec3 } from '../../math/vec3.ts';
import { commonPoint } from '../../response/impulse.ts';
import { resolveContacts } from '../../response/resolve-contacts.ts';
import { approachSpeedAt, createManifoldPoint, resolveManifolds } from '../../response/resolve-manifolds.ts';
import { contactPoints, type SamplePair } from './block-pair.ts';
import type { BlockSettings } from './block-settings.ts';

/** The body that a body of the sample moves with: itself, or the composite body of those it is docked to. */
export type BodyOf = (body: RigidBody) => RigidBody;

/** Resolves the impacts of `pairs`, which are within the contact distance: changes the velocities of the bodies and the results of the pairs. */
export function resolveBlockImpacts(block: BlockSettings, pairs: readonly SamplePair[], bodyOf: BodyOf): void {
  for (const pair of pairs) pair.mode = 'separate';
  if (pairs.length === 0) return;
  if (block.dimension === 2) resolvePlanar(block, pairs, bodyOf);
  else resolveSpatial(block, pairs, bodyOf);
}

/** Edge on edge is one contact at the centre of its two normal impulses. One pair has one impact, several are repeated until none approaches. */
function resolvePlanar(block: BlockSettings, pairs: readonly SamplePair[], bodyOf: BodyOf): void {
  const items = pairs.map((pair) => ({
    a: bodyOf(pair.a.body),
    b: bodyOf(pair.b.body),
    normal: pair.contact.normal,
    points: contactPoints(block, pair, block.tolCollision),
    material: pair.settings.material,
  }));
  const { multiContact } = block;
  const resolution = resolveContacts(items, { multiContact, repeat: items.length > 1 });
  for (const [i, pair] of pairs.entries()) {
    const { impulse, normalImpulse, mode } = resolution.pairs[i];
    if (!(normalImpulse > 0)) continue;
    addVec3(pair.impulse, pair.impulse, impulse);
    pair.normalImpulse = normalImpulse;
    pair.mode = mode === 'stick' ? 'sticking' : 'sliding';
  }
}

/** The same impact laws as in rigid-body worlds with events. */
function resolveSpatial(block: BlockSettings, pairs: readonly SamplePair[], bodyOf: BodyOf): void {
  const impacts = pairs.map((pair) => {
    const [a, b] = [bodyOf(pair.a.body), bodyOf(pair.b.body)];
    const { material } = pair.settings;
    const found = contactPoints(block, pair, block.tolCollision).map(({ pointA, pointB, normal }) =>
      createManifoldPoint(a, b, commonPoint(createVec3(), pointA, pointB), normal, material),
    );
    if (found.some((point) => approachSpeedAt(point) > 0)) return { a, b, contacts: found };
    // the points of a face are those of features; the closest points may approach where these do not
    const { pointA, pointB, normal } = pair.contact;
    return { a, b, contacts: [createManifoldPoint(a, b, commonPoint(createVec3(), pointA, pointB), normal, material)] };
  });
  if (block.multiContact === 'simultaneous' && impacts.length > 1) {
    resolveTogether(impacts.flatMap(({ contacts }) => contacts));
  } else {
    resolveManifolds(impacts);
  }
  for (const [i, pair] of pairs.entries()) {
    for (const { impulse, normal, mode } of impacts[i].contacts) {
      const normalImpulse = dotVec3(impulse, normal);
      if (!(normalImpulse > 0)) continue;
      addVec3(pair.impulse, pair.impulse, impulse);
      pair.normalImpulse += normalImpulse;
      if (pair.mode !== 'sliding') pair.mode = mode === 'stick' ? 'sticking' : 'sliding';
    }
  }
}

function resolveTogether(contacts: readonly ReturnType<typeof createManifoldPoint>[]): void {
  const { pairs } = resolveContacts(contacts, { multiContact: 'simultaneous' });
  for (const [k, contact] of contacts.entries()) {
    addVec3(contact.impulse, contact.impulse, pairs[k].impulse);
    contact.mode = pairs[k].mode === 'stick' ? 'stick' : 'slide';
  }
}
