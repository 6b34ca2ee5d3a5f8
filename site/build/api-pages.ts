import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportSection } from './api-export.ts';
import type { ApiEntry, ApiExport } from './api-model.ts';

/** A page of the API reference. */
export interface ApiPage {
  /** `api/appulse-shapes.md` */
  readonly path: string;
  readonly title: string;
  /** `appulse/bounds` */
  readonly entry: string;
  readonly text: string;
}

/** Topics of the main entry by the folders of its declarations; the other entries have one page each. */
const TOPICS: readonly (readonly [title: string, folders: readonly string[]])[] = [
  ['Shapes', ['shapes', 'bounds']],
  ['Vectors, poses and motions', ['math']],
  ['Distance, impact, rays and manifolds', ['distance', 'pairs', 'toi', 'ray', 'manifold', 'ccd', 'broad']],
  ['Bodies and response', ['dynamics', 'response', 'free-flight']],
  ['Scenes and worlds', ['world', 'scene', 'sim', 'formats']],
  ['Recordings, pictures and queries', ['record', 'picture', 'query']],
];

interface Draft {
  readonly path: string;
  readonly title: string;
  readonly entry: ApiEntry;
  readonly exports: readonly ApiExport[];
}

/** Pages of all entries, and the overview. */
export function apiPages(root: string, entries: readonly ApiEntry[]): ApiPage[] {
  const drafts = entries.flatMap(draftsOf);
  const homes = new Map<string, string>();
  // names that several entries export have their section in the first
  for (const { path, exports } of drafts) {
    for (const { name } of exports) if (!homes.has(name)) homes.set(name, path);
  }
  const pages = drafts.map((draft) => ({
    path: draft.path,
    title: draft.title,
    entry: draft.entry.name,
    text: pageText(root, draft, homes),
  }));
  return [{ path: 'api/index.md', title: 'All entries', entry: '', text: overview(root, drafts) }, ...pages];
}

/** Where an export is on the site: `api/appulse-shapes.md#box`. */
export function exportAddress(page: string, name: string): string {
  return `${page}#${name}`;
}

function draftsOf(entry: ApiEntry): Draft[] {
  const file = entry.name.replaceAll('/', '-');
  if (entry.name !== 'appulse') {
    return [{ path: `api/${file}.md`, title: entry.name, entry, exports: sorted(entry.exports) }];
  }
  const topicOf = ({ source }: ApiExport) => TOPICS.findIndex(([, folders]) => folders.includes(source.split('/')[1]));
  const stray = entry.exports.find((item) => topicOf(item) < 0);
  if (stray) throw new Error(`${stray.name} of ${stray.source} belongs to no topic of the API reference`);
  return TOPICS.map(([title], i) => ({
    path: `api/${file}-${title.toLowerCase().split(/\W/)[0]}.md`,
    title,
    entry,
    exports: sorted(entry.exports.filter((item) => topicOf(item) === i)),
  })).filter(({ exports }) => exports.length > 0);
}

/** Values before types, each by name: people look for functions. */
function sorted(exports: readonly ApiExport[]): ApiExport[] {
  const rank = ({ name }: ApiExport) => (/^[a-z]/.test(name) ? 0 : 1);
  return [...exports].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

function pageText(root: string, { title, entry, path, exports }: Draft, homes: ReadonlyMap<string, string>): string {
  const link = (name: string) => {
    const home = homes.get(name);
    if (home === undefined) return undefined;
    return home === path ? `#${name}` : exportAddress(`./${home.slice('api/'.length, -3)}.html`, name);
  };
  const values = exports.filter(({ name }) => /^[a-z]/.test(name)).map(({ name }) => name);
  const example = values.slice(0, 3).join(', ');
  return [
    '---\noutline: 2\neditLink: false\n---',
    `# ${title}`,
    title === entry.name ? entryComment(root, entry) : '',
    example && `\`\`\`js\nimport { ${example} } from '${entry.name}';\n\`\`\``,
    ...exports.map((item) => {
      const home = homes.get(item.name);
      return home === path || home === undefined
        ? exportSection(item, link)
        : `## ${item.name} {#${item.name}}\n\nThe same as [\`${item.name}\`](${link(item.name)}).`;
    }),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The comment at the head of an entry, without its name. */
function entryComment(root: string, { name, source }: ApiEntry): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(root, source), 'utf8'))?.[1] ?? '';
  const text = comment
    .replaceAll(/^\s*\*? ?/gm, '')
    .replace(/@module.*|@packageDocumentation/g, '')
    .replace(`\`${name}\`:`, '')
    .trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function overview(root: string, drafts: readonly Draft[]): string {
  const entries = [...new Set(drafts.map(({ entry }) => entry))];
  const sections = entries.map((entry) => {
    const pages = drafts.filter((draft) => draft.entry === entry);
    const lists = pages.map(({ title, path, exports }) => {
      const file = path.slice('api/'.length);
      const names = exports.map(({ name }) => `[\`${name}\`](${exportAddress(`./${file}`, name)})`).join(', ');
      return pages.length > 1 ? `**[${title}](./${file})**: ${names}` : names;
    });
    return [`## ${entry.name}`, entryComment(root, entry), ...lists].join('\n\n');
  });
  return [
    '---\noutline: 2\n---\n\n# API reference',
    'Everything that the package exports, by the entry that it is imported from. Units are SI and in brackets; signs and axes are those of the [conventions](../reference/conventions.md).',
    ...sections,
  ].join('\n\n');
}
