import type { CameraState, OverlayName } from '../session/session.ts';
import { packText, unpackText } from './packed-text.ts';

/** Which page is shown. */
export type Route =
  | { readonly page: 'gallery' }
  /** An example; with `text` where it was edited. */
  | { readonly page: 'scene'; readonly name: string; readonly text?: string }
  /** A scene that is in the link itself. */
  | { readonly page: 'own'; readonly name: string; readonly text: string }
  /** A recording that the server was given. */
  | { readonly page: 'recording'; readonly name: string }
  /** Results of a sweep that the server was given or that were opened here; without a name: to open some. */
  | { readonly page: 'sweep'; readonly name?: string }
  /** Each side is the name of an example, `recording:NAME`, or the name of a scene whose text is in the link. */
  | {
      readonly page: 'compare';
      readonly left?: string;
      readonly right?: string;
      readonly leftText?: string;
      readonly rightText?: string;
    }
  /** Playground of two shapes; `state` is its text, without one it shows the first pair. */
  | { readonly page: 'play'; readonly state?: string }
  /** Haptics. */
  | { readonly page: 'touch'; readonly name?: string }
  /** Form of the collision block. */
  | { readonly page: 'block'; readonly name?: string }
  | { readonly page: 'report'; readonly item?: string }
  | { readonly page: 'guide'; readonly name?: string; readonly section?: string };

/** A route with the state of its page. */
export interface Link {
  readonly route: Route;
  /** [s] */
  readonly time?: number;
  readonly camera?: CameraState;
  readonly overlays?: ReadonlySet<OverlayName>;
  /** Whether the scene runs live. */
  readonly live?: boolean;
}

/** Longer addresses are cut off by some programs and slow down the browser: such a scene is stored by autosave, and Export makes links. */
export const LONGEST_ADDRESS = 60_000;

/** The part of an address from `#` on: `#/scene/docking?t=2.5&cam=o,0,0,9,...`. */
export async function formatLink({ route, time, camera, overlays, live }: Link): Promise<string> {
  const query = new URLSearchParams();
  if ('text' in route && route.text !== undefined) query.set('scene', await packText(route.text));
  if (route.page === 'compare') {
    if (route.leftText !== undefined) query.set('left', await packText(route.leftText));
    if (route.rightText !== undefined) query.set('right', await packText(route.rightText));
  }
  if (live) query.set('live', '1');
  if (route.page === 'play' && route.state !== undefined) query.set('state', await packText(route.state));
  if (time !== undefined) query.set('t', String(time));
  if (camera !== undefined) query.set('cam', formatCamera(camera));
  if (overlays !== undefined) query.set('show', [...overlays].join('.'));
  const text = query.toString();
  return `#/${pathOf(route).map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

/** The same, synchronous, for routes without a text. */
export function routeHref(route: Exclude<Route, { page: 'own' }>): string {
  return `#/${pathOf(route).map(encodeURIComponent).join('/')}`;
}

function pathOf(route: Route): string[] {
  switch (route.page) {
    case 'gallery':
      return [];
    case 'play':
      return [route.page];
    case 'scene':
    case 'own':
    case 'recording':
      return [route.page, route.name];
    case 'compare':
      return [route.page, route.left, route.right].filter((part) => part !== undefined);
    case 'touch':
    case 'block':
    case 'sweep':
      return [route.page, route.name].filter((part) => part !== undefined);
    case 'report':
      return [route.page, route.item].filter((part) => part !== undefined);
    case 'guide':
      return [route.page, route.name, route.section].filter((part) => part !== undefined);
  }
}

/** Parses a hash; undefined if it is not a known route. */
export async function parseLink(hash: string): Promise<Link | undefined> {
  const [path, query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const fields = new URLSearchParams(query);
  const route = await parseRoute(path, fields);
  if (route === undefined) return undefined;
  const time = Number(fields.get('t') ?? 'none');
  const overlays = fields.get('show');
  return {
    route,
    ...(Number.isFinite(time) && { time }),
    camera: parseCamera(fields.get('cam') ?? ''),
    ...(fields.has('live') && { live: true }),
    ...(overlays !== null && { overlays: new Set(overlays.split('.').filter(Boolean) as OverlayName[]) }),
  };
}

async function parseRoute(path: string, fields: URLSearchParams): Promise<Route | undefined> {
  const [page, first, second] = path.split('/').map(decodePart);
  switch (page) {
    case '':
      return { page: 'gallery' };
    case 'scene': {
      const packed = fields.get('scene');
      if (packed === null) return first ? { page, name: first } : undefined;
      const text = await unpackText(packed);
      return first && text !== undefined ? { page, name: first, text } : undefined;
    }
    case 'recording':
      return first ? { page, name: first } : undefined;
    case 'own': {
      const text = await unpackText(fields.get('scene') ?? '');
      return text === undefined ? undefined : { page, name: first || 'scene', text };
    }
    case 'compare': {
      const [leftText, rightText] = await Promise.all(
        ['left', 'right'].map(async (side) => unpackText(fields.get(side) ?? '')),
      );
      return {
        page,
        left: first || undefined,
        right: second || undefined,
        leftText: leftText || undefined,
        rightText: rightText || undefined,
      };
    }
    case 'play': {
      const packed = fields.get('state');
      const state = packed === null ? undefined : await unpackText(packed);
      return packed !== null && state === undefined ? undefined : { page, state };
    }
    case 'touch':
    case 'block':
    case 'sweep':
      return { page, name: first || undefined };
    case 'report':
      return { page, item: first || undefined };
    case 'guide':
      return { page, name: first || undefined, section: second || undefined };
    default:
      return undefined;
  }
}

/** A malformed escape is returned unchanged. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const PROJECTIONS = { o: 'orthographic', p: 'perspective' } as const;

function formatCamera({ projection, eye, target, up, height }: CameraState): string {
  const numbers = [...eye, ...target, ...up, height].map((value) => Number(value.toPrecision(6)));
  return [projection[0], ...numbers].join(',');
}

function parseCamera(text: string): CameraState | undefined {
  const [letter, ...words] = text.split(',');
  const numbers = words.map(Number);
  if (!(letter === 'o' || letter === 'p') || numbers.length !== 10 || !numbers.every(Number.isFinite)) return undefined;
  const three = (from: number) => [numbers[from], numbers[from + 1], numbers[from + 2]] as const;
  const distance = Math.hypot(...[0, 1, 2].map((k) => numbers[k] - numbers[3 + k]));
  const isView = distance > 0 && Math.hypot(...three(6)) > 0 && numbers[9] > 0;
  if (!isView) return undefined;
  return { projection: PROJECTIONS[letter], eye: three(0), target: three(3), up: three(6), height: numbers[9] };
}
