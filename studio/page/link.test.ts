import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CameraState } from '../session/session.ts';
import { formatLink, type Link, parseLink, type Route, routeHref } from './link.ts';
import { packText, unpackText } from './packed-text.ts';

const CAMERA: CameraState = {
  projection: 'perspective',
  eye: [1, -2.5, 3e-7],
  target: [0, 0, 0],
  up: [0, 0, 1],
  height: 12.5,
};

describe('a link', () => {
  const routes: Route[] = [
    { page: 'gallery' },
    { page: 'scene', name: 'docking' },
    { page: 'scene', name: 'docking', text: '{ "title": "edited" }' },
    { page: 'own', name: 'mine & yours', text: '{ "title": "größer" }' },
    { page: 'recording', name: 'a/b #1?' },
    { page: 'sweep' },
    { page: 'sweep', name: 'docking errors' },
    { page: 'compare' },
    { page: 'compare', left: 'a', right: 'b' },
    { page: 'compare', left: 'recording:a', right: 'b', rightText: '{ "title": "b" }' },
    { page: 'play' },
    { page: 'play', state: '{"A":1}' },
    { page: 'touch', name: 'haptic-tool' },
    { page: 'block', name: 'spatial' },
    { page: 'report', item: 'elastic-box' },
    { page: 'guide', name: 'scenes', section: 'docking' },
  ];

  it.each(routes)('restores its page: $page', async (route) => {
    expect((await parseLink(await formatLink({ route })))?.route).toEqual(route);
  });

  it('stores time, camera and overlays', async () => {
    const link: Link = { route: routes[1], time: 1.25, camera: CAMERA, overlays: new Set(['normals', 'trails']) };
    expect(await parseLink(await formatLink(link))).toEqual(link);
    expect((await parseLink(await formatLink({ ...link, overlays: new Set() })))?.overlays).toEqual(new Set());
  });

  it('is short without state', () => {
    expect(routeHref({ page: 'scene', name: 'docking' })).toBe('#/scene/docking');
    expect(routeHref({ page: 'gallery' })).toBe('#/');
  });

  it('that is truncated or invalid gives no page, or loses only the invalid part', async () => {
    const whole = await formatLink({ route: routes[2] });
    expect(await parseLink(whole.slice(0, -9))).toBeUndefined();
    expect(await parseLink('#/nonsense')).toBeUndefined();
    expect(await parseLink('#/scene/')).toBeUndefined();
    // an eye at its target, no height
    for (const cam of ['p,1,2,3,1,2,3,0,0,1,5', 'o,1,2,3,0,0,0,0,0,1,0']) {
      expect(await parseLink(`#/scene/a?cam=${cam}`)).toEqual({ route: { page: 'scene', name: 'a' } });
    }
    expect(await parseLink('#/scene/%E0%A4%A?t=x&cam=o,1,2')).toEqual({ route: { page: 'scene', name: '%E0%A4%A' } });
  });
});

describe('a packed text', () => {
  it('property: unpacks to the same characters, and needs no escapes in an address', async () => {
    const check = fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const packed = await packText(text);
      expect(packed).toMatch(/^[\w-]*$/);
      expect(await unpackText(packed)).toBe(text);
    });
    await fc.assert(check, { seed: 7, numRuns: 200 });
  });

  it('that is too large is rejected', async () => {
    expect(await unpackText(await packText(' '.repeat(5 * 1024 * 1024)))).toBeUndefined();
  });
});
