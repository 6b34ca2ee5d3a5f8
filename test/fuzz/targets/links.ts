import { formatLink, parseLink, type Route } from '../../../studio/page/link.ts';
import type { OverlayName } from '../../../studio/session/session.ts';
import { mutateText } from '../mutate-bytes.ts';
import { pick } from '../mutate-json.ts';
import { type Target, textOf } from '../target.ts';

const camera = { projection: 'perspective', eye: [3, -4, 5], target: [0, 0, 0], up: [0, 0, 1], height: 9 } as const;
const scene = '{"title":"shared","about":"A scene in a link.","bodies":[]}';

const ROUTES: readonly Route[] = [
  { page: 'gallery' },
  { page: 'scene', name: 'docking' },
  { page: 'own', name: 'mine', text: scene },
  { page: 'recording', name: 'my run' },
  { page: 'compare', left: 'a', right: 'b' },
  { page: 'touch', name: 'haptic-tool' },
  { page: 'report', item: 'item' },
  { page: 'guide', name: 'query', section: 'rays' },
];
const overlays = new Set(['contacts', 'velocities'] as unknown as OverlayName[]);
const links = await Promise.all(ROUTES.map((route) => formatLink({ route, time: 2.5, camera, overlays })));

export const linkTarget: Target = {
  name: 'share links',
  fraction: 0.01,
  atLeast: { accepted: 100, rejected: 100 },
  make: (random) => new Map([['hash', mutateText(random, pick(random, links))]]),
  async feed(input) {
    const link = await parseLink(textOf(input, 'hash'));
    if (link === undefined) return 'rejected';
    const { time = 0, camera: seen } = link;
    const numbers = [time, ...(seen ? [...seen.eye, ...seen.target, ...seen.up, seen.height] : [])];
    if (!numbers.every(Number.isFinite)) throw new Error('a link with a number that is not finite');
    // what was understood can be written and is understood again
    const again = await parseLink(await formatLink(link));
    if (again?.route.page !== link.route.page) throw new Error('a link that changes when written');
    return 'accepted';
  },
};
