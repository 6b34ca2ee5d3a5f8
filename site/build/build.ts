import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { brokenLinks } from './check-links.ts';
import { makeRelative } from './relative-base.ts';
import { stageSite } from './stage.ts';

/** Builds `dist/site`. The studio must be built already. Throws for links that lead nowhere. */
export async function buildSite(root: string): Promise<void> {
  const site = join(root, 'dist/site');
  rmSync(site, { recursive: true, force: true });
  await stageSite(root);
  await build(join(root, 'site'));
  makeRelative(site);
  cpSync(join(root, 'dist/studio'), join(site, 'studio'), { recursive: true });
  const broken = brokenLinks(site);
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join('\n')}`);
}
